/**
 * Returns SQL for the mailbox of an email address; null for a text that is not an address. Must match `normalizeMailbox`
 * (worker/domain/accounts/mailbox.ts).
 */
export function mailboxSql(email: string): string {
  const name = `substr(${email}, 1, min(instr(${email}, '@'), instr(${email} || '+', '+')) - 1)`;
  const domain = `substr(${email}, instr(${email}, '@') + 1)`;
  return `iif(instr(${email}, '@') = 0, NULL, lower(iif(lower(${domain}) IN ('gmail.com', 'googlemail.com'), replace(${name}, '.', '') || '@gmail.com', ${name} || '@' || ${domain})))`;
}
