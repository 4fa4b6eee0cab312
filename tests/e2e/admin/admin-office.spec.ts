/** Administrators cancel a certificate, reply to a message, and see both in the audit log. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { AdminOrder } from '#schema/orders/admin-orders.ts';
import { viewerReportMs } from '#schema/rules.ts';
import { verifiedCaller } from '#tests/support/accounts/verified-caller.ts';
import { addAdminSession, choose } from '#tests/support/admin/admin.ts';
import { addSession, loadBalance, newCaller } from '#tests/support/browser/callers.ts';
import { expect, otherBrowser } from '#tests/support/browser/quiet-console.ts';
import { test } from '#tests/support/browser/shared-page.ts';
import { newHolder } from '#tests/support/certificates/certificate-holder.ts';
import { findLink, findMail } from '#tests/support/messages/mailbox.ts';
import { readPdf } from '#tests/support/printing/read-pdf.ts';

// Expected console errors: the 409 responses.
test.use({ provoked: [/status of 409/] });

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

test('canceling a certificate with a reason returns its tokens, sends an email and adds an entry to the audit log', {
  tag: '@long',
}, async ({ page }) => {
  const holder = await newHolder();
  const { email } = await addAdminSession(page);
  await page.goto('/admin/dashboard?tab=certificates');
  await page.getByRole('searchbox', { name: 'Search number, member or reference' }).fill(holder.user.email);
  const row = rowOf(page, holder.number);
  await expect(row).toContainText('Active');

  const [download] = await Promise.all([page.waitForEvent('download'), choose(rowOf(page, holder.number), 'Download PDF')]);
  const [sheet] = await readPdf(readFileSync(await download.path()));
  expect(sheet?.words).toContain(holder.number);

  await choose(rowOf(page, holder.number), 'Cancel certificate');
  const dialog = page.getByRole('dialog', { name: `Cancel ${holder.number}?` });
  await dialog.getByRole('button', { name: 'Cancel certificate' }).click();
  await expect(dialog.getByText('Please enter a reason for the member')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Redeemed by mistake');
  await dialog.getByRole('button', { name: 'Cancel certificate' }).click();
  await expect(page.getByText('Certificate canceled')).toBeVisible();
  await expect(row).toContainText('Canceled');
  expect(await loadBalance(holder)).toBe(60);
  await findMail(page.request, holder.user.email, /certificate was canceled/);

  await choose(rowOf(page, holder.number), 'View details');
  await page.getByRole('link', { name: 'View changes' }).click();
  const entry = rowOf(page, 'Canceled a certificate');
  await expect(entry).toContainText(email);
  await expect(entry).toContainText('Redeemed by mistake');
  await choose(rowOf(page, 'Canceled a certificate'), 'View details');
  const details = page.getByRole('dialog', { name: `Certificate ${holder.number}` });
  await expect(details.getByRole('row', { name: /Status active canceled/ })).toBeVisible();
});

// Runs at only one window size because the contact form accepts only five messages per hour from one network address.
test('a message is mailed to the office and answered: the member reads it in mailbox and account, and continues there', {
  tag: ['@desktop', '@long'],
}, async ({ page, browser }) => {
  const member = await verifiedCaller();
  const { email, id } = member.user;
  const name = `Rowan ${id}`;
  const sent = await member.api.post('/api/contact', { data: { name, email, message: 'Hello!\n\nIs <b>this</b> card yours?' } });
  expect(sent.status()).toBe(201);
  const mail = await findMail(page.request, 'office@cachecards.test', new RegExp(name));
  expect(mail.headers['Reply-To']).toBe(email);
  expect(mail.text).toContain('> Is <b>this</b> card yours?');

  // A regular administrator can handle messages too, by opening the link in the notification email.
  const admin = await addAdminSession(page, 'admin');
  const link = new URL(findLink(mail, '/admin/dashboard'));
  await page.goto(link.pathname + link.search);
  const thread = page.getByRole('region', { name: new RegExp(`^Message #\\d+ from ${name}$`) });
  await expect(thread.getByText('Is <b>this</b> card yours?')).toBeVisible();
  await thread.getByLabel('Your answer').fill('It is.\n\nPlease leave it there.');
  await thread.getByRole('button', { name: /^Send/ }).click();
  await expect(thread.getByRole('list', { name: 'Conversation' })).toContainText(`Us, ${admin.email}`);
  const answer = await findMail(page.request, email, /^Re: Your message to Cache Cards \[#\d+\]$/);
  expect(answer.text).toContain('Please leave it there.');
  expect(answer.headers['Reply-To']).toMatch(/^\d+-[0-9a-f]{32}@reply\.cachecards\.test$/);

  const memberPage = await otherBrowser(browser);
  await addSession(memberPage, member);
  const account = new URL(findLink(answer, '/account'));
  await memberPage.goto(new URL(account.pathname + account.search, test.info().project.use.baseURL).href);
  await expect(memberPage.getByText('Please leave it there.')).toBeVisible();
  await memberPage.getByRole('button', { name: 'Reply' }).click();
  await memberPage.getByLabel('Your message').fill('I did.');
  await memberPage.getByRole('button', { name: 'Send' }).click();
  await expect(memberPage.getByText('Waiting for our reply')).toBeVisible();
  await memberPage.close();

  // The member also replies by email, which the administrator's page shows by itself.
  await page.goto(`/dev/mailbox/${answer.id}`);
  await page.getByLabel('Your reply').fill('By the way: thanks!');
  await page.getByRole('button', { name: 'Send reply' }).click();
  await expect(page.getByText('Reply delivered.')).toBeVisible();
  await page.goto(link.pathname + link.search);
  await expect(thread.getByRole('list', { name: 'Conversation' })).toContainText(`${name}, by email`);
  await expect(thread.getByRole('list', { name: 'Conversation' })).toContainText('By the way: thanks!');

  // Two administrators in one conversation see each other. Replying to an outdated conversation shows what the other changed and
  // preserves the typed reply.
  const colleaguePage = await otherBrowser(browser);
  const colleague = await addAdminSession(colleaguePage, 'admin');
  await colleaguePage.goto(new URL(link.pathname + link.search, test.info().project.use.baseURL).href);
  const colleagueThread = colleaguePage.getByRole('region', { name: new RegExp(`from ${name}$`) });
  await expect(colleagueThread.getByText(/is also viewing this message/)).toBeVisible();
  await thread.getByLabel('Your answer').fill('Thank you!');
  await expect(thread.getByText(/is also viewing this message/)).toBeVisible({ timeout: 15_000 });
  await expect(colleagueThread.getByText(/is writing a reply/)).toBeVisible({ timeout: 15_000 });
  await colleaguePage.getByRole('heading', { name: new RegExp(`from ${name}$`) }).focus();
  await colleaguePage.keyboard.press('3');
  await expect(colleagueThread.getByLabel('Your answer')).not.toHaveValue('');
  await colleaguePage.keyboard.press('Control+Enter');
  await expect(colleaguePage.getByText('Answer sent')).toBeVisible();
  await colleaguePage.close();
  await thread.getByRole('button', { name: /^Send/ }).click();
  await expect(thread.getByText(`${colleague.email} answered:`)).toBeVisible();
  await expect(thread.getByLabel('Your answer')).toHaveValue('Thank you!');
  await thread.getByRole('button', { name: /^Send/ }).click();
  await expect(thread.getByRole('list', { name: 'Conversation' })).toContainText('Thank you!');
  await expect(thread.getByLabel('Your answer')).toHaveValue('');
  await page.getByLabel('State').selectOption({ label: 'Waiting' });
  await expect(page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: new RegExp(`^${name}`) })).toContainText(
    'Thank you!',
  );

  // They see each other in an order too.
  const [order] = (await (await admin.api.get('/api/admin/orders?limit=1')).json()) as AdminOrder[];
  const view = { kind: 'order', id: order?.id, isActing: true };
  expect((await colleague.api.post('/api/admin/viewers', { data: view })).ok()).toBe(true);
  await page.goto(`/admin/dashboard?tab=orders&order=${order?.id}`);
  await expect(page.getByText(`${colleague.email} is changing this order.`)).toBeVisible();

  await page.goto('/admin/dashboard?tab=audit');
  await expect(rowOf(page, 'Answered a message').first()).toContainText(admin.email);
  await expect(page.getByText(/^Only super administrators can see what changed/)).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Change and reason' })).toHaveCount(0);
});

/** Time until an administrator sees what another one does: the other's next report, then the answer to their own. */
const reportedMs = 2 * viewerReportMs + 4_000;

