/** Names that other members could take for ours. Product rules: Accounts and sessions. */
import { toSkeleton } from './skeleton.ts';

const brands = ['cachecard'];
/** Reserved as a part of a name, too. */
const roles = ['admin', 'administrator', 'superadmin', 'sysadmin', 'moderator', 'staff', 'support', 'helpdesk', 'official', 'cachecards'];
const departments = [
  ...[
    'abuse',
    'billing',
    'contact',
    'customer',
    'help',
    'helpcenter',
    'hostmaster',
    'info',
    'legal',
    'mod',
    'noreply',
    'payments',
    'payouts',
  ],
  ...['postmaster', 'privacy', 'refunds', 'root', 'security', 'service', 'services', 'system', 'team', 'verification', 'webmaster'],
];
/** Mail programs turn these into links. */
const domainEndings = ['app', 'biz', 'click', 'com', 'dev', 'info', 'link', 'net', 'online', 'org', 'shop', 'site', 'top', 'xyz'];

const skeletons = (words: readonly string[]) => words.map(toSkeleton);
const roleSkeletons = new Set(skeletons(roles));
const reservedWords = new RegExp(`^(${skeletons([...roles, ...departments, ...brands]).join('|')})+$`);
const webAddress = new RegExp(`\\.(${skeletons(domainEndings).join('|')})$`);
const spelledOutEmail = /[._-]at[._-].*\.\p{L}{2,}$/u;
/** TC- and seven digits, of which 0 and 1 look like letters. */
const cardId = /^tc[ol2-9]{7}$/;

/** Reserved are roles, our brand and departments, with or without digits around them, and card ids. */
export function isReservedUsername(username: string): boolean {
  const parts = username.split(/[._-]+/);
  const plainParts = parts.map((part) => part.replace(/^\p{Nd}+|\p{Nd}+$/gu, ''));
  return cardId.test(toSkeleton(parts.join(''))) || [parts, plainParts].some(areReserved);
}

function areReserved(parts: string[]): boolean {
  const whole = toSkeleton(parts.join(''));
  return (
    reservedWords.test(whole) ||
    skeletons(brands).some((brand) => whole.includes(brand)) ||
    skeletons(parts).some((part) => roleSkeletons.has(part))
  );
}

/** Whether a name looks like a web address or a spelled-out email address. */
export function looksLikeAddress(username: string): boolean {
  const skeleton = toSkeleton(username);
  return webAddress.test(skeleton) || spelledOutEmail.test(skeleton);
}
