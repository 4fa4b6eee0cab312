import { MailLinkPage } from '#web/pages/mail-links/MailLinkPage.tsx';

export function UnsubscribePage() {
  return (
    <MailLinkPage
      call="/api/unsubscribe"
      title="No more reminders?"
      action="Stop reminders"
      pendingAction="Stopping…"
      doneTitle="Reminders are off"
      next={<p>You can turn them on again in your preferences at any time.</p>}
    >
      <p>We will stop sending you reminders. Mails about your account, payments and certificates still come.</p>
    </MailLinkPage>
  );
}
