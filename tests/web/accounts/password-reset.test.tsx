import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AccountPasswordForm } from '#schema/accounts/account.ts';
import { errorMessage } from '#schema/errors.ts';
import { fakeServer } from '#tests/web/support/fake-server.ts';
import { noNotifications } from '#tests/web/support/no-notifications.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { refused } from '#tests/web/support/refused.ts';
import { signInAs } from '#tests/web/support/signed-in.ts';
import { PasswordSection } from '#web/features/accounts/account/security/PasswordSection.tsx';
import { useUser } from '#web/features/accounts/session/session.ts';
import { dismissToast } from '#web/lib/react/toast.ts';
import { ForgotPasswordPage } from '#web/pages/forgot-password/ForgotPasswordPage.tsx';
import { ResetPasswordPage } from '#web/pages/mail-links/ResetPasswordPage.tsx';

type Answers = Parameters<typeof fakeServer>[0];
const sentWord = 'If this email has an account, we sent it a link.';
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(async () => {
  sessionStorage.clear();
  await signInAs(null);
});
afterEach(() => {
  act(dismissToast);
  vi.unstubAllGlobals();
});

describe('requesting the link', () => {
  function visit(answers: Answers = {}) {
    history.replaceState(null, '', '/forgot-password');
    const sent = fakeServer(answers);
    render(<ForgotPasswordPage />, { wrapper: PageFrame });
    return sent;
  }
  const call = 'POST /api/forgot-password';

  test('confirms without revealing whether the account exists, and sends it again', async () => {
    const sent = visit({ [call]: { json: { message: sentWord } } });
    await userEvent.type(screen.getByLabelText('Email'), 'fay@demo.test');
    await press('Send me the link');
    expect(await screen.findByText(sentWord)).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Check your email');
    expect(screen.getByText('fay@demo.test')).toBeTruthy();
    await press('Send it again');
    expect(await screen.findByText(/Sent again/)).toBeTruthy();
    expect(sent.map(({ body }) => body)).toEqual([{ email: 'fay@demo.test' }, { email: 'fay@demo.test' }]);
    await press('Use another email');
    expect(screen.getByRole('button', { name: 'Send me the link' })).toBeTruthy();
  });

  test('marks an invalid email, and sends nothing', async () => {
    const sent = visit();
    await userEvent.type(screen.getByLabelText('Email'), 'fay');
    await press('Send me the link');
    expect(await screen.findByRole('textbox', { description: 'Please enter a valid email address' })).toBeTruthy();
    expect(sent).toEqual([]);
  });

  test('reports too many requests, and a missing connection on a repetition', async () => {
    const answers: Answers = { [call]: refused('too_many_reset_mails') };
    visit(answers);
    await userEvent.type(screen.getByLabelText('Email'), 'fay@demo.test');
    await press('Send me the link');
    expect(await screen.findByText(errorMessage('too_many_reset_mails'))).toBeTruthy();
    answers[call] = { json: { message: sentWord } };
    await press('Send me the link');
    await screen.findByText(sentWord);
    answers[call] = new TypeError('Failed to fetch');
    await press('Send it again');
    expect(await screen.findByText('No connection. Check your network and try again.')).toBeTruthy();
  });

  test('fills in the address that a refused provider sign-in left', async () => {
    sessionStorage.setItem('multiProviderEmail', 'other@demo.test');
    visit();
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('other@demo.test'));
  });
});

