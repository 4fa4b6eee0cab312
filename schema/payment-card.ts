/** The card that a membership is charged to, as its owner is shown it. Read at the provider when it is shown, kept nowhere. */
import * as v from 'valibot';

export const PaymentCard = v.object({
  /** The provider's own word: `visa`, `amex`. */
  brand: v.string(),
  last4: v.string(),
  expMonth: v.number(),
  expYear: v.number(),
});
export type PaymentCard = v.InferOutput<typeof PaymentCard>;

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
