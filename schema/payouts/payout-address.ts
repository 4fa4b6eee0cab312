/** Product rules: Payout addresses. */
import * as v from 'valibot';
import { currentPassword, email, isoInstant } from '#schema/fields.ts';

/** GET /api/payout-address. */
export const PayoutAddress = v.object({
  email: v.nullable(v.string()),
  pendingEmail: v.nullable(v.string()),
  /** After a change, nothing is paid until then. */
  heldUntil: v.nullable(isoInstant),
});
export type PayoutAddress = v.InferOutput<typeof PayoutAddress>;

/** A leading `+` or `-` would start a formula in a spreadsheet, and escaping it would change the address in PayPal's file. */
const payPalAddress = v.pipe(
  email('Please enter the email address of your PayPal account'),
  v.regex(/^[^+-]/, 'We can’t pay an address that starts with + or -. Please enter another address of your PayPal account'),
);

/** PUT /api/payout-address: needs the password or a fresh sign-in; a mailed link confirms the address. */
export const PayoutAddressRequest = v.strictObject({
  email: payPalAddress,
  currentPassword: v.optional(v.nullable(currentPassword('Please enter your current password'))),
});
export type PayoutAddressRequest = v.InferOutput<typeof PayoutAddressRequest>;

/** If the password is empty, the server decides whether the sign-in is fresh enough. */
export const PayoutAddressForm = v.object({
  email: payPalAddress,
  currentPassword: v.optional(v.string()),
});
