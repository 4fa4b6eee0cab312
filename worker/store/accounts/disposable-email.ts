/** Whether a mail address is one of those that are thrown away after use. The list is a package's, kept up by others. */
import { disposableEmailBlocklist } from 'disposable-email-domains-js';

let domains: ReadonlySet<string> | undefined;

export function isDisposableEmail(email: string): boolean {
  domains ??= new Set(disposableEmailBlocklist());
  const domain = email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();
  return domains.has(domain);
}
