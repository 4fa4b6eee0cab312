/** Emails to administrators about payout runs. */
import type { MailTemplates } from '#worker/mails/content.ts';
import { dollars } from '#worker/mails/words.ts';

export const payoutRunMails = {
  payout_run_waits: (payload) => {
    const run = payload.text('run') ?? '';
    return {
      subject: `Payout run ${run} is waiting for your approval`,
      text: 'Check the members and the total, then approve or cancel the run. Nobody is paid until you do.',
      facts: { Total: dollars(payload.number('amountCents')), Members: payload.text('members'), 'Started by': payload.text('sender') },
      button: ['Review the run', `/admin/dashboard?tab=payouts&view=runs&run=${run}`],
      reason: 'because you can approve payout runs at Cache Cards',
    };
  },
} satisfies MailTemplates;
