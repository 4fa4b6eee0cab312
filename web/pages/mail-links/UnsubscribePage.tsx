import { Link } from 'wouter';
import type { PushTopic } from '#schema/messages/notifications.ts';
import { useMailedToken } from '#web/lib/mailed-token.ts';
import { paths } from '#web/lib/paths.ts';
import { MailLink } from '#web/pages/mail-links/MailLinkPage.tsx';

const emailsAbout: Record<PushTopic, string> = {
  card_found: 'that sum up finds of your cards',
  new_cards: 'about new cards near you',
  stay: 'that remind you of your certificates and stays',
  thanks: 'about thanks for your notes',
  card_news: 'with news about your cards',
};

/** Returns the topic that the token names, as in `17.thanks.…`; undefined for links of older emails, which stop all optional emails. */
const findTopic = (token: string) => Object.entries(emailsAbout).find(([topic]) => topic === token.split('.')[1])?.[1];

const all = { action: 'Stop all optional emails', doneTitle: 'Optional emails are off', fields: { isForAll: true } };
const requiredEmails = <p>You’ll still get emails about your account, payments and certificates.</p>;
const next = (
  <p>
    You can turn them back on in your <Link href={paths.account('preferences')}>preferences</Link>.
  </p>
);
const shared = { apiPath: '/api/unsubscribe', pendingAction: 'Stopping…', next } as const;

export function UnsubscribePage() {
  const token = useMailedToken();
  const topic = findTopic(token);
  if (topic === undefined)
    return (
      <MailLink
        key={token}
        token={token}
        title="Stop all optional emails?"
        action="Stop optional emails"
        doneTitle={all.doneTitle}
        {...shared}
      >
        <p>This ends reminders, news and digests. To stop only some, choose them in your preferences.</p>
        {requiredEmails}
      </MailLink>
    );
  return (
    <MailLink
      key={token}
      token={token}
      title={`Stop emails ${topic}?`}
      action="Stop these emails"
      doneTitle="You’re unsubscribed"
      alternative={all}
      {...shared}
    >
      {requiredEmails}
    </MailLink>
  );
}
