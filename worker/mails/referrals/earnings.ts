/** Emails about earnings and payouts. Payloads are built in worker/store. */
import { secureButton } from '#worker/mails/accounts/account.ts';
import type { Facts, MailTemplates, Payload } from '#worker/mails/content.ts';
import { joinSentences } from '#worker/words/join-texts.ts';
import type { Words } from '#worker/words/words.ts';

const earningsPage = '/dashboard/referrals#earnings';

export const earningMails = {
  commission_earned: (payload, _links, words) => {
    const { t } = words;
    const commissions = countCommissions(payload);
    return {
      subject: commissions > 1 ? t('You earned {commissions} commissions', { commissions }) : t('You earned a commission'),
      text:
        commissions > 1
          ? t(
              'Friends you invited became paying members, so you get commissions with your next payout. If a payment is refunded, its commission is reversed.',
            )
          : t(
              'A friend you invited became a paying member, so you get a commission with your next payout. If their payment is refunded, the commission is reversed.',
            ),
      ...commission(payload, words),
    };
  },

  commission_reversed: (payload, _links, words) => {
    const { t } = words;
    const commissions = countCommissions(payload);
    const wasPaid = payload.text('wasPaid') !== null;
    const isRefused = payload.text('why') === 'refused';
    const deduction = t('We’ll deduct this amount from your next payout.');
    const [subject, cause, paidDeduction] =
      commissions > 1
        ? [
            t('{commissions} commissions were reversed', { commissions }),
            isRefused
              ? t('We reviewed these commissions, and they no longer count.')
              : t('The purchases that earned them were reversed, so these commissions no longer count.'),
            t('We already paid you these commissions, so we’ll deduct them from your next payout.'),
          ]
        : [
            t('A commission was reversed'),
            isRefused
              ? t('We reviewed this commission, and it no longer counts.')
              : t('The purchase that earned it was reversed, so this commission no longer counts.'),
            t('We already paid you this commission, so we’ll deduct it from your next payout.'),
          ];
    return {
      subject,
      text: joinSentences([cause, wasPaid ? paidDeduction : deduction, t('If you have questions, reply to this email.')], words),
      ...commission(payload, words),
    };
  },

  commission_restored: (payload, _links, words) => {
    const { t } = words;
    const commissions = countCommissions(payload);
    const wasPaid = payload.text('wasPaid') !== null;
    const [subject, text, paidText] =
      commissions > 1
        ? [
            t('{commissions} commissions were restored', { commissions }),
            t('Good news: these commissions count again, along with their Treasure Keys. You’ll get them with your next payout.'),
            t(
              'Good news: these commissions count again, along with their Treasure Keys. If we already deducted them, you’ll get them back with your next payout.',
            ),
          ]
        : [
            t('A commission was restored'),
            t('Good news: this commission counts again, along with its Treasure Keys. You’ll get it with your next payout.'),
            t(
              'Good news: this commission counts again, along with its Treasure Keys. If we already deducted it, you’ll get it back with your next payout.',
            ),
          ];
    return { subject, text: wasPaid ? paidText : text, ...commission(payload, words) };
  },

  /** Does not reveal what is in the chest, because the member opens it on the page. */
  chest_opened: (payload, _links, { t, formatMonth }) => {
    const month = formatMonth(payload.text('month'));
    return {
      subject: month === null ? t('Your treasure chest is here') : t('Your {month} chest is here', { month }),
      text: t(
        'Open it to see what’s inside. You’ll get the money with your next payout, and you keep your keys: each one counts for 12 months.',
      ),
      button: [t('See what’s inside'), '/dashboard/treasure-chests'],
    };
  },

  payout_paid: (payload, _links, words) => {
    const { t, dollars } = words;
    return {
      subject: t('We paid out your earnings'),
      text: t('The money is on its way to your PayPal account. Thank you for inviting others!'),
      facts: {
        [t('For')]: describePaidItems(payload, words),
        ...surplusFacts(payload.number('surplusCents') ?? 0, words),
        [t('Amount')]: dollars(payload.number('amountCents')),
        [t('Reference')]: payload.text('reference'),
      },
      button: [t('See my earnings'), earningsPage],
    };
  },

  payout_returned: (payload, _links, { t, dollars }) => ({
    subject: t('Your payout was returned: please check your PayPal address'),
    text: t('PayPal returned the payment we sent you. Check your PayPal address, and we’ll include it in your next payout.'),
    facts: { [t('Amount')]: dollars(payload.number('amountCents')), [t('Reference')]: payload.text('reference') },
    button: [t('Check my PayPal address'), earningsPage],
  }),

  payout_address_wanted: (_payload, _links, { t }) => ({
    subject: t('Where should we send your earnings?'),
    text: t(
      'You’ve earned money with Cache Cards. Add the email address of your PayPal account to get paid. We’ll keep your earnings safe until then.',
    ),
    button: [t('Add my PayPal address'), earningsPage],
  }),

  confirm_payout_address: (_payload, links, { t }) => ({
    subject: t('Confirm your PayPal address'),
    text: t('Tap the button to receive your Cache Cards earnings at this PayPal address.'),
    button: [t('Send my earnings here'), links.confirmPayoutAddress],
    note: t('The link works for 7 days. If you didn’t ask for this, ignore this email.'),
    reason: t('You’re receiving this email because a Cache Cards member asked to be paid at this address.'),
  }),

  payout_address_requested: (payload, links, words) => ({
    subject: words.t('A new PayPal address was entered for your earnings'),
    text: words.t('We’ll send your earnings to {address} once that address is confirmed. If this wasn’t you, secure your account.', {
      address: readNewAddress(payload, words),
    }),
    ...secureButton(links, words),
  }),

  payout_address_added: (payload, links, words) => ({
    subject: words.t('Your earnings now go to a new PayPal address'),
    text: words.t(
      'We’ll send your earnings to {address} from now on. As a precaution, we’re pausing payouts for 7 days. If this wasn’t you, remove the address.',
      { address: readNewAddress(payload, words) },
    ),
    button: [words.t('Remove this address'), links.removePayoutAddress],
    note: words.t('The link works for 7 days. If the address is yours, ignore this email.'),
  }),

  /** Sent to the previous PayPal address after a new one is confirmed. */
  payout_address_changed: (payload, _links, words) => ({
    subject: words.t('Your PayPal address was changed'),
    text: words.t(
      'We’ll send your earnings to {address} from now on. As a precaution, we’re pausing payouts for 7 days. If this wasn’t you, change your password, correct the address and reply to this email.',
      { address: readNewAddress(payload, words) },
    ),
    button: [words.t('Check my PayPal address'), earningsPage],
  }),
} satisfies MailTemplates;

