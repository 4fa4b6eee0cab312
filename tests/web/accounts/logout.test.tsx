import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mutate } from 'swr';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeServer, member } from '#tests/web/support/fake-server.ts';
import { refused } from '#tests/web/support/refused.ts';
import { App } from '#web/app.tsx';
import { storeReturnPath, takeReturnPath } from '#web/features/accounts/session/return-path.ts';
import { endPendingLogout, startSession } from '#web/features/accounts/session/session.ts';
import { setUser } from '#web/features/accounts/session/user-store.ts';
import { startOffline } from '#web/frame/start-offline.ts';
import { canBeSignedIn, clearSession } from '#web/lib/auth-storage.ts';
import { dismissToast } from '#web/lib/react/toast.ts';

const patient = { timeout: 5_000 };
const offline = new TypeError('Failed to fetch');

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  clearSession();
  history.replaceState(null, '', '/');
  await mutate(() => true, undefined, { revalidate: false });
  setUser(undefined);
  vi.stubGlobal('scrollTo', () => {});
  Element.prototype.scrollIntoView = () => {};
});
afterEach(() => {
  act(dismissToast);
  vi.unstubAllGlobals();
});

async function logOut(answers: Parameters<typeof fakeServer>[0]) {
  localStorage.setItem('auth_token', 'tok');
  const sent = fakeServer(answers);
  answers['GET /api/user'] = { json: member };
  render(<App />);
  await userEvent.click(await screen.findByRole('button', { name: 'Menu for Fay' }));
  // Clicks the first button, which is the one in the menu; the page may contain another one.
  const [button] = screen.getAllByRole('button', { name: 'Logout' });
  if (button) await userEvent.click(button);
  await screen.findByText('Logged out');
  return sent;
}

describe('logging out', () => {
  test('ends the session and forgets its pages', async () => {
    storeReturnPath('/dashboard/cache-cards/TC-0000001');
    const sent = await logOut({ 'POST /api/logout': { json: { message: 'You are logged out' } } });
    expect(screen.getByRole('link', { name: 'Sign In' })).toBeTruthy();
    expect(screen.queryByText(/once you’re back online/)).toBeNull();
    expect({ ...localStorage }).toEqual({ language: 'en' });
    expect(takeReturnPath()).toBe('/dashboard');
    expect(sent.map(({ path }) => path)).toEqual(['/api/user', '/api/logout']);
  });

  test('of an expired session leads Home', async () => {
    history.replaceState(null, '', '/account');
    await logOut({ 'POST /api/logout': refused('not_signed_in') });
    expect(location.pathname).toBe('/');
    expect(sessionStorage.getItem('redirect_path')).toBeNull();
    expect(canBeSignedIn()).toBe(false);
  });
});

test('the session hint cookie is recognized with its __Host- name too', () => {
  const cookie = vi.spyOn(document, 'cookie', 'get').mockReturnValue('theme=dark; __Host-session_hint=1');
  expect(canBeSignedIn()).toBe(true);
  cookie.mockReturnValue('session_hint=; other_session_hint=1; __Host-session_hint=0');
  expect(canBeSignedIn()).toBe(false);
  cookie.mockRestore();
});

test('a session hint without a session is checked once, and not by later pages', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = 'session_hint=1; Path=/';
  const sent = fakeServer({ 'GET /api/user': refused('not_signed_in') });
  render(<App />);
  expect(await screen.findByRole('link', { name: 'Sign In' })).toBeTruthy();
  expect(sent.map(({ path }) => path)).toEqual(['/api/user']);
  expect(document.cookie).not.toContain('session_hint');
  expect(canBeSignedIn()).toBe(false);
});

