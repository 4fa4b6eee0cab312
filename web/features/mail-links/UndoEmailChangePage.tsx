import { MailLinkPage } from '#web/features/mail-links/MailLinkPage.tsx';

/** /undo-email-change: brings back the address that an account had. */
export function UndoEmailChangePage() {
  return (
    <MailLinkPage
      call="/api/undo-email-change"
      title="Undo the change of your email"
      action="Bring my old address back"
      pendingAction="Bringing it back…"
      doneTitle="Your old address is back"
      next={<p>If somebody else changed it, they may know your password. Please sign in and choose a new one.</p>}
    >
      <p>Your account will use its old address again, and everybody who is signed in to it will be signed out, on all devices.</p>
    </MailLinkPage>
  );
}
