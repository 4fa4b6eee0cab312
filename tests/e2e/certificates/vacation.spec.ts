/**
 * From tokens to a vacation: redeeming, printing, activating, and the year until the next redemption. The member has enough tokens for only
 * one test run, and other tests read the token balance. The file is named so that it runs after those tests.
 */
import { readFileSync } from 'node:fs';
import type { VacationCertificate } from '#schema/certificates/certificate.ts';
import { demoPassword } from '#scripts/seed/demo-accounts.ts';
import { addSession, demoCaller, newCaller, type SignedInCaller } from '#tests/support/browser/callers.ts';
import { expect, otherBrowser } from '#tests/support/browser/quiet-console.ts';
import { test } from '#tests/support/browser/shared-page.ts';
import { activateFor } from '#tests/support/certificates/traveler-form.ts';
import { findLink, findMail } from '#tests/support/messages/mailbox.ts';
import { readPdf } from '#tests/support/printing/read-pdf.ts';

async function certificatesOf({ api }: SignedInCaller): Promise<VacationCertificate[]> {
  return (await (await api.get('/api/vacation-certificates')).json()) as VacationCertificate[];
}

// The demo member's tokens can be spent only once, so this is a single test.
test('a member redeems a global trip, prints it and activates it; a second one is refused with the date', async ({ page, browser }) => {
  const premium = await demoCaller('premium');
  await addSession(page, premium);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Redeem Tokens' }).click();
  const dialog = page.getByRole('dialog', { name: 'Redeem Treasure Tokens' });
  await dialog.getByRole('radio', { name: /5-7 Night Global Trip/ }).check();
  await dialog.getByRole('button', { name: 'Redeem 120 Treasure Tokens' }).click();
  await expect(page.getByText('Redemption Successful!')).toBeVisible();
  await expect(page.getByText('Your vacation certificate has been created.')).toBeVisible();
  const [certificate] = await certificatesOf(premium);
  if (!certificate) throw new Error('There is no certificate');
  expect(certificate).toMatchObject({ type: 'global', status: 'active' });

  const mail = await findMail(page.request, premium.user.email, /vacation certificate/);
  expect(findLink(mail, new URL(certificate.activationLink).pathname)).toBe(certificate.activationLink);

  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Certificates' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: `Download PDF of certificate ${certificate.number}` }).click(),
  ]);
  const [sheet] = await readPdf(readFileSync(await download.path()));
  expect(sheet?.code).toBe(certificate.activationLink);
  expect(sheet?.words).toContain('Pru');
  expect(sheet?.words).toContain(certificate.number);

  await page.goto(sheet?.code ?? '');
  await expect(page.getByText(/Activate it by/)).toBeVisible();
  expect((await certificatesOf(premium))[0]?.status).toBe('active');
  await activateFor(page, 'Pru Peregrine', certificate.number);
  await expect(page.getByRole('heading', { name: 'Where would you like to go?' })).toBeVisible();
  await page.getByLabel('Destination').selectOption({ index: 1 });
  await page.getByLabel('When').selectOption({ index: 4 });
  await page.getByRole('button', { name: 'Send preferences' }).click();
  // The local travel provider makes an offer as soon as it receives the travel preferences.
  await expect(page.getByRole('heading', { name: /^Your offer: / })).toBeVisible();
  await page.getByRole('button', { name: 'Accept this offer' }).click();
  await page.getByRole('button', { name: 'Accept and book' }).click();
  await expect(page.getByRole('heading', { name: /^Your trip in \d+ days$/ })).toBeVisible();
  const [booked] = await certificatesOf(premium);
  expect(booked).toMatchObject({ status: 'activated', stay: { stage: 'booked' }, travelPlugId: expect.any(String) });
  const [voucher] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download voucher (PDF)' }).click()]);
  const [voucherPage] = await readPdf(readFileSync(await voucher.path()));
  expect(voucherPage?.words).toContain(booked?.travelPlugId);
  const calendar = await premium.api.get(`/api/stays/${certificate.number}/stay.ics`);
  expect(await calendar.text()).toContain(`DTSTART;VALUE=DATE:${booked?.stay?.offer?.arrival.replaceAll('-', '')}`);

  await page.goto('/dashboard');
  const progress = page.getByRole('region', { name: 'Progress to Next Vacation' });
  await expect(progress.getByText(/You can redeem again on/)).toBeVisible();
  const nextYear = new Date(certificate.createdAt);
  nextYear.setUTCFullYear(nextYear.getUTCFullYear() + 1);
  await expect(progress.locator('time')).toHaveAttribute('datetime', nextYear.toISOString());
  await expect(progress.getByRole('button', { name: 'Redeem Tokens' })).toBeDisabled();
  expect((await premium.api.post('/api/redeem-certificate', { data: { type: 'regional-short' } })).status()).toBe(409);

  // Opens the email's PDF link while signed out. The link leads to the sign-in page and then back to the PDF.
  const signedOutPage = await otherBrowser(browser);
  await signedOutPage.goto(certificate.pdfUrl);
  const form = signedOutPage.getByRole('form', { name: 'Sign In' });
  await form.getByLabel('Email').fill(premium.user.email);
  await form.getByLabel('Password', { exact: true }).fill(demoPassword);
  const [opened] = await Promise.all([
    signedOutPage.waitForResponse((response) => response.url().startsWith(certificate.pdfUrl) && response.status() === 200),
    form.getByRole('button', { name: 'Sign In', exact: true }).click(),
  ]);
  expect(opened.headers()['content-type']).toBe('application/pdf');
  await signedOutPage.close();

  await premium.api.put('/api/preferences/language', { data: { language: 'de' } });
  const germanPdf = await (await premium.api.get(certificate.pdfUrl)).body();
  await premium.api.put('/api/preferences/language', { data: { language: 'en' } });
  const [germanSheet] = await readPdf(germanPdf);
  expect(germanSheet?.words).toContain('Urlaubsgutschein');
});

test('the PDF of someone else’s certificate names the signed-in account instead', { tag: '@long' }, async ({ page }) => {
  const stranger = await newCaller();
  await addSession(page, stranger);
  await page.goto('/api/vacation-certificates/VC-0000-0000/certificate.pdf');
  await expect(page.getByText('This certificate isn’t in your account')).toBeVisible();
  expect((await stranger.api.get('/api/vacation-certificates/VC-0000-0000/certificate.pdf')).status()).toBe(404);
});

test('the activation link of someone else’s certificate has no effect', { tag: '@long' }, async ({ page }) => {
  const stranger = await newCaller();
  await addSession(page, stranger);
  await page.goto('/dashboard/certificates/VC-0000-0000/activate');
  await expect(page.getByRole('heading', { name: 'Certificate not found' })).toBeVisible();
  expect((await stranger.api.post('/api/vacation-certificates/VC-0000-0000/activate')).status()).toBe(404);
});
