/** Choosing notifications, and turning on push notifications on a device. */
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Preferences } from '#schema/accounts/my-data.ts';
import type { User } from '#schema/accounts/user.ts';
import { fakeServer, member, type SentRequest } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { signInAs } from '#tests/web/support/signed-in.ts';
import { HomeScreenHint } from '#web/features/notifications/HomeScreenHint.tsx';
import { NotificationPreferences } from '#web/features/notifications/NotificationChoices.tsx';
import { PushOffer } from '#web/features/notifications/PushOffer.tsx';
import { endSubscription, renewDevice } from '#web/features/notifications/push-device.ts';
import { storeToken } from '#web/lib/auth-storage.ts';

const pushKey = `B${'A'.repeat(86)}`;
const off = { email: [], push: [], pushKey, isOnThisDevice: false };
const preferences: Preferences = {
  ...{ wantsOptionalMail: true, digest: 'off', language: 'en', languages: ['en'], newCards: null, notifications: off },
  ...{ hasPassword: true, freshUntil: '2026-01-01T00:00:00.000Z' },
};
const on = { ...preferences, notifications: { ...off, isOnThisDevice: true } };
const onForFinds: Preferences = { ...on, notifications: { ...on.notifications, push: ['card_found'] } };
const subscription = { endpoint: 'https://push.test/1', keys: { p256dh: pushKey, auth: 'A'.repeat(22) } };
const device = { ...subscription, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
let permission: NotificationPermission;
const requestPermission = vi.fn();
const unsubscribe = vi.fn(async () => true);
let subscribed: object | null;
beforeEach(() => {
  localStorage.clear();
  answers = { 'GET /api/user': { json: member }, 'GET /api/preferences': { json: preferences } };
  sent = fakeServer(answers);
  [permission, subscribed] = ['granted', null];
  requestPermission.mockReset().mockImplementation(async () => permission);
  vi.stubGlobal(
    'Notification',
    Object.assign(() => undefined, { requestPermission, permission: 'default' }),
  );
  vi.stubGlobal('PushManager', class {});
  const pushManager = {
    getSubscription: async () => subscribed,
    subscribe: async () => {
      subscribed = { toJSON: () => subscription, unsubscribe, options: { applicationServerKey: null } };
      return subscribed;
    },
  };
  const serviceWorker = { getRegistration: async () => ({ pushManager, getNotifications: async () => [] }) };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  Reflect.deleteProperty(navigator, 'standalone');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const calls = (call: string) => sent.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body);
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });
async function open(content = <NotificationPreferences user={member as User} />) {
  await signInAs({});
  render(<PageFrame>{content}</PageFrame>);
}

test('a topic turns on this device too, after asking for permission', async () => {
  answers['PUT /api/preferences/device'] = { json: on };
  answers['PATCH /api/preferences/notifications'] = { json: onForFinds };
  await open();
  await box('Your card was found by push');
  expect(requestPermission).not.toHaveBeenCalled();
  await userEvent.click(await box('Your card was found by push'));
  await waitFor(async () => expect((await box('Your card was found by push')).checked).toBe(true));
  expect((await box('Notify me on this device')).checked).toBe(true);
  expect(calls('PUT /api/preferences/device')).toEqual([device]);
  expect(calls('PATCH /api/preferences/notifications')).toMatchObject([{ channel: 'push', topic: 'card_found', isOn: true }]);
});

