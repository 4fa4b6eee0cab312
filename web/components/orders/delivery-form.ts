/** The form that asks how ordered cards are delivered. */
import * as v from 'valibot';
import { type Order, ShippingAddress } from '#schema/order.ts';
import type { User } from '#schema/user.ts';

/** What was typed into the address is let be, and dropped, where the member prints the cards. */
export const DeliveryForm = v.variant('delivery', [
  v.object({ delivery: v.literal('ship'), address: ShippingAddress }),
  v.object({ delivery: v.literal('self_print') }),
]);

/** The inputs by name, `address.city` for example, as the schema expects them. */
export function readDelivery({ delivery, ...lines }: Record<string, string>): unknown {
  return { delivery, address: Object.fromEntries(Object.entries(lines).map(([name, text]) => [name.replace('address.', ''), text])) };
}

/** What the order says already, else the member's profile. */
export function knownAddress({ shippingAddress }: Order, user: User | null | undefined): Record<keyof ShippingAddress, string | null> {
  if (shippingAddress) return shippingAddress;
  return {
    name: [user?.firstName, user?.lastName].filter(Boolean).join(' '),
    line1: user?.address ?? null,
    line2: null,
    city: user?.city ?? null,
    state: user?.state ?? null,
    zip: user?.zip ?? null,
    country: user?.country ?? null,
  };
}

/** An address as it stands on a parcel, line by line. */
export function addressLines({ name, line1, line2, city, state, zip, country }: ShippingAddress): string[] {
  const place = [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [name, line1, line2, place, country].filter((line): line is string => Boolean(line));
}
