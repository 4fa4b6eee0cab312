import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { socialProviders } from '#schema/accounts/social-providers.ts';
import { errorMessage } from '#schema/errors.ts';
import { fakeServer, member } from '#tests/web/support/fake-server.ts';
import { refused } from '#tests/web/support/refused.ts';
import { signInAs } from '#tests/web/support/signed-in.ts';
import { site } from '#tests/web/support/site-config.ts';
import { App } from '#web/app.tsx';
import { storeReturnPath } from '#web/features/accounts/session/return-path.ts';
import { clearSession, storeToken } from '#web/lib/auth-storage.ts';
import { dismissToast } from '#web/lib/react/toast.ts';
import { storeReferralCode } from '#web/lib/referral-code.ts';

const leave = vi.hoisted(() => ({ for: vi.fn() }));
vi.mock('#web/lib/redirect-to.ts', () => ({ redirectTo: leave.for }));

const patient = { timeout: 5_000 };
const signInPage = 'http://localhost:8791/sign-in';
const withProviders = { json: { ...site, signInProviders: [...socialProviders], localSignInPage: signInPage } };

/** A token from the local sign-in page; these tests read only its payload. */
const claims = { sub: 'uid-1', email: 'fay@demo.test', name: 'Fay Finder', picture: 'https://pics.test/ü.png' };
const payload = btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(claims))));
const idToken = `head.${payload.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.sign`;

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  leave.for.mockClear();
  await signInAs(null);
  vi.stubGlobal('scrollTo', () => {});
  Element.prototype.scrollIntoView = () => {};
});
afterEach(() => {
  act(dismissToast);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function open(path: string, answers: Parameters<typeof fakeServer>[0] = {}) {
  history.replaceState(null, '', path);
  const sent = fakeServer({ 'GET /api/config': withProviders, ...answers });
  render(<App />);
  return sent;
}

/** Simulates the return from the provider's page. */
function returnFromProvider(fragment: Record<string, string>, answers: Parameters<typeof fakeServer>[0] = {}) {
  sessionStorage.setItem('redirect_pending', 'true');
  sessionStorage.setItem('auth_provider', fragment.provider ?? '');
  return open(`/auth#${new URLSearchParams(fragment)}`, answers);
}

describe('the provider buttons', () => {
  test('are on both tabs above the form, with the note on the Terms', async () => {
    open('/auth');
    for (const name of ['Continue with Google', 'Continue with Facebook', 'Continue with Apple']) {
      expect(await screen.findByRole('button', { name }, patient)).toBeTruthy();
    }
    const [google, form] = [screen.getByRole('button', { name: 'Continue with Google' }), screen.getByRole('form', { name: 'Sign In' })];
    expect(google.compareDocumentPosition(form) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(screen.getByText(/Continue only if you’re 13 or older and accept/)).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Register' }));
    expect(screen.getAllByRole('button', { name: 'Continue with Google' })).toHaveLength(1);
  });

  test('are absent if the site has no providers', async () => {
    open('/auth', { 'GET /api/config': { json: site } });
    await screen.findByRole('form', { name: 'Sign In' }, patient);
    await waitFor(() => expect(screen.queryByRole('button', { name: /Continue with/ })).toBeNull());
  });

  describe('in an app’s own browser', () => {
    const instagram = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 394.0.0.37.81';
    const facebook = 'Mozilla/5.0 (Linux; Android 15; Pixel 8; wv) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile [FB_IAB/FB4A;FBAV/535.0;]';

    function openInApp(userAgent: string) {
      vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
      storeReturnPath('/card?id=TC-0000001&k=ABCD2345');
      open('/auth');
    }

    test('come after the form, with a note instead of Google', async () => {
      storeReferralCode('ref=ABCD2345');
      storeToken('token');
      clearSession();
      openInApp(facebook);
      const link = await screen.findByRole('link', { name: 'Open in your browser' }, patient);
      expect(screen.getAllByText(/Google sign-in doesn’t work inside Facebook/)).toBeTruthy();
      const elsewhere = `intent://${location.host}/card?id=TC-0000001&k=ABCD2345&ref=ABCD2345#Intent;scheme=http;`;
      expect(link.getAttribute('href')).toMatch(elsewhere);
      const [form, others] = [
        screen.getByRole('form', { name: 'Sign In' }),
        screen.getByRole('button', { name: 'Continue with Facebook' }),
      ];
      expect(form.compareDocumentPosition(others) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'Continue with Google' })).toBeNull();
      await userEvent.click(screen.getByRole('tab', { name: 'Register' }));
      expect(screen.getAllByRole('link', { name: 'Open in your browser' })).toHaveLength(1);
    });

    test('on an iPhone copies the link, and shows it if that fails', async () => {
      openInApp(instagram);
      const copy = await screen.findByRole('button', { name: 'Copy link for your browser' }, patient);
      const user = userEvent.setup();
      const writeText = vi.spyOn(navigator.clipboard, 'writeText');
      await user.click(copy);
      expect(writeText).toHaveBeenCalledWith(`${location.origin}/card?id=TC-0000001&k=ABCD2345`);
      expect(await screen.findByText(/^Link copied/)).toBeTruthy();
      writeText.mockRejectedValue(new Error('blocked'));
      await user.click(copy);
      expect(await screen.findByText(/^Copy this link: .*TC-0000001/)).toBeTruthy();
    });
  });

  describe('the provider buttons, if the providers could not be loaded', () => {
    const unreachable = 'Couldn’t load Google, Facebook and Apple sign-in.';
    const offline = { 'GET /api/config': new TypeError('Failed to fetch') };

    test('are replaced by a message, until they are requested again', async () => {
      open('/auth', offline);
      expect(await screen.findByText(unreachable, {}, patient)).toBeTruthy();
      expect(screen.queryByRole('button', { name: /Continue with/ })).toBeNull();
      fakeServer({ 'GET /api/config': withProviders });
      const retryButton = screen.getByRole('button', { name: 'Try again' });
      await userEvent.click(retryButton);
      const google = await screen.findByRole('button', { name: 'Continue with Google' });
      expect(screen.queryByText(unreachable)).toBeNull();
      expect(document.activeElement).toBe(google.parentElement);
    });

    test('stay away while the request fails again, and the retry button keeps the focus', async () => {
      open('/auth', offline);
      const retryButton = await screen.findByRole('button', { name: 'Try again' }, patient);
      let refuse = (_: Error) => {};
      const answer = new Promise<never>((_, reject) => {
        refuse = reject;
      });
      const sent = fakeServer({ 'GET /api/config': answer });
      await userEvent.click(retryButton);
      await waitFor(() => expect(sent).toHaveLength(1));
      expect(retryButton.getAttribute('aria-busy')).toBe('true');
      await act(async () => refuse(new TypeError('Failed to fetch')));
      await waitFor(() => expect(retryButton.getAttribute('aria-busy')).toBeNull());
      expect(screen.getByText(unreachable)).toBeTruthy();
      expect(document.activeElement).toBe(retryButton);
    });

    test('appear when the connection returns, without taking the focus', async () => {
      open('/auth', offline);
      await screen.findByText(unreachable, {}, patient);
      const email = screen.getByLabelText('Email');
      await userEvent.type(email, 'fay');
      const sent = fakeServer({ 'GET /api/config': withProviders });
      act(() => void dispatchEvent(new Event('online')));
      expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeTruthy();
      expect(document.activeElement).toBe(email);
      act(() => void dispatchEvent(new Event('online')));
      expect(sent.filter(({ path }) => path === '/api/config')).toHaveLength(1);
    });

    test('disappear if the site has no providers', async () => {
      open('/auth', offline);
      const retryButton = await screen.findByRole('button', { name: 'Try again' }, patient);
      fakeServer({ 'GET /api/config': { json: site } });
      await userEvent.click(retryButton);
      await waitFor(() => expect(screen.queryByText(unreachable)).toBeNull());
      expect(screen.queryByRole('button', { name: /Continue with|Try again/ })).toBeNull();
    });
  });

  test.each(socialProviders)('lead to the page of %s, and remember the return path', async (provider) => {
    open('/auth');
    const name = new RegExp(`Continue with ${provider}`, 'i');
    const button = await screen.findByRole('button', { name }, patient);
    await waitFor(() => expect(button.closest('.social-unknown')).toBeNull());
    await userEvent.click(button);
    await waitFor(() =>
      expect(leave.for).toHaveBeenCalledWith(`${signInPage}?provider=${provider}&origin=${encodeURIComponent(location.origin)}`),
    );
    expect(sessionStorage.getItem('redirect_pending')).toBe('true');
    expect(sessionStorage.getItem('auth_provider')).toBe(provider);
    expect(screen.getByRole('button', { name }).getAttribute('aria-busy')).toBe('true');
  });

  test('work again after “Back” from the provider', async () => {
    open('/auth');
    const button = await screen.findByRole('button', { name: 'Continue with Apple' }, patient);
    await waitFor(() => expect(button.closest('.social-unknown')).toBeNull());
    await userEvent.click(button);
    const event = Object.assign(new Event('pageshow'), { persisted: true });
    act(() => void dispatchEvent(event));
    expect(screen.getByRole('button', { name: 'Continue with Apple' }).getAttribute('aria-busy')).toBeNull();
    expect({ ...sessionStorage }).toEqual({});
  });
});

describe('returning from the provider', () => {
  test('exchanges the identity, confirms, and leads to where the visitor came from', async () => {
    storeReferralCode('?ref=FRIEND12');
    storeReturnPath('/?from=card');
    const sent = returnFromProvider(
      { id_token: idToken, provider: 'google' },
      { 'POST /api/auth/token': { json: { token: 'tok-1', user: member } } },
    );
    expect(await screen.findByText('Login Successful', {}, patient)).toBeTruthy();
    expect(screen.getByText('Redirecting to /?from=card in 500ms...')).toBeTruthy();
    expect(location.hash).toBe('');
    await waitFor(() => expect(location.pathname + location.search).toBe('/?from=card'), patient);
    expect(await screen.findByRole('link', { name: 'Go to Dashboard' }, patient)).toBeTruthy();
    expect(sent.find(({ path }) => path === '/api/auth/token')?.body).toEqual({
      idToken,
      firebaseUid: 'uid-1',
      email: 'fay@demo.test',
      displayName: 'Fay Finder',
      photoURL: 'https://pics.test/ü.png',
      provider: 'google',
      ref: 'FRIEND12',
    });
    expect(localStorage.getItem('auth_token')).toBe('tok-1');
    expect(localStorage.getItem('referral_code')).toBeNull();
    expect({ ...sessionStorage }).toEqual({});
  });

  test('without having signed in shows the forms, without a request', async () => {
    sessionStorage.setItem('redirect_pending', 'true');
    const sent = open('/auth');
    expect(await screen.findByRole('form', { name: 'Sign In' }, patient)).toBeTruthy();
    await waitFor(() => expect(sessionStorage.getItem('redirect_pending')).toBeNull());
    expect(screen.queryByRole('alert')?.textContent ?? '').toBe('');
    expect(sent.some(({ method }) => method === 'POST')).toBe(false);
  });

  test('after canceling shows a note', async () => {
    returnFromProvider({ error: 'auth/user-cancelled', provider: 'facebook' });
    expect(await screen.findByText('Facebook Login Failed', {}, patient)).toBeTruthy();
    const alert = (await screen.findByText('Authentication Error')).closest('[role="alert"]');
    expect(alert?.textContent).toContain('You didn’t finish signing in with Facebook.');
    expect(location.hash).toBe('');
    expect(sessionStorage.getItem('auth_redirect_result')).toBe('error');
    expect(sessionStorage.getItem('redirect_pending')).toBeNull();
  });

  test.each([
    [refused('identity_token_invalid'), `Authentication failed: ${errorMessage('identity_token_invalid')}`],
    [{ json: { user: member } }, 'No authentication token returned'],
    [new TypeError('Failed to fetch'), 'No connection. Check your network and try again.'],
  ])('shows the reason of a refused exchange (%#)', async (answer, message) => {
    returnFromProvider({ id_token: idToken, provider: 'apple' }, { 'POST /api/auth/token': answer });
    expect(await screen.findByText('Apple Login Failed', {}, patient)).toBeTruthy();
    const alert = (await screen.findByText('Authentication Error')).closest('[role="alert"]');
    expect(alert?.textContent).toContain(message);
    expect(localStorage.getItem('auth_token')).toBeNull();
  });

  test('shows a failure until another tab is chosen', async () => {
    returnFromProvider({ error: 'auth/user-cancelled', provider: 'facebook' });
    expect(await screen.findByText('Authentication Error', {}, patient)).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Sign In' }));
    expect(screen.getByText('Authentication Error')).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Register' }));
    expect(screen.queryByText('Authentication Error')).toBeNull();
  });

  test('shows a failure even if an invitation opens the other tab', async () => {
    sessionStorage.setItem('redirect_pending', 'true');
    open(`/auth?ref=FRIEND12#${new URLSearchParams({ error: 'auth/user-cancelled', provider: 'apple' })}`);
    expect(await screen.findByText('Authentication Error', {}, patient)).toBeTruthy();
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Register');
  });

  test('with an address of another account keeps it for the password form', async () => {
    returnFromProvider({ id_token: idToken, provider: 'facebook' }, { 'POST /api/auth/token': refused('provider_conflict') });
    const alert = (await screen.findByText('Authentication Error', {}, patient)).closest('[role="alert"]');
    expect(alert?.textContent).toContain(errorMessage('provider_conflict'));
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('fay@demo.test');
    expect(screen.getByText(/the provider you joined with/)).toBeTruthy();
    expect(sessionStorage.getItem('multiProviderEmail')).toBe('fay@demo.test');
    expect(sessionStorage.getItem('attemptedProvider')).toBe('facebook');
  });

  test('through a link from someone else signs nobody in', async () => {
    const sent = open(`/auth#${new URLSearchParams({ id_token: idToken, provider: 'google' })}`);
    expect(
      await screen.findByText('This sign-in didn’t start on this page. Please try again.', { selector: '.alert *' }, patient),
    ).toBeTruthy();
    expect(location.hash).toBe('');
    expect(sent.some(({ method }) => method === 'POST')).toBe(false);
  });
});
