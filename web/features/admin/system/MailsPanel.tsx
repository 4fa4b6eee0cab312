import { useState } from 'react';
import { type OutboxMail, OutboxMails } from '#schema/admin/system.ts';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import { resendMails } from '#web/features/admin/system/resend-mails.ts';
import { MailDialog } from '#web/features/messages/admin/mails/MailDialog.tsx';
import { mailsPath } from '#web/features/messages/admin/mails/mails-api.ts';
import { errorText } from '#web/lib/api-error.ts';
import { dateTime } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { useIdParameter } from '#web/lib/react/use-query-parameter.ts';
import { Badge, type StateLabel } from '#web/ui/Badge.tsx';
import type { Column } from '#web/ui/data-table/data-table.ts';
import { createdColumn } from '#web/ui/data-table/sort-orders.ts';
import type { Filter } from '#web/ui/data-table/table-view.ts';
import { toOptions } from '#web/ui/data-table/toolbar/filter-options.ts';

const states: Record<OutboxMail['status'], StateLabel> = {
  queued: { tone: 'yellow', label: 'Waiting' },
  sending: { tone: 'info', label: 'Sending' },
  sent: { tone: 'green', label: 'Sent' },
  dead: { tone: 'red', label: 'Failed' },
  dropped: { tone: 'grey', label: 'Not sent' },
};

const columns: readonly Column<OutboxMail>[] = [
  { id: 'to', header: 'To', cell: ({ to }) => to, isName: true },
  { id: 'template', header: 'Email', cell: ({ template }) => formatMailName(template) },
  { id: 'status', header: 'Status', cell: ({ status }) => <Badge tone={states[status].tone}>{states[status].label}</Badge> },
  { ...createdColumn, header: 'Created', cell: ({ createdAt }) => dateTime(createdAt) },
  { id: 'sent', header: 'Sent', cell: ({ sentAt }) => (sentAt === null ? '' : dateTime(sentAt)), isOptional: true },
  { id: 'tries', header: 'Attempts', cell: ({ attempts }) => attempts, align: 'end' },
  { id: 'error', header: 'Error', cell: ({ lastError }) => lastError ?? '' },
];

const filters: readonly Filter[] = [
  { name: 'status', label: 'Status', options: toOptions(states, ['dead', 'queued', 'sending', 'dropped']) },
];

export function MailsPanel() {
  const [isPending, setPending] = useState(false);
  const [openId, setOpenId] = useIdParameter('mail');

  async function resend(ids: number[], clearSelection: () => void) {
    if (isPending) return;
    setPending(true);
    try {
      await resendMails(ids);
      clearSelection();
    } catch (error) {
      showToast({ tone: 'error', title: 'Couldn’t queue the emails', description: errorText(error, 'Please try again in a moment.') });
    } finally {
      setPending(false);
    }
  }

  return (
    <>
      <AdminList
        name="mails"
        pluralName="emails"
        label="All emails"
        path={mailsPath}
        schema={OutboxMails}
        columns={columns}
        rowLabel={({ template, to }) => `${formatMailName(template)} to ${to}`}
        searchLabel="Search addresses, emails or errors"
        filters={filters}
        bulkActions={[
          {
            label: 'Resend',
            onChoose: (rows, clearSelection) =>
              void resend(
                rows.map(({ id }) => id),
                clearSelection,
              ),
          },
        ]}
        isSelectable={({ status }) => status === 'dead'}
        emptyTitle="No emails yet"
        onOpen={({ id }) => setOpenId(id)}
      />
      {openId !== null && <MailDialog key={openId} id={openId} onClose={() => setOpenId(null)} />}
    </>
  );
}

function formatMailName(template: string): string {
  const name = template.replaceAll('_', ' ');
  return name.charAt(0).toUpperCase() + name.slice(1);
}
