/**
 * Tests a stay from the member's preferences to its end: once with an administrator's offer, and once with the travel provider's offer, up
 * to the cancellation of the booking.
 */
import { readFileSync } from 'node:fs';
import type { APIRequestContext, Browser, Page } from '@playwright/test';
import * as v from 'valibot';
import { User } from '#schema/accounts/user.ts';
import { jobSchedules } from '#schema/admin/jobs.ts';
import { VacationCertificates } from '#schema/certificates/certificate.ts';
import { fireCron } from '#scripts/setup/server.mjs';
import { addAdminSession, adminCaller } from '#tests/support/admin/admin.ts';
import { addSession } from '#tests/support/browser/callers.ts';
import { testOrigin } from '#tests/support/browser/demo.ts';
import { expect, otherBrowser } from '#tests/support/browser/quiet-console.ts';
import { test } from '#tests/support/browser/shared-page.ts';
import { windows } from '#tests/support/browser/windows.ts';
import { agreeToPass, type CertificateHolder, newHolder } from '#tests/support/certificates/certificate-holder.ts';
import { activateFor } from '#tests/support/certificates/traveler-form.ts';
import { findMail } from '#tests/support/messages/mailbox.ts';
import { readPdf } from '#tests/support/printing/read-pdf.ts';

/** URL of the fake travel provider. It is the fifth fake, and the fakes use the ports that follow the product's port. */
const provider = `http://localhost:${Number(new URL(testOrigin).port) + 5}/fake`;

const setMode = async (api: APIRequestContext, mode: string) =>
  expect((await api.post(`${provider}/quotes`, { data: { mode } })).ok()).toBe(true);
const certificateOf = async ({ api }: CertificateHolder) =>
  v.parse(VacationCertificates, await (await api.get('/api/vacation-certificates')).json())[0];
const tokensOf = async ({ api }: CertificateHolder) => v.parse(User, await (await api.get('/api/user')).json()).tokenBalance;
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Activates the certificate and submits one travel preference. */
async function sendWish(page: Page, holder: CertificateHolder): Promise<void> {
  await addSession(page, holder);
  await page.goto(`/dashboard/certificates/${holder.number}/activate`);
  await activateFor(page, 'Una Umbra', holder.number);
  await page.getByLabel('Destination').selectOption({ index: 1 });
  await page.getByLabel('When').selectOption({ index: 4 });
  await page.getByRole('button', { name: 'Send preferences' }).click();
}

async function acceptOffer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Accept this offer' }).click();
  await page.getByRole('button', { name: 'Accept and book' }).click();
}

/** Downloads a booked stay's voucher and calendar file, and checks their contents. */
async function expectFiles(page: Page, holder: CertificateHolder): Promise<void> {
  const booked = await certificateOf(holder);
  const offer = booked?.stay?.offer;
  const [voucher] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download voucher (PDF)' }).click()]);
  const [sheet] = await readPdf(readFileSync(await voucher.path()));
  expect(sheet?.words).toContain(booked?.travelPlugId);
  expect(sheet?.words).toContain('Umbra');
  const calendar = await (await holder.api.get(`/api/stays/${holder.number}/stay.ics`)).text();
  expect(calendar).toContain(`DTSTART;VALUE=DATE:${offer?.arrival.replaceAll('-', '')}`);
  expect(calendar).toContain(`DTEND;VALUE=DATE:${offer?.departure.replaceAll('-', '')}`);
}

for (const [name, viewport] of Object.entries(windows)) {
  test(`on a ${name}, an administrator’s offer is booked; when the place cancels, the tokens return`, {
    tag: '@long',
  }, async ({ page, browser }) => {
    await page.setViewportSize(viewport);
    await followOfficesOffer(page, browser);
  });

  test(`on a ${name}, the provider’s offer is booked; when the provider cancels it, one tap returns the tokens`, {
    tag: '@long',
  }, async ({ page }) => {
    await page.setViewportSize(viewport);
    await followProvidersOffer(page);
  });
}

