import '#web/features/messages/admin/messages.css';
import { Link, useLocation } from 'wouter';
import { type AdminMessage, AdminMessages } from '#schema/messages/admin-messages.ts';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import { showBulkOutcome } from '#web/features/admin/lists/bulk.ts';
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
  { ...createdColumn, header: 'Received', cell: ({ createdAt }) => dateTime(createdAt) },
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

/** All conversations as a table, for bulk changes and exports. */
export function MessagesTable() {
  const [, navigate] = useLocation();
  const open = ({ id }: AdminMessage) => navigate(messageUrl(id));

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

  const handleAll = (isHandled: boolean) => async (messages: AdminMessage[], clearSelection: () => void) => {
    try {
      const outcome = await handleMessages(messages, isHandled);
      showBulkOutcome(outcome, (count) => `${plural(count, 'message')} ${isHandled ? 'closed' : 'reopened'}`);
      clearSelection();
    } catch (error) {
      showToast({ tone: 'error', title: 'Couldn’t change the messages', description: errorText(error, 'Please try again in a moment.') });
    }
  };

  const bulkActions: BulkAction<AdminMessage>[] = [
    { label: 'Close', onChoose: (messages, clearSelection) => void handleAll(true)(messages, clearSelection) },
    { label: 'Reopen', onChoose: (messages, clearSelection) => void handleAll(false)(messages, clearSelection) },
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
        rowLabel={({ name, createdAt }) => `message from ${name}, ${dateTime(createdAt)}`}
        searchLabel="Search name, email or text"
        filters={filters}
        defaultSort="-open"
        onOpen={open}
        rowActions={rowActions}
        bulkActions={bulkActions}
        emptyTitle="No messages yet"
        emptyHint="Messages from the contact form appear here."
      />
    </>
  );
}
