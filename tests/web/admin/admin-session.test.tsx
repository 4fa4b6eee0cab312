import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MessageResponse } from '#schema/accounts/account.ts';
import { TestAdminArea } from '#tests/web/support/admin-area.tsx';
import { keeper, signInAsAdmin } from '#tests/web/support/admin-signed-in.ts';
import { fakeServer, type SentRequest } from '#tests/web/support/fake-server.ts';
import { refused } from '#tests/web/support/refused.ts';
import { signOutAdmin } from '#web/features/admin/session/admin-session.ts';
import { apiGet, apiSend } from '#web/lib/api/client.ts';
import { dismissToast } from '#web/lib/react/toast.ts';

const token = () => localStorage.getItem('adminToken');

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(async () => {
  localStorage.clear();
  history.replaceState(null, '', '/admin/dashboard');
  answers = {};
  sent = fakeServer(answers);
  await signInAsAdmin(null);
});
afterEach(() => {
  act(dismissToast);
  vi.unstubAllGlobals();
});

async function logIn() {
  await userEvent.type(await screen.findByLabelText('Email'), keeper.email);
  await userEvent.type(screen.getByLabelText('Password'), 'demo-pass-1');
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
}

describe('the administrators’ sign-in page', () => {
  test('opens for visitors who are not signed in, and returns them to the requested page', async () => {
    history.replaceState(null, '', '/admin/dashboard?tab=system&q=x');
    answers['POST /api/admin/login'] = { json: { token: 'new-token', admin: keeper } };
    render(<TestAdminArea />);
    await logIn();
    expect(await screen.findByRole('heading', { name: 'The dashboard' })).toBeTruthy();
    expect(location.pathname + location.search).toBe('/admin/dashboard?tab=system&q=x');
    expect(token()).toBe('new-token');
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /api/admin/login']);
    expect(sent[0]?.body).toEqual({ email: keeper.email, password: 'demo-pass-1' });
  });

  test('leads to the dashboard by default, and at once for signed-in administrators', async () => {
    history.replaceState(null, '', '/admin/login');
    answers['POST /api/admin/login'] = { json: { token: 'new-token', admin: keeper } };
    const { unmount } = render(<TestAdminArea />);
    await logIn();
    await waitFor(() => expect(location.pathname).toBe('/admin/dashboard'));
    unmount();
    history.replaceState({ returnTo: 'https://evil.test/' }, '', '/admin/login');
    render(<TestAdminArea />);
    await waitFor(() => expect(location.pathname).toBe('/admin/dashboard'));
  });

  test.each([
    '//evil.test',
    '/\\evil.test',
    '/dashboard',
    '/admin/login',
    '/admin/../dashboard',
    7,
  ])('does not follow %j', async (returnTo) => {
    await signInAsAdmin({});
    history.replaceState({ returnTo }, '', '/admin/login');
    render(<TestAdminArea />);
    await waitFor(() => expect(location.pathname).toBe('/admin/dashboard'));
  });

  test('shows the reason for a failure, and keeps the input', async () => {
    history.replaceState(null, '', '/admin/login');
    answers['POST /api/admin/login'] = refused('wrong_credentials');
    render(<TestAdminArea />);
    await logIn();
    await waitFor(() => expect(screen.getAllByText('Login failed')).toHaveLength(2));
    expect(screen.getAllByText('Invalid email or password')).toHaveLength(2);
    expect(screen.getByLabelText('Email')).toHaveProperty('value', keeper.email);
    expect(screen.getByLabelText('Password')).toHaveProperty('value', 'demo-pass-1');
    expect(token()).toBeNull();
  });

  test('shows that it is logging in', async () => {
    history.replaceState(null, '', '/admin/login');
    answers['POST /api/admin/login'] = new Promise<never>(() => {});
    render(<TestAdminArea />);
    await logIn();
    expect(await screen.findByRole('button', { name: 'Logging in...' })).toBeTruthy();
  });

  test('requires both fields before it calls the server', async () => {
    history.replaceState(null, '', '/admin/login');
    render(<TestAdminArea />);
    await userEvent.click(await screen.findByRole('button', { name: 'Login' }));
    expect(await screen.findByText('Please enter a valid email address')).toBeTruthy();
    expect(screen.getByText('Please enter your password')).toBeTruthy();
    expect(sent).toEqual([]);
  });
});

