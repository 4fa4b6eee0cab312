/**
 * `npm run restore:after -- --to 2026-11-23T04:00:00Z [--url https://your.domain]`: run this after restoring the database to that time.
 * Ends earlier sessions and links, repeats the account erasures and canceled deletions made since then, pauses payouts, and lists the items to check manually.
 * Safe to repeat. `--payouts-compared` resumes payouts. OPS_TOKEN comes from the environment or .dev.vars. docs/operations.md describes the
 * full procedure.
 */
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { PayoutComparison, RestoreStep, RestoreStepResult, type UnresolvedRestoreItem } from '#schema/admin/ops.ts';
import { callOps, createSite, type Site } from '#scripts/ops/call.ts';
import { Problem, runMain } from '#scripts/setup/steps.mjs';

const usageText = 'npm run restore:after -- --to YYYY-MM-DDTHH:MM:SSZ [--url https://your.domain]';

const lookUpHints: Record<UnresolvedRestoreItem['kind'], string> = {
  administrator: 'Active in the backup. Disable those who have left since, and repeat changes of roles, passwords and second factors',
  payout: 'Unpaid in the backup, possibly paid since. Compare with PayPal; payouts are on hold until then',
  print: 'Unprinted in the backup, possibly printed since. Check with the printer before ordering',
  booking: 'Unbooked in the backup, possibly booked since. Check with the travel provider',
  mail: 'Unsent in the backup; sent now, possibly for the second time. Nothing to do',
};

await runMain(async () => {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { to: text, url: text, 'payouts-compared': { type: 'boolean', default: false } } });
  if (values['payouts-compared']) {
    const { message } = await callOps(createSite(values.url), 'payouts-compared', {}, PayoutComparison);
    return console.log(message);
  }
  const firstStep = v.safeParse(RestoreStep, { to: values.to, cursor: null });
  if (!firstStep.success) throw new Problem(`Pass the time you restored the database to: ${usageText}`);
  const { ended, erasedAgain, canceledAgain, toRecover, open } = await runRestoreSteps(createSite(values.url), firstStep.output.to);
  console.log(`Invalidated ${ended} sessions, links and earlier sign-ins.`);
  console.log(
    `Deleting ${erasedAgain.length} members again who were erased since or are due for erasure: ${erasedAgain.join(', ') || 'none'}.`,
  );
  console.log(`Canceled ${canceledAgain.length} deletions again that were canceled since: ${canceledAgain.join(', ') || 'none'}.`);
  console.log(
    `${toRecover.length} accounts need recovery by hand, because their restored email may be an intruder's: ${toRecover.join(', ') || 'none'}.`,
  );
  for (const { kind, count, named } of open) {
    if (count === 0) continue;
    console.log(`${lookUpHints[kind]}: ${count}${count > named.length ? ` (first ${named.length} shown)` : ''}`);
    for (const unresolvedDescription of named) console.log(`  ${unresolvedDescription}`);
  }
  console.log('Changes since the backup are lost. docs/operations.md explains which of them can be recovered.');
});

async function runRestoreSteps(site: Site, to: string): Promise<Omit<RestoreStepResult, 'cursor'>> {
  const all: Omit<RestoreStepResult, 'cursor'> = { ended: 0, erasedAgain: [], canceledAgain: [], toRecover: [], open: [] };
  for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
    const result: RestoreStepResult = await callOps(site, 'restore-after', { to, cursor } satisfies RestoreStep, RestoreStepResult);
    all.ended += result.ended;
    all.erasedAgain.push(...result.erasedAgain);
    all.canceledAgain.push(...result.canceledAgain);
    all.toRecover.push(...result.toRecover);
    all.open = result.open;
    cursor = result.cursor;
  }
  return all;
}
