/** Network addresses as throttles see them. */

/**
 * What counts as one address: an IPv4 address, or the /64 of an IPv6 address (rulings section 5), since one household
 * or one attacker owns a whole /64. IPv4-mapped IPv6 addresses count as their IPv4 address.
 */
export function addressGroup(address: string): string {
  if (!address.includes(':')) return address;
  const bare = address.toLowerCase().split('%')[0] ?? '';
  const mapped = bare.match(/^(?:0*:)*:?(?:0*:)*ffff:(\d+\.\d+\.\d+\.\d+)$/);
  if (mapped?.[1]) return mapped[1];
  const [head = '', tail] = bare.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}
