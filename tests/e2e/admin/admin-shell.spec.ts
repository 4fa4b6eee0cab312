/** Layout of the admin area: every list starts near the top, and daily tasks are only a few clicks from the overview. */
import { expect, type Locator, type Page } from '@playwright/test';
import { demoMembers } from '#scripts/seed/demo-accounts.ts';
import { openDatabaseFile } from '#scripts/setup/database-file.ts';
import { addAdminSession } from '#tests/support/admin/admin.ts';
import { test } from '#tests/support/browser/shared-page.ts';
import { stateUnderTest } from '#tests/support/project/clock.ts';

const windows = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const lists = [
  'users',
  'cards',
  'tokens',
  'claims',
  'payouts',
  'payouts&view=runs',
  'payouts&view=commissions',
  'payouts&view=chests',
  'payouts&view=paid',
  'orders',
  'orders&view=disputes',
  'orders&view=memberships',
  'reviews',
  'reviews&view=decided',
  'reviews&view=second-looks',
  'certificates',
  'stays',
  'messages',
  'audit',
  'overview',
  'system',
];

/** Creates a member who has the oldest of all held commissions. */
async function seedHeld(name: string): Promise<void> {
  const db = openDatabaseFile(await stateUnderTest());
  db.exec(`BEGIN IMMEDIATE;
    INSERT INTO users (email, email_key, password_hash, referral_code, first_name, created_at) VALUES ('${name}@held.test', '${name}@held.test', '!', '${name}', '${name}', 1);
    INSERT INTO users (email, email_key, password_hash, referral_code, referred_by_id, created_at)
      SELECT 'friend.' || email, 'friend.' || email, '!', '${name}-f', id, 1 FROM users WHERE first_name = '${name}';
    INSERT INTO referral_commissions (referrer_id, referred_id, amount_cents, status, held_reason, created_at)
      SELECT referred_by_id, id, 1000, 'held', 'administrator', 1 FROM users WHERE referral_code = '${name}-f';
    COMMIT`);
  db.close();
}

/** Returns a click counter that ignores typing and Enter. */
function countClicks() {
  const clicks = { count: 0 };
  const click = async (target: Locator) => {
    await target.click();
    clicks.count += 1;
  };
  return { clicks, click };
}

const search = (page: Page) => page.getByRole('button', { name: /^Search/ });

/** Admin screens that have the most filters, notes and figures above their lists. */
const fullest = ['users', 'payouts', 'payouts&view=runs', 'reviews', 'overview'];

for (const tabs of [fullest, lists]) {
  const what = tabs === lists ? 'every list starts' : 'the fullest lists start';
  test(`${what} near the top, on desktops and phones`, { tag: '@long' }, async ({ page }) => {
    test.setTimeout(180_000);
    await addAdminSession(page);
    const low: string[] = [];
    for (const [index, tab] of tabs.entries()) {
      // Resizes the window instead of loading each page twice. Alternates which size loads first: desktop or phone.
      const both = index % 2 === 0 ? Object.entries(windows) : Object.entries(windows).reverse();
      for (const [turn, [name, viewport]] of both.entries()) {
        await page.setViewportSize(viewport);
        if (turn === 0) await page.goto(`/admin/dashboard?tab=${tab}`);
        const row = page.getByRole('tabpanel').locator('tbody tr:not(.table-skeleton), .state, ul > li').first();
        await expect(row).toBeVisible();
        await expect(page.locator('.stat-value').first()).not.toHaveText('…');
        const { y } = (await row.boundingBox()) ?? { y: Number.NaN };
        if (!(y <= (name === 'phone' ? viewport.height - 40 : 300))) low.push(`${tab}, ${name}: ${y}`);
      }
    }
    expect(low).toEqual([]);
  });
}

for (const [name, viewport] of Object.entries(windows)) {
  test(`daily tasks take few clicks in a ${name} window`, { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize(viewport);
    await addAdminSession(page);

    const record = countClicks();
    await page.goto('/admin/dashboard?tab=overview');
    await record.click(search(page));
    await page.getByRole('combobox').fill('Order 4');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Order 4' })).toBeVisible();
    expect(record.clicks.count).toBe(1);

    const tokens = countClicks();
    await page.goto('/admin/dashboard?tab=overview');
    await tokens.click(search(page));
    await page.getByRole('combobox').fill(demoMembers[0]?.email ?? '');
    await page.keyboard.press('Enter');
    await tokens.click(page.getByRole('button', { name: 'Add Tokens' }));
    const form = page.getByRole('dialog', { name: 'Add Tokens' });
    await form.getByRole('textbox', { name: 'Tokens' }).fill('1');
    await form.getByRole('textbox', { name: 'Reason' }).fill('Helped a newcomer');
    await tokens.click(form.getByRole('button', { name: /^Add .*okens?$/ }));
    await expect(form).toBeHidden();
    expect(tokens.clicks.count).toBe(3);

    const held = countClicks();
    const memberName = `${name}${Date.now().toString(36)}`;
    await seedHeld(memberName);
    await page.goto('/admin/dashboard?tab=overview');
    await held.click(page.locator('summary', { hasText: 'held by an administrator' }));
    await held.click(page.getByRole('button', { name: `Release $10.00 for ${memberName}` }));
    await held.click(page.getByRole('dialog').getByRole('button', { name: 'Release' }));
    await expect(page.getByText('$10.00 can now be paid.')).toBeVisible();
    expect(held.clicks.count).toBe(3);
  });
}
