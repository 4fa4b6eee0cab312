/**
 * Prerendered pages before their code has loaded: native controls work immediately; other clicks and input are replayed once the code has
 * loaded.
 */
import type { Page } from '@playwright/test';
import { freshEmail, newCaller } from '#tests/support/browser/callers.ts';
import { expect, test } from '#tests/support/browser/quiet-console.ts';

/** Opens a page whose code loads only when `deliverCode` is called. */
async function openEarly(page: Page, path: string): Promise<{ deliverCode: () => void; requestLog: string[] }> {
  const { promise, resolve: deliverCode } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  const requestLog: string[] = [];
  page.on('request', (request) => requestLog.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return { deliverCode, requestLog };
}

test('an early press on the Register tab opens it once the code has loaded', { tag: '@long' }, async ({ page }) => {
  const { deliverCode } = await openEarly(page, '/auth');
  const tab = page.getByRole('tab', { name: 'Register' });
  await tab.click();
  await expect(tab).toHaveAttribute('aria-busy', 'true');
  deliverCode();
  await expect(page.getByRole('form', { name: 'Register' })).toBeVisible();
  await expect(tab).not.toHaveAttribute('aria-busy');
});

test.describe('page code that fails to load', () => {
  test.use({ provoked: [/ERR_FAILED/] });

  for (const path of ['/auth', '/card?id=TC-0000002', '/dashboard']) {
    test(`is reported on ${path}, with a way to try again`, { tag: '@long' }, async ({ page }) => {
      await page.route('**/assets/index-*.js', (route) => route.abort());
      await page.goto(path);
      const note = page.getByRole('alert').filter({ hasText: 'Parts of this page did not load' });
      await expect(note).toBeInViewport();
      await page.unroute('**/assets/index-*.js');
      await note.getByRole('link', { name: 'reload' }).click();
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await expect(note).toBeHidden();
    });
  }
});

test.describe('registration code that fails to load', () => {
  test.use({ provoked: [/ERR_FAILED/] });

  test('leaves the page unchanged, and can be retried', { tag: '@long' }, async ({ page }) => {
    await page.route('**/assets/RegisterForm-*.js*', (route) => route.abort());
    await page.goto('/auth');
    await page.getByLabel('Email').fill('robin@trail.test');
    await page.getByRole('tab', { name: 'Register' }).click();
    await expect(page.getByRole('tabpanel', { name: 'Register' }).getByRole('alert')).toContainText(
      'The registration form did not load completely',
    );
    await page.unroute('**/assets/RegisterForm-*.js*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('form', { name: 'Register' })).toBeVisible();
    await page.getByRole('tab', { name: 'Sign In' }).click();
    await expect(page.getByRole('form', { name: 'Sign In' }).getByLabel('Email')).toHaveValue('robin@trail.test');
  });
});

for (const way of ['press', 'Enter']) {
  test(`an early sign-in by ${way} is sent once the code has loaded, once, with the typed input`, {
    tag: way === 'press' ? [] : '@long',
  }, async ({ page }) => {
    const { user } = await newCaller();
    const { deliverCode, requestLog } = await openEarly(page, '/auth');
    await page.getByLabel('Email').fill(user.email);
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('trail-mix-7');
    const button = page.getByRole('button', { name: 'Sign In', exact: true });
    if (way === 'press') await button.dblclick();
    else await password.press('Enter');
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await expect(page).toHaveURL(/\/auth$/);
    expect(requestLog.filter((request) => request.includes('/api/'))).toEqual([]);
    deliverCode();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('heading', { name: 'Welcome, Robin!' })).toBeVisible();
    expect(requestLog.filter((request) => request === 'POST /api/login')).toHaveLength(1);
  });
}

test('early input stays, and two presses of one button count as one', { tag: '@long' }, async ({ page }) => {
  const { deliverCode } = await openEarly(page, '/auth');
  await page.getByLabel('Email').fill('robin@trail.test');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('trail-mix-7');
  const eye = page.getByRole('button', { name: 'Show password' });
  await eye.press('Enter');
  await eye.press('Enter');
  await password.focus();
  deliverCode();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(password).toBeFocused();
  await expect(password).toHaveValue('trail-mix-7');
  await expect(page.getByLabel('Email')).toHaveValue('robin@trail.test');
  // The page's code has loaded, so this click works immediately instead of being replayed.
  await eye.click();
  await expect(password).toHaveAttribute('type', 'password');
});

test('an invitation opens the Register tab once its code has loaded, and keeps early input', { tag: '@long' }, async ({ page }) => {
  const { deliverCode } = await openEarly(page, '/auth?ref=BASTH26B');
  await page.getByLabel('Email').fill('robin@trail.test');
  deliverCode();
  await expect(page.getByText('Invited by a friend: code BASTH26B')).toBeVisible();
  const email = page.getByRole('form', { name: 'Register' }).getByLabel('Email');
  await expect(email).toHaveValue('robin@trail.test');
  await expect(email).toBeFocused();
  await page.getByRole('tab', { name: 'Sign In' }).click();
  await expect(page.getByRole('form', { name: 'Sign In' }).getByLabel('Email')).toHaveValue('robin@trail.test');
});

test('an early request for a password link is sent', { tag: '@long' }, async ({ page }) => {
  const email = freshEmail();
  const { deliverCode } = await openEarly(page, '/forgot-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send me the link' }).click();
  deliverCode();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
});

test('an early message is checked once the code has loaded, and keeps its input', { tag: '@long' }, async ({ page }) => {
  const { deliverCode, requestLog } = await openEarly(page, '/contact');
  const form = page.getByRole('form', { name: 'Contact' });
  await form.getByLabel('Name').fill('Gus Geocacher');
  await form.getByLabel('Message').fill('I found a card without a code.');
  await form.getByRole('button', { name: 'Send Message' }).click();
  deliverCode();
  await expect(form.getByLabel('Email')).toBeFocused();
  await expect(form.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  await expect(form.getByLabel('Name')).toHaveValue('Gus Geocacher');
  await expect(form.getByLabel('Message')).toHaveValue('I found a card without a code.');
  expect(requestLog).not.toContain('POST /api/contact');
});

test('answers unfold at once, and stay open', { tag: '@long' }, async ({ page }) => {
  const { deliverCode } = await openEarly(page, '/faq');
  const question = 'Can I cancel my membership?';
  await page.getByText(question).click();
  const unfolded = page.locator('details[open] > summary');
  await expect(unfolded).toHaveText([question]);
  deliverCode();
  await page.waitForLoadState('networkidle');
  await expect(unfolded).toHaveText([question]);
});

test('a phone’s menu opens at once, and stays open', { tag: '@long' }, async ({ page }) => {
  const { deliverCode } = await openEarly(page, '/about');
  await page.getByRole('button', { name: 'Menu' }).click();
  const link = page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'How It Works' });
  await expect(link).toBeVisible();
  deliverCode();
  await page.waitForLoadState('networkidle');
  await expect(link).toBeVisible();
});

for (const [path, notice] of [
  ['/auth', 'Signing in needs JavaScript.'],
  ['/forgot-password', 'This form needs JavaScript.'],
] as const) {
  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test(`${path} shows that it needs it, instead of its form`, { tag: '@long' }, async ({ page }) => {
      await page.goto(path);
      const note = page.locator('main noscript p');
      await expect(note).toContainText(notice);
      await expect(note).toBeVisible();
      await expect(page.getByLabel('Email')).toBeHidden();
    });
  });
}
