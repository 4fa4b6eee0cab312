/** What search engines and messengers are told of the drawn pages. */
import { expect, test } from 'vitest';
import { drawnFiles, listedPatterns, pagePatterns } from '#schema/routes.ts';
import { siteTitle } from '#web/lib/document-title.ts';
import { drawnPages, notFoundPath } from '#web/prerender/pages.ts';

test('every drawn page has a file, and every file a page', () => {
  const patterns = drawnPages.map(({ pattern }) => pattern).filter((pattern) => pattern !== notFoundPath);
  expect(patterns.toSorted()).toEqual(Object.keys(drawnFiles).toSorted());
  expect(new Set(Object.values(drawnFiles)).size).toBe(patterns.length);
});

test('the sitemap lists drawn pages alone, and only such as search engines may list', () => {
  const listed = drawnPages.filter(({ isListed }) => isListed).map(({ pattern }) => pattern);
  expect(listed).toEqual(expect.arrayContaining(listedPatterns));
  // Without its card's number this page has nothing to say.
  expect(listed.filter((pattern) => !listedPatterns.includes(pattern))).toEqual([pagePatterns.card]);
});

test('each is told apart by its title and description, of a length that is shown whole', () => {
  expect(new Set(drawnPages.map(({ title }) => title)).size).toBe(drawnPages.length);
  expect(new Set(drawnPages.map(({ description }) => description)).size).toBe(drawnPages.length);
  for (const { pattern, title, description } of drawnPages) {
    expect(title.endsWith(siteTitle), pattern).toBe(true);
    expect(title.length, pattern).toBeLessThan(70);
    expect(description.length, pattern).toBeGreaterThan(50);
    expect(description.length, pattern).toBeLessThan(161);
  }
});
