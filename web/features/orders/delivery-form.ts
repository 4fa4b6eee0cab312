import type { User } from '#schema/accounts/user.ts';
import type { Order } from '#schema/orders/order.ts';
import type { ShippingAddress } from '#schema/orders/shipping-address.ts';

export function getKnownAddress({ shippingAddress }: Order, user: User | null | undefined): Record<keyof ShippingAddress, string | null> {
  if (shippingAddress) return shippingAddress;
  return {
    name: [user?.firstName, user?.lastName].filter(Boolean).join(' '),
    line1: user?.address ?? null,
    line2: null,
    city: user?.city ?? null,
    state: user?.state ?? null,
    zip: user?.zip ?? null,
    country: user?.country ?? null,
    phone: user?.phone ?? null,
  };
}

/** Returns the address in postal format, one entry per line. */
export function addressLines({ name, line1, line2, city, state, zip, country }: ShippingAddress): string[] {
  const cityLine = [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [name, line1, line2, cityLine, country].filter((line): line is string => Boolean(line));
}
