import { comparisonKey } from './profile.ts';

const gmail = new Set(['gmail.com', 'googlemail.com']);

/**
 * Returns a mailbox's canonical form: lower case, without `+…`, and for Gmail also without dots and under one domain. Used only for
 * counting; accounts store the email as typed.
 */
export function normalizeMailbox(address: string): string {
  const key = comparisonKey(address);
  const at = key.lastIndexOf('@');
  const name = key.slice(0, at).replace(/\+.*$/, '');
  const domain = key.slice(at + 1);
  return gmail.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

const hashPrefix = 'hash:';

/** Represents the mailbox of an erased account, for which only a hash is stored. */
export const hashedMailbox = (hash: string): string => hashPrefix + hash;

/** Precedes the stored hash of an erased member's mailbox that was never confirmed. */
export const unconfirmedMailbox = 'unconfirmed:';

export const isHashedMailbox = (mailbox: string): boolean => mailbox.startsWith(hashPrefix);
