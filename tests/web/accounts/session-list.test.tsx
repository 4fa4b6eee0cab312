import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Session } from '#schema/accounts/session.ts';
import { errorMessage } from '#schema/errors.ts';
import { fakeServer, member, type SentRequest } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { refused } from '#tests/web/support/refused.ts';
import { signInAs } from '#tests/web/support/signed-in.ts';
import { getStoredToken } from '#web/lib/auth-storage.ts';
import { AccountPage } from '#web/pages/account/AccountPage.tsx';
import { AccountTab } from '#web/pages/dashboard/AccountTab.tsx';

const session = (id: string, more: Partial<Session> = {}): Session => ({
  id,
  device: 'Firefox on Android',
  country: 'PT',
  createdAt: '2026-11-01T08:00:00.000Z',
  lastUsedAt: '2026-11-20T15:30:00.000Z',
  isCurrent: false,
  ...more,
});
const here = session('here', { device: 'Chrome on Linux', country: null, isCurrent: true });

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(() => {
  answers = {
    'GET /api/user': { json: member },
    'GET /api/passkeys': { json: [] },
    'GET /api/sign-ins': { json: [] },
    'GET /api/sessions': { json: [here, session('phone')] },
  };
  sent = fakeServer(answers);
});
afterEach(() => vi.unstubAllGlobals());

const press = (name: string | RegExp, where: Pick<typeof screen, 'getByRole'> = screen) =>
  userEvent.click(where.getByRole('button', { name }));
const changes = () => sent.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);

async function open() {
  window.history.replaceState(null, '', '/account?tab=security');
  await signInAs({});
  render(
    <PageFrame>
      <AccountPage />
    </PageFrame>,
  );
  await screen.findByRole('heading', { name: 'Where you’re signed in' });
}

test('the list of sessions shows device, country and last use, and marks the current session', async () => {
  await open();
  const [own, phone] = await screen.findAllByRole('listitem');
  if (!own || !phone) throw new Error('The list is short');
  expect(within(own).getByText('Chrome on Linux')).toBeTruthy();
  expect(within(own).getByText('This device')).toBeTruthy();
  expect(within(own).queryByRole('button')).toBeNull();
  expect(within(phone).getByText('Firefox on Android')).toBeTruthy();
  expect(phone.textContent).toContain('Portugal');
  expect(phone.textContent).toMatch(/Last active Nov 20, 2026/);
});

test('the list of sessions is also on the dashboard’s account tab', async () => {
  await signInAs({});
  render(
    <PageFrame>
      <AccountTab user={member} />
    </PageFrame>,
  );
  expect(await screen.findByText('Firefox on Android')).toBeTruthy();
});

test('the latest five sign-ins show, and the others on demand', async () => {
  const signIn = (id: number) => ({
    id,
    outcome: 'opened',
    way: 'password',
    at: '2026-11-20T15:30:00.000Z',
    device: `Device ${id}`,
    country: null,
    count: 1,
  });
  answers['GET /api/sign-ins'] = { json: [1, 2, 3, 4, 5, 6].map(signIn) };
  await open();
  const signIns = within(screen.getByRole('region', { name: 'Recent sign-ins' }));
  await signIns.findByText('Device 5, with a password');
  expect(signIns.queryByText(/^Device 6/)).toBeNull();
  await press('Show all 6', signIns);
  expect(signIns.getByText(/^Device 6/)).toBeTruthy();
});

test('the list of sessions explains a failure to load, and tries again', async () => {
  answers['GET /api/sessions'] = refused('internal');
  await open();
  expect(await screen.findByText('Couldn’t load your sessions')).toBeTruthy();
  answers['GET /api/sessions'] = { json: [here] };
  await press('Try again');
  expect(await screen.findByText('Chrome on Linux')).toBeTruthy();
});

