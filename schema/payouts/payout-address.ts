/** Members' PayPal addresses. Product rules: Payout addresses. */
import * as v from 'valibot';
import { email } from '#schema/email-address.ts';
import { identityProof, isoInstant } from '#schema/fields.ts';

export const PayoutAddress = v.object({
  email: v.nullable(v.string()),
  pendingEmail: v.nullable(v.string()),
  /** When the payout hold after an address change ends; null if payouts are not on hold. */
  heldUntil: v.nullable(isoInstant),
});
export type PayoutAddress = v.InferOutput<typeof PayoutAddress>;

/**
 * Validates a PayPal address. Rejects a leading `+`, `-` or `=` because spreadsheets would read the address as a formula, and escaping it
 * would change it in the PayPal file.
 */
const payPalAddress = v.pipe(
  email('Please enter the email address of your PayPal account'),
  v.regex(/^[^+=-]/, 'We can’t pay an address that starts with +, - or =. Please enter another address of your PayPal account'),
);

/** Body of PUT /api/payout-address. Requires the password or a recent sign-in. The address is confirmed through an emailed link. */
export const PayoutAddressRequest = v.strictObject({
  email: payPalAddress,
  currentPassword: identityProof(),
});
export type PayoutAddressRequest = v.InferOutput<typeof PayoutAddressRequest>;

/** Form for the PayPal address. If the password is empty, the server requires a recent sign-in instead. */
export const PayoutAddressForm = v.object({
  email: payPalAddress,
  currentPassword: v.optional(v.string()),
});
