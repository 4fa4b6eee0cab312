/** Prerendered pages before their code has come: what the browser does alone works at once; what is pressed and typed waits, and is not lost. */
import type { Page } from '@playwright/test';
import { freshEmail, newCaller } from '#tests/support/browser/callers.ts';
import { expect, test } from '#tests/support/browser/quiet-console.ts';

/** Opens a page whose code is on its way until `codeComes` is called. */
async function openEarly(page: Page, path: string): Promise<{ codeComes: () => void; asked: string[] }> {
  const { promise, resolve: codeComes } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return { codeComes, asked };
}

test('the Register tab, pressed early, is there with the code', async ({ page }) => {
  const { codeComes } = await openEarly(page, '/auth');
  const tab = page.getByRole('tab', { name: 'Register' });
  await tab.click();
  await expect(tab).toHaveAttribute('aria-busy', 'true');
  codeComes();
  await expect(page.getByRole('form', { name: 'Register' })).toBeVisible();
  await expect(tab).not.toHaveAttribute('aria-busy');
});

test.describe('code that does not come through', () => {
  test.use({ provoked: [/ERR_FAILED/] });

  for (const path of ['/auth', '/card?id=TC-0000002', '/dashboard']) {
    test(`is told on ${path}, with a way to try again`, async ({ page }) => {
      await page.route('**/assets/index-*.js', (route) => route.abort());
      await page.goto(path);
      const told = page.getByRole('alert').filter({ hasText: 'Parts of this page did not load' });
      await expect(told).toBeInViewport();
      await page.unroute('**/assets/index-*.js');
      await told.getByRole('link', { name: 'reload' }).click();
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await expect(told).toBeHidden();
    });
  }
});

test.describe('a registration that does not come through', () => {
  test.use({ provoked: [/ERR_FAILED/] });

  test('leaves the page as it is, and can be fetched again', async ({ page }) => {
    await page.route('**/assets/RegisterForm-*.js*', (route) => route.abort());
    await page.goto('/auth');
    await page.getByLabel('Email').fill('robin@trail.test');
    await page.getByRole('tab', { name: 'Register' }).click();
    await expect(page.getByRole('tabpanel', { name: 'Register' }).getByRole('alert')).toContainText(
      'The registration did not load completely',
    );
    await page.unroute('**/assets/RegisterForm-*.js*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('form', { name: 'Register' })).toBeVisible();
    await page.getByRole('tab', { name: 'Sign In' }).click();
    await expect(page.getByRole('form', { name: 'Sign In' }).getByLabel('Email')).toHaveValue('robin@trail.test');
  });
});

for (const way of ['press', 'Enter']) {
  test(`who signs in early, by ${way}, is signed in once the code is there: with what was typed, and once`, async ({ page }) => {
    const { user } = await newCaller();
    const { codeComes, asked } = await openEarly(page, '/auth');
    await page.getByLabel('Email').fill(user.email);
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('trail-mix-7');
    const button = page.getByRole('button', { name: 'Sign In', exact: true });
    if (way === 'press') await button.dblclick();
    else await password.press('Enter');
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await expect(page).toHaveURL(/\/auth$/);
    expect(asked.filter((request) => request.includes('/api/'))).toEqual([]);
    codeComes();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('heading', { name: 'Welcome, Robin!' })).toBeVisible();
    expect(asked.filter((request) => request === 'POST /api/login')).toHaveLength(1);
  });
}

test('what is typed early stays, and two presses of one button are one', async ({ page }) => {
  const { codeComes } = await openEarly(page, '/auth');
  await page.getByLabel('Email').fill('robin@trail.test');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('trail-mix-7');
  const eye = page.getByRole('button', { name: 'Show password' });
  await eye.press('Enter');
  await eye.press('Enter');
  await password.focus();
  codeComes();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(password).toBeFocused();
  await expect(password).toHaveValue('trail-mix-7');
  await expect(page.getByLabel('Email')).toHaveValue('robin@trail.test');
  // From then on each press counts.
  await eye.click();
  await expect(password).toHaveAttribute('type', 'password');
});

test('an invitation opens the Register tab once its code is there, and what was typed meanwhile is not lost', async ({ page }) => {
  const { codeComes } = await openEarly(page, '/auth?ref=BASTH26B');
  await page.getByLabel('Email').fill('robin@trail.test');
  codeComes();
  await expect(page.getByText('Invited by a friend: code BASTH26B')).toBeVisible();
  const email = page.getByRole('form', { name: 'Register' }).getByLabel('Email');
  await expect(email).toHaveValue('robin@trail.test');
  await expect(email).toBeFocused();
  await page.getByRole('tab', { name: 'Sign In' }).click();
  await expect(page.getByRole('form', { name: 'Sign In' }).getByLabel('Email')).toHaveValue('robin@trail.test');
});

test('a link for a new password, asked for early, is sent', async ({ page }) => {
  const email = freshEmail();
  const { codeComes } = await openEarly(page, '/forgot-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send me the link' }).click();
  codeComes();
  await expect(page.getByRole('heading', { name: 'Look into your mail' })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
});

test('a message, sent early, is checked when the code is there, and nothing of it is lost', async ({ page }) => {
  const { codeComes, asked } = await openEarly(page, '/contact');
  const form = page.getByRole('form', { name: 'Contact' });
  await form.getByLabel('Name').fill('Gus Geocacher');
  await form.getByLabel('Message').fill('I found a card without a code.');
  await form.getByRole('button', { name: 'Send Message' }).click();
  codeComes();
  await expect(form.getByLabel('Email')).toBeFocused();
  await expect(form.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  await expect(form.getByLabel('Name')).toHaveValue('Gus Geocacher');
  await expect(form.getByLabel('Message')).toHaveValue('I found a card without a code.');
  expect(asked).not.toContain('POST /api/contact');
});

test('answers unfold at once, and stay so', { tag: '@long' }, async ({ page }) => {
  const { codeComes } = await openEarly(page, '/faq');
  const question = 'Can I cancel my membership?';
  await page.getByText(question).click();
  const unfolded = page.locator('details[open] > summary');
  await expect(unfolded).toHaveText([question]);
  codeComes();
  await page.waitForLoadState('networkidle');
  await expect(unfolded).toHaveText([question]);
});

test('the menu of a phone opens at once, and stays open', { tag: '@long' }, async ({ page }) => {
  const { codeComes } = await openEarly(page, '/about');
  await page.getByRole('button', { name: 'Menu' }).click();
  const link = page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'How It Works' });
  await expect(link).toBeVisible();
  codeComes();
  await page.waitForLoadState('networkidle');
  await expect(link).toBeVisible();
});

for (const [path, notice] of [
  ['/auth', 'Signing in needs JavaScript.'],
  ['/forgot-password', 'This form needs JavaScript.'],
] as const) {
  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test(`${path} says that it needs it, in place of its form`, async ({ page }) => {
      await page.goto(path);
      const told = page.locator('main noscript p');
      await expect(told).toContainText(notice);
      await expect(told).toBeVisible();
      await expect(page.getByLabel('Email')).toBeHidden();
    });
  });
}
