/**
 * Two administrators pay the chests of 1,600 members for one month in one payout run, and undo the payment once. Two payments are returned.
 * The test also checks both payment files.
 */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import type { SignedInAdmin } from '#schema/admin/session.ts';
import { openDatabaseFile } from '#scripts/setup/database-file.ts';
import { addAdminToken, adminCaller, choose } from '#tests/support/admin/admin.ts';
import { readCsv } from '#tests/support/admin/read-csv.ts';
import { otherBrowser } from '#tests/support/browser/quiet-console.ts';
import { test } from '#tests/support/browser/shared-page.ts';
import { stateUnderTest } from '#tests/support/project/clock.ts';

/** Tests the month with 1,600 members at only one window size because the page content is the same at both sizes. */
const months = [
  { window: 'desktop', viewport: { width: 1440, height: 900 }, members: 1_600 },
  { window: 'phone', viewport: { width: 390, height: 844 }, members: 60 },
];

/** Creates members who are each owed one chest and have a PayPal address. */
async function seedPayees(tag: string, members: number): Promise<string> {
  const state = await stateUnderTest();
  const db = openDatabaseFile(state);
  const each = `WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < ${members})`;
  db.exec(`BEGIN IMMEDIATE;
    ${each} INSERT INTO users (email, email_key, email_verified_at, password_hash, referral_code, first_name, created_at)
      SELECT '${tag}' || n || '@month.test', '${tag}' || n || '@month.test', 1, '!', '${tag}' || n, '${tag}', 1 FROM s;
    INSERT INTO payout_addresses (user_id, email, confirmed_at) SELECT id, 'pp.' || email, 1 FROM users WHERE first_name = '${tag}';
    INSERT INTO treasure_chest_payouts (user_id, month, chest_level, amount_cents, is_premium, created_at)
      SELECT id, '2026-09', 1 + id % 2, iif(id % 2, 600, 205), id % 7 = 0, 1790000000 + id FROM users WHERE first_name = '${tag}';
    COMMIT`);
  db.close();
  return state;
}

/** Removes the members' PayPal addresses, so that the next run does not contain those to whom a payment was returned. */
function removeAddresses(state: string, tag: string): void {
  const db = openDatabaseFile(state);
  db.exec(`DELETE FROM payout_addresses WHERE user_id IN (SELECT id FROM users WHERE first_name = '${tag}')`);
  db.close();
}

/** Returns a run's totals from the payments table. */
function sumsOfRun(state: string, run: number): { payments: number; cents: number; returned: number } {
  const db = openDatabaseFile(state);
  const row = db
    .prepare('SELECT count(*) AS payments, sum(amount_cents) AS cents, count(returned_at) AS returned FROM payouts WHERE request = ?')
    .get(`run:${run}`);
  db.close();
  return { payments: Number(row?.payments), cents: Number(row?.cents), returned: Number(row?.returned) };
}

/** Counts the member emails that stay queued until the payment can no longer be undone. */
function waitingMails(state: string, tag: string): number {
  const db = openDatabaseFile(state);
  const row = db
    .prepare("SELECT count(*) AS mails FROM outbox WHERE template = 'payout_paid' AND status = 'queued' AND to_address GLOB ?")
    .get(`${tag}*`);
  db.close();
  return Number(row?.mails);
}

/** Confirms the open dialog, typing the total first if required. */
async function confirmStep(page: Page, button: RegExp): Promise<void> {
  const dialog = page.getByRole('dialog');
  const typed = dialog.getByLabel(/^Type the total/);
  if (await typed.isVisible()) {
    const total = /\$[\d,.]+\d/.exec((await dialog.getByRole('heading').textContent()) ?? '')?.[0] ?? '';
    await dialog.getByRole('button', { name: button }).click();
    await expect(dialog.getByText(`Please type ${total}`)).toBeVisible();
    await typed.fill(total);
  }
  await dialog.getByRole('button', { name: button }).click();
  await expect(dialog).toBeHidden({ timeout: 60_000 });
}

async function download(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button, exact: true }).click()]);
  return readFile(await download.path(), 'utf8');
}

