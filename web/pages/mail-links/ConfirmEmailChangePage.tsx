import { MailLinkPage } from '#web/pages/mail-links/MailLinkPage.tsx';

export function ConfirmEmailChangePage() {
  return (
    <MailLinkPage
      call="/api/confirm-email-change"
      title="Confirm your new email"
      action="Use this address"
      pendingAction="Changing…"
      doneTitle="Your email is changed"
      next={<p>From now on you sign in with it. For 7 days the link in the old mailbox can undo the change.</p>}
    >
      <p>One press, and your Cache Cards account uses this address. You did not ask for that? Then please close this page.</p>
    </MailLinkPage>
  );
}
