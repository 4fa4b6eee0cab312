/**
 * Finding a card: its owner places it where they stand. A finder picks it from the list, walks to it, and scans it offline for a token.
 */
import type { Locator, Page } from '@playwright/test';
import { jobSchedules } from '#schema/admin/jobs.ts';
import { fireCron } from '#scripts/setup/server.mjs';
import { verifiedCaller } from '#tests/support/accounts/verified-caller.ts';
import { addSession, demoCaller, loadBalance, ownCard, type SignedInCaller } from '#tests/support/browser/callers.ts';
import { demoEmail, testOrigin } from '#tests/support/browser/demo.ts';
import { expect, otherBrowser, test } from '#tests/support/browser/quiet-console.ts';
import { findMail } from '#tests/support/messages/mailbox.ts';

/** A card that belongs to the basic member and has not been placed yet. */
const cardId = 'TC-0000004';

test.use({ provoked: [/ERR_INTERNET_DISCONNECTED/], hasServiceWorker: true, permissions: ['geolocation'] });

const entry = (page: Page | Locator, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}.*, (Not found yet|Found|Yours)$`) });

/** A location in the center of Asheville. */
const bandStand = { latitude: 35.5951, longitude: -82.5515, accuracy: 6 };

/** Places the card at the location of the owner's device. Returns the stored location. */
async function placeWhereOwnerStands(page: Page, name: string): Promise<{ latitude: number; longitude: number }> {
  const owner = await demoCaller('basic');
  await addSession(page, owner);
  await page.goto(`/dashboard/cache-cards/${cardId}`);
  const form = page.getByRole('form', { name: 'Placement' });
  await expect(page.getByRole('heading', { name: 'Placement' })).toBeVisible();
  // If an earlier test run has placed the card, the form opens only after “Move or edit” is pressed.
  if ((await form.count()) === 0) await page.getByRole('button', { name: 'Move or edit' }).click();
  await form.getByLabel('Location').fill(name);
  await form.getByLabel('Description').fill('Under the third step of the band stand');
  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation(bandStand);
  await form.getByRole('button', { name: 'Use my location' }).click();
  await expect(form.getByRole('application', { name: 'Map of the card’s location' })).toBeVisible();
  await expect(form.getByRole('radio', { name: /330 ft/ })).toBeChecked();
  await form.getByRole('button', { name: /^(Place this card|Save placement)$/ }).click();
  await expect(page.getByText(name).first()).toBeVisible();
  const { latitude, longitude } = await ownCard(owner, cardId);
  return { latitude: latitude ?? 0, longitude: longitude ?? 0 };
}

/** Sets the email digest to daily. Turns it off first because an earlier run may have left it on daily. */
async function chooseDailyDigest(page: Page): Promise<void> {
  await page.goto('/account?tab=preferences');
  const choice = page.getByLabel('Email digest about your cards');
  for (const [frequency, confirmation] of [
    ['off', 'You won’t get a digest.'],
    ['daily', 'We’ll email you when there’s news about your cards.'],
  ] as const) {
    await choice.selectOption(frequency);
    await expect(page.getByText(confirmation).last()).toBeVisible();
    await expect(choice).toHaveValue(frequency);
  }
}

/** Runs the next morning's jobs, which write and send the emails. */
async function nextMorning(): Promise<void> {
  const at = new Date();
  at.setUTCDate(at.getUTCDate() + 1);
  at.setUTCHours(6, 56, 0, 0);
  for (const job of ['send-digests', 'deliver-mail'] as const)
    expect((await fireCron(testOrigin, jobSchedules[job].cron, at.getTime())).ok, job).toBe(true);
}

test('a card placed where its owner stands is found on foot, taken along, scanned offline, credited once, and reported to its owner', {
  tag: '@oldest',
}, async ({ page, context, browser }) => {
  const name = `Band stand ${Date.now() % 100_000}`;
  const ownersPage = await otherBrowser(browser);
  const place = await placeWhereOwnerStands(ownersPage, name);
  await chooseDailyDigest(ownersPage);
  const metersNorth = (meters: number) => ({ ...place, latitude: place.latitude + meters / 111_195, accuracy: 8 });

  const finder = await verifiedCaller();
  await addSession(page, finder);
  await context.setGeolocation(metersNorth(1_600));
  await page.goto('/dashboard');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // The link is labeled Find on phones and Find Cards in wide windows.
  await page
    .getByRole('link', { name: /^Find( Cards)?$/ })
    .first()
    .click();
  // The page already has geolocation permission, so the map opens at the member's current position.
  await expect(entry(page, name)).toContainText('Not found yet');
  await expect(entry(page, name)).toContainText(/(0\.9|1\.0|1\.1) mi\s*south/);
  await expect(page.locator('.find-map .map-pin').first()).toBeVisible();
  await expect(page.getByText(/^\d+ cards? in this part of the map/)).toBeVisible();
  await context.setGeolocation(metersNorth(800));
  await expect(entry(page, name)).toContainText(/0\.[456] mi\s*south/);

  await page.getByRole('button', { name: 'Save offline' }).click();
  await expect(page.getByText(/^\d+ cards saved offline$/)).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No connection out here' })).toBeVisible();
  const carried = page.getByRole('region', { name: 'Saved offline' });
  await expect(carried).toContainText('around where you are');
  await context.setGeolocation(place);
  // The nearest card comes first. The page sorts the cards itself, without the server.
  await expect(entry(carried, '').first()).toContainText(name);
  await expect(entry(page, name)).toContainText('Right here');
  await entry(page, name).click();
  const sheet = page.getByRole('dialog', { name });
  await expect(sheet.getByText('You’re in the card’s area: look around')).toBeVisible();
  await expect(sheet.getByText('Under the third step of the band stand')).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Scan QR' }).click();
  await page.getByLabel('Or type the card ID').fill(cardId);
  await page.getByRole('button', { name: 'Collect' }).click();
  await expect(page.getByRole('heading', { name: 'Saved. We’ll send it when you’re back online.' })).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  expect(await loadBalance(finder)).toBe(0);

  await context.setOffline(false);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByText('Your saved scan was sent').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Find Cards' })).toBeVisible();
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await expect(entry(page, name).first()).toContainText('Found');
  expect(await loadBalance(finder)).toBe(1);

  await page.goto('/dashboard/found');
  await page.getByRole('button', { name: `Leave a note for the owner of ${cardId}` }).click();
  await page.getByRole('textbox', { name: 'Note for the owner' }).fill('The band played on');
  await page.getByRole('button', { name: 'Send note' }).click();
  await expect(page.getByText('Note sent')).toBeVisible();
  await ownersPage.goto(`/dashboard/cache-cards/${cardId}`);
  await ownersPage
    .getByRole('listitem')
    .filter({ hasText: 'The band played on' })
    .last()
    .getByRole('button', { name: 'Say thanks' })
    .click();
  await expect(ownersPage.getByText('You said thanks.').first()).toBeVisible();
  await ownersPage.close();
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'An owner thanked you for your note' }).click();
  await expect(page.getByText('The owner thanked you.')).toBeVisible();
  await nextMorning();
  const digest = await findMail(page.request, demoEmail('basic'), /^Your Cache Cards were found/);
  expect(digest.text).toContain(name);
  expect(digest.text).toContain('The band played on');

  await page.getByRole('button', { name: 'Menu for Robin' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('Logged out')).toBeVisible();
  await expect.poll(() => page.evaluate(storedCarriedCards)).toEqual([]);
});

async function signInWithForm(page: Page, { user }: SignedInCaller): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill('trail-mix-7');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/dashboard**');
}

test.describe('a session ended elsewhere', () => {
  test.use({ provoked: [/status of 401/] });

  test('leaves cards taken along visible to their member only, until someone else signs in', { tag: '@long' }, async ({ page }) => {
    const [finder, other] = [await verifiedCaller(), await verifiedCaller()];
    await addSession(page, finder);
    await page.goto('/dashboard/find?near=35.6,-82.55');
    await page.getByRole('button', { name: 'Save offline' }).click();
    await expect(page.getByText(/^\d+ cards saved offline$/)).toBeVisible();
    expect(await page.evaluate(storedCarriedCards)).toMatchObject([{ memberId: finder.user.id }]);

    await finder.api.post('/api/logout');
    await page.goto('/dashboard/find');
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
    expect(await page.evaluate(storedCarriedCards)).toHaveLength(1);

    await signInWithForm(page, finder);
    await page.goto('/dashboard/find');
    await expect(page.getByRole('region', { name: 'Saved offline' })).toBeVisible();

    await (await page.request.post('/api/logout')).dispose();
    await page.goto('/dashboard/find');
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
    await signInWithForm(page, other);
    await expect.poll(() => page.evaluate(storedCarriedCards)).toEqual([]);
  });
});

/** Runs in the browser; returns the cards stored on this device for offline use. */
function storedCarriedCards(): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('cache-cards-carried');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const reading = opening.result.transaction('regions').objectStore('regions').getAll();
      reading.onerror = () => reject(reading.error);
      reading.onsuccess = () => {
        opening.result.close();
        resolve(reading.result);
      };
    };
  });
}
