/** Measures the clicks of an administrator's daily tasks on a large site. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { demoAdmin, demoPassword } from '#scripts/seed/demo-accounts.ts';
import { openDatabaseFile } from '#scripts/setup/database-file.ts';
import { ownNode, runOrFail, terminateOnExit } from '#scripts/setup/run.mjs';
import { testOrigin } from '#tests/support/browser/demo.ts';
import { test } from '#tests/support/browser/quiet-console.ts';
import { phoneKey } from '#worker/domain/accounts/search-keys.ts';

/** The product of these tests, apart from the lanes' products and their ports. */
const port = Number(new URL(testOrigin).port) + 160;
const origin = `http://localhost:${port}`;
const state = mkdtempSync(join(tmpdir(), 'cache-cards-console-'));
let product: ChildProcess;

test.beforeAll(async () => {
  test.setTimeout(420_000);
  cpSync(process.env.CACHE_CARDS_TEST_STATE ?? 'dist/e2e-state', state, { recursive: true });
  const env = { CACHE_CARDS_STATE: state, PORT: String(port) };
  const size = ['--members', '10000', '--cards', '10000', '--scans', '50000'];
  await runOrFail('The members could not be created.', ownNode, ['scripts/seed.ts', ...size], { env });
  product = terminateOnExit(spawn(ownNode, ['scripts/start.mjs', '--prepared'], { env: { ...process.env, ...env }, stdio: 'ignore' }));
  await expect(async () => expect((await fetch(`${origin}/api/health`)).status).toBe(200)).toPass({ timeout: 120_000 });
});

test.afterAll(async () => {
  const hasEnded = new Promise((resolve) => product.once('exit', resolve));
  product.kill('SIGINT');
  await hasEnded;
  rmSync(state, { recursive: true, force: true });
});

test.beforeEach(async ({ page }) => {
  const answer = await page.request.post(`${origin}/api/admin/login`, { data: { email: demoAdmin.email, password: demoPassword } });
  const { token } = (await answer.json()) as { token: string };
  await page.addInitScript((value) => localStorage.setItem('adminToken', value), token);
});

function firstRow<Row>(sql: string): Row {
  const db = openDatabaseFile(state);
  const found = db.prepare(sql).get() as Row | undefined;
  db.close();
  if (!found) throw new Error(`No row: ${sql}`);
  return found;
}

function write(sql: string, ...values: (string | number)[]): void {
  const db = openDatabaseFile(state);
  db.prepare(sql).run(...values);
  db.close();
}

/** Types into the search box over everything and presses Enter once. */
async function search(page: Page, text: string): Promise<void> {
  await page.goto(`${origin}/admin/dashboard?tab=overview`);
  await expect(page.locator('.stat-value').first()).not.toHaveText('…');
  await page.keyboard.press('/');
  await page.getByRole('combobox').fill(text);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
}

test('a refusal is explained in two clicks', { tag: ['@long', '@desktop'] }, async ({ page }) => {
  const { id, number } = firstRow<{ id: number; number: string }>(
    "SELECT id, number FROM vacation_certificates WHERE review = 'refused' ORDER BY id DESC",
  );
  const reason = 'These finds were made by one person with four phones.';
  write('UPDATE vacation_certificates SET review_reason = ?, cancel_reason = ? WHERE id = ?', reason, reason, id);
  await search(page, number);
  await expect(page.getByText(reason).first()).toBeVisible();
});

test('a lost parcel is sent again in three clicks', { tag: ['@long', '@desktop'] }, async ({ page }) => {
  const { tracking } = firstRow<{ tracking: string }>(
    "SELECT tracking FROM print_orders WHERE status = 'shipped' AND tracking IS NOT NULL",
  );
  await search(page, tracking);
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  const dialog = page.getByRole('dialog');
  await click(dialog.getByRole('button', { name: 'Send again' }));
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Lost on the way');
  await click(dialog.getByRole('button', { name: 'Get a quote' }));
  await click(dialog.getByRole('button', { name: /^Send again for \$/ }));
  await expect(page.getByText('Lost on the way').first()).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(3);
});