const readNewAddress = (payload: Payload, { t }: Words) => payload.text('newAddress') ?? t('another address');

/** Number of commissions decided together. */
const countCommissions = (payload: Payload) => payload.number('commissions') ?? 1;

const commission = (payload: Payload, { t, dollars }: Words): { facts: Facts; button: [string, string] } => ({
  facts: { [t('Commission')]: dollars(payload.number('amountCents')) },
  button: [t('See my earnings'), earningsPage],
});

/** Formats an overpayment, or its deduction from a later payment. */
function surplusFacts(surplusCents: number, { t, dollars }: Words): Facts {
  if (surplusCents > 0)
    return { [t('Overpayment')]: t('{amount}, which we’ll deduct from your next payout', { amount: dollars(surplusCents) }) };
  return surplusCents < 0 ? { [t('Earlier overpayment deducted')]: dollars(-surplusCents) } : {};
}

/** Describes the items covered by a payment, such as `2 commissions and 1 treasure chest, minus 1 reversal`. */
function describePaidItems(payload: Payload, { t }: Words): string | null {
  const [commissions = 0, chests = 0, reversals = 0] = ['commissions', 'chests', 'reversals'].map((name) => payload.number(name) ?? 0);
  const kinds = commissions > 0 ? (chests > 0 ? 'both' : 'commissions') : chests > 0 ? 'chests' : 'none';
  if (kinds === 'none' && reversals <= 0) return null;
  const paid = t(
    '{kinds, select, both {{commissions, plural, one {# commission} other {# commissions}} and {chests, plural, one {# treasure chest} other {# treasure chests}}} commissions {{commissions, plural, one {# commission} other {# commissions}}} chests {{chests, plural, one {# treasure chest} other {# treasure chests}}} other {}}',
    { kinds, commissions, chests },
  );
  return reversals > 0 ? t('{paid}, minus {reversals, plural, one {# reversal} other {# reversals}}', { paid, reversals }) : paid;
}
