import { Link } from 'wouter';
import type { AdminMessage } from '#schema/admin/messages.ts';
import { AdminFacts } from '#web/features/admin/AdminFacts.tsx';
import { memberAddress } from '#web/features/admin/addresses.ts';
import { replyAddress } from '#web/features/admin/messages/reply-address.ts';
import { dateTime } from '#web/lib/format.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

interface MessageDialogProps {
  message: AdminMessage;
  onHandle: (message: AdminMessage, isHandled: boolean) => Promise<void>;
  onClose: () => void;
}

/** One message, whole, as it was written: never as HTML. */
export function MessageDialog({ message, onHandle, onClose }: MessageDialogProps) {
  const { name, email, userId, createdAt, handledAt, handledBy } = message;
  const isOpen = handledAt === null;

  return (
    <Dialog open onClose={onClose} title={`Message from ${name}`}>
      <div className="stack">
        <AdminFacts
          facts={{
            Email: email,
            Member: userId && <Link href={memberAddress(userId)}>Was signed in as member {userId}</Link>,
            Received: dateTime(createdAt),
            Handled: handledAt && `${dateTime(handledAt)}${handledBy ? ` by ${handledBy}` : ''}`,
          }}
        />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long texts scroll, by keyboard too */}
        <p className="message-text" dir="auto" tabIndex={0}>
          {message.message}
        </p>
        <div className="cluster">
          <a className="button" href={replyAddress(message)}>
            Reply
          </a>
          <ActionButton className="secondary" action={() => onHandle(message, isOpen)}>
            {isOpen ? 'Mark handled' : 'Open again'}
          </ActionButton>
        </div>
      </div>
    </Dialog>
  );
}
