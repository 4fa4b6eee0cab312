/**
 * Lists of common passwords and disposable email domains, which the Worker reads from the site's static files. Product rules: Accounts and
 * sessions.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { isCommonPassword } from '#schema/accounts/guessable-password.ts';
import { languages } from '#schema/languages.ts';
import { siteListFiles, writeSiteLists } from '#scripts/site/site-lists.ts';
import { disposableEmailTest } from '#worker/store/accounts/disposable-email.ts';
import { readSiteList } from '#worker/store/site-lists.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('the Worker and the page use the same list of common passwords', async () => {
  const passwords = await readSiteList(siteListFiles, 'common-passwords');
  expect(passwords?.size).toBe(10_000);
  for (const password of passwords ?? []) expect(isCommonPassword(password)).toBe(true);
});

test('an address is disposable by its domain, whatever its case or surrounding spaces', async () => {
  const isDisposable = await disposableEmailTest(siteListFiles);
  expect(['a@mailinator.com', 'A@Mailinator.COM ', '"a@b"@mailinator.com'].map(isDisposable)).toEqual([true, true, true]);
  expect(['a@example.com', 'mailinator.com@example.com', 'a@mailinator.com.example'].map(isDisposable)).toEqual([false, false, false]);
});

test('a subdomain of a disposable domain is disposable', async () => {
  const isDisposable = await disposableEmailTest(siteListFiles);
  expect(['a@x.mailinator.com', 'a@x.y.MAILINATOR.com'].map(isDisposable)).toEqual([true, true]);
  expect(['a@my-mailinator.com', 'a@com', 'a@x.example.com', 'a'].map(isDisposable)).toEqual([false, false, false, false]);
});

test('the build writes the lists that the Worker reads', async () => {
  const site = mkdtempSync(join(tmpdir(), 'site-lists-'));
  try {
    writeSiteLists(site);
    const words = Object.keys(languages).map((code) => `words-${code}.json`);
    expect(readdirSync(join(site, 'lists')).sort()).toEqual(['common-passwords.txt', 'disposable-domains.txt', ...words]);
    for (const file of readdirSync(join(site, 'lists')))
      expect(readFileSync(join(site, 'lists', file), 'utf8')).toBe(await (await siteListFiles.fetch(`https://site/lists/${file}`)).text());
  } finally {
    rmSync(site, { recursive: true });
  }
});

test.each([
  ['a missing file', async () => new Response('Not found', { status: 404 })],
  [
    'a binding that fails',
    async () => {
      throw new Error('no response');
    },
  ],
])('%s is logged once and retried; a list is cached once read', async (_, fail) => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const fetch = vi.fn<(address: string) => Promise<Response>>(fail);
  const files = { fetch };
  expect(await readSiteList(files, 'common-passwords')).toBeNull();
  expect(await readSiteList(files, 'common-passwords')).toBeNull();
  expect((await disposableEmailTest(files))('a@mailinator.com')).toBe(false);
  expect(log.mock.calls.map(([line]) => JSON.parse(line).list)).toEqual(['common-passwords.txt', 'disposable-domains.txt']);
  fetch.mockImplementation(siteListFiles.fetch);
  expect((await readSiteList(files, 'common-passwords'))?.has('password1')).toBe(true);
  expect((await disposableEmailTest(files))('a@mailinator.com')).toBe(true);
  const requestCount = fetch.mock.calls.length;
  await readSiteList(files, 'common-passwords');
  expect(fetch).toHaveBeenCalledTimes(requestCount);
});
