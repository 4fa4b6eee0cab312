import { useState } from 'react';
import { type OutboxMail, OutboxMails, type System } from '#schema/admin/system.ts';
import { cappedCount } from '#web/features/admin/capped-count.ts';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import { mailsPath, retryMails } from '#web/features/admin/system/system-api.ts';
import { errorText } from '#web/lib/api-error.ts';
import { dateTime, plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/toast.ts';
import { Badge, type StateWord } from '#web/ui/Badge.tsx';
import type { Column } from '#web/ui/data-table/data-table.ts';
import { optionsOf } from '#web/ui/data-table/filter-options.ts';
import { byCreated } from '#web/ui/data-table/orders.ts';
import type { Filter } from '#web/ui/data-table/table-view.ts';
import { FactList } from '#web/ui/FactList.tsx';

const states: Record<OutboxMail['status'], StateWord> = {
  queued: { tone: 'yellow', word: 'Waiting' },
  sending: { tone: 'info', word: 'Being sent' },
  sent: { tone: 'green', word: 'Sent' },
  dead: { tone: 'red', word: 'Failed' },
};

const columns: readonly Column<OutboxMail>[] = [
  { id: 'to', header: 'To', cell: ({ to }) => to, isName: true },
  { id: 'template', header: 'Mail', cell: ({ template }) => mailName(template) },
  { id: 'status', header: 'Status', cell: ({ status }) => <Badge tone={states[status].tone}>{states[status].word}</Badge> },
  { ...byCreated, header: 'Written', cell: ({ createdAt }) => dateTime(createdAt) },
  { id: 'sent', header: 'Sent', cell: ({ sentAt }) => (sentAt === null ? '' : dateTime(sentAt)), isOptional: true },
  { id: 'tries', header: 'Tries', cell: ({ attempts }) => attempts, align: 'end' },
  { id: 'error', header: 'Why not', cell: ({ lastError }) => lastError ?? '' },
];

const filters: readonly Filter[] = [{ name: 'status', label: 'Status', options: optionsOf(states, ['dead', 'queued', 'sending']) }];

/** What waits in the outbox, what has failed for good, and both tried again. */
export function MailsPanel({ mails }: Pick<System, 'mails'>) {
  const [isPending, setPending] = useState(false);

  async function retry(ids?: number[], done?: () => void) {
    if (isPending) return;
    setPending(true);
    try {
      const retried = await retryMails(ids);
      done?.();
      const isNone = retried === 0;
      showToast({
        tone: isNone ? 'info' : 'success',
        title: isNone ? 'Nothing to send again' : `${plural(retried, 'mail')} will be sent again`,
        description: isNone ? 'These mails have not failed, or somebody was quicker.' : 'Within a minute, with all tries before them.',
      });
    } catch (error) {
      showToast({ tone: 'error', title: 'The mails were not queued', description: errorText(error, 'Please try again in a moment.') });
    } finally {
      setPending(false);
    }
  }

  return (
    <section className="stack gap-3 system-panel system-mails" aria-labelledby="mails-title">
      <div className="spread">
        <h2 id="mails-title">Mails</h2>
        {mails.dead > 0 && (
          <button type="button" className="secondary" aria-busy={isPending || undefined} onClick={() => void retry()}>
            Send all failed mails again
          </button>
        )}
      </div>
      <FactList
        className="backlog"
        facts={{
          Waiting: cappedCount(mails.queued),
          'Being sent': cappedCount(mails.sending),
          Failed: cappedCount(mails.dead),
          'Longest wait since': mails.oldestAt === null ? 'Nothing waits' : dateTime(mails.oldestAt),
        }}
      />
      <AdminList
        name="mails"
        label="All mails"
        path={mailsPath}
        schema={OutboxMails}
        columns={columns}
        rowLabel={({ template, to }) => `${mailName(template)} to ${to}`}
        searchLabel="Search address, mail or error"
        filters={filters}
        bulkActions={[
          {
            label: 'Send again',
            onChoose: (rows, done) =>
              void retry(
                rows.map(({ id }) => id),
                done,
              ),
          },
        ]}
        isChoosable={({ status }) => status === 'dead'}
        emptyTitle="No mails yet"
      />
    </section>
  );
}

/** `certificate_issued` -> `Certificate issued`. */
function mailName(template: string): string {
  const words = template.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
