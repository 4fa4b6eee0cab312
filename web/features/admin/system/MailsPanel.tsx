import { useState } from 'react';
import { mutate } from 'swr';
import { type OutboxMail, OutboxMails, systemPath } from '#schema/admin/system.ts';
import { DateTimeCell } from '#web/features/admin/cells.tsx';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import { BulkDialog, type BulkSelection } from '#web/features/admin/lists/BulkDialog.tsx';
import { retryMails } from '#web/features/admin/system/system-api.ts';
import { MailDialog } from '#web/features/messages/admin/mails/MailDialog.tsx';
import { mailsPath } from '#web/features/messages/admin/mails/mails-api.ts';
import { dateTime, plural } from '#web/lib/format.ts';
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
  { id: 'to', header: 'To', cell: ({ to }) => to || 'Deleted address', isName: true },
  { id: 'template', header: 'Email', cell: ({ template }) => formatMailName(template) },
  { id: 'status', header: 'Status', cell: ({ status }) => <Badge tone={states[status].tone}>{states[status].label}</Badge> },
  { ...createdColumn, header: 'Created', cell: ({ createdAt }) => <DateTimeCell value={createdAt} /> },
  { id: 'sent', header: 'Sent', cell: ({ sentAt }) => (sentAt === null ? '' : dateTime(sentAt)), isOptional: true },
  { id: 'tries', header: 'Attempts', cell: ({ attempts }) => attempts, align: 'end' },
  { id: 'error', header: 'Error', cell: ({ lastError }) => lastError ?? '' },
];

const filters: readonly Filter[] = [
  { name: 'status', label: 'Status', options: toOptions(states, ['dead', 'queued', 'sending', 'dropped']) },
];

export function MailsPanel() {
  const [selection, setSelection] = useState<BulkSelection<OutboxMail>>();
  const [openId, setOpenId] = useIdParameter('mail');
  return (
    <>
      <AdminList
        name="mails"
        pluralName="emails"
        label="All emails"
        path={mailsPath}
        schema={OutboxMails}
        columns={columns}
        rowLabel={getLabel}
        searchLabel="Search addresses, emails or errors"
        filters={filters}
        bulkActions={[{ label: 'Resend', onChoose: (rows, clearSelection) => setSelection({ rows, clearSelection }) }]}
        selectsAllPages
        isSelectable={({ status }) => status === 'dead'}
        emptyTitle="No emails yet"
        onOpen={({ id }) => setOpenId(id)}
        openKey={openId}
      />
      {openId !== null && <MailDialog key={openId} id={openId} onClose={() => setOpenId(null)} />}
      {selection && (
        <BulkDialog
          selection={selection}
          action={`Resend ${plural(selection.rows.length, 'email')}`}
          labels={{ noun: 'email', pending: 'Queuing emails', done: 'queued', describe: (mail) => ({ label: getLabel(mail) }) }}
          getId={({ id }) => id}
          send={(mails) => retryMails(mails.map(({ id }) => id))}
          listPath={mailsPath}
          onClose={() => {
            setSelection(undefined);
            void mutate(systemPath);
          }}
        >
          <p>They will go out within a minute.</p>
        </BulkDialog>
      )}
    </>
  );
}

function getLabel({ template, to }: OutboxMail): string {
  return `${formatMailName(template)} to ${to || 'a deleted address'}`;
}

function formatMailName(template: string): string {
  const name = template.replaceAll('_', ' ');
  return name.charAt(0).toUpperCase() + name.slice(1);
}
