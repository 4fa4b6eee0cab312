import { routeNames, routes } from '#schema/routes.ts';
import { demoPassword } from '#scripts/seed/demo-accounts.ts';
import { addSession, demoCaller, freshEmail, loadBalance, newCaller } from '#tests/support/browser/callers.ts';
import { demoEmail, signInAs } from '#tests/support/browser/demo.ts';
import { expect, test as ownPage } from '#tests/support/browser/quiet-console.ts';
import { test } from '#tests/support/browser/shared-page.ts';

const pagePaths = routeNames.filter((name) => name !== 'notFound').map((name) => routes[name].path.replace(/:\w+/g, 'TC-0000001'));

test('known pages answer 200, any other 404 with the not-found page', async ({ request }) => {
  for (const path of pagePaths) {
    for (const address of [path, `${path}?tab=x`, ...(path === '/' ? [] : [`${path}/`])]) {
      const answer = await request.get(address, { maxRedirects: 0 });
      expect(answer.status(), address).toBe(200);
      expect(answer.headers()['content-type'], address).toContain('text/html');
    }
  }
  for (const path of [
    '/nowhere',
    '/dashboard/nowhere',
    '/dashboard/cache-cards/TC-0000001/more',
    '/shell',
    '/shell.html',
    '/shell-dashboard',
    '/404',
    '/about.html',
    '/index.html',
    '/apiary',
    '/admin',
    '/admin/nowhere',
  ]) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(404);
    expect(await answer.text()).toContain('<title>Page Not Found');
  }
  expect((await request.get('/assets/gone.js')).status()).toBe(404);
  expect((await request.get('/.vite/manifest.json')).status()).toBe(404);
});

test('pages and files are served without the Worker, which handles API calls only', async ({ request }) => {
  const startsWorker = async (path: string) => 'x-request-id' in (await request.get(path)).headers();
  expect(await startsWorker('/api/health')).toBe(true);
  expect(await startsWorker('/api')).toBe(true);
  for (const path of [...pagePaths, '/nowhere', '/apiary', '/robots.txt', '/sitemap.xml', '/assets/gone.js', '/favicon.svg', '/sw.js']) {
    expect(await startsWorker(path), path).toBe(false);
  }
});

test('an unchanged page is not sent again; a missing file is not cached for long', async ({ request }) => {
  for (const path of ['/', '/dashboard']) {
    const { etag = '', 'cache-control': kept } = (await request.get(path)).headers();
    expect(kept, path).toBe('public, max-age=0, must-revalidate');
    expect((await request.get(path, { headers: { 'If-None-Match': etag } })).status(), path).toBe(304);
  }
  const [, seconds] = /max-age=(\d+)/.exec((await request.get('/assets/gone.js')).headers()['cache-control'] ?? '') ?? [];
  expect(Number(seconds)).toBeLessThanOrEqual(600);
});

test('files, pages and calls have their security headers', async ({ request }) => {
  for (const path of [
    '/',
    '/faq',
    '/favicon.svg',
    '/favicon.ico',
    '/dashboard',
    '/nowhere',
    '/assets/gone.js',
    '/robots.txt',
    '/api/health',
    '/api/nowhere',
    '/api/user',
  ]) {
    const headers = (await request.get(path)).headers();
    expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'");
    expect(headers['x-content-type-options'], path).toBe('nosniff');
    expect(headers['referrer-policy'], path).toBe('same-origin');
    expect(headers['strict-transport-security'], path).toBe('max-age=31536000; includeSubDomains');
    expect(headers['permissions-policy'], path).toBe('camera=(self), geolocation=(self), microphone=()');
    expect(headers, path).not.toHaveProperty('access-control-allow-origin');
    expect(headers['content-type'], path).toMatch(
      /^(text\/\S+; charset=utf-8|image\/svg\+xml; charset=utf-8|application\/json|image\/\S*icon)$/,
    );
  }
  const policy = (await request.get('/')).headers()['content-security-policy'] ?? '';
  const [scripts = ''] = /script-src[^;]*/.exec(policy) ?? [];
  expect(scripts).toContain("'sha256-");
  expect(scripts.replace("'wasm-unsafe-eval'", '')).not.toContain('unsafe');
});

test('a prerendered page has its content, styles and address at once; code loads afterwards', async ({ request, browser, baseURL }) => {
  const html = await (await request.get('/')).text();
  expect(html).toContain('<h1>Earn Vacations Geocaching</h1>');
  expect(html).not.toContain('__SITE_ORIGIN__');
  expect(html).toContain(`<link rel="canonical" href="${baseURL}/"`);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const requests: string[] = [];
  page.on('request', (one) => requests.push(one.url()));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-weight', '700');
  expect(requests.filter((url) => url.endsWith('.js'))).toEqual([]);
  await context.close();
});

