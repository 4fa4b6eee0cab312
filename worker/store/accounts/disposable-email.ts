import { readSiteList, type SiteFiles } from '#worker/store/site-lists.ts';

/** Returns a test that is false for every email if the list cannot be read. */
export async function disposableEmailTest(files: SiteFiles | undefined): Promise<(email: string) => boolean> {
  const domains = await readSiteList(files, 'disposable-domains');
  return (email) => {
    const domain = email.slice(email.lastIndexOf('@') + 1).trim();
    return domains?.has(domain.toLowerCase()) ?? false;
  };
}
