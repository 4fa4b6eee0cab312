import { comparisonKey } from './profile.ts';

const gmail = new Set(['gmail.com', 'googlemail.com']);

/**
 * Canonical form of a mailbox: lower case, without `+…`; for Gmail also without dots and with one domain. Only for counting: accounts keep
 * the address as typed.
 */
export function normalizeMailbox(address: string): string {
  const key = comparisonKey(address);
  const at = key.lastIndexOf('@');
  const name = key.slice(0, at).replace(/\+.*$/, '');
  const domain = key.slice(at + 1);
  return gmail.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}
