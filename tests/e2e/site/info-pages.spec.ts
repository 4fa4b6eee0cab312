/** The FAQ, contact, privacy and terms pages, with and without JavaScript, opened through links and operated by keyboard. */
import type { Page } from '@playwright/test';
import { contactEmail } from '#schema/site-contacts.ts';
import { freshEmail } from '#tests/support/browser/callers.ts';
import { expect, test } from '#tests/support/browser/quiet-console.ts';
import { sendEmptyMessage } from '#tests/support/messages/contact-form.ts';
import { findMail } from '#tests/support/messages/mailbox.ts';

const openAnswers = (page: Page) => page.locator('details[open] > summary');
const cancelling = 'Can I cancel my membership?';
const vacations = 'How do my tokens become a vacation?';

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });
    const tag = javaScriptEnabled ? '@long' : [];

    test('one answer at a time is unfolded, by touch and by keyboard', { tag }, async ({ page }) => {
      await page.goto('/faq');
      await expect(page.locator('summary')).toHaveCount(10);
      await expect(openAnswers(page)).toHaveCount(0);
      await page.getByText(cancelling).click();
      await expect(openAnswers(page)).toHaveText([cancelling]);
      await expect(page.getByText('You keep your membership until the end of the paid period')).toBeVisible();
      await page.locator('summary').first().focus();
      await page.keyboard.press('Enter');
      await expect(openAnswers(page)).toHaveText(['What is a Cache Card?']);
      await page.keyboard.press('Space');
      await expect(openAnswers(page)).toHaveCount(0);
    });

    test('a link to an answer shows it unfolded, below the header', { tag: '@long' }, async ({ page }) => {
      await page.goto('/faq#vacations');
      await expect(openAnswers(page)).toHaveText([vacations]);
      await expect(openAnswers(page)).toBeInViewport();
      await expect(page.getByText('Activate your certificate within 30 days')).toBeInViewport();
    });

    test('the table of contents of the terms links to their sections', { tag: '@long' }, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto('/terms');
      await expect(page.locator('main section')).toHaveCount(15);
      await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Vacation certificates' }).click();
      await expect(page).toHaveURL(/\/terms#certificates$/);
      const heading = page.getByRole('heading', { name: '10. Vacation certificates' });
      await expect(heading).toBeInViewport();
      expect((await heading.boundingBox())?.y).toBeGreaterThanOrEqual(64);
    });
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the contact page shows other ways to reach us, instead of its form', { tag: '@long' }, async ({ page }) => {
    await page.goto('/contact');
    await expect(page.getByText('This form needs JavaScript.')).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: contactEmail }).first()).toHaveAttribute(
      'href',
      `mailto:${contactEmail}`,
    );
    await expect(page.getByLabel('Name')).toBeHidden();
  });

  test('the privacy policy can be read', { tag: '@long' }, async ({ page }) => {
    await page.goto('/privacy');
    await expect(page.getByText('Last updated: April 14, 2025')).toBeVisible();
    await expect(page.getByText('Deletion is processed within 30 days.')).toBeVisible();
  });
});

test('prerendered texts are also there after navigating from another page, back and forth', { tag: '@long' }, async ({ page }) => {
  await sendEmptyMessage(page);
  const footer = page.getByRole('navigation', { name: 'Footer' });
  await footer.getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeFocused();
  await expect(page.getByText('Deletion is processed within 30 days.')).toBeVisible();
  await footer.getByRole('link', { name: 'FAQ' }).click();
  await expect(page.locator('summary')).toHaveCount(10);
  await page.goBack();
  await expect(page.locator('main section')).toHaveCount(12);
  // After a reload, the page comes from the prerendered HTML. Its content must survive navigating away and back without a page load.
  await page.reload();
  await page.waitForLoadState('networkidle');
  await footer.getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByRole('heading', { name: 'Contact Us' })).toBeVisible();
  await page.goBack();
  await expect(page.locator('main section')).toHaveCount(12);
});

test('a message reaches the office, and another one can follow', { tag: '@long' }, async ({ page }) => {
  const email = freshEmail();
  const form = await sendEmptyMessage(page);
  await expect(form.getByLabel('Name')).toBeFocused();

  await form.getByLabel('Name').fill('Gus Geocacher');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Message').fill('I found a card without a code.');
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('heading', { name: 'Message Sent' })).toBeFocused();
  await expect(page.getByText(email)).toBeVisible();
  const mail = await findMail(page.request, 'office@cachecards.test', /Gus Geocacher/);
  expect(mail.text).toContain('I found a card without a code.');

  await page.getByRole('button', { name: 'Send Another Message' }).click();
  await expect(form.getByLabel('Name')).toBeFocused();
  await expect(form.getByLabel('Message')).toHaveValue('');
});

test.describe('without a network', () => {
  test.use({ provoked: [/ERR_INTERNET_DISCONNECTED/] });

  test('a message stays in the form until there is one', { tag: '@long' }, async ({ page, context }) => {
    const form = await sendEmptyMessage(page);
    await form.getByLabel('Name').fill('Gus Geocacher');
    await form.getByLabel('Email').fill(freshEmail());
    await form.getByLabel('Message').fill('Hello from the woods.');
    await context.setOffline(true);
    await form.getByRole('button', { name: 'Send Message' }).click();
    await expect(form.getByRole('alert')).toContainText('No connection. Check your network and try again.');
    await expect(form.getByLabel('Message')).toHaveValue('Hello from the woods.');
    await context.setOffline(false);
    await form.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByRole('heading', { name: 'Message Sent' })).toBeVisible();
  });
});
