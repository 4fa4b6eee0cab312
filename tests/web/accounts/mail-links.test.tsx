import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { errorMessage } from '#schema/errors.ts';
import { fakeServer, member } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { refused } from '#tests/web/support/refused.ts';
import { signInAs } from '#tests/web/support/signed-in.ts';
import { App } from '#web/app.tsx';
import { VerifyEmailNotice } from '#web/features/accounts/account/VerifyEmailNotice.tsx';
import { useUser } from '#web/features/accounts/session/session.ts';
import { dismissToast } from '#web/lib/react/toast.ts';

type Answers = Parameters<typeof fakeServer>[0];

beforeEach(() => signInAs(null));
afterEach(() => {
  vi.unstubAllGlobals();
  act(dismissToast);
});

function visit(path: string, answers: Answers = {}) {
  const sent = fakeServer(answers);
  history.replaceState(null, '', path);
  render(<App />);
  return sent;
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test.each([
  [null, null],
  ['2026-11-28T10:00:00.000Z', /For your security, payouts start on .*28/],
])('confirming a PayPal address shows how long payouts are on hold, if it is new: %s', async (heldUntil, note) => {
  const answer = { json: { message: 'Your earnings go to fay@paypal.test.', heldUntil } };
  visit('/confirm-payout-address#token=abc', { 'POST /api/confirm-payout-address': answer });
  await userEvent.click(await screen.findByRole('button', { name: 'Send my earnings here' }, { timeout: 5_000 }));
  expect(await screen.findByText('Your earnings go to fay@paypal.test.')).toBeTruthy();
  expect(screen.queryAllByText(note ?? /payouts start on/)).toHaveLength(note ? 1 : 0);
});

describe.each([
  ['/verify-email', 'Verify your email', 'Verify my email', 'Email verified'],
  ['/confirm-email-change', 'Confirm your new email', 'Use this address', 'Your email was changed'],
  ['/undo-email-change', 'Undo your email change', 'Undo the change', 'Your email change was undone'],
  ['/secure-account', 'Secure your account', 'Secure my account', 'Your account is secure'],
  ['/remove-payout-address', 'Remove this PayPal address?', 'Remove the address', 'The PayPal address was removed'],
  ['/unsubscribe', 'Stop all optional emails?', 'Stop optional emails', 'Optional emails are off'],
])('%s', (path, title, action, done) => {
  const call = `POST /api${path}`;

  test('asks first, and acts when the button is pressed', async () => {
    const sent = visit(`${path}#token=abc-_1`, { [call]: { json: { message: 'The server says it is done.' } } });
    expect(await screen.findByRole('heading', { name: title }, { timeout: 5_000 })).toBeTruthy();
    expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
    await press(action);
    expect(await screen.findByRole('heading', { name: done })).toBe(document.activeElement);
    expect(screen.getByText('The server says it is done.')).toBeTruthy();
    expect(screen.getByRole('main').querySelector('a.button')?.getAttribute('href')).toBe('/auth');
    expect(sent.filter(({ method }) => method === 'POST')).toMatchObject([{ path: `/api${path}`, body: { token: 'abc-_1' } }]);
  });

  test('removes the token from the address at once, and keeps it across a reload', async () => {
    const first = visit(`${path}#token=abc`);
    await screen.findByRole('button', { name: action }, { timeout: 5_000 });
    expect(location.href).not.toContain('abc');
    expect(first).toEqual([]);
    cleanup();
    const sent = fakeServer({ [call]: { json: { message: 'Done.' } } });
    render(<App />);
    await press(action);
    await screen.findByText('Done.');
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ token: 'abc' });
  });

  test('accepts the links of older emails', async () => {
    const sent = visit(`${path}?token=7.old`, { [call]: { json: { message: 'Done.' } } });
    await userEvent.click(await screen.findByRole('button', { name: action }, { timeout: 5_000 }));
    await screen.findByText('Done.');
    expect(location.href).not.toContain('old');
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ token: '7.old' });
  });

  test('starts over with another link in the same tab', async () => {
    const answers: Answers = { [call]: refused('link_used') };
    const sent = visit(`${path}#token=abc`, answers);
    await userEvent.click(await screen.findByRole('button', { name: action }, { timeout: 5_000 }));
    await screen.findByText(errorMessage('link_used'));
    answers[call] = { json: { message: 'Done.' } };
    act(() => location.assign('#token=newer'));
    await userEvent.click(await screen.findByRole('button', { name: action }));
    await screen.findByText('Done.');
    expect(location.href).not.toContain('newer');
    expect(sent.at(-1)?.body).toEqual({ token: 'newer' });
  });

  test('reports a link with extra characters as incomplete', async () => {
    const fields = { token: 'This link is incomplete. Open it again from the email.' };
    visit(`${path}#token=${'a'.repeat(201)}`, { [call]: refused('invalid_input', { fields }) });
    await userEvent.click(await screen.findByRole('button', { name: action }, { timeout: 5_000 }));
    expect(await screen.findByText(fields.token)).toBeTruthy();
  });

  test('sends once, however often the button is pressed', async () => {
    const sent = visit(`${path}#token=abc`, { [call]: new Promise<never>(() => undefined) });
    await userEvent.dblClick(await screen.findByRole('button', { name: action }, { timeout: 5_000 }));
    expect(screen.getByRole('button', { name: /…$/ }).getAttribute('aria-busy')).toBe('true');
    expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('explains what is wrong with the link, and what to do', async () => {
    visit(`${path}#token=abc`, { [call]: refused('link_used') });
    await userEvent.click(await screen.findByRole('button', { name: action }, { timeout: 5_000 }));
    expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeTruthy();
    expect(screen.getByText(errorMessage('link_used'))).toBeTruthy();
    expect(screen.queryByRole('button', { name: action })).toBeNull();
  });

  test('can be tried again without a connection', async () => {
    const answers: Answers = { [call]: new TypeError('Failed to fetch') };
    visit(`${path}#token=abc`, answers);
    await userEvent.click(await screen.findByRole('button', { name: action }, { timeout: 5_000 }));
    expect(await screen.findByText('No connection. Check your network and try again.')).toBeTruthy();
    answers[call] = { json: { message: 'Done after all.' } };
    await press(action);
    expect(await screen.findByText('Done after all.')).toBeTruthy();
  });

  test('reports a link without a token as incomplete', async () => {
    visit(path);
    expect(await screen.findByText(/This link is incomplete/, undefined, { timeout: 5_000 })).toBeTruthy();
    expect(screen.queryByRole('button', { name: action })).toBeNull();
  });
});

