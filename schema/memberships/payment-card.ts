/** The card that a membership is charged to, as its owner is shown it. Read at the provider when it is shown, kept nowhere. */
import * as v from 'valibot';
import { Membership } from '#schema/memberships/membership.ts';

export const PaymentCard = v.object({
  /** The provider's own word: `visa`, `amex`. */
  brand: v.string(),
  last4: v.string(),
  expMonth: v.number(),
  expYear: v.number(),
});
export type PaymentCard = v.InferOutput<typeof PaymentCard>;

/** GET /api/membership/card: null where nothing is charged, or no card is known. */
export const CardOnFile = v.object({ card: v.nullable(PaymentCard) });
export type CardOnFile = v.InferOutput<typeof CardOnFile>;

/** POST /api/membership/card: with the secret the page gives the provider another card. Nothing is charged by that. */
export const CardChange = v.object({ clientSecret: v.string() });
export type CardChange = v.InferOutput<typeof CardChange>;

/** POST /api/membership/card/confirm: which SetupIntent to look at. What came of it the provider says. */
export const ConfirmCardRequest = v.strictObject({
  setupIntent: v.pipe(
    v.string('This card change could not be found.'),
    v.regex(/^seti_[A-Za-z0-9_]{1,250}$/, 'This card change could not be found.'),
  ),
});

/** none: no renewal was open. paid, declined: what came of charging an open one at once. asks: the bank wants its owner's approval. */
const openRenewalOutcomes = ['none', 'paid', 'declined', 'asks'] as const;
export type OpenRenewalOutcome = (typeof openRenewalOutcomes)[number];

export const CardChanged = v.object({
  card: v.nullable(PaymentCard),
  membership: Membership,
  renewal: v.picklist(openRenewalOutcomes),
});
export type CardChanged = v.InferOutput<typeof CardChanged>;

const brandNames: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** `Visa ending in 4242`. */
export function cardName({ brand, last4 }: Pick<PaymentCard, 'brand' | 'last4'>): string {
  return `${brandNames[brand] ?? 'Card'} ending in ${last4}`;
}
