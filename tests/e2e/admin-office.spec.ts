/** Administrators do the office's work: cancel a certificate, answer a message, and see in the audit log what was done. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { choose, lendAdminSession } from '#tests/support/admin.ts';
import { balanceOf, newCaller } from '#tests/support/callers.ts';
import { newHolder } from '#tests/support/certificate-holder.ts';
import { test } from '#tests/support/kept-window.ts';
import { mailTo } from '#tests/support/mailbox.ts';
import { expect } from '#tests/support/quiet-console.ts';
import { readPdf } from '#tests/support/read-pdf.ts';

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

test('a certificate is found, downloaded and cancelled with a reason: the tokens are back, the member has mail, and the log tells of it', async ({
  page,
}) => {
  const holder = await newHolder();
  const { email } = await lendAdminSession(page);
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
  await expect(dialog.getByText('Please say why; the member reads it')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Redeemed by mistake');
  await dialog.getByRole('button', { name: 'Cancel certificate' }).click();
  await expect(page.getByText('Certificate cancelled')).toBeVisible();
  await expect(row).toContainText('Cancelled');
  expect(await balanceOf(holder)).toBe(60);
  await mailTo(page.request, holder.user.email, /certificate was cancelled/);

  await choose(rowOf(page, holder.number), 'View details');
  await page.getByRole('link', { name: 'What was done with it' }).click();
  const entry = rowOf(page, 'certificate.cancel');
  await expect(entry).toContainText(email);
  await expect(entry).toContainText('Redeemed by mistake');
  await choose(rowOf(page, 'certificate.cancel'), 'View details');
  const details = page.getByRole('dialog', { name: `Certificate ${holder.number}` });
  await expect(details.getByRole('row', { name: /Status active cancelled/ })).toBeVisible();
});

// An address may write five times an hour.
test('a message of the contact form is mailed to the office, read as it was written, and handled', { tag: '@desktop' }, async ({
  page,
}) => {
  const visitor = await newCaller();
  const name = `Rowan ${visitor.user.id}`;
  const sent = await visitor.api.post('/api/contact', {
    data: { name, email: 'rowan@example.test', message: 'Hello!\n\nIs <b>this</b> card yours?' },
  });
  expect(sent.status()).toBe(201);
  const mail = await mailTo(page.request, 'office@cachecards.test', new RegExp(name));
  expect(mail.headers['Reply-To']).toBe('rowan@example.test');
  expect(mail.text).toContain('> Is <b>this</b> card yours?');

  // A plain administrator looks after messages too.
  const { email } = await lendAdminSession(page, 'admin');
  await page.goto('/admin/dashboard?tab=messages');
  await expect(page.getByRole('row').nth(1)).toContainText(name);
  await choose(rowOf(page, name), 'Read');
  const dialog = page.getByRole('dialog', { name: `Message from ${name}` });
  await expect(dialog.getByText('Is <b>this</b> card yours?')).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Reply' })).toHaveAttribute('href', /^mailto:rowan%40example\.test\?subject=Re/);
  await dialog.getByRole('button', { name: 'Mark handled' }).click();
  await expect(page.getByText('Message handled')).toBeVisible();
  await page.getByLabel('State').selectOption({ label: 'Handled' });
  await expect(rowOf(page, name)).toContainText('Handled');

  await page.goto('/admin/dashboard?tab=audit');
  const entry = rowOf(page, 'message.handle').first();
  await expect(entry).toContainText(email);
  await expect(page.getByText(/is shown to super administrators/)).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Reason' })).toHaveCount(0);
});
