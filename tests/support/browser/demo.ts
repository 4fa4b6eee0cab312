import type { Page } from '@playwright/test';
import { demoMembers, demoPassword } from '#scripts/seed/demo-accounts.ts';

/** Number of product instances that tests/support/project/server.ts runs: one per Playwright worker, each with its own database. */
export const laneCount = Number(process.env.CACHE_CARDS_TEST_LANES ?? 1);

const firstPort = Number(process.env.CACHE_CARDS_TEST_PORT ?? 8799);
/**
 * Returns the origin of a lane, which is the product instance of one Playwright worker. The fakes of that instance use the ports that
 * follow the origin's port.
 */
export const getLaneOrigin = (lane: number): string => `http://localhost:${firstPort + 30 * lane}`;

/** Origin of the product that the current Playwright worker tests. */
export const testOrigin = getLaneOrigin(Number(process.env.TEST_PARALLEL_INDEX ?? 0));

export const isLongRun = process.env.CACHE_CARDS_TEST_LONG === 'yes';

type DemoTier = 'free' | 'basic' | 'premium';

export function demoEmail(tier: DemoTier): string {
  const member = demoMembers.find((candidate) => candidate.role === tier);
  if (!member) throw new Error(`No ${tier} demo member`);
  return member.email;
}

/** Signs in through the form and waits for the dashboard. */
export async function signInAs(page: Page, tier: DemoTier): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(demoEmail(tier));
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/dashboard**');
}
