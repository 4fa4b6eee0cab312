import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mutate } from 'swr';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeServer, member } from '#tests/web/support/fake-server.ts';
import { refused } from '#tests/web/support/refused.ts';
import { App } from '#web/app.tsx';
import { storeReturnPath } from '#web/features/accounts/session/return-path.ts';
import { setUser } from '#web/features/accounts/session/user-store.ts';
import { dismissToast } from '#web/lib/react/toast.ts';
import { clearReferralCode, getReferralCode, storeReferralCode } from '#web/lib/referral-code.ts';

const patient = { timeout: 5_000 };

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  await mutate(() => true, undefined, { revalidate: false });
  setUser(undefined);
  vi.stubGlobal('scrollTo', () => {});
  Element.prototype.scrollIntoView = () => {};
});
afterEach(() => {
  act(dismissToast);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  clearReferralCode();
});

describe('the code of an invitation', () => {
  test('survives a reload, in the server’s spelling', () => {
    storeReferralCode('?utm=x&ref=%20wrenh26a');
    expect(getReferralCode()).toBe('WRENH26A');
    expect(localStorage.getItem('referral_code')).toBe('WRENH26A');
  });

  test('is the latest one', () => {
    storeReferralCode('?ref=WRENH26A');
    storeReferralCode('?ref=BASTH26B');
    expect(getReferralCode()).toBe('BASTH26B');
  });

  test.each([
    '',
    '?ref=',
    '?ref=SHORT',
    '?ref=WRENH26AX',
    '?ref=WREN%20H26',
    `?ref=${'A'.repeat(50)}`,
    '?ref=%3Cb%3Ebold!',
    '?ref=%E0%A4%A',
  ])('stays if %j contains no usable one', (query) => {
    storeReferralCode('?ref=WRENH26A');
    storeReferralCode(query);
    expect(getReferralCode()).toBe('WRENH26A');
  });

  test('is ignored in storage that something else wrote', () => {
    localStorage.setItem('referral_code', 'x'.repeat(100));
    expect(getReferralCode()).toBeNull();
  });

  test('lasts as long as the page if the browser refuses storage', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('refused');
    });
    storeReferralCode('?ref=WRENH26A');
    expect(getReferralCode()).toBe('WRENH26A');
    clearReferralCode();
    expect(getReferralCode()).toBeNull();
  });
});

describe('registering with an invitation', () => {
  function open(path: string) {
    storeReturnPath('/');
    history.replaceState(null, '', path);
    render(<App />);
  }

  async function registerNow() {
    const form = within(await screen.findByRole('form', { name: 'Register' }, patient));
    await userEvent.type(form.getByLabelText('Email'), 'new@demo.test');
    await userEvent.type(form.getByLabelText('Password'), 'correct horse');
    await userEvent.type(form.getByLabelText('Confirm password'), 'correct horse');
    await userEvent.click(form.getByRole('checkbox', { name: 'I’m 13 or older, and I accept the Terms and the Privacy Policy' }));
    await userEvent.click(form.getByRole('button', { name: 'Create account' }));
  }

  const registration = (sent: ReturnType<typeof fakeServer>) => sent.find(({ path }) => path === '/api/register')?.body;

  test('from an earlier visit counts once', async () => {
    const sent = fakeServer({ 'POST /api/register': { status: 201, json: { ...member, token: 'tok-2' } } });
    storeReferralCode('?ref=WRENH26A');
    open('/auth');
    expect(await screen.findByRole('tab', { name: 'Sign In', selected: true }, patient)).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Register' }));
    const note = await screen.findByText('Invited by a friend: code', { exact: false }, patient);
    expect(note.textContent).toBe('Invited by a friend: code WRENH26A');
    await registerNow();
    await waitFor(() => expect(localStorage.getItem('auth_token')).toBe('tok-2'), patient);
    expect(registration(sent)).toMatchObject({ ref: 'WRENH26A' });
    await waitFor(() => expect(getReferralCode()).toBeNull());
  });

  test('that was declined does not count, and is removed from the address', async () => {
    const sent = fakeServer({ 'POST /api/register': { status: 201, json: { ...member, token: 'tok-3' } } });
    open('/auth?ref=WRENH26A');
    await userEvent.click(await screen.findByRole('button', { name: 'Remove the invitation' }, patient));
    expect(document.activeElement?.textContent).toContain('Invitation removed');
    expect(location.search).toBe('');
    expect(screen.getByRole('tab', { name: 'Register', selected: true })).toBeTruthy();
    await registerNow();
    await waitFor(() => expect(registration(sent)).toBeTruthy(), patient);
    expect(registration(sent)).not.toHaveProperty('ref');
    expect(getReferralCode()).toBeNull();
  });

  test('keeps it if the registration was refused', async () => {
    fakeServer({ 'POST /api/register': refused('email_taken', { field: 'email' }) });
    open('/auth?ref=WRENH26A');
    await registerNow();
    expect(await screen.findByText('Registration failed')).toBeTruthy();
    expect(getReferralCode()).toBe('WRENH26A');
  });

  test('with an invalid code still opens the Register tab, without a note', async () => {
    fakeServer({});
    open('/auth?ref=nonsense!');
    expect(await screen.findByRole('tab', { name: 'Register', selected: true }, patient)).toBeTruthy();
    expect(screen.queryByText(/Invited by a friend/)).toBeNull();
  });
});
