import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPagePath, pagePatterns } from '#schema/routes.ts';

describe('the pages of the site', () => {
  test.each([
    '/',
    '/auth',
    '/auth/',
    '/AUTH',
    '/card',
    '/dashboard',
    '/dashboard/cache-cards',
    '/dashboard/cache-cards/',
    '/dashboard/cache-cards/TC-0000001',
    '/dashboard/cache-cards/TC-0000001/',
    '/account',
  ])('%s is one', (path) => {
    expect(isPagePath(path)).toBe(true);
  });

  test.each([
    '',
    '//',
    '/auth/x',
    '/authx',
    '/xauth',
    '/card/TC-0000001',

    '/dashboard/nothing',
    '/dashboard/cache-cards/TC-0000001/x',
    '/dashboard//cache-cards',
    '/index.html',
    '/test-auth',
    '/test-auth-button',
    '/simple-test',
    '/auth\n',
    '/dashboard.',
  ])('%j is none', (path) => {
    expect(isPagePath(path)).toBe(false);
  });

  test('every pattern with its parameters filled in is a page', () => {
    const segment = fc.stringMatching(/^[\w.~-]{1,20}$/);
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(pagePatterns)), segment, (pattern, value) =>
        isPagePath(pattern.replaceAll(/:[^/]+/g, value)),
      ),
    );
  });

  test('can be asked of any path', () => {
    fc.assert(fc.property(fc.webPath(), (path) => typeof isPagePath(path) === 'boolean'));
  });
});
