/** The link that proves an ownership claim: administrators open it, so it must lead to a public page and nowhere else. */
import * as v from 'valibot';

export const proofUrlMaxLength = 500;

const missing = 'Please give a link that shows the card is yours';

/** A proof link, written the way the browser writes it. */
export const ProofUrl = v.pipe(
  v.string(missing),
  v.trim(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const problem = problemOf(dataset.value);
    if (problem === undefined) return new URL(dataset.value).href;
    addIssue({ message: problem });
    return NEVER;
  }),
);

function problemOf(text: string): string | undefined {
  if (text === '') return missing;
  if (text.length > proofUrlMaxLength) return `The link can have at most ${proofUrlMaxLength} characters`;
  if (!/^https:\/\/[^/\\]/i.test(text)) return 'The link must begin with https://';
  if (!URL.canParse(text)) return 'This is no complete link; please copy it from the address bar';
  const { hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return 'Please leave user names and passwords out of the link';
  return isPublicHost(hostname) ? undefined : 'The link must lead to a page on the public internet';
}

/** Names that only a local network knows. */
const localNames = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|test|invalid|example|onion|home\.arpa)$/;

/** Whether a host, as URL writes it, can be one on the public internet. */
function isPublicHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return isPublicIpv6(hostname.slice(1, -1));
  const name = hostname.replace(/\.$/, '');
  // URL has turned every spelling of an IPv4 address, octal and hexadecimal too, into four decimal numbers.
  if (/^\d+(\.\d+){3}$/.test(name)) return isPublicIpv4(name.split('.').map(Number));
  return name.includes('.') && !localNames.test(name);
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

/** Global addresses are 2000::/3; of these, not the ones that wrap an IPv4 address (Teredo, 6to4) or serve as examples. */
function isPublicIpv6(address: string): boolean {
  const [first = 0, second = 0] = address.split(':').map((group) => Number.parseInt(group || '0', 16));
  if (first < 0x2000 || first > 0x3fff) return false;
  return first !== 0x2002 && !(first === 0x2001 && (second === 0 || second === 0xdb8));
}
