import '#tests/support/property-seed.ts';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { isSafeReturnPath, storeReturnPath, takeReturnPath } from '#web/features/accounts/session/return-path.ts';

beforeEach(() => {
  sessionStorage.clear();
  vi.useRealTimers();
});

describe('the return path after signing in', () => {
  test('remembers a card page once, code included', () => {
    storeReturnPath('/card?id=TC-0000001&k=ABCD2345');
    expect(takeReturnPath()).toBe('/card?id=TC-0000001&k=ABCD2345');
    expect(takeReturnPath()).toBe('/dashboard');
  });

  test('becomes the dashboard after 30 minutes', () => {
    vi.useFakeTimers();
    storeReturnPath('/account');
    vi.advanceTimersByTime(30 * 60_000);
    expect(takeReturnPath()).toBe('/dashboard');
  });

  test.each([
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/%2Fevil.test',
    '/%2f%2fevil.test',
    '/%5Cevil.test',
    '/%255Cevil.test',
    '/%25252Fevil.test',
    '/\t/evil.test',
    '/%09/evil.test',
    '/.//evil.test',
    '/x/..//evil.test',
    'javascript:alert(1)',
    'dashboard',
    '',
    '/%',
    '/auth',
    '/auth?ref=X',
    `/${'x'.repeat(3_000)}`,
  ])('refuses %j', (path) => {
    expect(isSafeReturnPath(path)).toBe(false);
    storeReturnPath(path);
    expect(takeReturnPath()).toBe('/dashboard');
  });

  test('is validated again when it is read from the storage', () => {
    sessionStorage.setItem('redirect_path', '//evil.test');
    sessionStorage.setItem('redirect_time', String(Date.now()));
    expect(takeReturnPath()).toBe('/dashboard');
  });

  test('never leaves the site, decoded or not', () => {
    const pieces = fc.array(fc.constantFrom('/', '\\', '%2f', '%5c', '%25', '..', '.', 'evil.test', '@', ':', '?', '#', '\t', 'a'), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(pieces, (parts) => {
        const path = `/${parts.join('')}`;
        if (!isSafeReturnPath(path)) return;
        expect(new URL(path, location.origin).origin).toBe(location.origin);
        expect(new URL(decodeURIComponent(path), location.origin).origin).toBe(location.origin);
      }),
      { numRuns: 2_000 },
    );
  });
});
