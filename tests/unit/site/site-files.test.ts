/** Generated files that configure the hosting platform's routes and guide search engines. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { languages } from '#schema/languages.ts';
import { type PrerenderedName, prerendered, routeNames, routes, sitemapPaths } from '#schema/routes.ts';
import { fillSite } from '#scripts/site/fill-site.ts';
import { encodingRules, getPageFile, redirects, robots, sitemap } from '#scripts/site/site-files.ts';

const linesOf = (isDevelopment: boolean) => redirects({ isDevelopment }).trimEnd().split('\n');

describe('the addresses of pages', () => {
  test('a page without a file is served by the shell, with and without a trailing slash', () => {
    expect(linesOf(false)).toEqual(expect.arrayContaining(['/verify-email /shell 200', '/verify-email/ /shell 200']));
  });

  test('a member page is served by its own frame', () => {
    expect(linesOf(false)).toEqual(expect.arrayContaining(['/dashboard /shell-dashboard 200', '/dashboard/ /shell-dashboard 200']));
    expect(linesOf(false)).toContain('/account /shell-account 200');
    expect(linesOf(false).filter((line) => line.startsWith('/admin'))).not.toContainEqual(expect.stringContaining('shell-'));
  });

  test('a parameter matches one segment', () => {
    expect(linesOf(false)).toEqual(
      expect.arrayContaining([
        '/dashboard/cache-cards/:cardId /shell-cacheCard 200',
        '/dashboard/cache-cards/:cardId/ /shell-cacheCard 200',
      ]),
    );
  });

  test('a prerendered page is its own file; only its trailing slash needs a line', () => {
    expect(linesOf(false).filter((line) => line.startsWith('/about'))).toEqual(['/about/ /about 200']);
    expect(linesOf(false).filter((line) => line.startsWith('/ '))).toEqual([]);
  });

  test('a translated page is a file in the folder of its language', () => {
    expect(['/de/', '/de/about'].map((path) => getPageFile({ path }))).toEqual(['de/index.html', 'de/about.html']);
    const lines = redirects({ isDevelopment: false, translated: ['/de/', '/de/about'] }).split('\n');
    expect(lines.filter((line) => line.startsWith('/de'))).toEqual(['/de/about/ /de/about 200']);
    expect(sitemap(['/de/about'])).toContain('<loc>__SITE_ORIGIN__/de/about</loc>');
  });

  test('neither the shell, the not-found page nor a file’s own name is a page address', () => {
    expect(linesOf(false).filter((line) => line.includes('/__none'))).toEqual([
      '/*.html /__none 200',
      '/shell* /__none 200',
      '/404 /__none 200',
    ]);
  });

  test('developer pages exist in development only', () => {
    const developers = ['/test-auth', '/test-auth-button', '/simple-test'];
    const listedPages = (isDevelopment: boolean) => developers.filter((path) => linesOf(isDevelopment).includes(`${path} /shell 200`));
    expect(listedPages(true)).toEqual(developers);
    expect(redirects({ isDevelopment: false })).not.toMatch(/test-auth|simple-test/);
  });

  test('stay within the platform’s limit', () => {
    const lines = linesOf(true);
    const withPattern = lines.filter((line) => /[:*]/.test(line));
    expect(withPattern.length).toBeLessThanOrEqual(100);
    expect(lines.length - withPattern.length).toBeLessThanOrEqual(2_000);
  });
});

describe('XML files', () => {
  test('declare their encoding, file by file: a missing one is answered with a page', () => {
    expect(encodingRules(['favicon.svg', 'assets/about-1.js', 'assets/map-1.svg'], 3)).toBe(
      ['favicon.svg', 'assets/map-1.svg']
        .map((file) => `\n/${file}\n  Content-Type: image/svg+xml; charset=utf-8\n`)
        .concat('\n/sitemap.xml\n  Content-Type: application/xml; charset=utf-8\n')
        .join(''),
    );
  });

  test('stay within the platform’s limit', () => {
    const pictures = Array.from({ length: 97 }, (_, index) => `assets/${index}.svg`);
    expect(() => encodingRules(pictures, 3)).toThrow('More than 100');
    expect(encodingRules(pictures, 2)).toContain('/assets/96.svg');
  });
});

describe('robots.txt', () => {
  const lines = robots().split('\n');
  const disallowed = lines.flatMap((line) => (line.startsWith('Disallow: ') ? [line.slice('Disallow: '.length)] : []));
  const isAllowed = (path: string) => !disallowed.some((prefix) => path.startsWith(prefix));

  test('keeps search engines away from personal pages', () => {
    expect(lines[0]).toBe('User-agent: *');
    const own = ['/dashboard', '/dashboard/cache-cards/TC-0000001', '/account', '/checkout/membership/basic', '/admin/login', '/api/user'];
    expect(own.filter(isAllowed)).toEqual([]);
  });

  test('allows every public page and everything loaded with it', () => {
    // robots.txt must allow crawling of unlisted pages because search engines see `noindex` only on pages they can crawl.
    const open = [...sitemapPaths(), '/card', '/nowhere', '/assets/index-1.js', '/favicon.svg', '/sitemap.xml'];
    expect(open.filter((path) => !isAllowed(path))).toEqual([]);
  });
});

test('the sitemap lists each public page once', () => {
  const addresses = [...sitemap().matchAll(/<url><loc>__SITE_ORIGIN__([^<]+)<\/loc><\/url>/g)].map(([, path]) => path);
  expect(addresses).toEqual(sitemapPaths());
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(sitemap()).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www.sitemaps.org\/schemas\/sitemap\/0.9">/);
});

describe('the served folder', () => {
  let scratch: string;
  const files = ['robots.txt', 'sitemap.xml', ...(Object.keys(prerendered) as PrerenderedName[]).map((name) => getPageFile(routes[name]))];

  beforeEach(() => {
    scratch = mkdtempSync(join(tmpdir(), 'cache-cards-site-'));
    const write = (name: string, text: string) => {
      mkdirSync(dirname(join(scratch, 'web', name)), { recursive: true });
      writeFileSync(join(scratch, 'web', name), text);
    };
    for (const name of files) write(name, '<a href="__SITE_ORIGIN__/faq">__SITE_ORIGIN__</a>');
    write('assets/index-1.js', 'code');
    write('.vite/manifest.json', '{}');
  });
  afterEach(() => rmSync(scratch, { recursive: true }));

  const fill = (origin: string, isDevelopment: boolean) =>
    fillSite({ from: join(scratch, 'web'), to: join(scratch, 'site'), origin, isDevelopment });
  const read = (name: string) => readFileSync(join(scratch, 'site', name), 'utf8');

  test('contains the site’s own origin wherever a page, robots.txt or the sitemap needs it', () => {
    fill('https://cards.test', false);
    for (const name of files) expect(read(name), name).toBe('<a href="https://cards.test/faq">https://cards.test</a>');
  });

  const lists = ['common-passwords.txt', 'disposable-domains.txt', ...Object.keys(languages).map((code) => `words-${code}.json`)];
  const siteLists = ['lists', ...lists.map((name) => join('lists', name))];

  test('contains everything that was built, and no internals of the build or files of an earlier site', () => {
    fill('https://cards.test', false);
    writeFileSync(join(scratch, 'site', 'left-over.html'), '');
    fill('http://localhost:8799', true);
    expect(readdirSync(join(scratch, 'site'), { recursive: true }).sort()).toEqual(
      [...files, 'api', join('api', 'runbooks.md'), 'assets', join('assets', 'index-1.js'), '_redirects', ...siteLists].sort(),
    );
    expect(read('_redirects')).toBe(redirects({ isDevelopment: true }));
  });
});

test('every page is a file or a line, and no two are the same', () => {
  const pageAddresses = routeNames.map((name) => (name in prerendered ? getPageFile(routes[name]) : routes[name].path));
  expect(new Set(pageAddresses).size).toBe(routeNames.length);
});
