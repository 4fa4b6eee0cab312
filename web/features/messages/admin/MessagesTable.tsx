import '#web/features/messages/admin/messages.css';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { type AdminMessage, AdminMessages } from '#schema/messages/admin-messages.ts';
import { DateTimeCell } from '#web/features/admin/cells.tsx';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import { BulkDialog, type BulkSelection } from '#web/features/admin/lists/BulkDialog.tsx';
import { messageUrl } from '#web/features/admin/urls.ts';
import { isConflict } from '#web/features/admin/use-versioned.ts';
import { stateLabels } from '#web/features/messages/admin/message-labels.ts';
import { handleMessage, handleMessages, messagesPath } from '#web/features/messages/admin/messages-api.ts';
import { errorText } from '#web/lib/api-error.ts';
import { dateTime, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Badge } from '#web/ui/Badge.tsx';
import type { BulkAction, Column, RowAction } from '#web/ui/data-table/data-table.ts';
import { createdColumn } from '#web/ui/data-table/sort-orders.ts';
import type { Filter } from '#web/ui/data-table/table-view.ts';
import { EmailText } from '#web/ui/EmailText.tsx';

const columns: readonly Column<AdminMessage>[] = [
  { id: 'name', header: 'From', cell: ({ name }) => name, isName: true },
  { id: 'email', header: 'Email', cell: ({ email }) => <EmailText email={email} /> },
  {
    id: 'message',
    header: 'Message',
    cell: ({ message }) => (
      <span className="message-excerpt" dir="auto">
        {message.slice(0, 200)}
      </span>
    ),
  },
  { ...createdColumn, header: 'Received', cell: ({ createdAt }) => <DateTimeCell value={createdAt} /> },
  {
    id: 'state',
    header: 'State',
    cell: ({ state }) => <Badge tone={stateLabels[state].tone}>{stateLabels[state].label}</Badge>,
    sort: 'open',
    sortsDescending: true,
    orders: ['Not open first', 'Open first'],
  },
  { id: 'assignee', header: 'Assignee', cell: ({ assignee }) => assignee?.name ?? '', isOptional: true },
  { id: 'tags', header: 'Tags', cell: ({ tags }) => tags.join(', '), isOptional: true },
  { id: 'handledBy', header: 'Handled by', cell: ({ handledBy }) => handledBy ?? '', isOptional: true },
];

const filters: readonly Filter[] = [
  {
    name: 'state',
    label: 'State',
    options: { open: 'Open', waiting: 'Waiting', snoozed: 'Snoozed', closed: 'Closed' },
    sorts: ['created', 'latest'],
  },
];

const getLabel = ({ name, createdAt }: AdminMessage) => `message from ${name}, ${dateTime(createdAt)}`;

/** All conversations as a table, for bulk changes and exports. */
export function MessagesTable() {
  const [, navigate] = useLocation();
  const open = ({ id }: AdminMessage) => navigate(messageUrl(id));
  const [bulk, setBulk] = useState<BulkSelection<AdminMessage> & { isHandled: boolean }>();

  async function handle(message: Pick<AdminMessage, 'id' | 'name' | 'version'>, isHandled: boolean) {
    try {
      await handleMessage(message, isHandled);
      showToast({ tone: 'success', title: isHandled ? 'Message closed' : 'Message reopened', description: `From ${message.name}.` });
    } catch (error) {
      showToast({
        tone: isConflict(error) ? 'info' : 'error',
        title: isConflict(error) ? 'The message has changed' : 'Couldn’t change the message',
        description: isConflict(error)
          ? 'Someone else updated this message. Please check it again.'
          : errorText(error, 'Please try again in a moment.'),
      });
    }
  }

  const bulkActions: BulkAction<AdminMessage>[] = [
    { label: 'Close', onChoose: (rows, clearSelection) => setBulk({ rows, clearSelection, isHandled: true }) },
    { label: 'Reopen', onChoose: (rows, clearSelection) => setBulk({ rows, clearSelection, isHandled: false }) },
  ];

  const rowActions: RowAction<AdminMessage>[] = [
    { label: 'Read and reply', onChoose: open },
    { label: 'Close', isShown: ({ state }) => state !== 'closed', onChoose: (message) => void handle(message, true) },
    { label: 'Reopen', isShown: ({ state }) => state === 'closed', onChoose: (message) => void handle(message, false) },
  ];

  return (
    <>
      <p>
        <Link href={paths.adminDashboard('messages')}>Back to the inbox</Link>
      </p>
      <AdminList
        name="messages"
        label="Messages"
        path={messagesPath}
        schema={AdminMessages}
        columns={columns}
        rowLabel={getLabel}
        searchLabel="Search name, email or text"
        filters={filters}
        defaultSort="-open"
        onOpen={open}
        rowActions={rowActions}
        bulkActions={bulkActions}
        selectsAllPages
        emptyTitle="No messages yet"
        emptyHint="Messages from the contact form appear here."
      />
      {bulk && (
        <BulkDialog
          selection={bulk}
          action={`${bulk.isHandled ? 'Close' : 'Reopen'} ${plural(bulk.rows.length, 'message')}`}
          labels={{
            noun: 'message',
            pending: bulk.isHandled ? 'Closing messages' : 'Reopening messages',
            done: bulk.isHandled ? 'closed' : 'reopened',
            describe: (message) => ({ label: getLabel(message), href: messageUrl(message.id) }),
          }}
          getId={({ id }) => id}
          send={(messages) => handleMessages(messages, bulk.isHandled)}
          listPath={messagesPath}
          onClose={() => setBulk(undefined)}
        >
          <p>{bulk.isHandled ? 'Closing sends no email.' : 'Reopened messages return to the inbox.'}</p>
        </BulkDialog>
      )}
    </>
  );
}
