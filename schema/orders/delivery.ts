/** Delivery addresses, with every field that the printer requires. Product rules: Claims, printing, email and messages. */
import * as v from 'valibot';
import { countryCode } from '#schema/country.ts';
import { identityProof, oneLine, printable, requiredText } from '#schema/fields.ts';
import { deliveries } from '#schema/orders/order.ts';
import type { ShippingAddress } from '#schema/orders/shipping-address.ts';
import { needsState, stateCode } from '#schema/states.ts';

export function splitName(name: string): { first: string; last: string } {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  return { first, last: rest.join(' ') };
}

export function isPhoneNumber(text: string): boolean {
  return /^\+?[\d\s().\-/]+$/.test(text) && text.replace(/\D/g, '').length >= 5;
}

/**
 * Returns the two-letter state code if the destination country requires a state, or undefined if the state is missing or unknown. For other
 * countries, returns `state` unchanged.
 */
export function getParcelState(country: string, state: string | null): string | null | undefined {
  const code = countryCode(country);
  return code === undefined || !needsState(code) ? state : stateCode(code, state ?? '');
}

const requiredLine = (required: string) => requiredText(required, 120);
const optionalLine = v.optional(
  v.nullable(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(120, 'Use at most 120 characters'),
      printable(),
      oneLine,
      v.transform((text) => text || null),
    ),
  ),
  null,
);

const addressEntries = {
  name: requiredLine('Please enter a name'),
  line1: requiredLine('Please enter a street address'),
  line2: optionalLine,
  city: requiredLine('Please enter a city'),
  state: optionalLine,
  zip: requiredLine('Please enter a ZIP or postal code'),
  country: requiredLine('Please enter a country'),
};

/** Validates an address and converts US states and Canadian provinces to two-letter codes. */
export const DeliveryAddress = v.pipe(
  v.strictObject({
    ...addressEntries,
    name: v.pipe(
      addressEntries.name,
      v.check((name) => splitName(name).last !== '', 'Please enter a first and last name'),
    ),
    // The phone number is required in the form. It is optional here because pages loaded before it became required do not send it.
    phone: v.optional(
      v.pipe(
        requiredLine('Please enter a phone number for the carrier'),
        v.check(isPhoneNumber, 'Please enter a phone number such as +1 828 555 0100'),
      ),
      '',
    ),
  }),
  v.forward(
    v.partialCheck(
      [['country'], ['state']],
      ({ country, state }) => getParcelState(country, state) !== undefined,
      'Please enter a state or province, such as North Carolina or NC',
    ),
    ['state'],
  ),
  v.transform((address): ShippingAddress => ({ ...address, state: getParcelState(address.country, address.state) ?? null })),
);

/**
 * Body of PUT /api/orders/{id}/delivery. The cards are either printed and shipped, or printed by the member from our PDF. An
 * address, entered or replaced, needs the password or a recent sign-in.
 */
export const DeliveryRequest = v.pipe(
  v.strictObject({
    delivery: v.picklist(deliveries, 'Please choose how to get your cards'),
    address: v.optional(v.nullable(DeliveryAddress)),
    currentPassword: identityProof(),
  }),
  v.forward(
    v.partialCheck([['delivery'], ['address']], (input) => input.delivery !== 'ship' || Boolean(input.address), 'Please enter an address'),
    ['address'],
  ),
);
export type DeliveryRequest = v.InferOutput<typeof DeliveryRequest>;
