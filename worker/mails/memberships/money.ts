/** Emails about payments and memberships. Payloads are built in worker/domain/memberships. */
import { renewalNoticeDays } from '#schema/rules.ts';
import type { Facts, MailTemplates, Payload } from '#worker/mails/content.ts';
import { joinSentences } from '#worker/words/join-texts.ts';
import type { Words } from '#worker/words/words.ts';

const membershipPage = '/account?tab=membership';
const cardForm = `${membershipPage}&card=change`;

export const membershipMails = {
  purchase: (payload, _links, words) => {
    const { t, dollars } = words;
    const kind = payload.text('kind');
    const receipt = { [t('Receipt')]: t('In your account, under Membership') };
    // Whether the card could be replaced is in an email of its own.
    if (kind === 'replacement')
      return {
        subject: t('Thanks for your order'),
        text: t('We’ve received your payment. Thank you!'),
        facts: { [t('For')]: words.stored(payload.text('description')), ...listAmounts(payload, words), ...receipt },
        button: [t('See my cards'), '/dashboard/cache-cards'],
      };
    const isCards = kind === 'cache_cards';
    return {
      subject: isCards ? t('Thanks for ordering Cache Cards') : t('Your membership is active'),
      text: isCards
        ? t('Your cards are in your account. Place them, and earn Treasure Tokens when others find them.')
        : t('Thank you! You can now order cards, place them, and earn commissions by inviting friends.'),
      facts: {
        [t('For')]: words.stored(payload.text('description')),
        [t('Credit for your Basic year')]: dollars(payload.number('creditCents')),
        ...listAmounts(payload, words),
        [t('Ship to')]: payload.text('shipTo'),
        ...receipt,
      },
      ...(payload.text('shipTo') !== null && {
        link: [t('Set a new password'), '/forgot-password'] as [string, string],
        note: t(
          'If this isn’t your address, someone else may be using your account. Set a new password right away: we then ask you for the address again before we print.',
        ),
      }),
      button: isCards ? [t('See my cards'), '/dashboard/cache-cards'] : [t('Go to my dashboard'), '/dashboard'],
    };
  },

  renewal: (payload, _links, words) => {
    const { t, formatDay } = words;
    return {
      subject: t('Your membership was renewed'),
      text: t('Thank you for another year with us. You can turn off the yearly renewal at any time.'),
      facts: {
        [t('For')]: words.stored(payload.text('description')),
        ...listAmounts(payload, words),
        [t('Runs until')]: formatDay(payload.text('paidUntil')),
      },
      button: [t('See my membership'), membershipPage],
    };
  },

  renewal_notice: (payload, _links, { t, stored, dollars, formatDay }) => {
    const amount = payload.number('amountCents');
    const fromBalance = payload.number('balanceCents');
    const amountDue = amount !== null && fromBalance !== null ? amount - fromBalance : amount;
    const day = formatDay(payload.text('renewsAt'));
    return {
      subject: day === null ? t('Your membership renews soon') : t('Your membership renews on {day}', { day }),
      text: t(
        'Your {tier, select, basic {Basic membership} premium {Premium membership} other {membership}} renews for another year, so you don’t need to do anything to keep it. To cancel, choose “Cancel membership” on the page below before that day; you keep your membership until then.',
        { tier: payload.text('tier') },
      ),
      facts: {
        [t('Renews on')]: day,
        [t('Price')]: dollars(amount),
        [t('Period')]: t('Yearly, until you cancel'),
        [t('From your balance')]: dollars(fromBalance),
        [t('Charged')]: fromBalance === null ? null : dollars(amountDue),
        [t('Charged to')]: amountDue === 0 ? null : (stored(payload.text('card')) ?? t('No payment card on file. Please add one.')),
      },
      button: [t('See my membership'), membershipPage],
    };
  },

  renewal_failed: (payload, _links, { t, dollars, formatDay }) => ({
    subject: t('We couldn’t renew your membership'),
    text: t(
      'The yearly payment for your {tier, select, basic {Basic membership} premium {Premium membership} other {membership}} failed. If it isn’t paid by the date below, your account switches to Free. You keep your tokens and cards.',
      { tier: payload.text('tier') },
    ),
    facts: { [t('Amount')]: dollars(payload.number('amountCents')), [t('Pay by')]: formatDay(payload.text('graceUntil')) },
    button: [t('Update my card'), cardForm],
  }),

  grace_ending: (payload, _links, { t, dollars, formatDay }) => ({
    subject: t('Your membership ends soon'),
    text: t(
      'The yearly payment for your {tier, select, basic {Basic membership} premium {Premium membership} other {membership}} is still unpaid. Pay it to keep your membership, or do nothing to let it end. You keep your tokens and cards.',
      { tier: payload.text('tier') },
    ),
    facts: { [t('Amount')]: dollars(payload.number('amountCents')), [t('Ends on')]: formatDay(payload.text('graceUntil')) },
    button: [t('Update my card'), cardForm],
  }),

  membership_cancelled: (payload, _links, { t, formatDay }) => ({
    subject: t('You canceled your membership'),
    text: t(
      'Your {tier, select, basic {Basic membership} premium {Premium membership} other {membership}} won’t renew, and you won’t be charged again. You can resume it until it ends. If this wasn’t you, resume it and change your password.',
      { tier: payload.text('tier') },
    ),
    facts: { [t('Ends on')]: formatDay(payload.text('until')) },
    button: [t('See my membership'), membershipPage],
  }),

  membership_resumed: (payload, _links, { t, dollars, formatDay }) => ({
    subject: t('Your membership will renew automatically again'),
    text: t(
      'You resumed your {tier, select, basic {Basic membership} premium {Premium membership} other {membership}}. You can cancel at any time, and we’ll remind you {days, plural, one {# day} other {# days}} before each renewal.',
      { tier: payload.text('tier'), days: renewalNoticeDays.before },
    ),
    facts: { [t('Renews on')]: formatDay(payload.text('until')), [t('Price')]: dollars(payload.number('amountCents')) },
    button: [t('See my membership'), membershipPage],
  }),

  membership_ended: (payload, _links, { t }) => ({
    subject: t('Your membership has ended'),
    text: t(
      'Your {tier, select, basic {Basic membership} premium {Premium membership} other {membership}} has ended, and your account is now free. You keep your tokens and cards.',
      { tier: payload.text('tier') },
    ),
    button: [t('Become a member again'), `/dashboard?upgrade=${payload.text('tier') === 'premium' ? 'premium' : 'basic'}`],
  }),

  membership_granted: (payload, _links, { t, formatDay }) => ({
    subject: t('We gave you a year of membership'),
    text: t(
      'Your {tier, select, basic {Basic membership} premium {Premium membership} other {membership}} is free and won’t renew. Order cards, place them and invite friends.',
      { tier: payload.text('tier') },
    ),
    facts: { [t('Runs until')]: formatDay(payload.text('until')) },
    button: [t('Go to my dashboard'), '/dashboard'],
  }),

  refund: (payload, _links, { t, stored, dollars }) => {
    const [cents, paidCents] = [payload.number('amountCents'), payload.number('paidCents')];
    return {
      subject: cents === null ? t('We refunded your payment') : t('We refunded {amount}', { amount: dollars(cents) }),
      text:
        payload.text('why') === 'paid_twice'
          ? t('You’d already paid for this, so we refunded the second payment right away.')
          : t(
              'The money is on its way to the card you paid with. Most banks take five to ten days. If you have questions, reply to this email.',
            ),
      // Omits `Out of`, the total paid, only if this refund alone covers the whole payment.
      facts: {
        [t('For')]: stored(payload.text('description')),
        [t('Refunded')]: dollars(cents),
        [t('Out of')]: cents === paidCents ? null : dollars(paidCents),
      },
      button: [t('See my payments'), membershipPage],
    };
  },

  refund_failed: (payload, _links, words) => {
    const { t, dollars, formatDay } = words;
    const cents = payload.number('amountCents');
    const restorationNote = describeRestoration(payload, words);
    return {
      subject: cents === null ? t('Your refund failed') : t('Your refund of {amount} failed', { amount: dollars(cents) }),
      text:
        restorationNote === null
          ? t(
              'Your bank sent the money back to us, so we’ll pay you another way. Reply to this email and tell us how you’d like to be paid.',
            )
          : joinSentences(
              [t('Your bank sent the money back to us.'), restorationNote, t('If you still want a refund, reply to this email.')],
              words,
            ),
      facts: { ...listPaymentFacts(payload, words), [t('Valid until')]: formatDay(payload.text('until')) },
      button: [t('See my payments'), membershipPage],
    };
  },

  dispute_opened: (payload, _links, words) => ({
    subject: words.t('Your bank opened a dispute about a payment'),
    text: words.t(
      'Your bank will take a few weeks to decide. Until then, anything you or a friend earned from this payment is on hold. If you didn’t mean to dispute it, tell your bank and reply to this email.',
    ),
    facts: listPaymentFacts(payload, words),
    button: [words.t('See my payments'), membershipPage],
  }),

  dispute_won: (payload, _links, words) => {
    const { t, formatDay } = words;
    const restorationNote = describeRestoration(payload, words);
    return {
      subject:
        restorationNote === null
          ? t('Your dispute is closed: the payment was valid')
          : t('Your bank charged you again for a disputed payment'),
      text:
        restorationNote === null
          ? t('Your bank decided that this payment is valid. Nothing changes for you, and earnings on hold are released.')
          : joinSentences(
              [
                t('On appeal, your bank decided that this payment is valid after all.'),
                restorationNote,
                t('If that’s not right, reply to this email.'),
              ],
              words,
            ),
      facts: { ...listPaymentFacts(payload, words), [t('Valid until')]: formatDay(payload.text('until')) },
      button: [t('See my payments'), membershipPage],
    };
  },

  dispute_lost: (payload, _links, words) => ({
    subject: words.t('Your bank refunded a disputed payment'),
    text: words.t(
      '{tier, select, basic {Your bank decided the dispute in your favor. Your Basic membership continues.} premium {Your bank decided the dispute in your favor. Your Premium membership continues.} other {Your bank decided the dispute in your favor, so the purchase was reversed.}} If that’s not what you wanted, reply to this email.',
      { tier: payload.text('goesOn') },
    ),
    facts: listPaymentFacts(payload, words),
    button: [words.t('See my payments'), membershipPage],
  }),

  card_changed: (payload, _links, { t, stored }) => ({
    subject: t('Your payment card was changed'),
    text:
      payload.text('isEnding') === null
        ? t('Your membership will be charged to this card from now on. If this wasn’t you, change your password and reply to this email.')
        : t('We won’t charge it unless you resume your membership. If this wasn’t you, change your password and reply to this email.'),
    facts: { [t('Card')]: stored(payload.text('card')) ?? t('Your new card') },
    button: [t('See my membership'), membershipPage],
  }),
} satisfies MailTemplates;

function listAmounts(payload: Payload, { t, dollars }: Words): Facts {
  const fromBalance = payload.number('balanceCents');
  const amount = payload.number('amountCents');
  return {
    [t('Paid from your balance')]: dollars(fromBalance),
    [fromBalance === null ? t('Paid') : t('Paid by card')]: fromBalance !== null && amount === 0 ? null : dollars(amount),
  };
}

const listPaymentFacts = (payload: Payload, { t, stored, dollars }: Words): Facts => ({
  [t('For')]: stored(payload.text('description')),
  [t('Amount')]: dollars(payload.number('amountCents')),
});

/**
 * Describes what a dispute won on appeal or a failed refund restores; null if nothing. An earlier email already reported that the purchase
 * was reversed.
 */
function describeRestoration(payload: Payload, { t }: Words): string | null {
  switch (payload.text('outcome')) {
    case 'back':
      return t('Your purchase is active again.');
    case 'until':
      return t('Your membership is back until the end of the year you paid for. It won’t renew.');
    case 'goes_on':
      return t('Your membership continues.');
    case 'over':
      return t('The year you paid for is already over.');
    default:
      return null;
  }
}