test('a page of orders is printed after one look at the total', { tag: ['@long', '@desktop'] }, async ({ page }) => {
  await page.goto(`${origin}/admin/dashboard?tab=orders&print=waiting`);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Send to print' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Get the cost' }).click();
  const confirm = dialog.getByRole('button', { name: /^Order for \$/ });
  await expect(confirm).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByRole('table')).toBeVisible();
  await confirm.click();
  const result = dialog.getByText(/orders? sent to print\./);
  await expect(result).toBeVisible({ timeout: 60_000 });
  const printed = Number.parseInt((await result.textContent()) ?? '', 10);
  expect(printed).toBeGreaterThan(1);
  const sent = 'SELECT count(*) AS count FROM print_orders WHERE submitted_at > unixepoch() - 300 AND resend_of_id IS NULL';
  expect(firstRow<{ count: number }>(sent).count).toBe(printed);
});

test('any person is found in one search', { tag: ['@long', '@desktop'] }, async ({ page }) => {
  const member = firstRow<{ id: number; email: string }>('SELECT id, email FROM users ORDER BY id DESC');
  write(
    `UPDATE users SET first_name = 'Zdeněk', first_name_key = 'zdenek', last_name = 'Quillfeather', last_name_key = 'quillfeather',
       phone = '+44 20 7946 0958', phone_key = ?, stripe_customer_id = 'cus_console' WHERE id = ?`,
    phoneKey('+44 20 7946 0958'),
    member.id,
  );
  const card = firstRow<{ cardId: string; email: string }>(
    'SELECT c.card_id AS cardId, u.email FROM cache_cards c JOIN users u ON u.id = c.user_id ORDER BY c.id DESC',
  );
  const certificate = firstRow<{ number: string; email: string }>(
    'SELECT c.number, u.email FROM vacation_certificates c JOIN users u ON u.id = c.user_id ORDER BY c.id DESC',
  );
  const parcel = firstRow<{ tracking: string; email: string }>(
    `SELECT p.tracking, u.email FROM print_orders p JOIN orders o ON o.id = p.order_id JOIN users u ON u.id = o.user_id WHERE p.tracking IS NOT NULL`,
  );
  const searches: [text: string, email: string][] = [
    ['zdenek quillfeather', member.email],
    ['Quillfeather Zdeněk', member.email],
    ['020 7946 0958', member.email],
    ['cus_console', member.email],
    [parcel.tracking, parcel.email],
    [card.cardId, card.email],
    [certificate.number, certificate.email],
  ];
  for (const [text, email] of searches) {
    await search(page, text);
    await expect(page.getByText(email).first(), text).toBeVisible();
  }
});

/** The founder's questions, with the figures that answer them. */
const questions: Record<string, string[]> = {
  'How many members are active?': ['Active in 7 days', 'Active in 28 days'],
  'How many join?': ['New members'],
  'How many of them start to pay?': ['Conversion'],
  'How many pay, and for what?': ['Paying, Basic', 'Paying, Premium'],
  'How many leave?': ['Churn'],
  'Do those who stay pay more or less?': ['Net revenue retention'],
  'What do we earn?': ['New memberships', 'Renewals', 'Cache Cards'],
  'What do we lose?': ['Refunds and disputes', 'Stripe fees', 'Print cost', 'Loss on printing', 'Commissions', 'Treasure chests'],
  'What do we owe for tokens?': ['Tokens issued', 'Tokens redeemed', 'Tokens outstanding', 'Token liability'],
  'How many stays took place?': ['Stays'],
};

test('the founder’s questions are answered on one page', { tag: ['@long', '@desktop'] }, async ({ page }) => {
  await page.goto(`${origin}/admin/dashboard?tab=numbers`);
  for (const [question, figures] of Object.entries(questions))
    for (const figure of figures) await expect(page.getByText(figure, { exact: true }).first(), question).toBeVisible();
});
