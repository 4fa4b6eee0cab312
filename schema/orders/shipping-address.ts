/** Shipping address as stored. Separate from delivery.ts so that pages that only display addresses do not load the validation. */
import * as v from 'valibot';
import { printable, requiredText } from '#schema/fields.ts';

const oneLine = v.regex(/^[^\r\n]*$/, 'Use a single line');
export const requiredLine = (required: string) => v.pipe(requiredText(required, 120), oneLine);
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
  name: requiredLine('Please enter a name'),
  line1: requiredLine('Please enter a street address'),
  line2: optionalLine,
  city: requiredLine('Please enter a city'),
  state: optionalLine,
  zip: requiredLine('Please enter a ZIP or postal code'),
  country: requiredLine('Please enter a country'),
};

export const ShippingAddress = v.strictObject({ ...addressEntries, phone: optionalLine });
export type ShippingAddress = v.InferOutput<typeof ShippingAddress>;
