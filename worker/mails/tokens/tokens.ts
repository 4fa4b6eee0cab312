/** Emails about Treasure Tokens. Payloads are built in worker/store. */
import type { MailTemplates } from '#worker/mails/content.ts';

export const tokenMails = {
  tokens_adjusted: (payload, _links, { t }) => {
    const tokens = payload.number('tokens') ?? 0;
    const count = Math.abs(tokens);
    const isAdded = tokens > 0;
    return {
      subject: isAdded
        ? t('You received {count, plural, one {# Treasure Token} other {# Treasure Tokens}}', { count })
        : t('We removed {count, plural, one {# Treasure Token} other {# Treasure Tokens}}', { count }),
      text: isAdded
        ? t(
            'We added tokens to your account for the reason below. It’s also in your token history. If you have questions, reply to this email.',
          )
        : t(
            'We removed tokens from your account for the reason below. It’s also in your token history. If you have questions, reply to this email.',
          ),
      facts: {
        [t('Reason')]: payload.text('reason'),
        [isAdded ? t('Added') : t('Removed')]: t('{count, plural, one {# Treasure Token} other {# Treasure Tokens}}', { count }),
        [t('New balance')]: t('{count, plural, one {# token} other {# tokens}}', { count: payload.number('balance') ?? 0 }),
      },
      button: [t('Go to my dashboard'), '/dashboard'],
    };
  },
} satisfies MailTemplates;
