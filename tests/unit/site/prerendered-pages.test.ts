import { expect, test } from 'vitest';
import { type PrerenderedName, prerendered, routes, sitemapPaths, siteTitle, tabTitle } from '#schema/routes.ts';

const names = Object.keys(prerendered) as PrerenderedName[];

test('the sitemap lists the pages that are the same for everyone, except unlisted ones', () => {
  expect(sitemapPaths()).toEqual(['/', '/about', '/how-it-works', '/find', '/stays', '/faq', '/contact', '/privacy', '/terms', '/auth']);
});

test('each page has its own title and description, short enough to be shown whole', () => {
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

test('Home has the site’s own title', () => {
  expect(tabTitle(routes.home.title)).toBe('Earn Vacations Geocaching');
});
