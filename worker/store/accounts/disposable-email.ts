import { readSiteList, type SiteFiles } from '#worker/store/site-lists.ts';

/** Returns a function that tests for disposable addresses. If the list of providers cannot be read, the function always returns false. */
export async function disposableEmailTest(files: SiteFiles | undefined): Promise<(email: string) => boolean> {
  const domains = await readSiteList(files, 'disposable-domains');
  return (email) => {
    const domain = email.slice(email.lastIndexOf('@') + 1).trim();
    return domains?.has(domain.toLowerCase()) ?? false;
  };
}