for (const { window, viewport, members } of months) {
  test(`a month of ${members} members is paid in one run, in a ${window} window`, { tag: '@long' }, async ({ page, browser }) => {
    test.setTimeout(180_000);
    const tag = `${window}${Date.now().toString(36)}`;
    const state = await seedPayees(tag, members);
    const boss = await adminCaller();
    const registration = {
      email: `${tag}@office.test`,
      password: 'demo-pass-1',
      confirmPassword: 'demo-pass-1',
      firstName: 'Bea',
      lastName: 'Second',
      role: 'super_admin',
    };
    const second = (await (await boss.api.post('/api/admin/register', { data: registration })).json()) as SignedInAdmin;
    await addAdminToken(page, boss.token);
    await page.setViewportSize(viewport);

    let clicks = 0;
    const click = async (button: ReturnType<Page['getByRole']>) => {
      clicks += 1;
      await button.click();
    };
    await page.goto('/admin/dashboard?tab=overview');
    await click(page.getByRole('tab', { name: /^Payouts/ }));
    const table = page.getByRole('table', { name: 'Members to pay' });
    await click(page.getByRole('button', { name: 'Start a payout run' }));
    await click(page.getByRole('button', { name: /^Start run: \$/ }));
    await expect(page.getByRole('button', { name: /^Approve/ })).toBeVisible({ timeout: 60_000 });
    const run = Number(new URL(page.url()).searchParams.get('run'));
    const lines = page.getByRole('table', { name: `Members in run ${run}` });
    await expect(lines.getByText('To pay', { exact: true }).first()).toBeVisible();

    // A second administrator reviews and approves the run.
    const other = await otherBrowser(browser);
    await addAdminToken(other, second.token);
    await other.goto(`/admin/dashboard?tab=payouts&view=runs&run=${run}`);
    await other.getByRole('button', { name: /^Approve \$/ }).click();
    await confirmStep(other, /^Approve \$/);
    await expect(other.getByRole('button', { name: /^Mark \$/ })).toBeVisible();
    await other.close();

    // The administrator who started the run marks it as paid.
    await page.getByRole('button', { name: 'All payout runs' }).click();
    await page.getByRole('rowheader', { name: `Run ${run}`, exact: true }).click();
    await click(page.getByRole('button', { name: /^Mark \$/ }));
    await expect(page.getByRole('dialog').getByText('The PayPal file was not downloaded', { exact: true })).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
    const payPal = readCsv(await download(page, 'PayPal file'));
    const fullCsv = readCsv((await download(page, 'Full CSV')).replace('\uFEFF', ''));
    await page.getByRole('button', { name: 'Cancel run' }).click();
    await expect(page.getByRole('dialog').getByText('The PayPal file was downloaded', { exact: true })).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();

    // Marks the run as paid by mistake, undoes that, and marks it again. No email is sent in between.
    const pay = async () => {
      await page.getByRole('button', { name: /^Mark \$/ }).click();
      await expect(page.getByRole('dialog').getByText('The PayPal file was downloaded:')).toBeVisible();
      await confirmStep(page, /^Mark \$/);
      await expect(page.getByRole('heading', { name: /^Run \d+: .* Paid$/ })).toBeVisible({ timeout: 90_000 });
    };
    await pay();
    expect(waitingMails(state, tag)).toBe(members);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Undo \$/ })
      .click();
    await expect(page.getByRole('heading', { name: /^Run \d+: .* Approved$/ })).toBeVisible({ timeout: 60_000 });
    expect(sumsOfRun(state, run).payments).toBe(0);
    expect(waitingMails(state, tag)).toBe(0);
    await expect(lines.getByText('To pay', { exact: true }).first()).toBeVisible();
    await pay();
    expect(waitingMails(state, tag)).toBe(members);
    expect(clicks).toBe(4);
    await expect(lines.getByText('To pay', { exact: true })).toHaveCount(0);
    await expect(lines.getByText('Paid', { exact: true }).first()).toBeVisible();

    const paid = sumsOfRun(state, run);
    expect(payPal.length).toBeGreaterThanOrEqual(members);
    expect(payPal).toHaveLength(paid.payments);
    expect(fullCsv).toHaveLength(paid.payments + 1);
    const sum = (cells: string[][], column: number) => cells.reduce((cents, line) => cents + Math.round(Number(line[column]) * 100), 0);
    expect(sum(payPal, 1)).toBe(paid.cents);
    expect(sum(fullCsv.slice(1), 6)).toBe(paid.cents);
    for (const [, amount, currency, reference, , wallet] of payPal) {
      expect(amount).toMatch(/^\d+\.\d\d$/);
      expect([currency, wallet]).toEqual(['USD', 'PAYPAL']);
      expect(reference).toMatch(new RegExp(`^CC-${run}-\\d+$`));
    }

    // Two payments are returned, so we owe those members the amounts again.
    for (const n of [1, 2]) {
      await page.getByRole('searchbox', { name: 'Search members or addresses' }).fill(`${tag}${n}@month.test`);
      const row = page.getByRole('row', { name: new RegExp(`\\b${tag}${n}@month`) }).first();
      await expect(row).toBeVisible();
      await choose(row, 'Mark as returned');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Reason').fill('No such account');
      await dialog.getByRole('button', { name: 'Mark as returned' }).click();
      await expect(dialog).toBeHidden();
    }
    await expect(page.getByText(/from 2 members/)).toBeVisible();
    expect(sumsOfRun(state, run).returned).toBe(2);
    await page.goto(`/admin/dashboard?tab=payouts&q=${tag}`);
    await expect(table.getByRole('row', { name: new RegExp(tag) })).toHaveCount(2);
    removeAddresses(state, tag);
  });
}
