import { useSearchParams } from 'wouter';
import { Inbox } from '#web/features/messages/admin/inbox/Inbox.tsx';
import { MessagesTable } from '#web/features/messages/admin/MessagesTable.tsx';

export function MessagesTab() {
  const [search] = useSearchParams();
  return search.get('view') === 'table' ? <MessagesTable /> : <Inbox />;
}
