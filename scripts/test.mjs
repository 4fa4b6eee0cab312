#!/usr/bin/env node
/**
 * `npm test`: runs all checks, from a fresh clone. Stops at the first stage that fails. `npm test -- --only unit,worker` selects stages.
 * `npm run test:long` (`--long`) runs the tests tagged `long` and every screen in both color schemes. Starts on Node 20 or later and
 * restarts itself on the project's own Node.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chosenStages } from '#scripts/setup/testing/stages.mjs';
import { installPackagedBrowser } from './setup/browser.mjs';
import { runOnOwnNode } from './setup/install.mjs';
import { onOrphaned } from './setup/orphan.mjs';
import { keepScratchInMemory } from './setup/scratch.mjs';
import { printFailure, runMain } from './setup/steps.mjs';

await runMain(async () => {
  const { values } = parseArgs({ options: { only: { type: 'string' }, long: { type: 'boolean', default: false } } });
  const selectedStages = chosenStages(values);
  const needsBrowser = selectedStages.some(({ name }) => name === 'e2e');
  if (await runOnOwnNode(fileURLToPath(import.meta.url), needsBrowser ? installPackagedBrowser : undefined))
    await runStages(selectedStages);
});

/** @param {import('#scripts/setup/testing/stages.mjs').Stage[]} stagesToRun */
async function runStages(stagesToRun) {
  const exitWithFailure = () => process.exit(1);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, exitWithFailure);
  onOrphaned(exitWithFailure);
  keepScratchInMemory();
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const stageGroup of groupStages(stagesToRun)) {
    const counts = await Promise.all(stageGroup.map(runStage));
    for (const { passed, failed, skipped } of counts) {
      total.passed += passed;
      total.failed += failed;
      total.skipped += skipped;
    }
    if (total.failed > 0) {
      const hasFailed = stageGroup.filter((_, index) => counts[index]?.failed).map(({ name }) => name);
      console.log(`✗ ${hasFailed.join(', ')} failed; later stages were not run.\n`);
      process.exitCode = 1;
      break;
    }
  }
  console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} not selected` : ''}`);
}

/** @param {import('#scripts/setup/testing/stages.mjs').Stage} stage */
async function runStage({ name, work }) {
  const startedAt = performance.now();
  const counts = await work().catch((error) => {
    printFailure(error);
    return { passed: 0, failed: 1, skipped: 0 };
  });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  if (counts?.failed === 0) console.log(`✓ ${name}: ${counts.passed} tests passed (${seconds} s)\n`);
  return counts ?? { passed: 0, failed: 0, skipped: 0 };
}

/**
 * Groups adjacent stages that have the same `group`, so that they run in parallel. @param
 * {import('#scripts/setup/testing/stages.mjs').Stage[]} stagesToRun
 */
function groupStages(stagesToRun) {
  /** @type {import('#scripts/setup/testing/stages.mjs').Stage[][]} */
  const groups = [];
  for (const stage of stagesToRun) {
    const last = groups.at(-1);
    if (stage.group && stage.group === last?.[0]?.group) last.push(stage);
    else groups.push([stage]);
  }
  return groups;
}