async function followOfficesOffer(page: Page, browser: Browser): Promise<void> {
  const holder = await newHolder();
  await agreeToPass(holder);
  await setMode(page.request, 'none');
  try {
    await sendWish(page, holder);
    await expect(page.getByRole('heading', { name: 'We’re looking for your stay' })).toBeVisible();
  } finally {
    await setMode(page.request, 'offer');
  }

  const office = await otherBrowser(browser);
  await addAdminSession(office);
  await office.goto(`/admin/dashboard?tab=stays&stay=${holder.certificateId}`);
  const desk = office.getByRole('dialog', { name: `Stay for ${holder.number}` });
  await expect(desk.getByText('The travel provider has no stay that fits these preferences.')).toBeVisible();
  await desk.getByRole('button', { name: 'Enter an offer…' }).click();
  const form = desk.getByRole('form', { name: 'Offer' });
  const inputs = {
    Place: 'Laurel Lodge, Asheville',
    Address: '12 Ridge Road, Asheville',
    Arrival: dayIn(60),
    Departure: dayIn(63),
    Room: 'Double room',
    Cost: 'Occupancy tax',
    Dollars: '9000',
    'Cancellation terms': 'Free until 14 days before arrival',
    'Check-in': 'From 3 pm at the desk',
    'Hotel contact': '+1 828 555 0188',
  };
  for (const [label, value] of Object.entries(inputs)) await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByRole('button', { name: 'Send offer' }).click();
  await expect(form.getByText(/The member was quoted at most \$\d+\.\d\d before redeeming/)).toBeVisible();
  await form.getByLabel('Dollars', { exact: true }).fill('41.50');
  await form.getByRole('button', { name: 'Send offer' }).click();
  await expect(office.getByText('Offer sent')).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your offer: Laurel Lodge, Asheville' })).toBeVisible();
  await expect(page.getByText('$41.50').first()).toBeVisible();
  await acceptOffer(page);
  await expect(page.getByRole('heading', { name: 'We’re booking Laurel Lodge, Asheville' })).toBeVisible();

  await office.reload();
  await desk.getByRole('button', { name: 'Enter booking reference…' }).click();
  await office.getByLabel('Travel provider’s reference').fill(`LODGE-${holder.number}`);
  await office.getByRole('button', { name: 'Save booking' }).click();
  await expect(office.getByText('Booking saved')).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your trip in 60 days' })).toBeVisible();
  await expectFiles(page, holder);
  const before = await tokensOf(holder);

  await office.reload();
  await desk.getByRole('button', { name: 'Cancel certificate…' }).click();
  await office.getByLabel('Reason').fill('The lodge closed');
  await office.getByLabel('The hotel canceled the stay').check();
  await office.getByRole('button', { name: 'Cancel certificate' }).click();
  await expect(office.getByText('Certificate canceled')).toBeVisible();
  expect(await tokensOf(holder)).toBe(before + 60);
  await page.goto('/dashboard/certificates');
  await expect(page.getByText('The lodge closed')).toBeVisible();
  await findMail(page.request, holder.user.email, /cancel/i);
  await office.close();
}

async function followProvidersOffer(page: Page): Promise<void> {
  const holder = await newHolder();
  await agreeToPass(holder);
  await sendWish(page, holder);
  await expect(page.getByRole('heading', { name: /^Your offer: / })).toBeVisible();
  await acceptOffer(page);
  await expect(page.getByRole('heading', { name: /^Your trip in \d+ days$/ })).toBeVisible();
  await expectFiles(page, holder);

  const canceled = await page.request.post(`${provider}/bookings/${holder.number}`, { data: { status: 'canceled_free' } });
  expect(canceled.ok()).toBe(true);
  const { api } = await adminCaller();
  const run = await api.post('/api/admin/system/jobs/maintain-certificates/run');
  expect(await run.json()).toMatchObject({ outcome: 'done' });
  expect((await fireCron(testOrigin, jobSchedules['deliver-mail'].cron)).ok).toBe(true);
  await findMail(page.request, holder.user.email, /cancel/i);

  await page.reload();
  const before = await tokensOf(holder);
  await page.getByRole('button', { name: /^Return the certificate and get 60 Treasure Tokens back$/ }).click();
  await page.getByRole('button', { name: 'Return certificate' }).click();
  await expect(page.getByText('Certificate returned').first()).toBeVisible();
  expect(await tokensOf(holder)).toBe(before + 60);
  expect(await certificateOf(holder)).toMatchObject({ status: 'cancelled', stay: { stage: 'returned' } });
}
