/** The demo administrator for browser tests, and actions that work on every tab. */
import { type APIRequestContext, expect, type Locator, type Page, request } from '@playwright/test';
import type { AdminRole, SignedInAdmin } from '#schema/admin/session.ts';
import { demoAdmin, demoPassword } from '#scripts/seed/demo-accounts.ts';
import { testOrigin } from '#tests/support/browser/demo.ts';
import { storeInPage } from '#tests/support/browser/page-storage.ts';

export interface AdminCaller {
  api: APIRequestContext;
  admin: SignedInAdmin['admin'];
  token: string;
  email: string;
  password: string;
}

/** Signs in through the form and waits for the dashboard. */
export async function signInAdmin(page: Page): Promise<void> {
  await page.goto('/admin/login');
  await page.getByLabel('Email').fill(demoAdmin.email);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/admin/dashboard**');
}

async function signInAs(path: string, data: object, token?: string): Promise<SignedInAdmin> {
  const api = await request.newContext({ baseURL: testOrigin, ...(token && { extraHTTPHeaders: { Authorization: `Bearer ${token}` } }) });
  const answer = await api.post(path, { data });
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
  const signedIn = (await answer.json()) as SignedInAdmin;
  await api.dispose();
  return signedIn;
}

let adminCount = 0;

/** Creates an administrator for tests that change sign-in settings. */
export async function newAdminAccount(role: AdminRole): Promise<{ email: string; password: string; signedIn: SignedInAdmin }> {
  const password = demoPassword;
  const demo = await signInAs('/api/admin/login', { email: demoAdmin.email, password });
  adminCount += 1;
  const email = `admin-${Date.now().toString(36)}-${process.pid}-${adminCount}@demo.test`;
  const registration = { email, password, confirmPassword: password, firstName: 'Alex', lastName: 'Plain', role };
  return { email, password, signedIn: await signInAs('/api/admin/register', registration, demo.token) };
}

/**
 * Returns an API client for the demo administrator, who is a super administrator. For the role `admin`, creates a regular administrator.
 */
export async function adminCaller(role: AdminRole = 'super_admin'): Promise<AdminCaller> {
  const password = demoPassword;
  if (role === 'super_admin') return createAdminCaller(await signInAs('/api/admin/login', { email: demoAdmin.email, password }), password);
  return createAdminCaller((await newAdminAccount(role)).signedIn, password);
}

export async function createAdminCaller({ token, admin }: SignedInAdmin, password: string): Promise<AdminCaller> {
  const api = await request.newContext({ baseURL: testOrigin, extraHTTPHeaders: { Authorization: `Bearer ${token}` } });
  return { api, admin, token, email: admin.email, password };
}

/** Adds an administrator's session to a page without using the sign-in form. */
export function addAdminToken(page: Page, token: string): Promise<void> {
  return storeInPage(page, 'adminToken', token);
}

/** Signs a page in as the demo administrator, or as a new regular administrator. */
export async function addAdminSession(page: Page, role: AdminRole = 'super_admin'): Promise<AdminCaller> {
  const caller = await adminCaller(role);
  await addAdminToken(page, caller.token);
  return caller;
}

/**
 * Chooses an action from a row's menu. Retries because charts above the table may still be loading, and a press may miss what they move.
 */
export async function choose(row: Locator, action: string): Promise<void> {
  await expect(async () => {
    const button = row.getByRole('button', { name: /^Actions for/ });
    if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click();
    await row.page().getByRole('menuitem', { name: action }).click({ timeout: 2_000 });
  }).toPass();
}

/** Opens a list's filters. On phones, one button opens the filters, sorting, columns and export together. */
export async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Filters/ }).filter({ visible: true });
  if ((await button.count()) > 0 && (await button.first().getAttribute('aria-expanded')) === 'false') await button.first().click();
}
