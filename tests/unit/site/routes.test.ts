import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { routeAt, routeNames, routes } from '#schema/routes.ts';

describe('the routes of the site', () => {
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
  ])('include %s', (path) => {
    expect(routeAt(path)).toBeDefined();
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
    '/404',
    '/auth\n',
    '/dashboard.',
  ])('do not include %j', (path) => {
    expect(routeAt(path)).toBeUndefined();
  });

  test('resolve each page at its own path, with parameters filled in', () => {
    const segment = fc.stringMatching(/^[\w.~-]{1,20}$/);
    fc.assert(
      fc.property(fc.constantFrom(...routeNames.filter((one) => one !== 'notFound')), segment, (name, value) => {
        expect(routeAt(routes[name].path.replaceAll(/:[^/]+/g, value))).toBe(name);
      }),
    );
  });

  test('can be looked up for any path', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (path) => [undefined, ...routeNames].includes(routeAt(path))));
  });
});
