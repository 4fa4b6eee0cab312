/** Shipping address as stored. Not validated, because it may have been entered before the current rules (delivery.ts). */
import * as v from 'valibot';

const optionalLine = v.optional(v.nullable(v.string()), null);

export const ShippingAddress = v.object({
  name: v.string(),
  line1: v.string(),
  line2: optionalLine,
  city: v.string(),
  state: optionalLine,
  zip: v.string(),
  country: v.string(),
  phone: optionalLine,
});
export type ShippingAddress = v.InferOutput<typeof ShippingAddress>;
