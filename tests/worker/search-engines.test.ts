/** /robots.txt and /sitemap.xml. */
import { describe, expect, test } from 'vitest';
import { routeAt, sitemapPaths } from '#schema/routes.ts';
import { Client, expectError } from './client.ts';

const origin = 'https://cards.test';
const listedPatterns = sitemapPaths();

describe('robots.txt', () => {
  test('names the sitemap at the site’s own address', async () => {
    const response = await new Client().fetch('https://another.test/robots.txt');
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(response.headers.get('Cache-Control')).toMatch(/max-age=\d+/);
    expect(await response.text()).toContain(`\nSitemap: ${origin}/sitemap.xml\n`);
  });

  test('keeps search engines out of what is somebody’s own, and lets them see every public page and all that is loaded with it', async () => {
    const lines = (await (await new Client().fetch('/robots.txt')).text()).split('\n');
    const disallowed = lines.flatMap((line) => (line.startsWith('Disallow: ') ? [line.slice('Disallow: '.length)] : []));
    const isAllowed = (path: string) => !disallowed.some((prefix) => path.startsWith(prefix));
    expect(lines[0]).toBe('User-agent: *');
    const own = ['/dashboard', '/dashboard/cache-cards/TC-0000001', '/account', '/checkout/membership/basic', '/admin/login', '/api/user'];
    expect(own.filter(isAllowed)).toEqual([]);
    // Of what is not listed they must be able to read that it is not.
    const open = [...listedPatterns, '/card', '/nowhere', '/assets/index-1.js', '/favicon.svg', '/sitemap.xml'];
    expect(open.filter((path) => !isAllowed(path))).toEqual([]);
  });
});

test('sitemap.xml lists each public page once, by its canonical address', async () => {
  const response = await new Client().fetch('https://another.test/sitemap.xml');
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('application/xml; charset=utf-8');
  const xml = await response.text();
  expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www.sitemaps.org\/schemas\/sitemap\/0.9">/);
  const addresses = [...xml.matchAll(/<url><loc>([^<]+)<\/loc><\/url>/g)].map(([, address]) => address);
  expect(addresses).toEqual(listedPatterns.map((pattern) => origin + pattern));
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(listedPatterns.filter((pattern) => !routeAt(pattern))).toEqual([]);
});

test.each(['/robots.txt', '/sitemap.xml'])('%s answers HEAD without a body, and nothing that would change it', async (path) => {
  const client = new Client();
  const head = await client.fetch(path, { method: 'HEAD' });
  expect(head.status).toBe(200);
  expect(await head.text()).toBe('');
  const answer = await client.post(path, {});
  expectError(answer, 405, 'method_not_allowed');
  expect(answer.headers.get('Allow')).toContain('GET');
});
