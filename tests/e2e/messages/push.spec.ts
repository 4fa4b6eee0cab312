/** Push notifications, with stubs for what headless Chromium lacks: a push service and permission to show notifications. */
import type { Page } from '@playwright/test';
import type { ReceivedPush } from '#scripts/fakes/push/state.ts';
import { addSession, demoCaller, newCaller } from '#tests/support/browser/callers.ts';
import { testOrigin } from '#tests/support/browser/demo.ts';
import { expect, test } from '#tests/support/browser/quiet-console.ts';

/** Returns a time zone in which it is about noon, so that quiet hours never delay the test. */
function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours();
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

/** Makes the page subscribe at the local push service. Returns the subscription's id there. */
async function subscribeLocally(page: Page): Promise<string> {
  const answer = await page.request.post('/dev/push/fake/subscriptions', { data: {} });
  const { id, ...subscription } = (await answer.json()) as { id: string; endpoint: string; keys: object };
  await page.addInitScript((subscribed) => {
    const stub = { toJSON: () => subscribed, options: {}, unsubscribe: async () => true } as unknown as PushSubscription;
    PushManager.prototype.subscribe = async () => stub;
    PushManager.prototype.getSubscription = async () => null;
    Object.defineProperty(Notification, 'permission', { value: 'granted' });
    Notification.requestPermission = async () => 'granted';
  }, subscription);
  return id;
}

interface RecordedWorker {
  shown: unknown[];
  registration: {
    showNotification(title: string, options: { body: string; data: { path: string } }): Promise<void>;
    getNotifications(): Promise<unknown[]>;
  };
  navigator: { setAppBadge(count: number): Promise<void> };
}

/**
 * Delivers a message to the page's service worker, as the browser does. Returns the notifications that it shows and the number on the app
 * icon. Headless Chromium has neither, and setting the number crashes it.
 */
async function deliver(page: Page, data: string): Promise<unknown[]> {
  const worker = page.context().serviceWorkers()[0];
  if (!worker) throw new Error('The page has no service worker');
  await worker.evaluate(() => {
    const scope = self as unknown as RecordedWorker;
    scope.shown = [];
    scope.registration.showNotification = async (title, options) => void scope.shown.push([title, options.body, options.data.path]);
    scope.registration.getNotifications = async () => scope.shown;
    scope.navigator.setAppBadge = async (count) => void scope.shown.push(count);
  });
  const browser = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const registration = registrations.find(({ scopeURL }) => scopeURL === `${testOrigin}/`);
      if (registration) resolve(registration.registrationId);
    }),
  );
  await browser.send('ServiceWorker.enable');
  await browser.send('ServiceWorker.deliverPushMessage', { origin: testOrigin, registrationId: await registered, data });
  const readShown = () => worker.evaluate(() => (self as unknown as RecordedWorker).shown);
  await expect.poll(async () => (await readShown()).length).toBe(2);
  return readShown();
}

test.use({ hasServiceWorker: true, timezoneId: zoneAtNoon() });

test('an owner is notified on this device that their card was found, and thanks the finder, who sees it', async ({ page }) => {
  const [owner, finder] = [await demoCaller('basic'), await newCaller()];
  await addSession(page, owner);
  const id = await subscribeLocally(page);
  await page.goto('/dashboard');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto('/dashboard/cache-cards/TC-0000001');
  await page.getByRole('button', { name: 'Notify me on this device' }).click();
  await expect(page.getByText('We’ll notify you on this device.')).toBeVisible();

  expect((await finder.api.post('/api/scan', { data: { cardId: 'TC-0000001' } })).status()).toBe(200);
  expect((await finder.api.put('/api/finds/TC-0000001/log', { data: { text: 'What a view!' } })).status()).toBe(200);
  let received: ReceivedPush | undefined;
  await expect(async () => {
    [received] = (await (await owner.api.get(`/dev/push/fake/pushes?id=${id}`)).json()) as ReceivedPush[];
    expect(received?.content).toMatchObject({ title: 'Your card was found', body: 'Someone found TC-0000001.' });
  }).toPass({ timeout: 10_000 });

  expect(await deliver(page, JSON.stringify(received?.content))).toEqual([
    ['Your card was found', 'Someone found TC-0000001.', '/dashboard/cache-cards/TC-0000001'],
    1,
  ]);

  await page.goto('/dashboard/cache-cards/TC-0000001');
  const note = page.getByRole('listitem').filter({ hasText: 'What a view!' });
  await note.getByRole('button', { name: 'Say thanks' }).click();
  await expect(note.getByText('You said thanks.')).toBeVisible();

  await page.goto('/account?tab=preferences');
  await page.getByRole('checkbox', { name: 'Your card was found by push' }).uncheck();
  await expect(page.getByText('We won’t send push notifications about this.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Notify me on this device' }).uncheck();
  await expect(page.getByText('Notifications are off on this device.')).toBeVisible();

  await addSession(page, finder);
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: 'An owner thanked you for your note' })).toBeVisible();
});
