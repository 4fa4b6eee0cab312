/**
 * `npm run stripe:reconcile -- --since 2026-11-01 [--url https://your.domain]`: makes the Worker reconcile with all Stripe objects created
 * since that day. It fixes unambiguous mismatches and lists those that need a decision. An interrupted run resumes; `--restart` starts
 * over. OPS_TOKEN comes from the environment or .dev.vars.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { ReconcileStep, ReconcileStepResult } from '#schema/admin/ops.ts';
import { callOps, createSite } from '#scripts/ops/call.ts';
import { root } from '#scripts/setup/run.mjs';
import { Problem, runMain } from '#scripts/setup/steps.mjs';

const stateFile = join(root, '.wrangler', 'stripe-reconcile.json');
const usageText =
  'npm run stripe:reconcile -- --since YYYY-MM-DD [--url https://your.domain] [--customer cus_…] [--test-clock clock_…] [--restart]';

const reportEvery = 1_000;

const Walk = v.object({
  /** Site and arguments of the interrupted run, as JSON. The run resumes only if both match. */
  walkKey: v.string(),
  ...v.pick(ReconcileStepResult, ['cursor', 'examined', 'repaired', 'undecided']).entries,
});
type Walk = v.InferOutput<typeof Walk>;

await runMain(async () => {
  const { site, since, customer, testClock, restart } = readArguments();
  const firstStep = v.safeParse(ReconcileStep, { since, cursor: null, ...(customer && { customer }), ...(testClock && { testClock }) });
  if (!firstStep.success) throw new Problem(`Pass a start date: ${usageText}`);
  const walkKey = JSON.stringify([site.url, firstStep.output]);
  let walk: Walk = (restart ? undefined : readWalk(walkKey)) ?? { walkKey, cursor: null, examined: 0, repaired: [], undecided: [] };
  if (walk.cursor !== null) console.log(`Continuing after ${walk.examined} objects; --restart starts over.`);
  let checkoutsWait = false;
  const startedAt = Date.now();
  let reportedAt = walk.examined;
  do {
    const result = await callOps(site, 'stripe-reconcile', { ...firstStep.output, cursor: walk.cursor }, ReconcileStepResult);
    const undecidedIds = new Set(walk.undecided.map(({ id }) => id));
    walk = {
      walkKey,
      cursor: result.cursor,
      examined: walk.examined + result.examined,
      repaired: [...walk.repaired, ...result.repaired],
      // Removes duplicates because a purchase may appear in several lists.
      undecided: [...walk.undecided, ...result.undecided.filter(({ id }) => !undecidedIds.has(id))],
    };
    saveWalk(walk);
    checkoutsWait = result.checkoutsWait;
    if (walk.examined - reportedAt >= reportEvery) {
      reportedAt = walk.examined;
      console.log(
        `… ${walk.examined} objects after ${Math.round((Date.now() - startedAt) / 60_000)} minutes, at ${walk.cursor?.split(':')[0] ?? 'the end'}`,
      );
    }
    for (const { id, memberId } of result.repaired) console.log(`repaired  ${id}, member ${memberId}`);
  } while (walk.cursor !== null);
  rmSync(stateFile, { force: true });
  console.log(`Checked ${walk.examined} objects: ${walk.repaired.length} repaired, ${walk.undecided.length} undecided.`);
  for (const { id, reason, about } of walk.undecided) console.log(`undecided ${id}: ${reason}. ${about}`);
  if (walk.undecided.length > 0) console.log('They are also listed on the System tab of the admin area.');
  if (checkoutsWait) console.log('Checkout is still closed. Run this again with --restart, --since a day before the time you restored to.');
});

function readWalk(walkKey: string): Walk | undefined {
  if (!existsSync(stateFile)) return undefined;
  const savedWalk = v.safeParse(Walk, JSON.parse(readFileSync(stateFile, 'utf8')));
  return savedWalk.success && savedWalk.output.walkKey === walkKey ? savedWalk.output : undefined;
}

function saveWalk(walk: Walk): void {
  mkdirSync(dirname(stateFile), { recursive: true });
  writeFileSync(stateFile, JSON.stringify(walk));
}

function readArguments() {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { since: text, url: text, customer: text, 'test-clock': text, restart: { type: 'boolean', default: false } },
  });
  const { since, url, customer, 'test-clock': testClock, restart } = values;
  return { site: createSite(url), since, customer, testClock, restart };
}
