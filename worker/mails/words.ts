import type { Words } from '#worker/words/words.ts';

const firstNamePattern = /^(?=.{1,40}$)\p{L}[\p{L}\p{M}'’.-]*(?: +[\p{L}\p{M}'’.-]+)?$/u;
const usernamePattern = /^[\p{L}\p{M}\p{Nd}._-]{1,40}$/u;
/** Matches names that could mislead in a greeting: web addresses, and letters with stacked combining marks. */
const misleadingNamePattern = /\.\p{L}{2}|\p{M}{5}/u;

/**
 * Returns a greeting with the first name, such as `Hi Fay,`. Falls back to the username if the first name does not look like a name, and
 * then to `Hi there,`. Anyone can sign up with someone else's email address, so an unchecked name would let a stranger put words or links
 * into our emails.
 */
export function greet(firstName: string | null, username: string | null, { t }: Words): string {
  const isUsable = (name: string | null, pattern: RegExp) => name !== null && pattern.test(name) && !misleadingNamePattern.test(name);
  const name = isUsable(firstName, firstNamePattern) ? firstName : isUsable(username, usernamePattern) ? username : null;
  return name === null ? t('Hi there,') : t('Hi {name},', { name });
}

/** Matches a domain, an email, a URL or an IPv4 address. */
const addressPattern = /\.\p{L}{2}|@|:\/\/|(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.]*\d)/u;

/** Replaces other characters that browsers accept as dots in a domain, except full stops between Japanese or Chinese sentences. */
function toPlainDots(word: string): string {
  return word
    .replaceAll('…', ' ')
    .replace(/[。．｡](?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu, ' ')
    .normalize('NFKC')
    .replaceAll('\u3002', '.');
}

/** Removes web addresses and emails from words that may be a stranger's, because they could lead our readers to another site. */
export function removeAddresses(words: string): string {
  return words.replace(/\S+/gu, (word) => (addressPattern.test(toPlainDots(word)) ? '…' : word));
}

/** Returns another member's name, or `fallback` if it contains a web address, which email clients would turn into a link. */
export function nameStranger(name: string | null, fallback: string): string {
  return name !== null && removeAddresses(name) === name ? name : fallback;
}

/** Quotes another member's words, without web addresses and emails. */
export function quoteStranger(text: string, { t }: Words): string {
  return t('“{text}”', { text: removeAddresses(text) });
}
