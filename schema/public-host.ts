/** Checks whether a host is on the public internet, for user-submitted links that we or others will open. */

const localHostPattern =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|test|invalid|example|onion|home\.arpa)$/;

/** Returns whether the host is public. `hostname` must be normalized by the URL class. */
export function isPublicHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return isPublicIpv6(hostname.slice(1, -1));
  const name = hostname.replace(/\.$/, '');
  // Checks only four decimal numbers because the URL class normalizes every IPv4 notation to them, including octal and hexadecimal.
  if (/^\d+(\.\d+){3}$/.test(name)) return isPublicIpv4(name.split('.').map(Number));
  return name.includes('.') && !localHostPattern.test(name);
}

function isPublicIpv4([a = 0, b = 0, c = 0]: number[]): boolean {
  if (a === 0 || a === 10 || a === 127 || a >= 224) return false;
  if (a === 100 && b >= 64 && b < 128) return false;
  if (a === 169 && b === 254) return false;
  if (a === 172 && b >= 16 && b < 32) return false;
  if (a === 192 && (b === 168 || (b === 0 && (c === 0 || c === 2)))) return false;
  if (a === 198 && (b === 18 || b === 19 || (b === 51 && c === 100))) return false;
  return !(a === 203 && b === 0 && c === 113);
}

/** Accepts global addresses (2000::/3), except those that embed IPv4 (Teredo, 6to4) or are reserved for documentation. */
function isPublicIpv6(address: string): boolean {
  const [first = 0, second = 0] = address.split(':').map((group) => Number.parseInt(group || '0', 16));
  if (first < 0x2000 || first > 0x3fff) return false;
  return first !== 0x2002 && !(first === 0x2001 && (second === 0 || second === 0xdb8));
}