test('two administrators who correct the same address see each other, and neither loses what they typed', {
  tag: ['@desktop', '@long'],
}, async ({ page, browser }) => {
  const { api, email } = await addAdminSession(page);
  const [order] = (await (await api.get('/api/admin/orders?print=waiting&limit=1')).json()) as AdminOrder[];
  const address = `/admin/dashboard?tab=orders&order=${order?.id}`;
  const colleaguePage = await otherBrowser(browser);
  const colleague = await addAdminSession(colleaguePage, 'admin');
  await page.goto(address);
  await colleaguePage.goto(new URL(address, test.info().project.use.baseURL).href);
  await expect(colleaguePage.getByText(`${email} is also viewing this order.`)).toBeVisible({ timeout: reportedMs });
  await page.getByRole('button', { name: 'Correct…' }).click();
  await page.getByLabel('Apartment, suite, unit').fill('Second floor');
  await colleaguePage.getByRole('button', { name: 'Correct…' }).click();
  await expect(page.getByText(`${colleague.email} is changing this order.`)).toBeVisible({ timeout: reportedMs });
  await colleaguePage.getByLabel('Phone').fill('+1 828 555 0199');
  await colleaguePage.getByRole('button', { name: 'Save address' }).click();
  await expect(colleaguePage.getByText('+1 828 555 0199')).toBeVisible();

  await expect(page.getByText(`${colleague.email} changed this address`)).toBeVisible({ timeout: reportedMs });
  await expect(page.getByRole('button', { name: 'Save address' })).toBeDisabled();
  await expect(page.getByLabel('Apartment, suite, unit')).toHaveValue('Second floor');
  await page.getByRole('button', { name: 'I’ve checked the changes' }).click();
  await page.getByRole('button', { name: 'Save address' }).click();
  await expect(colleaguePage.getByText('Second floor')).toBeVisible({ timeout: reportedMs });
  await colleaguePage.close();
});

