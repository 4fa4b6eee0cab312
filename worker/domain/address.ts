/**
 * Returns the rate-limit key for an address: the IPv4 address itself, or the /64 of an IPv6 address, since one household or attacker
 * controls a whole /64. IPv4-mapped addresses count as IPv4.
 */
export function addressGroup(address: string): string {
  if (!address.includes(':')) return address;
  const groups = ipv6Groups(address);
  if (isMapped(groups))
    return groups
      .slice(6, 8)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.');
  return formatPrefix(groups, 64);
}

/** Returns the /48 of an IPv6 address, which a single customer may control; null for IPv4, including IPv4-mapped addresses. */
export function networkGroup(address: string): string | null {
  if (!address.includes(':')) return null;
  const groups = ipv6Groups(address);
  return isMapped(groups) ? null : formatPrefix(groups, 48);
}

function isMapped(groups: number[]): boolean {
  return groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
}

function formatPrefix(groups: number[], bits: 48 | 64): string {
  const prefixGroups = groups.slice(0, bits / 16).map((group) => group.toString(16));
  return `${prefixGroups.join(':')}::/${bits}`;
}

/** Parses any IPv6 notation into eight groups and drops the zone (`%eth0`). */
function ipv6Groups(address: string): number[] {
  const addressWithoutZone = address.split('%')[0] ?? '';
  const hexAddress = addressWithoutZone.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) => {
    return [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((group) => group.toString(16)).join(':');
  });
  const [left = [], right] = hexAddress.split('::').map((half) => half.split(':').filter(Boolean));
  const zeroGroups = right === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<string>(zeroGroups).fill('0'), ...(right ?? [])].map((group) => Number.parseInt(group, 16));
}

const loopbackNetworks = new Set(['127.0.0.1', '0:0:0:0::/64']);

/** Whether the network address identifies a client: it must be present and not a loopback address. */
export function isPublicAddress(address: string | undefined): boolean {
  return address !== undefined && !loopbackNetworks.has(addressGroup(address));
}
