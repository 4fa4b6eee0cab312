/** The demo accounts as the browser tests sign in with them. */
import type { Page } from '@playwright/test';
import { demoMembers, demoPassword } from '#scripts/seed/demo-accounts.ts';

/** How many products tests/support/project/server.ts serves side by side: one for each of Playwright's workers, with a database of its own. */
export const laneCount = Number(process.env.CACHE_CARDS_TEST_LANES ?? 1);

const firstPort = Number(process.env.CACHE_CARDS_TEST_PORT ?? 8799);
/** Leaves each product the ports after its own for its fakes. */
export const originOfLane = (lane: number): string => `http://localhost:${firstPort + 30 * lane}`;

/** The product of the worker that this runs in. */
export const testOrigin = originOfLane(Number(process.env.TEST_PARALLEL_INDEX ?? 0));

/** `npm run test:long`. */
export const isLongRun = process.env.CACHE_CARDS_TEST_LONG === 'yes';

type DemoTier = 'free' | 'basic' | 'premium';

export function demoEmail(tier: DemoTier): string {
  const member = demoMembers.find((candidate) => candidate.role === tier);
  if (!member) throw new Error(`There is no ${tier} demo member`);
  return member.email;
}

/** Signs in through the form, as a person would, and waits for the dashboard. */
export async function signInAs(page: Page, tier: DemoTier): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(demoEmail(tier));
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/dashboard**');
}
