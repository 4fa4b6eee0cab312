import { readSiteList, type SiteFiles } from '#worker/store/site-lists.ts';

/**
 * Returns a function that tests whether an address is at a disposable domain or one of its subdomains, because providers accept email for
 * any subdomain. If the list of providers cannot be read, the function always returns false.
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
