/** A new member redeems, and an administrator reviews the certificate. The member can activate it only after the review. */
import { addAdminSession, choose } from '#tests/support/admin/admin.ts';
import { addSession } from '#tests/support/browser/callers.ts';
import { expect, test as freshTest, otherBrowser } from '#tests/support/browser/quiet-console.ts';
import { test } from '#tests/support/browser/shared-page.ts';
import { newPrizeWinner, newWaitingHolder } from '#tests/support/certificates/certificate-holder.ts';
import { activateFor } from '#tests/support/certificates/traveler-form.ts';
import { findLink, findMail } from '#tests/support/messages/mailbox.ts';

test('a first certificate waits, is passed by an administrator, and is activated with the mailed link', async ({ page, browser }) => {
  const winner = await newPrizeWinner();
  await addSession(page, winner);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Redeem Tokens' }).click();
  const dialog = page.getByRole('dialog', { name: 'Redeem Treasure Tokens' });
  await dialog.getByRole('radio', { name: /3-4 Night Regional Stay/ }).check();
  await dialog.getByRole('button', { name: 'Redeem 60 Treasure Tokens' }).click();
  await expect(dialog.getByText(/We look at every first certificate, as a rule within two working days/)).toBeVisible();
  await dialog.getByRole('link', { name: 'See your certificate' }).click();
  await expect(page.getByText('In review')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Activate certificate' })).toHaveCount(0);
  const number = new URL(page.url()).pathname.split('/').at(-2) ?? '';
  const issued = await findMail(page.request, winner.user.email, /Your vacation certificate is here/);
  expect(issued.text.replace(/\s+/g, ' ')).toContain('We look at every first certificate');

  const office = await otherBrowser(browser);
  await addAdminSession(office, 'admin');
  await office.goto('/admin/dashboard?tab=reviews');
  await office.getByRole('searchbox', { name: 'Search by number or member' }).fill(number);
  const row = office.getByRole('row').filter({ hasText: number });
  await expect(row).toContainText('Gift');
  await row.getByRole('link', { name: number }).click();
  await expect(office.getByRole('heading', { name: `Case ${number}` })).toBeVisible();
  await office.getByRole('button', { name: 'Pass' }).click();
  await expect(office.getByText('Certificate passed')).toBeVisible();
  await expect(office.getByRole('heading', { name: `Case ${number}` })).toHaveCount(0);
  await office.close();

  const passed = await findMail(page.request, winner.user.email, /ready to be activated/);
  await page.goto(findLink(passed, `/dashboard/certificates/${number}/activate`));
  await expect(page.getByText(/Activate it by/)).toBeVisible();
  await activateFor(page, 'Win Winner', number);
  await expect(page.getByRole('heading', { name: 'Where would you like to go?' })).toBeVisible();
});

test('a review question and a refusal with a reason both reach the member by mail, and the tokens are returned', { tag: '@long' }, async ({
  page,
}) => {
  const holder = await newWaitingHolder();
  await addAdminSession(page);
  await page.goto(`/admin/dashboard?tab=reviews&q=${holder.number}`);
  const row = page.getByRole('row').filter({ hasText: holder.number });
  await choose(row, 'Ask the member');
  await page.getByLabel('Question').fill('Where did you find them?');
  await page.getByRole('button', { name: 'Send question' }).click();
  await expect(page.getByText('Question sent')).toBeVisible();
  const questionMail = await findMail(page.request, holder.user.email, new RegExp(`question about certificate ${holder.number}`));
  expect(questionMail.text).toContain('> Where did you find them?');

  await page.goto(`/admin/dashboard?tab=reviews&q=${holder.number}`);
  await choose(row, 'Refuse');
  await expect(page.getByRole('dialog').getByText('Where did you find them?')).toBeVisible();
  await page.getByLabel('Reason').fill('These tokens were found by one person.');
  await page.getByRole('button', { name: 'Refuse certificate' }).click();
  await expect(page.getByText('Certificate refused')).toBeVisible();
  const refused = await findMail(page.request, holder.user.email, /couldn’t accept your certificate/);
  expect(refused.text).toContain('> These tokens were found by one person.');

  await addSession(page, holder);
  await page.goto('/dashboard/certificates');
  await expect(page.getByText(/couldn’t accept this certificate \(These tokens were found by one person\.\)/)).toBeVisible();
  expect((await holder.api.post(`/api/vacation-certificates/${holder.number}/activate`)).status()).toBe(409);
});

freshTest('a clear case is decided by keyboard in three presses', { tag: '@oldest' }, async ({ page }) => {
  const holder = await newWaitingHolder();
  await addAdminSession(page, 'admin');
  await page.goto(`/admin/dashboard?tab=reviews&q=${holder.number}`);
  await page.getByRole('link', { name: holder.number }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `Case ${holder.number}` })).toBeVisible();
  await page.keyboard.press('p');
  await expect(page.getByRole('button', { name: 'Pass' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Certificate passed')).toBeVisible();
});

test('a farm’s finds are taken back together by keyboard in three presses, and restored together', { tag: '@long' }, async ({ page }) => {
  await addAdminSession(page);
  await page.goto('/admin/dashboard?tab=reviews&q=VC-DEMA-0002');
  await page.getByRole('link', { name: 'VC-DEMA-0002' }).focus();
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { name: 'Case VC-DEMA-0002' });
  await expect(heading).toContainText('Waiting');
  await page.keyboard.press('t');
  const dialog = page.getByRole('dialog', { name: 'Take back: 5 members' });
  await expect(dialog.getByRole('heading', { name: 'Effects' })).toBeVisible();
  await expect(dialog.getByText(/VC-DEMA-0002/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Take back from 5 members' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/It can be undone\./)).toBeVisible();
  await expect(heading).toContainText('Refused');
  await expect(page.getByText(/Someone else/)).toHaveCount(0);

  await page.getByRole('button', { name: 'Undo…' }).click();
  await page.getByLabel('Reason').fill('It was a class with their teacher.');
  await page.getByRole('button', { name: 'Undo decision' }).click();
  await expect(page.getByText(/^Reverted for/)).toBeVisible();
  await expect(heading).toContainText('Waiting');
});
