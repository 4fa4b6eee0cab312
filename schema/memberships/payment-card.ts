/** Read from the provider on display; never stored. */
import * as v from 'valibot';
import { Membership } from '#schema/memberships/membership.ts';

export const PaymentCard = v.object({
  /** The provider's name: `visa`, `amex`. */
  brand: v.string(),
  last4: v.string(),
  expMonth: v.number(),
  expYear: v.number(),
});
export type PaymentCard = v.InferOutput<typeof PaymentCard>;

/** GET /api/membership/card: null if nothing is charged or no card is known. */
export const CardOnFile = v.object({ card: v.nullable(PaymentCard) });
export type CardOnFile = v.InferOutput<typeof CardOnFile>;

/** POST /api/membership/card: the page uses the secret to give the provider another card. Charges nothing. */
export const CardChange = v.object({ clientSecret: v.string() });
export type CardChange = v.InferOutput<typeof CardChange>;

/** POST /api/membership/card/confirm: names the SetupIntent; its outcome is read from the provider. */
export const ConfirmCardRequest = v.strictObject({
  setupIntent: v.pipe(
    v.string('This card change could not be found.'),
    v.regex(/^seti_[A-Za-z0-9_]{1,250}$/, 'This card change could not be found.'),
  ),
});

/** Result of charging an open renewal. none: nothing was open. asks: the bank requires the owner's approval. */
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
