/** Emails about payments and memberships. Payloads are built in worker/domain/memberships. */
import { renewalNoticeDays } from '#schema/rules.ts';
import type { Facts, MailTemplates, Payload } from '#worker/mails/content.ts';
import { dollars, formatDay, tierName } from '#worker/mails/words.ts';

const membershipPage = '/account?tab=membership';
const cardForm = `${membershipPage}&card=change`;

export const membershipMails = {
  purchase: (payload) => {
    const kind = payload.text('kind');
    // Whether the card could be replaced is in an email of its own.
    if (kind === 'replacement')
      return {
        subject: 'Thanks for your order',
        text: 'We’ve received your payment. Thank you!',
        facts: { For: payload.text('description'), ...listAmounts(payload), Receipt: 'In your account, under Membership' },
        button: ['See my cards', '/dashboard/cache-cards'],
      };
    const isCards = kind === 'cache_cards';
    return {
      subject: isCards ? 'Thanks for ordering Cache Cards' : 'Your membership is active',
      text: isCards
        ? 'Your cards are in your account. Place them, and earn Treasure Tokens when others find them.'
        : 'Thank you! You can now order cards, place them, and earn commissions by inviting friends.',
      facts: {
        For: payload.text('description'),
        'Credit for your Basic year': dollars(payload.number('creditCents')),
        ...listAmounts(payload),
        Receipt: 'In your account, under Membership',
      },
      button: isCards ? ['See my cards', '/dashboard/cache-cards'] : ['Go to my dashboard', '/dashboard'],
    };
  },

  renewal: (payload) => ({
    subject: 'Your membership was renewed',
    text: 'Thank you for another year with us. You can turn off the yearly renewal at any time.',
    facts: { For: payload.text('description'), ...listAmounts(payload), 'Runs until': formatDay(payload.text('paidUntil')) },
    button: ['See my membership', membershipPage],
  }),

  renewal_notice: (payload) => {
    const amount = payload.number('amountCents');
    const fromBalance = payload.number('balanceCents');
    const amountDue = amount !== null && fromBalance !== null ? amount - fromBalance : amount;
    const day = formatDay(payload.text('renewsAt'));
    return {
      subject: `Your membership renews ${day === null ? 'soon' : `on ${day}`}`,
      text: `Your ${membership(payload)} renews for another year, so you don’t need to do anything to keep it. To cancel, choose “Cancel membership” on the page below before that day; you keep your membership until then.`,
      facts: {
        'Renews on': day,
        Price: dollars(amount),
        Period: 'Yearly, until you cancel',
        'From your balance': dollars(fromBalance),
        Charged: fromBalance === null ? null : dollars(amountDue),
        'Charged to': amountDue === 0 ? null : (payload.text('card') ?? 'No payment card on file. Please add one.'),
      },
      button: ['See my membership', membershipPage],
    };
  },

  renewal_failed: (payload) => ({
    subject: 'We couldn’t renew your membership',
    text: `The yearly payment for your ${membership(payload)} failed. If it isn’t paid by the date below, your account switches to Free. You keep your tokens and cards.`,
    facts: { Amount: dollars(payload.number('amountCents')), 'Pay by': formatDay(payload.text('graceUntil')) },
    button: ['Update my card', cardForm],
  }),

  grace_ending: (payload) => ({
    subject: 'Your membership ends soon',
    text: `The yearly payment for your ${membership(payload)} is still unpaid. Pay it to keep your membership, or do nothing to let it end. You keep your tokens and cards.`,
    facts: { Amount: dollars(payload.number('amountCents')), 'Ends on': formatDay(payload.text('graceUntil')) },
    button: ['Update my card', cardForm],
  }),

  membership_cancelled: (payload) => ({
    subject: 'You canceled your membership',
    text: `Your ${membership(payload)} won’t renew, and you won’t be charged again. You can resume it until it ends. If this wasn’t you, resume it and change your password.`,
    facts: { 'Ends on': formatDay(payload.text('until')) },
    button: ['See my membership', membershipPage],
  }),

  membership_resumed: (payload) => ({
    subject: 'Your membership will renew automatically again',
    text: `You resumed your ${membership(payload)}. You can cancel at any time, and we’ll remind you ${renewalNoticeDays.before} days before each renewal.`,
    facts: { 'Renews on': formatDay(payload.text('until')), Price: dollars(payload.number('amountCents')) },
    button: ['See my membership', membershipPage],
  }),

  membership_ended: (payload) => ({
    subject: 'Your membership has ended',
    text: `Your ${membership(payload)} has ended, and your account is now free. You keep your tokens and cards.`,
    button: ['Become a member again', `/dashboard?upgrade=${payload.text('tier') === 'premium' ? 'premium' : 'basic'}`],
  }),

  membership_granted: (payload) => ({
    subject: 'We gave you a year of membership',
    text: `Your ${membership(payload)} is free and won’t renew. Order cards, place them and invite friends.`,
    facts: { 'Runs until': formatDay(payload.text('until')) },
    button: ['Go to my dashboard', '/dashboard'],
  }),

  refund: (payload) => {
    const [cents, paidCents] = [payload.number('amountCents'), payload.number('paidCents')];
    return {
      subject: `We refunded ${dollars(cents) ?? 'your payment'}`,
      text:
        payload.text('why') === 'paid_twice'
          ? 'You’d already paid for this, so we refunded the second payment right away.'
          : 'The money is on its way to the card you paid with. Most banks take five to ten days. If you have questions, reply to this email.',
      // Omits `Out of`, the total paid, only if this refund alone covers the whole payment.
      facts: { For: payload.text('description'), Refunded: dollars(cents), 'Out of': cents === paidCents ? null : dollars(paidCents) },
      button: ['See my payments', membershipPage],
    };
  },

  refund_failed: (payload) => {
    const outcome = payload.text('outcome');
    const restorationNote =
      outcome === 'back' || outcome === 'until' || outcome === 'goes_on' || outcome === 'over' ? afterReturn[outcome] : null;
    return {
      subject: `Your refund of ${dollars(payload.number('amountCents')) ?? 'your payment'} failed`,
      text:
        restorationNote === null
          ? 'Your bank sent the money back to us, so we’ll pay you another way. Reply to this email and tell us how you’d like to be paid.'
          : `Your bank sent the money back to us. ${restorationNote} If you still want a refund, reply to this email.`,
      facts: { ...listPaymentFacts(payload), 'Valid until': formatDay(payload.text('until')) },
      button: ['See my payments', membershipPage],
    };
  },

  dispute_opened: (payload) => ({
    subject: 'Your bank opened a dispute about a payment',
    text: 'Your bank will take a few weeks to decide. Until then, anything you or a friend earned from this payment is on hold. If you didn’t mean to dispute it, tell your bank and reply to this email.',
    facts: listPaymentFacts(payload),
    button: ['See my payments', membershipPage],
  }),

  dispute_won: (payload) => {
    const outcome = payload.text('outcome');
    const appealNote =
      outcome === 'back' || outcome === 'until' || outcome === 'goes_on' || outcome === 'over' ? afterReturn[outcome] : null;
    return {
      subject: appealNote === null ? 'Your dispute is closed: the payment was valid' : 'Your bank charged you again for a disputed payment',
      text:
        appealNote === null
          ? 'Your bank decided that this payment is valid. Nothing changes for you, and earnings on hold are released.'
          : `On appeal, your bank decided that this payment is valid after all. ${appealNote} If that’s not right, reply to this email.`,
      facts: { ...listPaymentFacts(payload), 'Valid until': formatDay(payload.text('until')) },
      button: ['See my payments', membershipPage],
    };
  },

  dispute_lost: (payload) => {
    const continuingTier = tierName(payload.text('goesOn'));
    return {
      subject: 'Your bank refunded a disputed payment',
      text: `Your bank decided the dispute in your favor${continuingTier ? `. Your ${continuingTier} membership continues.` : ', so the purchase was reversed.'} If that’s not what you wanted, reply to this email.`,
      facts: listPaymentFacts(payload),
      button: ['See my payments', membershipPage],
    };
  },

  card_changed: (payload) => ({
    subject: 'Your payment card was changed',
    text: `${payload.text('isEnding') === null ? 'Your membership will be charged to this card from now on.' : 'We won’t charge it unless you resume your membership.'} If this wasn’t you, change your password and reply to this email.`,
    facts: { Card: payload.text('card') ?? 'Your new card' },
    button: ['See my membership', membershipPage],
  }),
} satisfies MailTemplates;

function listAmounts(payload: Payload): Facts {
  const fromBalance = payload.number('balanceCents');
  const amount = payload.number('amountCents');
  return {
    'Paid from your balance': dollars(fromBalance),
    [fromBalance === null ? 'Paid' : 'Paid by card']: fromBalance !== null && amount === 0 ? null : dollars(amount),
  };
}

const membership = (payload: Payload) => `${tierName(payload.text('tier'))} membership`.trim();

const listPaymentFacts = (payload: Payload): Facts => ({
  For: payload.text('description'),
  Amount: dollars(payload.number('amountCents')),
});

/** Text for a dispute won on appeal or a failed refund. An earlier email already reported that the purchase was reversed. */
const afterReturn = {
  back: 'Your purchase is active again.',
  until: 'Your membership is back until the end of the year you paid for. It won’t renew.',
  goes_on: 'Your membership continues.',
  over: 'The year you paid for is already over.',
};
