/** A browser tab in which an administrator views a member's account. It neither uses nor changes the browser's own session. */
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, member, type SentRequest } from '#tests/web/support/fake-server.ts';
import { refused } from '#tests/web/support/refused.ts';

const token = `h.${btoa(JSON.stringify({ userId: 7, exp: Math.floor(Date.now() / 1_000) + 900 }))}.s`;

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
let exits: string[];
beforeEach(() => {
  vi.resetModules();
  sessionStorage.clear();
  localStorage.setItem('auth_token', 'of-somebody-else');
  localStorage.setItem('adminToken', 'of-an-administrator');
  history.replaceState(null, '', `/dashboard?tab=cards#viewing=${token}`);
  answers = { 'GET /api/user': { json: member } };
  sent = fakeServer(answers);
  exits = [];
  vi.stubGlobal('open', (address: string, target: string) => exits.push(`${target} ${address}`));
});
afterEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** Reloads the page's modules because they read the URL when they load. */
async function openTab() {
  const [{ Layout }, { Router }] = await Promise.all([import('#web/frame/Layout.tsx'), import('wouter')]);
  const { ToastProvider } = await import('#web/ui/states/Toast.tsx');
  render(
    <Router>
      <ToastProvider>
        <Layout>
          <h1>Dashboard</h1>
        </Layout>
      </ToastProvider>
    </Router>,
  );
}

test('viewing removes the token from the address, sends it with every call, and shows the account’s owner in a banner', async () => {
  const answer = Promise.resolve({ user: { ...member, firstName: 'Else' }, received: null, sent: null });
  window.firstUser = { token: 'of-somebody-else', answer };
  await openTab();
  expect(location.href).not.toContain('viewing');
  expect(location.search).toBe('?tab=cards');
  expect(await screen.findByText(/You see Fay Finder’s account as they do, and can’t change anything\./)).toBeTruthy();
  expect(sent.map(({ path, headers, credentials }) => [path, headers.get('Authorization'), credentials])).toEqual([
    ['/api/user', `Viewing ${token}`, 'include'],
  ]);
});

test('a link to view an account does nothing in a browser without an administrator', async () => {
  localStorage.removeItem('adminToken');
  await openTab();
  expect(location.href).not.toContain('viewing');
  expect(await screen.findByText('Fay')).toBeTruthy();
  expect(sent.map(({ headers }) => headers.get('Authorization'))).toEqual(['Bearer of-somebody-else']);
});

test.each([
  ['Leave', '&user=7', async () => userEvent.click(await screen.findByRole('button', { name: 'Leave' }))],
  ['a logout', '', async () => (await import('#web/features/accounts/session/session.ts')).signOut()],
])('viewing returns to the administrators’ area after %s, and nobody is signed out', async (_, more, leave) => {
  await openTab();
  await screen.findByText(/Fay Finder/);
  await leave();
  await waitFor(() => expect(exits).toEqual([`_self /admin/dashboard?tab=users${more}`]));
  expect([sessionStorage.length, localStorage.getItem('auth_token')]).toEqual([0, 'of-somebody-else']);
  expect(sent.map(({ path }) => path)).toEqual(['/api/user']);
});

test('viewing returns to the administrators’ area when the administrator’s session ends', async () => {
  answers['GET /api/user'] = refused('viewing_ended');
  await openTab();
  await waitFor(() => expect(exits).toContain('_self /admin/dashboard?tab=users'));
  expect(localStorage.getItem('auth_token')).toBe('of-somebody-else');
});

async function openAccount(tab: string) {
  history.replaceState(null, '', `/account?tab=${tab}#viewing=${token}`);
  const [{ AccountPage }, { PageFrame }] = await Promise.all([
    import('#web/pages/account/AccountPage.tsx'),
    import('#tests/web/support/page-frame.tsx'),
  ]);
  render(
    <PageFrame>
      <AccountPage />
    </PageFrame>,
  );
}

test('viewing shows that private parts are not available, without a retry button', async () => {
  answers['GET /api/preferences'] = refused('viewing_only');
  await openAccount('preferences');
  expect(await screen.findByText('Not shown while you view as a member.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('viewing disables everything that changes data, except the exit', async () => {
  await openAccount('profile');
  await userEvent.type(await screen.findByLabelText(/^First name/), 'Other');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^(Save|Update)/ }).disabled).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^(Sign|Log) ?out$/i }).disabled).toBe(false);
});
