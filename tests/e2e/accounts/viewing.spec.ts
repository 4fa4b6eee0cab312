/** An administrator views a member's account. If another member is signed in to the same browser, no page uses that member's session. */
import type { Request } from '@playwright/test';
import type { ViewResponse } from '#schema/accounts/admin-users.ts';
import { memberRouteNames, routes } from '#schema/routes.ts';
import { addAdminToken, adminCaller } from '#tests/support/admin/admin.ts';
import { addSession, demoCaller, newCaller } from '#tests/support/browser/callers.ts';
import { expect } from '#tests/support/browser/quiet-console.ts';
import { test } from '#tests/support/browser/shared-page.ts';

// Expected console errors: calls that the server rejects with status 403.
test.use({ provoked: [/status of 403/] });

const parts: Record<string, string> = {
  ':cardId': 'TC-0000001',
  ':number': 'VC-DEMA-0001',
  ':type': 'cache-cards',
  ':id': '2',
};
const everyPage = [
  ...memberRouteNames.map((name) => routes[name].path.replace(/:\w+/g, (part) => parts[part] ?? part)),
  ...['security', 'membership', 'messages', 'preferences'].map((tab) => `/account?tab=${tab}`),
  '/card?id=TC-0000001',
];

/** Pages to view for each tier. Some pages have data for only one of the two demo members. */
const pagesOf = {
  basic: everyPage,
  premium: [routes.certificates.path, routes.referrals.path, routes.foundCards.path, '/account?tab=membership'],
};

for (const tier of ['basic', 'premium'] as const) {
  test(`no page of a viewed ${tier} member uses the other session`, { tag: '@long' }, async ({ page }) => {
    test.setTimeout(120_000);
    await addSession(page, await newCaller());
    const boss = await adminCaller('admin');
    await addAdminToken(page, boss.token);
    const { user } = await demoCaller(tier);
    const view = await boss.api.post(`/api/admin/users/${user.id}/view`, { data: { reason: 'They asked what they are shown' } });
    const { token } = (await view.json()) as ViewResponse;
    const calls: Request[] = [];
    const remember = (request: Request) => calls.push(request);
    page.on('request', remember);
    for (const path of pagesOf[tier]) {
      await page.goto(`${path}#viewing=${token}`);
      await expect(page.getByRole('region', { name: 'Viewing as a member' })).toBeVisible();
      await page.waitForLoadState('networkidle');
      const own = page.locator('[href^="/api/"], [src^="/api/"], [action^="/api/"], [href*="://"][href*="/api/"]');
      expect(await own.evaluateAll((all) => all.map((one) => one.outerHTML)), path).toEqual([]);
      await expect(page.getByRole('button', { name: /^Try again$/i }), path).toHaveCount(0);
    }
    page.off('request', remember);
    const otherRequests: string[] = [];
    for (const request of calls) {
      const { pathname } = new URL(request.url());
      if (!pathname.startsWith('/api/')) continue;
      const { authorization } = await request.allHeaders();
      if (authorization !== `Viewing ${token}`) otherRequests.push(`${request.method()} ${pathname}`);
    }
    expect(otherRequests).toEqual([]);
  });
}
