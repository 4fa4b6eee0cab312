/** Names that members could mistake for official ones. Product rules: Accounts and sessions. */
import { toPlainLetters, toSkeleton } from './skeleton.ts';

/** Our brand and currency. Reserved even inside a word. */
const brands = ['cachecard', 'treasuretoken'];
/** Roles, in the languages of our site and some more, and payment services. Reserved even as part of a name. Their plurals are reserved, too. */
const roles = [
  ...'admin administrator superadmin sysadmin moderator staff support helpdesk customercare billing official'.split(' '),
  ...'paypal stripe venmo zelle cashapp visa mastercard'.split(' '),
  ...'kundendienst kundenservice administrateur administratrice moderateur moderatrice beheerder ondersteuning klantenservice'.split(' '),
  ...'spravce administrador administradora moderador moderadora soporte suporte'.split(' '),
  ...'管理者 管理人 アドミン モデレーター サポート スタッフ админ администратор модератор поддержка'.split(' '),
  ...brands,
];
/** Departments and other official terms. A name is reserved only if it consists entirely of these words and `roles`. */
const departments = (
  'abuse contact customer help helpcenter hostmaster info legal mod noreply payment payout postmaster privacy refund root security ' +
  'service system team verification webmaster ' +
  'mitarbeiter hilfe equipe assistance personnel medewerker personeel podpora tým personál equipo personal ayuda equipa ajuda チーム 運営 公式'
).split(' ');
/** Top-level domains that usernames must not end with, because email clients turn such names into links. */
const domainEndings = 'ai app biz cc click co com de dev eu gg info io link ly me net online org shop site store top tv uk us xyz'.split(
  ' ',
);

/** Letters of other scripts and alphabets, as they appear in skeletons, that people read as these Latin ones. */
const readAsLatin: Record<string, string> = { ʍ: 'rn', π: 'n', ᴎ: 'n', ĸ: 'k', д: 'd', ə: 'e', ɔ: 'c', ᴐ: 'c', ʌ: 'a' };

/** Returns a coarser skeleton: also equal for letters of another script that resemble Latin ones, for `nn` and `m`, and for `vv` and `w`. */
function toReading(text: string): string {
  return toPlainLetters(toSkeleton(text).replace(/[ʍπᴎĸдəɔᴐʌ]/g, (letter) => readAsLatin[letter] ?? letter))
    .replace(/[\u0335-\u0338]/g, '')
    .replaceAll('i', 'l')
    .replaceAll('nn', 'rn')
    .replaceAll('w', 'vv');
}

const anyOf = (words: readonly string[]) => `(?:${words.map(toReading).join('|')})`;
const role = new RegExp(`^${anyOf(roles)}s?$`);
const reservedWords = new RegExp(`^(?:${anyOf([...roles, ...departments])}s?)+$`);
const brandName = new RegExp(anyOf(brands));
const webAddress = new RegExp(`\\.(?:${domainEndings.map(toSkeleton).join('|')})$`);
const spelledOutEmail = /[._-]at[._-].*\.\p{L}{2,}$/u;
/** Skeleton of a card id (`TC-` and seven digits), in which 0 and 1 have become letters. */
const cardId = /^tc[ol2-9]{7}$/;
/** Digits that people read as letters. Skeletons already cover 0 and 1. */
const digitLetters: Record<string, string> = { 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' };

/**
 * Whether the name is a card id, a role, a payment service, our brand or a department, even with accents, digits in place of letters, digits
 * around it, or letters of another script that look like it.
 */
export function isReservedUsername(username: string): boolean {
  const plainName = username.normalize('NFKD').replace(/\p{M}/gu, '');
  const wordName = plainName.replace(/[34578]/g, (digit) => digitLetters[digit] ?? digit);
  return [username, username.toUpperCase(), plainName, wordName].some(isReserved);
}

function isReserved(username: string): boolean {
  const parts = username.split(/[._-]+/);
  const plainParts = parts.map((part) => part.replace(/^\p{Nd}+|\p{Nd}+$/gu, ''));
  return cardId.test(toSkeleton(parts.join(''))) || [parts, plainParts].some(areReserved);
}

function areReserved(parts: string[]): boolean {
  const reading = toReading(parts.join(''));
  return reservedWords.test(reading) || brandName.test(reading) || parts.some((part) => role.test(toReading(part)));
}

/** Whether a name looks like a web address or a spelled-out email address. */
export function looksLikeAddress(username: string): boolean {
  const skeleton = toSkeleton(username);
  return webAddress.test(skeleton) || spelledOutEmail.test(skeleton);
}
