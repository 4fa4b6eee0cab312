import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { MailLinkPage } from '#web/pages/mail-links/MailLinkPage.tsx';

/** Cancels a pending change of address or reverts a completed one. */
export function UndoEmailChangePage() {
  return (
    <MailLinkPage
      call="/api/undo-email-change"
      title="Undo the change of your email"
      action="Undo the change"
      pendingAction="Undoing it…"
      doneTitle="The change is undone"
      next={
        <p>
          If it was somebody else, they may know your password. Please <Link href={paths.forgotPassword}>set a new one</Link> now.
        </p>
      }
    >
      <p>
        If the change waits to be confirmed, it is called off. If it was made, your account gets its old address back, and everybody is
        signed out of it, on all devices.
      </p>
    </MailLinkPage>
  );
}
