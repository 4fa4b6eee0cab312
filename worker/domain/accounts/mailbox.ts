/** Which addresses are one mailbox. */
import { comparisonKey } from './profile.ts';

const gmail = new Set(['gmail.com', 'googlemail.com']);

/**
 * What all addresses of a mailbox have in common: lower case, without `+…`; Gmail's also without dots, and under one of its
 * two domains. Only for counting: an account's address stays as it was written.
 */
export function mailboxOf(address: string): string {
  const key = comparisonKey(address);
  const at = key.lastIndexOf('@');
  const name = key.slice(0, at).replace(/\+.*$/, '');
  const domain = key.slice(at + 1);
  return gmail.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}
