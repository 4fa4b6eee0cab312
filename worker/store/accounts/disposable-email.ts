import { readSiteList, type SiteFiles } from '#worker/store/site-lists.ts';

/**
 * Returns a function that tests whether an email address belongs to a disposable-email domain. Subdomains match too because such providers
 * accept email for any subdomain. If the list of domains cannot be read, the function always returns false.
 */
export async function disposableEmailTest(files: SiteFiles | undefined): Promise<(email: string) => boolean> {
  const domains = await readSiteList(files, 'disposable-domains');
  return (email) => {
    const labels = email
      .slice(email.lastIndexOf('@') + 1)
      .trim()
      .toLowerCase()
      .split('.');
    return labels.some((_, index) => domains?.has(labels.slice(index).join('.')) ?? false);
  };
}
