/** A member uses two browsers. One browser is far from the primary database and reads from a lagging replica. */
import { spawn } from 'node:child_process';
import type { Browser, Page } from '@playwright/test';
import { root } from '#scripts/setup/run.mjs';
import { testOrigin } from '#tests/support/browser/demo.ts';
import { collectComplaints, expect, otherBrowser, test } from '#tests/support/browser/quiet-console.ts';
import { farCards, farMember } from '#tests/support/database/far-cards.ts';

/** A port that neither this lane's app instance nor its fakes use. */
const port = Number(new URL(testOrigin).port) + 20;
const origin = `http://localhost:${port}`;

test('a member’s changes are visible to them at once, and in a distant browser at its next load after the lag', { tag: '@long' }, async ({
  browser,
}) => {
  const stop = await startFarProduct();
  try {
    const [near, far] = [await signedIn(browser), await signedIn(browser, { 'X-Far': 'yes' })];
    const complaints = [collectComplaints(near), collectComplaints(far)];
    await catchUp(near);
    await find(near, 0);
    await expectTokens(near, 1);
    await expectTokens(far, 0);
    await catchUp(near);
    await expectTokens(far, 1);

    await find(far, 1);
    await expectTokens(far, 2);
    await expectTokens(near, 2);
    expect(complaints).toEqual([[], []]);

    // A revoked session cannot write, even before the revocation has reached the replica.
    await near.goto(`${origin}/account?tab=security`);
    await near.getByRole('button', { name: 'Sign out everywhere' }).click();
    await near.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await near.waitForURL(`${origin}/`);
    await far.goto(addressOf(2));
    await expect(far.getByText('Sign up to get started!')).toBeVisible();
    await expectTokens(await signedIn(browser), 2);
  } finally {
    stop();
  }
});

async function startFarProduct(): Promise<() => void> {
  const child = spawn(process.execPath, ['tests/support/database/far-product.ts', String(port)], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (said) => String(said).includes('is ready') && resolve());
    child.once('exit', (code) => reject(new Error(`The far product ended with ${code}`)));
  });
  return () => void child.kill();
}

const addressOf = (card: number) => `${origin}/card?id=${farCards[card]?.cardId}&k=${farCards[card]?.code}`;
const catchUp = (page: Page) => page.request.post(`${origin}/catch-up`);

async function signedIn(browser: Browser, extraHTTPHeaders: Record<string, string> = {}): Promise<Page> {
  const page = await otherBrowser(browser, { extraHTTPHeaders });
  await page.goto(`${origin}/auth`);
  await page.getByLabel('Email').fill(farMember.email);
  await page.getByLabel('Password', { exact: true }).fill(farMember.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/dashboard**');
  return page;
}

async function find(page: Page, card: number): Promise<void> {
  await page.goto(addressOf(card));
  await expect(page.getByText('You earned 1 Treasure Token!')).toBeVisible();
}

async function expectTokens(page: Page, tokens: number): Promise<void> {
  await page.goto(`${origin}/dashboard`);
  await expect(page.locator('.stat-tile', { hasText: 'Treasure Tokens' }).locator('.stat-value')).toHaveText(String(tokens));
}
