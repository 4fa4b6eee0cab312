import { MailLinkPage } from '#web/pages/mail-links/MailLinkPage.tsx';

export function UnsubscribePage() {
  return (
    <MailLinkPage
      apiPath="/api/unsubscribe"
      title="Stop reminders?"
      action="Stop reminders"
      pendingAction="Stopping…"
      doneTitle="Reminders are off"
      next={<p>You can turn them back on in your preferences.</p>}
    >
      <p>You’ll still get emails about your account, payments and certificates.</p>
    </MailLinkPage>
  );
}