describe('logging out without a connection', () => {
  test('signs out here at once, says what is pending and completes it as soon as possible', async () => {
    const answers: Parameters<typeof fakeServer>[0] = { 'POST /api/logout': offline };
    const sent = await logOut(answers);
    expect(screen.getByText(/end your session once you’re back online/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign In' })).toBeTruthy();
    expect(localStorage.getItem('auth_token')).toBeNull();
    expect(location.pathname).toBe('/');

    // The cookies of the ended session remain while offline, but the page must not treat them as proof that anyone is signed in.
    // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
    document.cookie = 'session_hint=1; Path=/';
    expect(canBeSignedIn()).toBe(false);

    answers['POST /api/logout'] = { json: { message: 'You are logged out' } };
    dispatchEvent(new Event('online'));
    await waitFor(() => expect({ ...localStorage }).toEqual({ language: 'en' }));
    expect(canBeSignedIn()).toBe(false);
    expect(sent.map(({ path }) => path)).toEqual(['/api/user', '/api/logout', '/api/logout']);
  });

  test('is completed at the next load, before any request for the user', async () => {
    localStorage.setItem('logout_pending', '1');
    // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
    document.cookie = 'session_hint=1; Path=/';
    const sent = fakeServer({ 'POST /api/logout': { json: { message: 'You are logged out' } }, 'GET /api/user': { json: member } });
    vi.resetModules();
    const { App: ReloadedApp } = await import('#web/app.tsx');
    render(<ReloadedApp />);
    expect(screen.getByRole('link', { name: 'Sign In' })).toBeTruthy();
    await waitFor(() => expect({ ...localStorage }).toEqual({}));
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /api/logout']);
  });

  test('stays pending while the server has trouble', async () => {
    localStorage.setItem('logout_pending', '1');
    fakeServer({ 'POST /api/logout': { status: 503 } });
    expect(await endPendingLogout()).toBe(false);
    expect(localStorage.getItem('logout_pending')).toBe('1');
  });

  test('is canceled by a new sign-in', () => {
    localStorage.setItem('logout_pending', '1');
    fakeServer({});
    startSession({ ...member, token: 'tok-2' });
    expect({ ...localStorage }).toEqual({ auth_token: 'tok-2', known: '1', language: 'en' });
    expect(canBeSignedIn()).toBe(true);
  });
});

describe('when another tab', () => {
  async function changeElsewhere(token: string | null) {
    if (token) localStorage.setItem('auth_token', token);
    else localStorage.removeItem('auth_token');
    await act(async () => dispatchEvent(new StorageEvent('storage', { key: 'auth_token', newValue: token })));
  }

  test('signs someone else in, this tab switches to them and reloads its data', async () => {
    localStorage.setItem('auth_token', 'tok');
    const answers: Parameters<typeof fakeServer>[0] = { 'GET /api/user': { json: member } };
    const sent = fakeServer(answers);
    render(<App />);
    await screen.findByRole('button', { name: 'Menu for Fay' });
    answers['GET /api/user'] = { json: { ...member, id: 8, firstName: 'Robin' } };
    await changeElsewhere('tok-2');
    expect(await screen.findByRole('button', { name: 'Menu for Robin' })).toBeTruthy();
    expect(sent.at(-1)?.headers.get('Authorization')).toBe('Bearer tok-2');
  });

  test('signs out, this tab leaves the member page', async () => {
    localStorage.setItem('auth_token', 'tok');
    history.replaceState(null, '', '/account');
    fakeServer({ 'GET /api/user': { json: member } });
    render(<App />);
    await screen.findByRole('form', { name: 'Profile Information' }, patient);
    await changeElsewhere(null);
    expect(await screen.findByRole('link', { name: 'Sign In' })).toBeTruthy();
    expect(location.pathname).toBe('/');
    expect(sessionStorage.getItem('redirect_path')).toBeNull();
  });

  test('signs out, this tab deletes its drafts and reloads; when a session there expires, it keeps them', async () => {
    const reload = vi.fn();
    startOffline(reload);
    sessionStorage.setItem('draft_1_contact', '{}');
    const draftKeys = () => Object.keys(sessionStorage).filter((key) => key.startsWith('draft_'));
    await changeElsewhere(null);
    dispatchEvent(new StorageEvent('storage', { key: 'logout_pending', newValue: null }));
    expect(draftKeys()).toHaveLength(1);
    dispatchEvent(new StorageEvent('storage', { key: 'logout_pending', newValue: '1' }));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(draftKeys()).toEqual([]);
  });

  test('signs out while this page is in the back/forward cache, the page reloads when it is shown again', async () => {
    const reload = vi.fn();
    localStorage.setItem('auth_token', 'tok');
    startOffline(reload);
    const leaveAndReturn = () => {
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      return () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    };
    leaveAndReturn()();
    const returnHere = leaveAndReturn();
    localStorage.removeItem('auth_token');
    returnHere();
    expect(reload).toHaveBeenCalledOnce();
  });
});

test('signing out closes the notifications that the device shows', async () => {
  const close = vi.fn();
  const serviceWorker = { register: async () => undefined, getRegistration: async () => ({ getNotifications: async () => [{ close }] }) };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker }));
  startOffline();
  dispatchEvent(new Event('session-ended'));
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  vi.unstubAllGlobals();
});
