/** What search engines and messengers are told of the prerendered pages. */
import { expect, test } from 'vitest';
import { type PrerenderedName, prerendered, routes, sitemapPaths, siteTitle, tabTitle } from '#schema/routes.ts';

const names = Object.keys(prerendered) as PrerenderedName[];

test('the sitemap names those that say the same to everybody, and none that asks not to be listed', () => {
  expect(sitemapPaths()).toEqual(['/', '/about', '/how-it-works', '/find', '/faq', '/contact', '/privacy', '/terms', '/auth']);
});

test('each is told apart by its title and description, of a length that is shown whole', () => {
  const titles = names.map((name) => tabTitle(routes[name].title));
  const descriptions = names.map((name) => prerendered[name].description);
  expect(new Set(titles).size).toBe(names.length);
  expect(new Set(descriptions).size).toBe(names.length);
  for (const title of titles) {
    expect(title.endsWith(siteTitle), title).toBe(true);
    expect(title.length, title).toBeLessThan(70);
  }
  for (const description of descriptions) {
    expect(description.length, description).toBeGreaterThan(50);
    expect(description.length, description).toBeLessThan(161);
  }
});

test('Home is told as the site itself', () => {
  expect(tabTitle(routes.home.title)).toBe('Earn Vacations Geocaching');
});