// Uses a separate page because the script that simulates an old browser cannot be removed.
ownPage('a browser too old for the app keeps the prerendered page and says what still works', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toSorted'));
  await page.goto('/faq');
  await expect(page.getByText('This browser is too old to sign in or scan cards.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Frequently Asked Questions' })).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL(/\/about$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test.describe('an unknown address', () => {
  test.use({ provoked: [/404/] });

  test('shows the not-found page and a link home', { tag: '@long' }, async ({ page }) => {
    await page.goto('/nowhere');
    await expect(page.getByText('404 Page Not Found')).toBeVisible();
    await expect(page).toHaveTitle('Page Not Found · Earn Vacations Geocaching');
  });

  test('that differs from a page’s path only in case opens the page', { tag: '@long' }, async ({ page }) => {
    await page.goto('/FAQ#is-it-free');
    await expect(page.getByRole('heading', { name: 'Frequently Asked Questions' })).toBeVisible();
    await expect(page).toHaveTitle('Frequently Asked Questions · Earn Vacations Geocaching');
  });
});

test('a signed-out visitor of a member page signs in and returns to it', async ({ page }) => {
  await page.goto('/account?tab=security');
  await expect(page).toHaveURL(/\/auth/);
  const form = page.getByRole('form', { name: 'Sign In' });
  await form.getByLabel('Email').fill(demoEmail('basic'));
  await form.getByLabel('Password', { exact: true }).fill(demoPassword);
  await form.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/account\?tab=security$/);
  await expect(page.getByRole('form', { name: 'Security' })).toBeVisible();
});

test('logging out ends the session here and on the server', async ({ page }) => {
  await signInAs(page, 'premium');
  const balance = await loadBalance(await demoCaller('premium'));
  await expect(page.locator('.stat-tile', { hasText: 'Treasure Tokens' }).locator('.stat-value')).toHaveText(String(balance));
  // The style sheets load after the figures.
  await expect(page.locator('link[rel="stylesheet"][media]')).toHaveCount(0);
  const token = await page.evaluate(() => localStorage.getItem('auth_token'));
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('Logged out')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  const answer = await page.request.get('/api/user', { headers: { Authorization: `Bearer ${token}` } });
  expect(answer.status()).toBe(401);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/auth/);
});

test.describe('a wrong password', () => {
  test.use({ provoked: [/401/] });

  test('is reported, and the form keeps its input', { tag: '@long' }, async ({ page }) => {
    await page.goto('/auth');
    const form = page.getByRole('form', { name: 'Sign In' });
    await form.getByLabel('Email').fill(freshEmail());
    await form.getByLabel('Password', { exact: true }).fill('not-the-one');
    await form.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Authentication Error' })).toContainText('Invalid email or password');
    await expect(form.getByLabel('Email')).toHaveValue(/visitor-/);
    await expect(form.getByLabel('Password', { exact: true })).toHaveValue('not-the-one');
  });
});

test('the dashboard keeps its tab in the address, and the back button steps through the tabs', { tag: '@long' }, async ({ page }) => {
  await addSession(page, await newCaller());
  await page.goto('/dashboard');
  await expect(page.getByRole('tab', { name: 'Cache Cards' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('No Cache Cards Found')).toBeVisible();
  await page.getByRole('tab', { name: 'Certificates' }).click();
  await expect(page).toHaveURL(/tab=certificates/);
  await expect(page.getByText('Need 60 more')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Certificates' })).toHaveAttribute('aria-selected', 'true');
});

test('a member changes name and password, and signs in with the new password', { tag: '@long' }, async ({ page }) => {
  const member = await newCaller();
  await addSession(page, member);
  await page.goto('/account');
  const profile = page.getByRole('form', { name: 'Profile Information' });
  await expect(profile.getByRole('button', { name: /save/i })).toBeDisabled();
  await profile.getByLabel('First name').fill('Rowan');
  await profile.getByRole('button', { name: /save/i }).click();
  await expect(page.getByText('Your account information has been updated successfully.')).toBeVisible();
  await page.getByRole('tab', { name: 'Security' }).click();
  const security = page.getByRole('form', { name: 'Security' });
  await security.getByLabel('Current password', { exact: true }).fill('trail-mix-7');
  await security.getByLabel('New password', { exact: true }).fill('trail-mix-8');
  await security.getByLabel('Confirm new password', { exact: true }).fill('trail-mix-8');
  await security
    .getByRole('button', { name: /password/i })
    .last()
    .click();
  await expect(page.getByText('Your password has been changed successfully.')).toBeVisible();
  const secondLogin = await page.request.post('/api/login', { data: { email: member.user.email, password: 'trail-mix-8' } });
  expect(secondLogin.status()).toBe(200);
  expect(((await secondLogin.json()) as { firstName: string }).firstName).toBe('Rowan');
});
