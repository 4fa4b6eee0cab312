import { readSiteList, type SiteFiles } from '#worker/store/site-lists.ts';

/**
 * Returns a function that tests for addresses at a disposable domain or a subdomain of one, because providers accept mail for any subdomain.
 * If the list of providers cannot be read, the function always returns false.
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