describe('signing out', () => {
  const confirm = (name: string) => press(name, within(screen.getByRole('dialog')));
  const signOutPhone = async () => {
    await press(/^Sign out Firefox on Android, last active/);
    expect(changes()).toEqual([]);
    await confirm('Sign out this device');
  };

  test('one device removes it from the list, confirms and keeps the focus', async () => {
    answers['DELETE /api/sessions/phone'] = { json: { message: 'That device is signed out.' } };
    await open();
    await screen.findByText('Firefox on Android');
    answers['GET /api/sessions'] = { json: [here] };
    await signOutPhone();
    expect(await screen.findByText('That device is signed out.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Firefox on Android')).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Where you’re signed in'));
    expect(changes()).toEqual(['DELETE /api/sessions/phone']);
    expect(screen.queryByRole('button', { name: 'Sign out all other devices' })).toBeNull();
  });

  test('explains a failure, and reloads the list', async () => {
    answers['DELETE /api/sessions/phone'] = refused('session_not_found');
    await open();
    await screen.findByText('Firefox on Android');
    answers['GET /api/sessions'] = { json: [here] };
    await signOutPhone();
    expect(await screen.findByText(errorMessage('session_not_found'))).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Firefox on Android')).toBeNull());
  });

  test('asks for the password after a long time, and sends it', async () => {
    answers['DELETE /api/sessions?recentPasskeys=keep'] = refused('password_or_sign_in', { field: 'currentPassword' });
    await open();
    await screen.findByText('Firefox on Android');
    await press('Sign out all other devices');
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.click(dialog.getByRole('checkbox'));
    await confirm('Sign out all other devices');
    expect(await dialog.findByText(errorMessage('password_or_sign_in'))).toBeTruthy();
    expect(dialog.getByRole('checkbox')).toHaveProperty('checked', false);
    answers['DELETE /api/sessions?recentPasskeys=keep'] = { json: { message: 'All your other devices are signed out.' } };
    await userEvent.type(dialog.getByLabelText('Current password'), 'secret-1');
    await confirm('Sign out all other devices');
    expect(await screen.findByText('All your other devices are signed out.')).toBeTruthy();
    expect(sent.findLast(({ method }) => method === 'DELETE')?.body).toEqual({ currentPassword: 'secret-1' });
  });

  test('all other devices', async () => {
    answers['DELETE /api/sessions'] = { json: { message: 'All your other devices are signed out.' } };
    await open();
    await screen.findByText('Firefox on Android');
    answers['GET /api/sessions'] = { json: [here] };
    await press('Sign out all other devices');
    await confirm('Sign out all other devices');
    expect(await screen.findByText('All your other devices are signed out.')).toBeTruthy();
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
    expect(changes()).toEqual(['DELETE /api/sessions']);
  });

  test('removes passkeys of the last 30 days, unless the member unchecks this', async () => {
    answers['DELETE /api/sessions?recentPasskeys=keep'] = { json: { message: 'All your other devices are signed out.' } };
    await open();
    await screen.findByText('Firefox on Android');
    await press('Sign out all other devices');
    const removes = within(screen.getByRole('dialog')).getByRole('checkbox', { name: 'Remove passkeys added in the last 30 days' });
    expect(removes).toHaveProperty('checked', true);
    await userEvent.click(removes);
    await confirm('Sign out all other devices');
    expect(await screen.findByText('All your other devices are signed out.')).toBeTruthy();
    expect(changes()).toEqual(['DELETE /api/sessions?recentPasskeys=keep']);
  });

  test('everywhere, after a confirmation, ends the session here too', async () => {
    answers['POST /api/sign-out-everywhere'] = { json: { message: 'You are signed out on every device.' } };
    await open();
    await screen.findByText('Firefox on Android');
    await press('Sign out everywhere');
    expect(changes()).toEqual([]);
    await press('Sign out everywhere', within(screen.getByRole('dialog')));
    expect(await screen.findByText('You are signed out on every device.')).toBeTruthy();
    expect(getStoredToken()).toBeNull();
  });

  test('everywhere reports a failure, and nobody is signed out', async () => {
    answers['POST /api/sign-out-everywhere'] = new TypeError('offline');
    await open();
    await screen.findByText('Firefox on Android');
    await press('Sign out everywhere');
    await press('Sign out everywhere', within(screen.getByRole('dialog')));
    expect(await screen.findByText('You’re still signed in')).toBeTruthy();
    expect(getStoredToken()).not.toBeNull();
  });
});
