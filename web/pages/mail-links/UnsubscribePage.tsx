import { MailLinkPage } from '#web/pages/mail-links/MailLinkPage.tsx';

export function UnsubscribePage() {
  return (
    <MailLinkPage
      apiPath="/api/unsubscribe"
      title="Stop all optional emails?"
      action="Stop optional emails"
      pendingAction="Stopping…"
      doneTitle="Optional emails are off"
      next={<p>You can turn them back on in your preferences.</p>}
    >
      <p>This ends reminders, news and digests. To stop only some, choose them in your preferences.</p>
      <p>You’ll still get emails about your account, payments and certificates.</p>
    </MailLinkPage>
  );
}
