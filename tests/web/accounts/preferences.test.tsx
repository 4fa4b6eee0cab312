import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Preferences } from '#schema/accounts/my-data.ts';
import { redemptionPausedUntil } from '#schema/certificates/certificate.ts';
import { errorMessage } from '#schema/errors.ts';
import { bookedTrip } from '#tests/support/certificates/trips.ts';
import { fakeGeolocation } from '#tests/web/support/fake-geolocation.ts';
import { fakeServer, member, type SentRequest } from '#tests/web/support/fake-server.ts';
import { noNotifications } from '#tests/web/support/no-notifications.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { refused } from '#tests/web/support/refused.ts';
import { signInAs } from '#tests/web/support/signed-in.ts';
import { getStoredToken } from '#web/lib/auth-storage.ts';
import { readDistanceChoice, storeDistanceChoice } from '#web/lib/distance/distance-unit.ts';
import { date } from '#web/lib/format.ts';
import { readPlaceChoice } from '#web/lib/place-choice.ts';
import { AccountPage } from '#web/pages/account/AccountPage.tsx';

const preferences: Preferences = {
  wantsOptionalMail: true,
  digest: 'off',
  language: 'en',
  languages: ['en'],
  newCards: null,
  notifications: noNotifications,
  hasPassword: true,
  freshUntil: '2026-01-01T00:00:00.000Z',
};

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
let saved: { name: string; text: Promise<string> }[];
beforeEach(() => {
  answers = {
    'GET /api/user': { json: member },
    'GET /api/preferences': { json: preferences },
    'GET /api/vacation-certificates': { json: [] },
  };
  sent = fakeServer(answers);
  saved = [];
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${saveLater(file)}`, revokeObjectURL: () => undefined }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    const last = saved.at(-1);
    if (last) last.name = this.download;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function saveLater(file: Blob): number {
  return saved.push({ name: '', text: file.text() });
}

const press = (name: string, where: Pick<typeof screen, 'getByRole'> = screen) => userEvent.click(where.getByRole('button', { name }));
const calls = (call: string) => sent.filter(({ method, path }) => `${method} ${path}` === call);

async function open(user: Parameters<typeof signInAs>[0] = {}) {
  window.history.replaceState(null, '', '/account?tab=preferences');
  await signInAs(user);
  render(
    <PageFrame>
      <AccountPage />
    </PageFrame>,
  );
  await screen.findByRole('heading', { name: 'My Account' });
}

test('the preferences load, and can be loaded again after a failure', async () => {
  answers['GET /api/preferences'] = refused('internal');
  await open();
  expect(await screen.findByText('Couldn’t load your preferences')).toBeTruthy();
  answers['GET /api/preferences'] = { json: preferences };
  await press('Try again');
  expect(await screen.findByRole('heading', { name: 'Your data' })).toBeTruthy();
});

describe('optional emails', () => {
  const choice = () => screen.findByRole<HTMLInputElement>('checkbox', { name: 'Optional emails' });

  test('are saved when the choice changes', async () => {
    answers['PATCH /api/preferences'] = { json: { ...preferences, wantsOptionalMail: false } };
    await open();
    expect((await choice()).checked).toBe(true);
    await userEvent.click(await choice());
    expect(await screen.findByText('Preferences saved')).toBeTruthy();
    expect((await choice()).checked).toBe(false);
    expect(calls('PATCH /api/preferences').map(({ body }) => body)).toEqual([{ wantsOptionalMail: false }]);
  });

  test('keep their state if saving fails', async () => {
    answers['PATCH /api/preferences'] = new TypeError('offline');
    await open();
    await userEvent.click(await choice());
    expect(await screen.findByText('Couldn’t save your preferences')).toBeTruthy();
    expect((await choice()).checked).toBe(true);
  });
});

describe('sharing the position of a find', () => {
  const choice = () => screen.findByRole<HTMLInputElement>('checkbox', { name: 'Confirm I’m at the card when I scan' });
  beforeEach(() => localStorage.clear());

  test('is off by default, and stored on this device for this member', async () => {
    const device = fakeGeolocation({ latitude: 1, longitude: 2, accuracy: 3 });
    await open();
    expect((await choice()).checked).toBe(false);
    await userEvent.click(await choice());
    await waitFor(() => expect(readPlaceChoice(member.id)).toBe(true));
    expect((await choice()).checked).toBe(true);
    expect([readPlaceChoice(member.id + 1), device.timesAsked()]).toEqual([null, 1]);
    await userEvent.click(await choice());
    expect([readPlaceChoice(member.id), (await choice()).checked]).toEqual([false, false]);
    expect(sent.filter(({ path }) => path.startsWith('/api/scan'))).toEqual([]);
  });

  test('stays off if the browser refuses, with an explanation', async () => {
    fakeGeolocation(1);
    await open();
    await userEvent.click(await choice());
    expect(await screen.findByText(/^Your browser blocks location for this site/)).toBeTruthy();
    expect([readPlaceChoice(member.id), (await choice()).checked]).toEqual([false, false]);
  });
});

test('the language of emails can be chosen if there are several', async () => {
  answers['GET /api/preferences'] = { json: { ...preferences, languages: ['en', 'de'] } };
  answers['PUT /api/preferences/language'] = { json: { ...preferences, languages: ['en', 'de'], language: 'de' } };
  await open();
  await userEvent.click(await screen.findByRole('radio', { name: 'Deutsch' }));
  expect(await screen.findByText('We’ll write to you in Deutsch.')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Deutsch' }).checked).toBe(true);
  expect(calls('PUT /api/preferences/language').map(({ body }) => body)).toEqual([{ language: 'de' }]);
});

test('each topic has its own card, and deleting the account is the last', async () => {
  await open();
  await screen.findByRole('heading', { name: 'Notifications' });
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    'Notifications',
    'New cards near me',
    'Units',
    'Location',
    'Your data',
    'Your devices',
    'Delete your account',
  ]);
});

describe('the unit of distances', () => {
  beforeEach(() => storeDistanceChoice(null));
  const unit = (name: RegExp) => screen.findByRole<HTMLInputElement>('radio', { name });

  test('is the region’s by default, and stored on this device when it is chosen', async () => {
    answers['GET /api/preferences'] = { json: { ...preferences, newCards: { latitude: 35.6, longitude: -82.5, radiusKm: 16 } } };
    await open();
    expect((await unit(/^Automatic/)).checked).toBe(true);
    expect(screen.getByText('By region: miles')).toBeTruthy();
    expect(screen.getByText('10 mi')).toBeTruthy();
    await userEvent.click(await unit(/^Kilometers/));
    expect(await screen.findByText('Distances are now in kilometers.')).toBeTruthy();
    expect(screen.getByText('16 km')).toBeTruthy();
    expect([(await unit(/^Kilometers/)).checked, readDistanceChoice()]).toEqual([true, 'metric']);
    await userEvent.click(await unit(/^Automatic/));
    expect(await screen.findByText('Distances are now in miles.')).toBeTruthy();
    expect(readDistanceChoice()).toBeNull();
    expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});

describe('downloading my data', () => {
  test('saves the file under the server’s name', async () => {
    answers['GET /api/my-data'] = {
      text: '{"profile":{}}',
      headers: { 'Content-Disposition': 'attachment; filename="cache-cards-my-data-2026-11-21.json"' },
    };
    await open();
    await screen.findByRole('heading', { name: 'Your data' });
    await press('Download my data');
    expect(await screen.findByText('Your data was downloaded')).toBeTruthy();
    expect(saved.map(({ name }) => name)).toEqual(['cache-cards-my-data-2026-11-21.json']);
    expect(await saved[0]?.text).toBe('{"profile":{}}');
  });

  test('explains a failure', async () => {
    answers['GET /api/my-data'] = refused('too_many_downloads');
    await open();
    await screen.findByRole('heading', { name: 'Your data' });
    await press('Download my data');
    expect(await screen.findByText(errorMessage('too_many_downloads'))).toBeTruthy();
    expect(saved).toEqual([]);
  });
});

describe('deleting my account', () => {
  async function ask(user: Parameters<typeof signInAs>[0] = {}) {
    await open(user);
    await screen.findByRole('heading', { name: 'Delete your account' });
    await press('Delete my account');
    return within(screen.getByRole('dialog', { name: 'Delete your account?' }));
  }

  test.each([
    ['free', 0],
    ['premium', 1],
  ] as const)('shows a %s member what ends', async (role, memberships) => {
    const dialog = await ask({ role });
    expect(dialog.getByText('This can’t be undone.')).toBeTruthy();
    expect(dialog.queryAllByText(/Your membership ends now/)).toHaveLength(memberships);
    await press('Keep my account', dialog);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('shows that a booked stay and the months between redemptions outlast the account', async () => {
    const booked = bookedTrip();
    answers['GET /api/vacation-certificates'] = { json: [booked] };
    const dialog = await ask();
    const consequence = async (text: RegExp) =>
      (await dialog.findAllByRole('listitem')).find(({ textContent }) => text.test(textContent))?.textContent;
    expect(await dialog.findByRole('link', { name: 'write to us' })).toHaveProperty('pathname', '/contact');
    expect(await consequence(/remains booked/)).toBe(
      'Your stay at Lisbon, Portugal remains booked. If you don’t want it, don’t delete your account yet: write to us first, with certificate number VC-7K2M-9QXA.',
    );
    const until = redemptionPausedUntil([booked], Date.now())?.toISOString() ?? '';
    expect(await consequence(/months between redemptions/)).toBe(
      `The 12 months between redemptions continue, even with a new account: you can redeem again on ${date(until)}.`,
    );
  });

  test('says nothing about stays to a member without any', async () => {
    answers['GET /api/vacation-certificates'] = { json: [] };
    const dialog = await ask();
    await waitFor(() => expect(calls('GET /api/vacation-certificates')).not.toEqual([]));
    expect(dialog.queryByText(/remains booked|months between redemptions/)).toBeNull();
  });

  test('requires the password and the word, and sends nothing before', async () => {
    const dialog = await ask();
    await press('Delete my account', dialog);
    expect(await dialog.findByText('Please enter your current password')).toBeTruthy();
    expect(dialog.getByText('Please type DELETE in capital letters')).toBeTruthy();
    await userEvent.type(dialog.getByLabelText('Current password'), 'secret-1');
    await userEvent.type(dialog.getByLabelText('Type DELETE to confirm'), 'delete');
    await press('Delete my account', dialog);
    expect(calls('POST /api/delete-account')).toEqual([]);
  });

  test('ends the session, goes Home and shows the date of erasure', async () => {
    answers['POST /api/delete-account'] = { json: { message: 'Your account is being deleted.', erasedBy: '2026-12-21T10:00:00.000Z' } };
    const dialog = await ask();
    await userEvent.type(dialog.getByLabelText('Current password'), 'secret-1');
    await userEvent.type(dialog.getByLabelText('Type DELETE to confirm'), 'DELETE');
    await press('Delete my account', dialog);
    expect(await screen.findByText('Your account is being deleted')).toBeTruthy();
    expect(screen.getByText(/erase your personal data by Dec 21, 2026/)).toBeTruthy();
    expect(location.pathname).toBe('/');
    expect(getStoredToken()).toBeNull();
    expect(calls('POST /api/delete-account').map(({ body }) => body)).toEqual([{ confirmation: 'DELETE', currentPassword: 'secret-1' }]);
  });

  test('reports a wrong password at its field; anything else above the buttons', async () => {
    answers['POST /api/delete-account'] = refused('wrong_current_password', { field: 'currentPassword' });
    const dialog = await ask();
    await userEvent.type(dialog.getByLabelText('Current password'), 'secret-1');
    await userEvent.type(dialog.getByLabelText('Type DELETE to confirm'), 'DELETE');
    await press('Delete my account', dialog);
    expect(await dialog.findByText(errorMessage('wrong_current_password'))).toBeTruthy();
    answers['POST /api/delete-account'] = refused('deletion_needs_provider');
    await press('Delete my account', dialog);
    expect(await dialog.findByText('Couldn’t delete your account')).toBeTruthy();
    expect(dialog.getByText(errorMessage('deletion_needs_provider'))).toBeTruthy();
    expect(getStoredToken()).toBe('test-token');
  });

  test('without a password is possible within ten minutes of the sign-in', async () => {
    answers['GET /api/preferences'] = { json: { ...preferences, hasPassword: false, freshUntil: '2999-01-01T00:00:00.000Z' } };
    answers['POST /api/delete-account'] = { json: { message: 'Your account is being deleted.', erasedBy: '2026-12-21T10:00:00.000Z' } };
    const dialog = await ask();
    expect(dialog.queryByLabelText('Current password')).toBeNull();
    await userEvent.type(dialog.getByLabelText('Type DELETE to confirm'), 'DELETE');
    await press('Delete my account', dialog);
    await waitFor(() => expect(calls('POST /api/delete-account').map(({ body }) => body)).toEqual([{ confirmation: 'DELETE' }]));
  });

  test('without a recent sign-in asks to sign in again, and returns here', async () => {
    answers['GET /api/preferences'] = { json: { ...preferences, hasPassword: false } };
    answers['POST /api/logout'] = { json: { message: 'You are logged out' } };
    const dialog = await ask();
    await press('Sign in again', dialog);
    await waitFor(() => expect(location.pathname).toBe('/auth'));
    expect(sessionStorage.getItem('redirect_path')).toBe('/account?tab=preferences');
  });
});
