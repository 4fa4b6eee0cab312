import { useState } from 'react';
import '#web/features/admin/messages/messages.css';
import { type AdminMessage, AdminMessages } from '#schema/admin/messages.ts';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import { MessageDialog } from '#web/features/admin/messages/MessageDialog.tsx';
import { handleMessage, messagesPath } from '#web/features/admin/messages/messages-api.ts';
import { wasChangedMeanwhile } from '#web/features/admin/use-versioned.ts';
import { errorText } from '#web/lib/api-error.ts';
import { dateTime } from '#web/lib/format.ts';
import { showToast } from '#web/lib/toast.ts';
import { Badge } from '#web/ui/Badge.tsx';
import type { Column, RowAction } from '#web/ui/data-table/data-table.ts';
import { byCreated } from '#web/ui/data-table/orders.ts';
import type { Filter } from '#web/ui/data-table/table-view.ts';

const columns: readonly Column<AdminMessage>[] = [
  { id: 'name', header: 'From', cell: ({ name }) => name, isName: true },
  { id: 'email', header: 'Email', cell: ({ email }) => email },
  {
    id: 'message',
    header: 'Message',
    cell: ({ message }) => (
      <span className="message-excerpt" dir="auto">
        {message.slice(0, 200)}
      </span>
    ),
  },
  { ...byCreated, header: 'Received', cell: ({ createdAt }) => dateTime(createdAt) },
  {
    id: 'state',
    header: 'State',
    cell: ({ handledAt }) => (handledAt === null ? <Badge tone="yellow">Open</Badge> : <Badge tone="green">Handled</Badge>),
    sort: 'open',
    sortsDescending: true,
    orders: ['Handled first', 'Open first'],
  },
  { id: 'handledBy', header: 'Handled by', cell: ({ handledBy }) => handledBy ?? '', isOptional: true },
];

const filters: readonly Filter[] = [
  {
    name: 'state',
    label: 'State',
    options: [
      { value: 'open', label: 'Open' },
      { value: 'handled', label: 'Handled' },
    ],
    sorts: ['created'],
  },
];

/** What people wrote in the contact form: open ones first, newest first. */
export function MessagesTab() {
  const [read, setRead] = useState<AdminMessage>();

  async function handle(message: AdminMessage, isHandled: boolean) {
    try {
      await handleMessage(message, isHandled);
      setRead(undefined);
      showToast({ tone: 'success', title: isHandled ? 'Message handled' : 'Message open again', description: `From ${message.name}.` });
    } catch (error) {
      showToast({
        tone: wasChangedMeanwhile(error) ? 'info' : 'error',
        title: wasChangedMeanwhile(error) ? 'Somebody was quicker' : 'The message was not changed',
        description: wasChangedMeanwhile(error)
          ? `Somebody else has just ${isHandled ? 'handled' : 'reopened'} it.`
          : errorText(error, 'Please try again in a moment.'),
      });
    }
  }

  const rowActions: RowAction<AdminMessage>[] = [
    { label: 'Read', onChoose: setRead },
    { label: 'Mark handled', isShown: ({ handledAt }) => handledAt === null, onChoose: (message) => void handle(message, true) },
    { label: 'Open again', isShown: ({ handledAt }) => handledAt !== null, onChoose: (message) => void handle(message, false) },
  ];

  return (
    <>
      <AdminList
        name="messages"
        label="Messages"
        path={messagesPath}
        schema={AdminMessages}
        columns={columns}
        rowLabel={({ name, createdAt }) => `the message of ${name}, ${dateTime(createdAt)}`}
        searchLabel="Search name, email or text"
        filters={filters}
        defaultSort="-open"
        rowActions={rowActions}
        emptyTitle="No messages yet"
        emptyHint="What people write in the contact form comes here."
      />
      {read && <MessageDialog message={read} onHandle={handle} onClose={() => setRead(undefined)} />}
    </>
  );
}
