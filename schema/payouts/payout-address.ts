/** Where a member wants their earnings sent. Product rules: Payout addresses. */
import * as v from 'valibot';
import { currentPassword, email, isoInstant } from '#schema/fields.ts';

/** GET /api/payout-address. */
export const PayoutAddress = v.object({
  /** The PayPal address, once it is confirmed. */
  email: v.nullable(v.string()),
  /** One that waits for its confirmation. */
  pendingEmail: v.nullable(v.string()),
  /** After a change nothing is paid until then. */
  heldUntil: v.nullable(isoInstant),
});
export type PayoutAddress = v.InferOutput<typeof PayoutAddress>;

/** `+` and `-` begin a formula in a spreadsheet, which is how PayPal's file is read: there an address must stand as it is. */
const payPalAddress = v.pipe(
  email('Please enter the email address of your PayPal account'),
  v.regex(/^[^+-]/, 'PayPal can’t be paid at an address that begins with + or -. Please enter another one of your PayPal account'),
);

/** PUT /api/payout-address: needs the password, or a fresh sign-in; a link to the address confirms it. */
export const PayoutAddressRequest = v.strictObject({
  email: payPalAddress,
  currentPassword: v.optional(v.nullable(currentPassword('Please enter your current password'))),
});
export type PayoutAddressRequest = v.InferOutput<typeof PayoutAddressRequest>;

/** Its form. Left empty it is the server that says whether the sign-in is fresh enough to do without a password. */
export const PayoutAddressForm = v.object({
  email: payPalAddress,
  currentPassword: v.optional(v.string()),
});
