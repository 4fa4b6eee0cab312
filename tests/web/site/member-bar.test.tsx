/** Tests the navigation bar for members: its visibility, its current item, and the scanner that it can open on every page. */
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { fakeServer } from '#tests/web/support/fake-server.ts';
import { signInAs } from '#tests/web/support/signed-in.ts';
import { setUser } from '#web/features/accounts/session/user-store.ts';
import { Layout } from '#web/frame/Layout.tsx';
import { memberBar } from '#web/frame/member-bar.tsx';
import { ToastProvider } from '#web/ui/states/Toast.tsx';

beforeEach(() => void fakeServer({ 'GET /api/config': { json: {} } }));
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

function visit(address: string, { isBare = false } = {}) {
  const [path = '/', searchPath = ''] = address.split('?');
  const location = memoryLocation({ path, searchPath, record: true });
  render(
    <Router hook={location.hook} searchHook={location.searchHook}>
      <ToastProvider>
        <Layout isBare={isBare}>
          <h1>A page</h1>
        </Layout>
      </ToastProvider>
    </Router>,
  );
  return location;
}
const bar = () => screen.findByRole('navigation', { name: 'Member' });

describe('the member’s bar', () => {
  const labelsWithout = async (hidden: string) =>
    within(await bar())
      .getAllByRole('listitem')
      .filter(({ className }) => className !== hidden)
      .map(({ textContent }) => textContent);

  test('leads to the member’s pages on phones, with the scanner in the middle', async () => {
    await signInAs({});
    visit('/dashboard');
    expect(await labelsWithout('wide-entry')).toEqual(['Dashboard', 'Find', 'Scan', 'Cards', 'Account']);
  });

  test('leads to five pages in wide windows, as a row on members’ pages only', async () => {
    await signInAs({});
    visit('/dashboard');
    expect(await labelsWithout('phone-entry')).toEqual(['Dashboard', 'Find', 'Cards', 'Certificates', 'Referrals']);
    const links = within(await bar()).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      ...['/dashboard', '/dashboard/find', '/dashboard/cache-cards', '/dashboard/certificates', '/dashboard/referrals', '/account'],
    ]);
    expect((await bar()).classList).toContain('is-row');
    cleanup();
    visit('/faq');
    expect((await bar()).classList).not.toContain('is-row');
  });

  test.each([
    ['/dashboard', ['Dashboard', 'page']],
    ['/dashboard/referrals', ['Dashboard', 'true'], ['Referrals', 'page']],
    ['/dashboard/treasure-chests', ['Dashboard', 'true']],
    ['/dashboard/find', ['Find', 'page']],
    ['/dashboard/cache-cards/TC-0000001', ['Cards', 'true']],
    ['/account', ['Account', 'page']],
  ])('marks at %s the item %s', async (path, ...current) => {
    await signInAs({});
    visit(path);
    const marked = within(await bar())
      .getAllByRole('link')
      .filter((link) => link.hasAttribute('aria-current'));
    expect(marked.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual(current);
  });

  test('marks nothing on other pages', async () => {
    await signInAs({});
    visit('/faq');
    expect((await bar()).querySelector('[aria-current]')).toBeNull();
  });

  test('is shown while the session is unknown, if it may be a member’s', async () => {
    await signInAs({});
    setUser(undefined);
    visit('/dashboard');
    expect(await bar()).toBeTruthy();
  });

  test('is hidden from visitors', async () => {
    await signInAs(null);
    visit('/');
    await screen.findByRole('link', { name: 'Sign In' });
    expect(screen.queryByRole('navigation', { name: 'Member' })).toBeNull();
  });

  test('is hidden in the administrators’ area', async () => {
    await signInAs({});
    await memberBar.preload();
    visit('/admin/dashboard', { isBare: true });
    expect(screen.queryByRole('navigation', { name: 'Member' })).toBeNull();
  });
});

describe('the bar’s scanner', () => {
  test('opens over any page, which stays', async () => {
    await signInAs({});
    const { history } = visit('/faq');
    await userEvent.click(within(await bar()).getByRole('button', { name: 'Scan QR' }));
    expect(await screen.findByRole('dialog', { name: 'Scan Cache Card' })).toBeTruthy();
    expect(history.at(-1)).toBe('/faq');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('opens at the shortcut’s address once: closing it removes the parameter', async () => {
    await signInAs({});
    const { history } = visit('/dashboard?scan');
    await screen.findByRole('dialog', { name: 'Scan Cache Card' });
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(history.at(-1)).not.toContain('scan'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