describe('setting a new password', () => {
  const call = 'POST /api/reset-password';
  function visit(path: string, answers: Answers = {}) {
    history.replaceState(null, '', path);
    const sent = fakeServer(answers);
    const view = render(<ResetPasswordPage />, { wrapper: PageFrame });
    return { sent, view };
  }
  async function fillIn(password = 'brand-new-1', again = password) {
    await userEvent.type(screen.getByLabelText('New password'), password);
    await userEvent.type(screen.getByLabelText('Confirm new password'), again);
    await press('Set new password');
  }

  test('removes the token from the address, sends it, and leads to signing in', async () => {
    const { sent } = visit('/reset-password#token=abc', {
      [call]: { json: { message: 'Your password is set. Sign in with it.' } },
    });
    expect(location.href).not.toContain('abc');
    await fillIn();
    expect(await screen.findByText('Your password is set. Sign in with it.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign In' })).toBeTruthy();
    expect(sent.map(({ body }) => body)).toEqual([{ token: 'abc', newPassword: 'brand-new-1' }]);
    expect(history.state).toBeNull();
  });

  test('accepts the links of older emails', async () => {
    const { sent } = visit('/reset-password?token=old', { [call]: { json: { message: 'Set.' } } });
    expect(location.href).not.toContain('old');
    await fillIn();
    await screen.findByText('Set.');
    expect(sent[0]?.body).toMatchObject({ token: 'old' });
  });

  test('starts over with another link in the same tab', { tags: 'long' }, async () => {
    const answers: Answers = { [call]: refused('link_used') };
    const { sent } = visit('/reset-password#token=abc', answers);
    await fillIn();
    await screen.findByRole('heading', { name: 'This link does not work' });
    answers[call] = { json: { message: 'Set.' } };
    act(() => location.assign('#token=newer'));
    expect(await screen.findByRole('heading', { name: 'Set a new password' })).toBeTruthy();
    expect(location.href).not.toContain('newer');
    await fillIn();
    await screen.findByText('Set.');
    expect(sent.at(-1)?.body).toMatchObject({ token: 'newer' });
  });

  test('reports a link with extra characters as incomplete', { tags: 'long' }, async () => {
    const fields = { token: 'This link is incomplete. Open it again from the email.' };
    visit(`/reset-password#token=${'a'.repeat(201)}`, { [call]: refused('invalid_input', { fields }) });
    await fillIn();
    expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeTruthy();
    expect(screen.getByText(fields.token)).toBeTruthy();
  });

  test('works after a reload', async () => {
    visit('/reset-password#token=abc').view.unmount();
    const sent = fakeServer({ [call]: { json: { message: 'Set.' } } });
    render(<ResetPasswordPage />, { wrapper: PageFrame });
    await fillIn();
    await screen.findByText('Set.');
    expect(sent[0]?.body).toEqual({ token: 'abc', newPassword: 'brand-new-1' });
  });

  test('marks passwords that are too short or differ, and warns about a common one', async () => {
    const { sent } = visit('/reset-password#token=abc');
    await fillIn('123', '456');
    expect(await screen.findByText('New password must be at least 6 characters')).toBeTruthy();
    await userEvent.clear(screen.getByLabelText('New password'));
    await userEvent.type(screen.getByLabelText('New password'), 'password1');
    expect(await screen.findByText(/^Easy to guess/)).toBeTruthy();
    expect(sent).toEqual([]);
  });

  test.each(['reset_link_expired', 'link_used', 'link_unknown'] as const)('after %s leads back to requesting a new link', async (code) => {
    visit('/reset-password#token=abc', { [call]: refused(code) });
    await fillIn();
    expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeTruthy();
    expect(screen.getByText(errorMessage(code))).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('/forgot-password');
  });

  test('can be tried again without a connection', async () => {
    visit('/reset-password#token=abc', { [call]: new TypeError('Failed to fetch') });
    await fillIn();
    expect(await screen.findByText('No connection. Check your network and try again.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Set new password' })).toBeTruthy();
  });

  test('reports a link without a token as incomplete', () => {
    visit('/reset-password');
    expect(screen.getByText(/This link is incomplete/)).toBeTruthy();
  });
});

describe('the password of a member who signs in through a provider', () => {
  function Section() {
    const { user } = useUser();
    return user ? (
      <PasswordSection user={user} schema={AccountPasswordForm} toasts={{ saved: { title: 'Saved' }, failed: 'Failed' }} />
    ) : null;
  }
  async function show(oauthProvider: string | null, hasPassword: boolean, answers: Answers = {}) {
    const preferences = {
      wantsOptionalMail: true,
      digest: 'off',
      language: 'en',
      languages: ['en'],
      newCards: null,
      notifications: noNotifications,
      hasPassword,
      freshUntil: '2026-01-01T00:00:00.000Z',
    };
    const sent = fakeServer({ 'GET /api/preferences': { json: preferences }, ...answers });
    await signInAs({ oauthProvider });
    render(<Section />, { wrapper: PageFrame });
    return sent;
  }

  test('is set with a mailed link if there is none', async () => {
    const sent = await show('google', false, { 'POST /api/forgot-password': { json: { message: sentWord } } });
    expect(await screen.findByText(/You sign in with Google\. To sign in with your email too, set a password/)).toBeTruthy();
    expect(screen.queryByLabelText('Current password')).toBeNull();
    await press('Send me the link');
    expect(await screen.findByText('Link sent. It works once and expires in an hour.')).toBeTruthy();
    expect(sent.at(-1)?.body).toEqual({ email: 'fay@demo.test' });
  });

  test('is changed in the form if there is one', async () => {
    await show('google', true);
    expect(await screen.findByLabelText('Current password')).toBeTruthy();
  });

  test('is not offered to other members', async () => {
    const sent = await show(null, true);
    expect(screen.getByLabelText('Current password')).toBeTruthy();
    expect(sent).toEqual([]);
  });
});
