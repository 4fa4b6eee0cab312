/** Payloads are built in worker/domain/memberships/mails.ts. */
import { renewalNoticeDays } from '#schema/rules.ts';
import { button, facts, type MailTemplates, type Payload, text } from '#worker/mails/content.ts';
import { dollars, formatDay, tierName } from '#worker/mails/words.ts';
import { membershipMail } from './membership-mail.ts';

export const membershipMails = {
  purchase: (links, payload) => {
    const isCards = payload.text('kind') === 'cache_cards';
    return {
      subject: isCards ? 'Thank you for your order of Cache Cards' : 'Your membership is active',
      body: [
        text(
          isCards
            ? 'Your cards are in your account. Place them, and earn Treasure Tokens when others find them.'
            : 'Thank you! You can now order cards, place them, and earn commissions by inviting friends.',
        ),
        facts(
          ['For', payload.text('description')],
          ['Credit for your Basic year', dollars(payload.number('creditCents'))],
          ...listAmounts(payload),
          ['Receipt', 'In your account, under Membership'],
        ),
        isCards ? button('See my cards', links.to('/dashboard/cache-cards')) : button('Go to my dashboard', links.to('/dashboard')),
      ],
    };
  },

  renewal: (links, payload) =>
    membershipMail(
      links,
      'Your membership was renewed',
      'Thank you for another year with us. You can turn off the yearly renewal at any time.',
      [['For', payload.text('description')], ...listAmounts(payload), ['Runs until', formatDay(payload.text('paidUntil'))]],
      'See my membership',
    ),

  renewal_notice: (links, payload) => {
    const amount = payload.number('amountCents');
    const fromBalance = payload.number('balanceCents');
    const amountDue = amount !== null && fromBalance !== null ? amount - fromBalance : amount;
    const day = formatDay(payload.text('renewsAt'));
    return membershipMail(
      links,
      `Your membership renews ${day === null ? 'soon' : `on ${day}`}`,
      `Your ${membership(payload)} renews for another year, so you don’t need to do anything to stay. To cancel, choose “Cancel membership” on the page below before that day; you keep your membership until then.`,
      [
        ['Renews on', day],
        ['Price', dollars(amount)],
        ['Period', 'One year, until you cancel'],
        ['From your balance', dollars(fromBalance)],
        ['Charged', fromBalance === null ? null : dollars(amountDue)],
        ['Charged to', amountDue === 0 ? null : (payload.text('card') ?? 'No card on file: please add one')],
      ],
      'See my membership',
    );
  },

  renewal_failed: (links, payload) =>
    membershipMail(
      links,
      'We couldn’t renew your membership',
      `The yearly payment for your ${membership(payload)} failed. If it isn’t paid by the date below, your account becomes free. You keep your tokens and cards.`,
      [['Pay by', formatDay(payload.text('graceUntil'))]],
      'Fix my payment',
    ),

  grace_ending: (links, payload) =>
    membershipMail(
      links,
      'Your membership ends soon',
      `The yearly payment for your ${membership(payload)} is still unpaid. Pay it to stay, or do nothing to let your membership end. You keep your tokens and cards.`,
      [['Ends on', formatDay(payload.text('graceUntil'))]],
      'Keep my membership',
    ),

  membership_cancelled: (links, payload) =>
    membershipMail(
      links,
      'You cancelled your membership',
      `Your ${membership(payload)} won’t renew, and you won’t be charged again. You can resume it until it ends. If this wasn’t you, resume it and change your password.`,
      [['Ends on', formatDay(payload.text('until'))]],
      'See my membership',
    ),

  membership_resumed: (links, payload) =>
    membershipMail(
      links,
      'Your membership will renew again',
      `You resumed your ${membership(payload)}. You can cancel at any time, and we’ll remind you ${renewalNoticeDays.before} days before each renewal.`,
      [
        ['Renews on', formatDay(payload.text('until'))],
        ['Price', dollars(payload.number('amountCents'))],
      ],
      'See my membership',
    ),

  membership_ended: (links, payload) => ({
    subject: 'Your membership has ended',
    body: [
      text(`Your ${membership(payload)} has ended, and your account is now free. You keep your tokens and cards.`),
      button('Become a member again', links.to(`/dashboard?upgrade=${payload.text('tier') === 'premium' ? 'premium' : 'basic'}`)),
    ],
  }),

  membership_granted: (links, payload) => ({
    subject: 'We gave you a year of membership',
    body: [
      text(`Your ${membership(payload)} is free and won’t renew. Order cards, place them and invite friends.`),
      facts(['Runs until', formatDay(payload.text('until'))]),
      button('Go to my dashboard', links.to('/dashboard')),
    ],
  }),
} satisfies MailTemplates;

function listAmounts(payload: Payload): [string, string | null][] {
  const fromBalance = payload.number('balanceCents');
  const amount = payload.number('amountCents');
  return [
    ['Paid from your balance', dollars(fromBalance)],
    [fromBalance === null ? 'Paid' : 'Paid by card', fromBalance !== null && amount === 0 ? null : dollars(amount)],
  ];
}

const membership = (payload: Payload) => `${tierName(payload.text('tier'))} membership`.trim();
