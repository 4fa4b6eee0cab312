/** Emails about earnings and payouts. Payloads are built in worker/store. */
import { secureButton } from '#worker/mails/accounts/account.ts';
import type { MailTemplates, Payload } from '#worker/mails/content.ts';
import { dollars, formatMonth, plural } from '#worker/mails/words.ts';

const earningsPage = '/dashboard/referrals#earnings';

export const earningMails = {
  commission_earned: (payload) => ({
    subject: 'You earned a commission',
    text: 'A friend you invited became a paying member, so you get a commission with your next payout. If their payment is refunded, the commission is reversed.',
    facts: { Commission: dollars(payload.number('amountCents')) },
    button: ['See my earnings', earningsPage],
  }),

  commission_reversed: (payload) => ({
    subject: 'A commission was reversed',
    text: `${payload.text('why') === 'refused' ? 'We reviewed this commission, and it no longer counts.' : 'The purchase that earned it was reversed, so this commission no longer counts.'} ${payload.text('wasPaid') === null ? 'We’ll deduct this amount from your next payout.' : 'We already paid you this commission, so we’ll deduct it from your next payout.'} If you have questions, reply to this email.`,
    facts: { Commission: dollars(payload.number('amountCents')) },
    button: ['See my earnings', earningsPage],
  }),

  commission_restored: (payload) => ({
    subject: 'A commission was restored',
    text: `Good news: this commission counts again, along with its Treasure Keys. ${payload.text('wasPaid') === null ? 'You’ll get it with your next payout.' : 'If we already deducted it, you’ll get it back with your next payout.'}`,
    facts: { Commission: dollars(payload.number('amountCents')) },
    button: ['See my earnings', earningsPage],
  }),

  /** Does not reveal what is in the chest, because the member opens it on the page. */
  chest_opened: (payload) => ({
    subject: `Your ${formatMonth(payload.text('month')) ?? 'treasure'} chest is here`,
    text: 'Open it to see what’s inside. You’ll get the money with your next payout, and you keep your keys: each one counts for 12 months.',
    button: ['See what’s inside', '/dashboard/treasure-chests'],
  }),

  payout_paid: (payload) => ({
    subject: 'We paid out your earnings',
    text: 'The money is on its way to your PayPal account. Thank you for inviting others!',
    facts: {
      For: describePaidItems(payload),
      ...surplusFacts(payload.number('surplusCents') ?? 0),
      Amount: dollars(payload.number('amountCents')),
      Reference: payload.text('reference'),
    },
    button: ['See my earnings', earningsPage],
  }),

  payout_returned: (payload) => ({
    subject: 'Your payout was returned: please check your PayPal address',
    text: 'PayPal returned the payment we sent you. Check your PayPal address, and we’ll include it in your next payout.',
    facts: { Amount: dollars(payload.number('amountCents')), Reference: payload.text('reference') },
    button: ['Check my PayPal address', earningsPage],
  }),

  payout_address_wanted: () => ({
    subject: 'Where should we send your earnings?',
    text: 'You’ve earned money with Cache Cards. Add the email address of your PayPal account to get paid. We’ll keep your earnings safe until then.',
    button: ['Add my PayPal address', earningsPage],
  }),

  confirm_payout_address: (_payload, links) => ({
    subject: 'Confirm your PayPal address',
    text: 'Tap the button to receive your Cache Cards earnings at this PayPal address.',
    button: ['Send my earnings here', links.confirmPayoutAddress],
    note: 'The link works for 7 days. If you didn’t ask for this, ignore this email.',
    reason: 'because a Cache Cards member asked to be paid at this address',
  }),

  payout_address_requested: (payload, links) => ({
    subject: 'A new PayPal address was entered for your earnings',
    text: `We’ll send your earnings to ${payload.text('newAddress') ?? 'another address'} once that address is confirmed. If this wasn’t you, secure your account.`,
    ...secureButton(links),
  }),

  payout_address_added: (payload, links) => ({
    subject: 'Your earnings now go to a new PayPal address',
    text: `We’ll send your earnings to ${payload.text('newAddress') ?? 'another address'} from now on. As a precaution, we’re pausing payouts for 7 days. If this wasn’t you, remove the address.`,
    button: ['Remove this address', links.removePayoutAddress],
    note: 'The link works for 7 days. If the address is yours, ignore this email.',
  }),

  /** Sent to the previous PayPal address after a new one is confirmed. */
  payout_address_changed: (payload) => ({
    subject: 'Your PayPal address was changed',
    text: `We’ll send your earnings to ${payload.text('newAddress') ?? 'another address'} from now on. As a precaution, we’re pausing payouts for 7 days. If this wasn’t you, change your password, correct the address and reply to this email.`,
    button: ['Check my PayPal address', earningsPage],
  }),
} satisfies MailTemplates;

/** Formats an overpayment, or its deduction from a later payment. */
function surplusFacts(surplusCents: number): Record<string, string | null> {
  if (surplusCents > 0) return { Overpayment: `${dollars(surplusCents)}, which we’ll deduct from your next payout` };
  return surplusCents < 0 ? { 'Earlier overpayment deducted': dollars(-surplusCents) } : {};
}

/** Describes the items covered by a payment, such as `2 commissions and 1 treasure chest, minus 1 reversal`. */
function describePaidItems(payload: Payload): string | null {
  const count = (name: string, singular: string) => {
    const amount = payload.number(name) ?? 0;
    return amount > 0 ? [plural(amount, singular)] : [];
  };
  const paidCounts = [...count('commissions', 'commission'), ...count('chests', 'treasure chest')].join(' and ');
  const reversals = payload.number('reversals') ?? 0;
  return reversals > 0 ? `${paidCounts}, minus ${plural(reversals, 'reversal')}` : paidCounts || null;
}
