/** Crawls the whole site: no link is broken, and no page logs anything to the console. */
import type { Page } from '@playwright/test';
import { languages } from '#schema/languages.ts';
import { sitemapPaths } from '#schema/routes.ts';
import { addSession, demoCaller } from '#tests/support/browser/callers.ts';
import { Crawl } from '#tests/support/browser/crawl.ts';
import { testOrigin } from '#tests/support/browser/demo.ts';
import { expect } from '#tests/support/browser/quiet-console.ts';
import { test } from '#tests/support/browser/shared-page.ts';

const listedPaths = sitemapPaths();
const siteTitle = 'Earn Vacations Geocaching';
const siteTitles: Record<string, string> = {
  en: siteTitle,
  cs: 'Vydělej si geocachingem na dovolenou',
  de: 'Verdiene dir Urlaub beim Geocaching',
  es: 'Gana vacaciones con el geocaching',
  fr: 'Gagnez des vacances grâce au géocaching',
  ja: 'ジオキャッシングで旅に出よう',
  nl: 'Verdien vakanties met geocaching',
  'pt-br': 'Ganhe férias fazendo geocaching',
};
const allLanguages = ['en', ...Object.keys(languages)];
/** Returns the address of a public page in a language. */
const addressIn = (language: string, path: string) => (language === 'en' ? path : `/${language}${path}`);

interface Metadata {
  lang: string;
  title: string;
  headings: number;
  canonical: string | null;
  robots: string | null;
  /** Addresses of the page in each language, by `hreflang`. */
  alternates: Record<string, string>;
  meta: Record<string, string>;
  /** Text of the page without JavaScript. */
  text: string;
}

/** Returns metadata from the HTML that the server sends, before any script has run. */
async function readMetadata(page: Page, path: string): Promise<Metadata> {
  const html = await (await page.request.get(path)).text();
  return page.evaluate((text) => {
    const sent = new DOMParser().parseFromString(text, 'text/html');
    const attribute = (selector: string, name: string) => sent.querySelector(selector)?.getAttribute(name) ?? null;
    return {
      lang: sent.documentElement.lang,
      title: sent.title,
      headings: sent.querySelectorAll('h1').length,
      canonical: attribute('link[rel="canonical"]', 'href'),
      robots: attribute('meta[name="robots"]', 'content'),
      alternates: Object.fromEntries(
        [...sent.querySelectorAll('link[rel="alternate"]')].map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')]),
      ) as Record<string, string>,
      meta: Object.fromEntries(
        [...sent.querySelectorAll('meta[property], meta[name]')].map((tag) => [
          tag.getAttribute('property') ?? tag.getAttribute('name'),
          tag.getAttribute('content') ?? '',
        ]),
      ) as Record<string, string>,
      text: sent.querySelector('main')?.textContent ?? '',
    };
  }, html);
}

function countWords(text: string, language: string): number {
  return [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)].filter(({ isWordLike }) => isWordLike).length;
}

/** Returns the number of letters. Japanese ones are twice as wide as others and count as two. */
const getWidth = (text: string): number => text.replace(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, '$&$&').length;

function expectMetadata(language: string, englishPath: string, metadata: Metadata): void {
  const path = addressIn(language, englishPath);
  const title = siteTitles[language] ?? '';
  expect(metadata.lang, path).toBe(language);
  const alternates = allLanguages.map((code) => [code, testOrigin + addressIn(code, englishPath)]);
  expect(metadata.alternates, path).toEqual(Object.fromEntries([...alternates, ['x-default', testOrigin + englishPath]]));
  expect(metadata.headings, path).toBe(1);
  expect(countWords(metadata.text, language), path).toBeGreaterThan(15);
  expect(metadata.title, path).toMatch(englishPath === '/' ? new RegExp(`^${title}$`) : new RegExp(`^.+ · ${title}$`));
  const descriptionWidth = getWidth(metadata.meta.description ?? '');
  expect(descriptionWidth, path).toBeGreaterThan(50);
  expect(descriptionWidth, path).toBeLessThan(170);
  expect(metadata.canonical, path).toBe(testOrigin + path);
  expect(metadata.robots, path).toBeNull();
  expect(metadata.meta, path).toMatchObject({
    'og:type': 'website',
    'og:site_name': 'Cache Cards',
    'og:title': metadata.title,
    'og:description': metadata.meta.description,
    'og:url': testOrigin + path,
    'og:image': expect.stringContaining(`${testOrigin}/`),
    'twitter:card': 'summary_large_image',
  });
}

for (const language of allLanguages)
  test(`a visitor can follow every link of the public site in the language ${language}`, { tag: '@long' }, async ({ page }) => {
    const titles = new Map<string, string>();
    const addresses = listedPaths.map((path) => addressIn(language, path));
    const crawl = new Crawl(page, addressIn(language, '/'));
    await crawl.run(async (path) => {
      const listedPath = listedPaths[addresses.indexOf(path)];
      if (listedPath === undefined) return;
      const metadata = await readMetadata(page, path);
      expectMetadata(language, listedPath, metadata);
      expect(await page.title(), path).toBe(metadata.title);
      titles.set(metadata.title, path);
    });
    expect(crawl.visited).toEqual(expect.arrayContaining(addresses));
    expect(titles.size, 'pages with a title of their own').toBe(listedPaths.length);
  });

test('a member can follow every link from the dashboard on', { tag: '@long' }, async ({ page }) => {
  await addSession(page, await demoCaller('basic'));
  const crawl = new Crawl(page, '/dashboard');
  await crawl.run(async (path) => {
    await expect(page, path).toHaveTitle(new RegExp(`${siteTitle}$`));
  });
  expect(crawl.visited).toEqual(expect.arrayContaining(['/account', '/dashboard/cache-cards', '/dashboard/referrals']));
});

test('search engines find every public page, and no other', { tag: '@long' }, async ({ page, request }) => {
  await page.goto('/contact');
  const [, sitemap = ''] = /^Sitemap: (.*)$/m.exec(await (await request.get('/robots.txt')).text()) ?? [];
  const answer = await request.get(sitemap);
  expect(answer.headers()['content-type']).toMatch(/^application\/xml/);
  const addresses = [...(await answer.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address);
  expect(addresses).toHaveLength(listedPaths.length * allLanguages.length);
  for (const address of addresses) expect((await readMetadata(page, address)).canonical).toBe(address);
  for (const path of ['/forgot-password', '/nowhere']) expect((await readMetadata(page, path)).robots, path).toBe('noindex');
});
