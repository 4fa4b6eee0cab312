/** Payloads are built in worker/domain/memberships. */
import type { MailTemplates, Payload } from '#worker/mails/content.ts';
import { dollars, formatDay, tierName } from '#worker/mails/words.ts';
import { membershipMail } from './membership-mail.ts';

export const chargeMails = {
  refund: (links, payload) => {
    const [cents, paidCents] = [payload.number('amountCents'), payload.number('paidCents')];
    return membershipMail(
      links,
      `We refunded ${dollars(cents) ?? 'your payment'}`,
      payload.text('why') === 'paid_twice'
        ? 'You’d already paid for this, so we refunded the second payment right away.'
        : 'The money is on its way to the card you paid with. Most banks take five to ten days. If you have questions, reply to this email.',
      // The row `Out of` is only omitted if this refund alone returns the whole payment.
      [
        ['For', payload.text('description')],
        ['Refunded', dollars(cents)],
        ['Out of', cents === paidCents ? null : dollars(paidCents)],
      ],
      'See my payments',
    );
  },

  refund_failed: (links, payload) => {
    const outcome = payload.text('outcome');
    const restored = outcome === 'back' || outcome === 'until' || outcome === 'goes_on' || outcome === 'over' ? afterReturn[outcome] : null;
    return membershipMail(
      links,
      `Your refund of ${dollars(payload.number('amountCents')) ?? 'your payment'} failed`,
      restored === null
        ? 'Your bank sent the money back to us, so we’ll pay you in another way. Reply to this email and tell us how you’d like to get it.'
        : `Your bank sent the money back to us. ${restored} If you still want a refund, reply to this email.`,
      [...listPaymentFacts(payload), ['Valid until', formatDay(payload.text('until'))]],
      'See my payments',
    );
  },

  dispute_opened: (links, payload) =>
    membershipMail(
      links,
      'Your bank opened a dispute about a payment',
      'Your bank will take a few weeks to decide. Until then, anything you or a friend earned from this payment is on hold. If you didn’t mean to dispute it, tell your bank and reply to this email.',
      listPaymentFacts(payload),
      'See my payments',
    ),

  dispute_won: (links, payload) => {
    const outcome = payload.text('outcome');
    const appealed = outcome === 'back' || outcome === 'until' || outcome === 'goes_on' || outcome === 'over' ? afterReturn[outcome] : null;
    return membershipMail(
      links,
      appealed === null ? 'The dispute is settled: your payment is valid' : 'Your bank charged you again for a disputed payment',
      appealed === null
        ? 'Your bank decided that this payment is valid. Nothing changes for you, and earnings on hold are released.'
        : `On appeal, your bank decided that this payment is valid after all. ${appealed} If that’s not right, reply to this email.`,
      [...listPaymentFacts(payload), ['Valid until', formatDay(payload.text('until'))]],
      'See my payments',
    );
  },

  dispute_lost: (links, payload) => {
    const continuingTier = tierName(payload.text('goesOn'));
    return membershipMail(
      links,
      'Your bank refunded a disputed payment',
      `Your bank decided the dispute in your favor${continuingTier ? `. Your ${continuingTier} membership continues.` : ', so the purchase was reversed.'} If that’s not what you wanted, reply to this email.`,
      listPaymentFacts(payload),
      'See my payments',
    );
  },

  card_changed: (links, payload) =>
    membershipMail(
      links,
      'Your payment card was changed',
      'Your membership will be charged to this card from now on. If this wasn’t you, change your password and reply to this email.',
      [['Card', payload.text('card') ?? 'Your new card']],
      'See my membership',
    ),
} satisfies MailTemplates;

const listPaymentFacts = (payload: Payload): [string, string | null][] => [
  ['For', payload.text('description')],
  ['Amount', dollars(payload.number('amountCents'))],
];

/** What happens after a dispute is won on appeal, or a refund fails. An earlier email reported that the purchase was reversed. */
const afterReturn = {
  back: 'What you paid for is active again.',
  until: 'Your membership is back until the end of the year you paid for. It won’t renew.',
  goes_on: 'Your membership continues.',
  over: 'The year you paid for is already over.',
};