test('an account is viewed as its member sees it: read-only, and without affecting the browser’s own session', { tag: '@long' }, async ({
  page,
}) => {
  const [otherMember, member] = [await newCaller(), await newHolder()];
  await addSession(page, otherMember);
  await addAdminSession(page, 'admin');
  await page.goto(`/admin/dashboard?tab=users&user=${member.user.id}`);
  await page.getByRole('button', { name: 'View as member…' }).click();
  const dialog = page.getByRole('dialog', { name: 'View as member' });
  await dialog.getByLabel('Reason').fill('They asked what they are shown');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const [viewing] = await Promise.all([page.waitForEvent('popup'), dialog.getByRole('link', { name: /^Open .* account$/ }).click()]);
  const banner = viewing.getByRole('region', { name: 'Viewing as a member' });
  await expect(banner).toContainText('can’t change anything');
  await viewing.goto('/dashboard/certificates');
  await expect(viewing.getByText(member.number)).toBeVisible();
  await expect(banner).toBeVisible();
  await banner.getByRole('button', { name: 'Leave' }).click();
  await viewing.waitForURL(`**/admin/dashboard?tab=users&user=${member.user.id}`);
  await viewing.goto('/account');
  await expect(viewing.getByText(otherMember.user.email)).toBeVisible();
  await expect(banner).toHaveCount(0);
});
