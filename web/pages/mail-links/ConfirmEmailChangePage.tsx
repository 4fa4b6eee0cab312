import { MailLinkPage } from '#web/pages/mail-links/MailLinkPage.tsx';

export function ConfirmEmailChangePage() {
  return (
    <MailLinkPage
      apiPath="/api/confirm-email-change"
      title="Confirm your new email"
      action="Use this address"
      pendingAction="Changing…"
      doneTitle="Your email was changed"
      next={<p>From now on, sign in with this address. For 7 days, you can undo this with the link we sent to your old address.</p>}
    >
      <p>Tap to use this address for your Cache Cards account. If you didn’t ask for this, close this page.</p>
    </MailLinkPage>
  );
}
