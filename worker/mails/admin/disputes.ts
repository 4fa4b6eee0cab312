/** Emails to administrators about disputes. */
import { describeDisputeReason } from '#schema/disputes/reasons.ts';
import type { MailTemplates } from '#worker/mails/content.ts';

export const disputeMails = {
  dispute_raised: (payload, _links, { dollars, formatDay }) => {
    const dueBy = formatDay(payload.text('dueBy'));
    return {
      subject: `A payment of ${dollars(payload.number('amountCents')) ?? 'a member'} is disputed`,
      text: `${dueBy === null ? 'Respond' : `Respond by ${dueBy}`}, or the bank will decide without us. The evidence is ready for you to review and submit.`,
      facts: {
        Member: payload.text('member'),
        For: payload.text('for'),
        Reason: describeDisputeReason(payload.text('reason') ?? ''),
        'Respond by': dueBy,
      },
      button: ['Respond to the dispute', `/admin/dashboard?tab=orders&view=disputes&dispute=${payload.text('dispute') ?? ''}`],
      reason: 'You’re receiving this email because you receive Cache Cards alarms or can respond to disputes.',
    };
  },
} satisfies MailTemplates;
