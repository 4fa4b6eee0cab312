/** Runs after all browser tests. Fails if traffic between the app instances and the fake Stripe violated Stripe's types. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#scripts/setup/run.mjs';
import { getLaneOrigin, laneCount } from '#tests/support/browser/demo.ts';
import { isWholeRun } from '#tests/support/project/product-logs.ts';
import { collectChecks } from '#tests/support/stripe/stripe-fake.ts';

/** Minimum number of checked calls in a full run. A full run normally makes several times as many. */
const leastCalls = 80;

/** Returns the path of the file that contains a lane's proxy URL and check count. */
export function countRequests(origin: string): string {
  return join(root, 'dist', 'test-reports', `stripe-${new URL(origin).port}.json`);
}

/** Playwright's global teardown. It runs while the app servers are still up. */
export default async function reportChecks(): Promise<void> {
  const lanes = Array.from({ length: laneCount }, (_, lane) => readFileSync(`${countRequests(getLaneOrigin(lane))}.address`, 'utf8'));
  const checksByLane = await Promise.all(lanes.map(collectChecks));
  const count = (kind: 'calls' | 'events') => checksByLane.reduce((sum, each) => sum + each[kind], 0).toLocaleString('en-US');
  const breaches = [...new Set(checksByLane.flatMap((each) => each.breaches))];
  const violations = `${breaches.length} ${breaches.length === 1 ? 'violation' : 'violations'}`;
  console.log(`Stripe: ${count('calls')} calls and answers checked, ${count('events')} events, ${violations}`);
  if (isWholeRun && checksByLane.reduce((sum, { calls }) => sum + calls, 0) < leastCalls) throw new Error('The proxy saw too few calls');
  if (breaches.length > 0) throw new Error(`Violations of Stripe's types:\n${breaches.join('\n')}`);
}
