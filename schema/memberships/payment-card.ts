/** Details of the payment card. They are requested from the provider for display and never stored. */
import * as v from 'valibot';
import { Membership } from '#schema/memberships/membership.ts';

export const PaymentCard = v.object({
  /** The provider's name for the card brand, for example `visa` or `amex`. */
  brand: v.string(),
  last4: v.string(),
  expMonth: v.number(),
  expYear: v.number(),
});
export type PaymentCard = v.InferOutput<typeof PaymentCard>;

/** Response of GET /api/membership/card. `card` is null if no card is charged for the membership or the provider has none on file. */
export const CardOnFile = v.object({ card: v.nullable(PaymentCard) });
export type CardOnFile = v.InferOutput<typeof CardOnFile>;

/** Response of POST /api/membership/card. The page uses the client secret to submit a new card to the provider. Nothing is charged. */
export const CardChange = v.object({ clientSecret: v.string() });
export type CardChange = v.InferOutput<typeof CardChange>;

/** Body of POST /api/membership/card/confirm, which identifies the SetupIntent. The server asks the provider for its outcome. */
export const ConfirmCardRequest = v.strictObject({
  setupIntent: v.pipe(
    v.string('This card change could not be found.'),
    v.regex(/^seti_[A-Za-z0-9_]{1,250}$/, 'This card change could not be found.'),
  ),
});

/** Outcome of charging an unpaid renewal. `none`: there is no unpaid renewal. `asks`: the bank requires the cardholder's approval. */
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

/** Returns a name such as `Visa ending in 4242`. */
export function cardName({ brand, last4 }: Pick<PaymentCard, 'brand' | 'last4'>): string {
  return `${brandNames[brand] ?? 'Card'} ending in ${last4}`;
}
