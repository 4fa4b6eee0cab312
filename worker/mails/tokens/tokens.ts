/** Emails about Treasure Tokens. Payloads are built in worker/store. */
import type { MailTemplates } from '#worker/mails/content.ts';
import { plural } from '#worker/mails/words.ts';

export const tokenMails = {
  tokens_adjusted: (payload) => {
    const tokens = payload.number('tokens') ?? 0;
    const amount = plural(Math.abs(tokens), 'Treasure Token');
    return {
      subject: tokens > 0 ? `You received ${amount}` : `We removed ${amount}`,
      text: `We ${tokens > 0 ? 'added tokens to' : 'removed tokens from'} your account for the reason below. It’s also in your token history. If you have questions, reply to this email.`,
      facts: {
        Reason: payload.text('reason'),
        [tokens > 0 ? 'Added' : 'Removed']: amount,
        'New balance': plural(payload.number('balance') ?? 0, 'token'),
      },
      button: ['Go to my dashboard', '/dashboard'],
    };
  },
} satisfies MailTemplates;
