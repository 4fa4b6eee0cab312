/** Shipping address as stored. Separate from delivery.ts, so that pages that only show one need not load its validation. */
import * as v from 'valibot';
import { printable, requiredText } from '#schema/fields.ts';

const oneLine = v.regex(/^[^\r\n]*$/, 'Use a single line');
export const line = (required: string) => v.pipe(requiredText(required, 120), oneLine);
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

export const addressEntries = {
  name: line('Please say who the parcel is for'),
  line1: line('Street and number are needed'),
  line2: optionalLine,
  city: line('The city is needed'),
  state: optionalLine,
  zip: line('The ZIP or postal code is needed'),
  country: line('The country is needed'),
};

export const ShippingAddress = v.strictObject({ ...addressEntries, phone: optionalLine });
export type ShippingAddress = v.InferOutput<typeof ShippingAddress>;