describe('an administrator’s session', () => {
  test('is checked only if a token is stored', async () => {
    localStorage.setItem('adminToken', 'kept');
    answers['GET /api/admin/me'] = { json: keeper };
    render(<TestAdminArea />);
    expect(await screen.findByRole('heading', { name: 'The dashboard' })).toBeTruthy();
    expect(sent.map(({ headers }) => headers.get('Authorization'))).toEqual(['Bearer kept']);
  });

  test('that the server no longer knows is removed', async () => {
    localStorage.setItem('adminToken', 'old');
    answers['GET /api/admin/me'] = refused('admin_not_signed_in');
    render(<TestAdminArea />);
    expect(await screen.findByRole('heading', { name: 'Admin Login' })).toBeTruthy();
    expect(token()).toBeNull();
  });

  test('ends with any call’s 401, unless a newer token exists', async () => {
    await signInAsAdmin({});
    answers['GET /api/admin/users'] = refused('admin_not_signed_in');
    render(<TestAdminArea />);
    expect(await screen.findByRole('heading', { name: 'The dashboard' })).toBeTruthy();
    // If a call sent with the old token receives a late 401, it is retried with the current token.
    const lateCall = apiGet('/api/admin/users', MessageResponse);
    localStorage.setItem('adminToken', 'newer');
    answers['GET /api/admin/users'] = { json: { message: 'Here' } };
    expect(await lateCall).toEqual({ message: 'Here' });
    expect(token()).toBe('newer');
    answers['GET /api/admin/users'] = refused('admin_not_signed_in');
    const refusedCall = apiGet('/api/admin/users', MessageResponse).catch(() => {});
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await act(() => refusedCall);
    expect(token()).toBeNull();
    expect(await screen.findByRole('heading', { name: 'Admin Login' })).toBeTruthy();
  });

  test('that ends in the middle of a task is renewed over the page, with a second factor; then the task continues', async () => {
    await signInAsAdmin({});
    answers['POST /api/admin/users/1/tokens'] = refused('admin_not_signed_in');
    answers['GET /api/admin/factors'] = { json: { passkeys: [], app: { createdAt: '2026-11-23T10:00:00.000Z' }, recoveryCodesLeft: 2 } };
    render(<TestAdminArea />);
    expect(await screen.findByRole('heading', { name: 'The dashboard' })).toBeTruthy();
    const call = () => apiSend('POST', '/api/admin/users/1/tokens', { amount: 5 }, MessageResponse);
    const [done, alsoDone] = [call(), call()];
    answers['POST /api/admin/login'] = { json: { token: 'new-token', admin: { ...keeper, secondFactor: 'required' } } };
    await userEvent.type(await screen.findByLabelText('Password'), 'demo-pass-1');
    answers['POST /api/admin/users/1/tokens'] = refused('second_factor_stale');
    await userEvent.click(screen.getByRole('button', { name: 'Login' }));
    answers['POST /api/admin/factors/proof/code'] = { json: { ...keeper, secondFactor: 'proved' } };
    await userEvent.type(await screen.findByRole('textbox', { name: 'Code from your app' }), '123 456');
    answers['POST /api/admin/users/1/tokens'] = { json: { message: 'Given' } };
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await done).toEqual({ message: 'Given' });
    expect(await alsoDone).toEqual({ message: 'Given' });
    expect(screen.getByRole('heading', { name: 'The dashboard' })).toBeTruthy();
    expect(sent.filter(({ path }) => path === '/api/admin/login')).toHaveLength(1);
    expect(sent.at(-1)?.body).toEqual({ amount: 5 });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('starts with a second factor after the password, and a call stays refused without one', async () => {
    await signInAsAdmin({ secondFactor: 'required' });
    answers['GET /api/admin/factors'] = {
      json: {
        passkeys: [{ id: 1, name: 'Key', createdAt: '2026-11-23T10:00:00.000Z', lastUsedAt: null }],
        app: null,
        recoveryCodesLeft: 0,
      },
    };
    render(<TestAdminArea />);
    expect(await screen.findByRole('button', { name: 'Use a passkey' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'The dashboard' })).toBeNull();
    await act(() => signInAsAdmin({ secondFactor: 'proved' }));
    expect(await screen.findByRole('heading', { name: 'The dashboard' })).toBeTruthy();
    answers['GET /api/admin/users'] = refused('second_factor_needed');
    const refusedCall = apiGet('/api/admin/users', MessageResponse).catch((error: Error) => error.message);
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
    expect(await refusedCall).toContain('second_factor_needed');
    expect(token()).toBe('admin-test-token');
  });

  test('survives a failure other than 401, which is reported and can be tried again', async () => {
    localStorage.setItem('adminToken', 'kept');
    answers['GET /api/admin/me'] = { status: 500, text: 'oops' };
    render(<TestAdminArea />);
    expect(await screen.findByText('Failed to fetch admin data')).toBeTruthy();
    expect(token()).toBe('kept');
    answers['GET /api/admin/me'] = { json: keeper };
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'The dashboard' })).toBeTruthy();
  });

  test('ends at logout, even if the server cannot be reached', async () => {
    for (const answer of [{ json: { message: 'ok' } }, new TypeError('Failed to fetch')]) {
      await signInAsAdmin({});
      history.replaceState(null, '', '/admin/dashboard');
      answers['POST /api/admin/logout'] = answer;
      const { unmount } = render(<TestAdminArea />);
      await screen.findByRole('heading', { name: 'The dashboard' });
      await act(signOutAdmin);
      expect(await screen.findByRole('heading', { name: 'Admin Login' })).toBeTruthy();
      expect(screen.getByText('Logged out')).toBeTruthy();
      expect(Boolean(screen.queryByText(/couldn’t reach the server/))).toBe(answer instanceof Error);
      expect(token()).toBeNull();
      expect(history.state).toBeNull();
      unmount();
    }
  });

  test('follows another tab', async () => {
    answers['GET /api/admin/me'] = { json: keeper };
    render(<TestAdminArea />);
    await screen.findByRole('heading', { name: 'Admin Login' });
    localStorage.setItem('adminToken', 'from-there');
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'adminToken' })));
    expect(await screen.findByRole('heading', { name: 'The dashboard' })).toBeTruthy();
    localStorage.removeItem('adminToken');
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'adminToken' })));
    expect(await screen.findByRole('heading', { name: 'Admin Login' })).toBeTruthy();
  });
});
