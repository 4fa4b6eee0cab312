import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'wouter';
import type { PushTopic } from '#schema/messages/notifications.ts';
import { useMailedToken } from '#web/lib/mailed-token.ts';
import { paths } from '#web/lib/paths.ts';
import { MailLink } from '#web/pages/mail-links/MailLinkPage.tsx';

const titles = (): Record<PushTopic, string> => ({
  card_found: t`Stop emails that sum up finds of your cards?`,
  new_cards: t`Stop emails about new cards near you?`,
  stay: t`Stop emails that remind you of your certificates and stays?`,
  thanks: t`Stop emails about thanks for your notes?`,
  card_news: t`Stop emails with news about your cards?`,
});

/** Returns the title for the topic that the token names, as in `17.thanks.…`; undefined for links of older emails, which stop all optional emails. */
const findTitle = (token: string) => Object.entries(titles()).find(([topic]) => topic === token.split('.')[1])?.[1];

export function UnsubscribePage() {
  const token = useMailedToken();
  const title = findTitle(token);
  const allDone = t`Optional emails are off`;
  const requiredEmails = <p>{t`You’ll still get emails about your account, payments and certificates.`}</p>;
  const next = (
    <p>
      <Trans>
        You can turn them back on in your <Link href={paths.account('preferences')}>preferences</Link>.
      </Trans>
    </p>
  );
  const shared = { apiPath: '/api/unsubscribe', pendingAction: t`Stopping…`, next } as const;
  if (title === undefined)
    return (
      <MailLink
        key={token}
        token={token}
        title={t`Stop all optional emails?`}
        action={t`Stop optional emails`}
        doneTitle={allDone}
        {...shared}
      >
        <p>{t`This ends reminders, news and digests. To stop only some, choose them in your preferences.`}</p>
        {requiredEmails}
      </MailLink>
    );
  return (
    <MailLink
      key={token}
      token={token}
      title={title}
      action={t`Stop these emails`}
      doneTitle={t`You’re unsubscribed`}
      alternative={{ action: t`Stop all optional emails`, doneTitle: allDone, fields: { isForAll: true } }}
      {...shared}
    >
      {requiredEmails}
    </MailLink>
  );
}
