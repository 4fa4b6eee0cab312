/** The main journeys in WebKitGTK, which has the same engine as Safari. */
import { writeFileSync } from 'node:fs';
import { test as base } from '@playwright/test';
import { demoAdmin, demoPassword } from '#scripts/seed/demo-accounts.ts';
import { freshEmail } from '#tests/support/browser/callers.ts';
import { demoEmail, testOrigin } from '#tests/support/browser/demo.ts';
import { drawQrPhoto } from '#tests/support/scans/qr-photo.ts';
import { type Driver, withWebKit } from '#tests/support/webkit/webdriver.ts';

/** WebDriver's port. It is higher than all ports of the app under test. */
const driverPort = Number(new URL(testOrigin).port) + 29;

const test = base.extend<{ webkit: Driver }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern
  webkit: ({}, use) => withWebKit(driverPort, use),
});

async function signIn(webkit: Driver, path: string, email: string, button: RegExp): Promise<void> {
  await webkit.goto(testOrigin + path);
  await webkit.type('Email', email);
  await webkit.type('Password', demoPassword);
  await webkit.click('button', button);
}

test('a visitor registers from a card’s page, is credited, and collects another card by photo', async ({ webkit }) => {
  await webkit.goto(`${testOrigin}/card?id=TC-0000001`);
  await webkit.waitForText(/Cache Card Found!/);
  await webkit.click('link', /^Sign Up or Login$/);
  await webkit.click('tab', /^Register$/);
  await webkit.type('Email', freshEmail());
  await webkit.type('Password', 'trail-mix-7');
  await webkit.type('Confirm password', 'trail-mix-7');
  await webkit.click('checkbox', /I accept the Terms/);
  await webkit.click('button', /^Create/);
  await webkit.waitForText(/You earned 1 Treasure Token!/);

  await webkit.goto(`${testOrigin}/dashboard`);
  await webkit.click('button', /^Scan QR$/);
  const photo = test.info().outputPath('card.png');
  writeFileSync(photo, drawQrPhoto(`${testOrigin}/card?id=TC-0000002`));
  await webkit.upload('Photo of a card', photo);
  await webkit.waitForText(/You earned 1 Treasure Token!/);
});

test('a member finds cards near a town, on a list and a map', async ({ webkit }) => {
  await signIn(webkit, '/auth', demoEmail('basic'), /^Sign In$/);
  await webkit.waitForText(/Treasure Tokens/);
  await webkit.goto(`${testOrigin}/dashboard/find`);
  await webkit.type('Town or coordinates', 'Asheville');
  await webkit.click('option', /^Asheville, North Carolina/);
  await webkit.waitForText(/Not found yet/);
  await webkit.waitForText(/\d+ cards in this part of the map/);
});

test('a member redeems tokens for a vacation', async ({ webkit }) => {
  await signIn(webkit, '/auth', demoEmail('premium'), /^Sign In$/);
  await webkit.click('button', /^Redeem Tokens$/);
  await webkit.click('radio', /5-7 Night Global Trip/);
  await webkit.click('button', /^Redeem 120 Treasure Tokens$/);
  await webkit.waitForText(/Your vacation certificate has been created/);
});

test('an administrator searches the list of users', async ({ webkit }) => {
  await signIn(webkit, '/admin/login', demoAdmin.email, /^Login$/);
  await webkit.waitForText(/Users/);
  await webkit.goto(`${testOrigin}/admin/dashboard?tab=users`);
  await webkit.type('Search users by name, username or email', demoEmail('free'));
  await webkit.waitForText(/Wren Holloway/);
});
