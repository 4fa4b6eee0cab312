import { Fragment } from 'react';
import '#web/features/messages/admin/mails/mails.css';
import type { MailBlock, MailPreview, ReadMail } from '#schema/admin/system.ts';
import { resendMail, useMail } from '#web/features/messages/admin/mails/mails-api.ts';
import { dateTime } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FactList } from '#web/ui/FactList.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

interface MailDialogProps {
  id: number;
  onClose: () => void;
  onResent?: () => void;
}

/** Shows an email as its recipient saw it, without links and codes, and can send it again. */
export function MailDialog({ id, onClose, onResent }: MailDialogProps) {
  const query = useMail(id);
  return (
    <Dialog open onClose={onClose} title={query.data?.content?.subject ?? 'Email'}>
      <Loaded query={query} subject="The email" lines={8}>
        {(mail) => <Mail mail={mail} onClose={onClose} onResent={onResent} />}
      </Loaded>
    </Dialog>
  );
}

function Mail({ mail, onClose, onResent }: { mail: ReadMail } & Pick<MailDialogProps, 'onClose' | 'onResent'>) {
  const { id, to, content, sentAt, createdAt, resendRefusal } = mail;
  async function resend() {
    showToast({ title: 'Email queued', description: await resendMail(id), tone: 'success' });
    onResent?.();
    onClose();
  }

  return (
    <div className="stack gap-3">
      <p className="muted small">
        To {to || 'a deleted address'}, {sentAt === null ? `written ${dateTime(createdAt)} and not sent yet` : dateTime(sentAt)}. Links and
        codes are hidden.
      </p>
      {content ? <MailSheet content={content} /> : <p>The content of this email was deleted.</p>}
      {resendRefusal === null ? (
        <div>
          <ActionButton action={resend} failed="Couldn’t send the email again" pendingLabel="Sending…">
            Send again
          </ActionButton>
        </div>
      ) : (
        <p className="muted">{resendRefusal}</p>
      )}
    </div>
  );
}

function MailSheet({ content: { heading, body, reason } }: { content: MailPreview }) {
  return (
    <div className="mail-sheet">
      <h3>{heading}</h3>
      {body.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks never change their order
        <Block key={index} block={block} />
      ))}
      <p className="muted small">{reason}</p>
    </div>
  );
}

function Block({ block }: { block: MailBlock }) {
  switch (block.kind) {
    case 'text':
      return <p dir="auto">{block.text}</p>;
    case 'note':
      return (
        <p className="muted small" dir="auto">
          {block.text}
        </p>
      );
    case 'button':
      return <p className="mail-button">{block.label}</p>;
    case 'link':
      return <p className="mail-link">{block.label}</p>;
    case 'facts':
      return <FactList className="mail-facts" facts={Object.fromEntries(block.rows)} />;
    case 'quote':
      return (
        <blockquote dir="auto">
          {block.lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines never change their order
            <Fragment key={index}>
              {index > 0 && <br />}
              {line}
            </Fragment>
          ))}
        </blockquote>
      );
  }
}
