import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { signInAs } from '#tests/web/support/signed-in.ts';
import { ForcedRedirect } from '#web/features/accounts/session/ForcedRedirect.tsx';
import { claimRedirect, redirectDelay } from '#web/features/accounts/session/forced-redirect.ts';
import { storeReturnPath } from '#web/features/accounts/session/return-path.ts';
import { setSignInFlag } from '#web/features/accounts/session/sign-in-flags.ts';
import { MemberRoute } from '#web/frame/guards.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T10:00:00Z') });
  // Advances the clock so that the redirect loop guard set by the previous test no longer applies.
  vi.setSystemTime(Date.now() + testNumber++ * 60_000);
  sessionStorage.clear();
  history.replaceState(null, '', '/auth');
});
afterEach(() => vi.useRealTimers());
let testNumber = 0;

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('the dashboard redirects after one second, with a banner', async () => {
  render(<ForcedRedirect isAnnounced />);
  expect(screen.getByText('Redirecting to /dashboard in 1000ms...').getAttribute('role')).toBe('status');
  await pass(999);
  expect(location.pathname).toBe('/auth');
  await pass(1);
  expect(location.pathname).toBe('/dashboard');
});

test('any other page redirects after half a second', async () => {
  storeReturnPath('/card?id=TC-0000001');
  render(<ForcedRedirect isAnnounced />);
  expect(screen.getByText('Redirecting to /card?id=TC-0000001 in 500ms...')).toBeTruthy();
  await pass(500);
  expect(location.pathname + location.search).toBe('/card?id=TC-0000001');
});

test('the redirect returns to the exact place in a page', async () => {
  await signInAs(null);
  history.replaceState(null, '', '/dashboard/referrals?from=mail#earnings');
  const guardedPage = render(<MemberRoute>members only</MemberRoute>);
  expect(location.pathname).toBe('/auth');
  guardedPage.unmount();
  render(<ForcedRedirect isAnnounced />);
  await pass(500);
  expect(location.pathname + location.search + location.hash).toBe('/dashboard/referrals?from=mail#earnings');
});

test('the dashboard’s redirect also works after a provider’s page', () => {
  setSignInFlag('auth_redirect_result', 'success');
  expect(redirectDelay('/dashboard')).toBe(500);
  expect(redirectDelay('/dashboard?tab=account')).toBe(500);
  setSignInFlag('auth_redirect_result', 'error');
  expect(redirectDelay('/dashboard?tab=account')).toBe(1_000);
  expect(redirectDelay('/dashboard/cache-cards')).toBe(500);
});

test('a member who was already signed in is redirected at once, without a banner', async () => {
  render(<ForcedRedirect isAnnounced={false} />);
  expect(screen.queryByText(/Redirecting/)).toBeNull();
  expect(location.pathname).toBe('/dashboard');
});

test('a second redirect within 5 seconds has no banner and still arrives', async () => {
  const first = render(<ForcedRedirect isAnnounced />);
  await pass(1_000);
  first.unmount();
  history.replaceState(null, '', '/auth');
  await pass(3_999);
  render(<ForcedRedirect isAnnounced />);
  expect(screen.queryByText(/Redirecting/)).toBeNull();
  expect(location.pathname).toBe('/dashboard');
});

test('a visitor who navigates elsewhere in the meantime stays there', async () => {
  const view = render(<ForcedRedirect isAnnounced />);
  await pass(300);
  history.replaceState(null, '', '/faq');
  view.unmount();
  await pass(5_000);
  expect(location.pathname).toBe('/faq');
});

test.each([
  '//evil.test',
  '/\\evil.test',
  '/%2F%2Fevil.test',
  'https://evil.test/',
])('%s planted in the storage leads to the dashboard', async (path) => {
  sessionStorage.setItem('redirect_path', path);
  sessionStorage.setItem('redirect_time', String(Date.now()));
  render(<ForcedRedirect isAnnounced />);
  expect(screen.getByText(/Redirecting to \/dashboard in/)).toBeTruthy();
});

describe('the guard against redirect loops', () => {
  test('lasts 5 seconds, even if the clock is set back', () => {
    const now = Date.now();
    expect(claimRedirect(now)).toBe(true);
    expect(claimRedirect(now + 4_999)).toBe(false);
    expect(claimRedirect(now + 5_000)).toBe(true);
    expect(claimRedirect(now - 60_000)).toBe(true);
  });
});