test('the link in an optional email stops its topic, or all optional emails', async () => {
  const stopped = { json: { message: 'You won’t get any more.' } };
  for (const [button, title, body] of [
    ['Stop these emails', 'You’re unsubscribed', { token: '7.thanks.abc' }],
    ['Stop all optional emails', 'Optional emails are off', { token: '7.thanks.abc', isForAll: true }],
  ] as const) {
    const sent = visit('/unsubscribe#token=7.thanks.abc', { 'POST /api/unsubscribe': stopped });
    expect(await screen.findByRole('heading', { name: 'Stop emails about thanks for your notes?' }, { timeout: 5_000 })).toBeTruthy();
    await press(button);
    expect(await screen.findByRole('heading', { name: title })).toBe(document.activeElement);
    expect(screen.getByRole('link', { name: 'preferences' }).getAttribute('href')).toBe('/account?tab=preferences');
    expect(sent.filter(({ method }) => method === 'POST').map((request) => request.body)).toEqual([body]);
    cleanup();
  }
});

test('securing an account offers a link for a new password', async () => {
  const answers: Answers = {
    'POST /api/secure-account': { json: { message: 'All devices were signed out.', email: 'fay@demo.test' } },
    'POST /api/forgot-password': { json: { message: 'Sent.' } },
  };
  const sent = visit('/secure-account#token=abc', answers);
  await userEvent.click(await screen.findByRole('button', { name: 'Secure my account' }, { timeout: 5_000 }));
  expect(await screen.findByText('All devices were signed out.')).toBeTruthy();
  await press('Set a new password');
  expect(await screen.findByText('Link sent. It works once and expires in an hour.')).toBeTruthy();
  expect(sent.at(-1)).toMatchObject({ path: '/api/forgot-password', body: { email: 'fay@demo.test' } });
});

test('a member who verifies is shown as verified, and continues to the dashboard', async () => {
  await signInAs({ emailVerified: false });
  const sent = visit('/verify-email#token=abc', {
    'POST /api/verify-email': { json: { message: 'Thank you!' } },
    'GET /api/user': { json: member },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Verify my email' }, { timeout: 5_000 }));
  expect(await screen.findByRole('link', { name: 'Go to Dashboard' })).toBeTruthy();
  await waitFor(() => expect(sent.some(({ path }) => path === '/api/user')).toBe(true));
});

describe('the dashboard’s notice about an unverified address', () => {
  function Notice() {
    const { user } = useUser();
    return user ? <VerifyEmailNotice user={user} /> : null;
  }
  async function show(emailVerified: boolean, answers: Answers = {}) {
    const sent = fakeServer({ 'GET /api/user': { json: { ...member, emailVerified } }, ...answers });
    await signInAs({ emailVerified });
    render(<Notice />, { wrapper: PageFrame });
    return sent;
  }
  const send = 'POST /api/verify-email/send';

  test('is absent for verified members', async () => {
    await show(true);
    expect(screen.queryByText('Verify your email')).toBeNull();
  });

  test('sends the email again and shows its address', async () => {
    await show(false, { [send]: { json: { message: 'We sent an email to fay@demo.test.' } } });
    expect(screen.getByText('fay@demo.test')).toBeTruthy();
    await press('Send again');
    expect((await screen.findByText('We sent an email to fay@demo.test.')).getAttribute('role')).toBe('status');
  });

  test('reports too many requests and a missing connection', async () => {
    const answers: Answers = { [send]: refused('too_many_mails', { retryAfterSeconds: 1_380 }) };
    await show(false, answers);
    await press('Send again');
    expect(await screen.findByText(errorMessage('too_many_mails', {}, 1_380))).toBeTruthy();
  });

  test('disappears once the address was verified elsewhere', async () => {
    await show(false, {
      [send]: { json: { message: 'Your email address is already verified.' } },
      'GET /api/user': { json: member },
    });
    await press('Send again');
    await waitFor(() => expect(screen.queryByText('Verify your email')).toBeNull());
  });
});
