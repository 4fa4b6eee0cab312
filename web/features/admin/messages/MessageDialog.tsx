import { useState } from 'react';
import { Link } from 'wouter';
import type { AdminMessage } from '#schema/admin/messages.ts';
import { Dialog } from '#web/components/Dialog.tsx';
import { memberAddress } from '#web/features/admin/addresses.ts';
import { Facts } from '#web/features/admin/Facts.tsx';
import { replyAddress } from '#web/features/admin/messages/reply-address.ts';
import { dateTime } from '#web/lib/format.ts';

interface MessageDialogProps {
  message: AdminMessage;
  onHandle: (message: AdminMessage, isHandled: boolean) => Promise<void>;
  onClose: () => void;
}

/** One message, whole, as it was written: never as HTML. */
export function MessageDialog({ message, onHandle, onClose }: MessageDialogProps) {
  const [isPending, setPending] = useState(false);
  const { name, email, userId, createdAt, handledAt, handledBy } = message;
  const isOpen = handledAt === null;

  async function handle() {
    if (isPending) return;
    setPending(true);
    await onHandle(message, isOpen);
    setPending(false);
  }

  return (
    <Dialog open onClose={onClose} title={`Message from ${name}`}>
      <div className="stack">
        <Facts
          rows={[
            ['Email', email],
            [
              'Member',
              userId && (
                <Link key="member" href={memberAddress(userId)}>
                  Was signed in as member {userId}
                </Link>
              ),
            ],
            ['Received', dateTime(createdAt)],
            ['Handled', handledAt && `${dateTime(handledAt)}${handledBy ? ` by ${handledBy}` : ''}`],
          ]}
        />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long texts scroll, by keyboard too */}
        <p className="message-text" dir="auto" tabIndex={0}>
          {message.message}
        </p>
        <div className="cluster">
          <a className="button" href={replyAddress(message)}>
            Reply
          </a>
          <button type="button" className="secondary" aria-busy={isPending || undefined} onClick={() => void handle()}>
            {isOpen ? 'Mark handled' : 'Open again'}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