test('a refused permission is explained, and nothing is saved', async () => {
  permission = 'denied';
  await open();
  await userEvent.click(await box('Notify me on this device'));
  expect(await screen.findByText(/^Your browser blocks notifications/)).toBeTruthy();
  await userEvent.click(await box('Your stay by push'));
  await waitFor(async () => expect((await box('Your stay by push')).checked).toBe(false));
  expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('a device and a topic are turned off with one tap each', async () => {
  answers['GET /api/preferences'] = { json: onForFinds };
  answers['PATCH /api/preferences/notifications'] = { json: on };
  answers['DELETE /api/preferences/device'] = { json: preferences };
  subscribed = { toJSON: () => subscription, unsubscribe };
  await open();
  await userEvent.click(await box('Your card was found by push'));
  await waitFor(async () => expect((await box('Your card was found by push')).checked).toBe(false));
  await userEvent.click(await box('Notify me on this device'));
  await waitFor(async () => expect((await box('Notify me on this device')).checked).toBe(false));
  expect(unsubscribe).toHaveBeenCalled();
});

test('an email of its own can be chosen for thanks; new cards need a place first', async () => {
  answers['PATCH /api/preferences/notifications'] = { json: { ...preferences, notifications: { ...off, email: ['thanks'] } } };
  await open();
  expect((await box('New card near me by email')).disabled).toBe(true);
  await userEvent.click(await box('Thanks by email'));
  await waitFor(async () => expect((await box('Thanks by email')).checked).toBe(true));
  expect(calls('PATCH /api/preferences/notifications')).toMatchObject([{ channel: 'email', topic: 'thanks', isOn: true }]);
});

test('without keys there is no push', async () => {
  answers['GET /api/preferences'] = { json: { ...preferences, notifications: { ...off, pushKey: null } } };
  await open();
  await box('Thanks by email');
  expect(screen.queryByRole('columnheader', { name: 'Push' })).toBeNull();
  expect(screen.queryByRole('checkbox', { name: 'Notify me on this device' })).toBeNull();
});

test('an iPhone outside the home screen explains what to do', async () => {
  vi.stubGlobal('PushManager', undefined);
  Reflect.deleteProperty(window, 'PushManager');
  Object.defineProperty(navigator, 'standalone', { configurable: true, value: false });
  await open(
    <>
      <NotificationPreferences user={member as User} />
      <HomeScreenHint finds={2} />
    </>,
  );
  expect(await screen.findByText(/Add to Home Screen, and open Cache Cards from there/)).toBeTruthy();
  expect(screen.queryByRole('columnheader', { name: 'Push' })).toBeNull();
  expect((await box('Notify me on this device')).disabled).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Got it' }));
  expect(screen.queryByText('Add Cache Cards to your Home Screen')).toBeNull();
  expect(localStorage.getItem('home_screen_hint')).toBe('dismissed');
});

test('an offer where the member waits for news turns on both, and then says so', async () => {
  answers['PUT /api/preferences/device'] = { json: on };
  answers['PATCH /api/preferences/notifications'] = { json: onForFinds };
  await open(<PushOffer topic="card_found" question="Want to know?" />);
  expect(await screen.findByText('Want to know?')).toBeTruthy();
  expect(requestPermission).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Notify me on this device' }));
  expect(await screen.findByText(/We’ll notify you on this device/)).toBeTruthy();
});

test('an offer is not made where the browser blocks notifications, but explains a refusal once', async () => {
  requestPermission.mockImplementation(async () => {
    vi.stubGlobal('Notification', { permission: 'denied', requestPermission });
    return 'denied';
  });
  await open(<PushOffer topic="card_found" question="Want to know?" />);
  await userEvent.click(await screen.findByRole('button', { name: 'Notify me on this device' }));
  expect(await screen.findByText(/Your browser blocks notifications for this site/)).toBeTruthy();
  cleanup();
  await open(<PushOffer topic="card_found" question="Want to know?" />);
  expect(screen.queryByText('Want to know?')).toBeNull();
});

test('after an expired session the device is registered again, but not after a sign-out', async () => {
  const token = (session: string) => `header.${btoa(JSON.stringify({ userId: member.id }))}.of-session-${session}`;
  answers['PUT /api/preferences/device'] = { json: on };
  await open();
  storeToken(token('one'));
  await userEvent.click(await box('Notify me on this device'));
  await waitFor(() => expect(calls('PUT /api/preferences/device')).toHaveLength(1));
  await renewDevice(member.id);
  expect(calls('PUT /api/preferences/device')).toHaveLength(1);
  storeToken(token('two'));
  await renewDevice(member.id);
  expect(calls('PUT /api/preferences/device')).toHaveLength(2);
  await endSubscription();
  await renewDevice(member.id);
  expect(calls('PUT /api/preferences/device')).toHaveLength(2);
});
