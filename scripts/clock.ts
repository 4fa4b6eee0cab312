/**
 * `npm run clock -- +1month` moves the clock of the running local product and its fakes forward by hours, days, months or years. It runs
 * the cron jobs once per simulated day, or at the interval set by `--every 7days`. `-- reset` restores the earlier data and time. Without
 * arguments, it prints the current time. CACHE_CARDS_STATE selects the state folder of another instance.
 */
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { addAmount, readAmount } from '#scripts/clock/amount.ts';
import { moveClock, post } from '#scripts/clock/move.ts';
import { ClockResponse, getClockAddress } from '#scripts/clock/service.ts';
import { finishRestoringState, isMoved, offsetFile, restoreState } from '#scripts/clock/state-backup.ts';
import { readOffset } from '#scripts/fakes/core/clock.ts';
import { openDatabaseFile } from '#scripts/setup/database-file.ts';
import { stateFolder } from '#scripts/setup/local.mjs';
import { Problem, runMain, step } from '#scripts/setup/steps.mjs';

const usage =
  'Usage: npm run clock -- +1month (hours, days, months or years, up to ten years), +1year --every 7days, or npm run clock -- reset.';
const resetHint = 'To restore the real time and your data: npm run clock -- reset';

const getRealTime = () => Math.floor(Date.now() / 1_000);
const formatMoment = (moment: number) =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(moment * 1_000)} UTC`;

await runMain(async () => {
  const { amountText: target, every } = readArguments();
  if (target === undefined) return printTime();
  if (target === 'reset') return resetClock();
  const amount = readAmount(target);
  const stride = readAmount(every);
  if (!amount || !stride) throw new Problem(usage);
  const { clock, ...runningClock } = await requireClock();
  if (runningClock.addresses.stripe === null)
    throw new Problem('.dev.vars uses the real Stripe, whose time cannot be moved. Set sk_test_local to use the fake.');
  const startTime = getRealTime() + runningClock.offsetSeconds;
  const endTime = addAmount(startTime, amount);
  const firstStop = addAmount(startTime, stride);
  if (endTime === undefined || firstStop === undefined) throw new Problem(usage);
  if (!isMoved(stateFolder)) {
    await step('Backing up the data and restarting the product', async (note) => {
      await post(`${clock}/keep`, {});
      note('Backed up the data');
    });
  }
  await step(`Moving the clock to ${formatMoment(endTime)}`, async (note) => {
    const db = openDatabaseFile(stateFolder);
    try {
      const printLine = (line: string) => console.log(`  ${line}`);
      const runs = await moveClock({
        clock,
        addresses: runningClock.addresses,
        db,
        from: startTime,
        to: endTime,
        everySeconds: firstStop - startTime,
        print: printLine,
      });
      note(`The clock is at ${formatMoment(endTime)}; jobs ran ${runs === 1 ? 'once' : `${runs} times`}`);
    } finally {
      db.close();
    }
  });
  console.log(resetHint);
});

function readArguments(): { amountText: string | undefined; every: string } {
  try {
    const { values, positionals } = parseArgs({ options: { every: { type: 'string' } }, allowPositionals: true });
    const [target, ...more] = positionals;
    const isMove = target !== undefined && target !== 'reset';
    if (more.length === 0 && (values.every === undefined || isMove)) return { amountText: target, every: values.every ?? '1day' };
  } catch {
    // parseArgs throws for unknown options, so the usage message is shown.
  }
  throw new Problem(usage);
}

async function printTime(): Promise<void> {
  const offset = readOffset(offsetFile(stateFolder));
  const time = formatMoment(getRealTime() + offset);
  console.log(isMoved(stateFolder) ? `The clock is at ${time}. ${resetHint}` : `The clock was not moved: it is ${time}`);
}

async function resetClock(): Promise<void> {
  finishRestoringState(stateFolder);
  if (!isMoved(stateFolder)) return console.log('The clock was not moved, so there is nothing to restore');
  const runningClock = await findClock();
  await step('Restoring the earlier data', async (note) => {
    if (runningClock) await post(`${runningClock.clock}/reset`, {});
    else restoreState(stateFolder);
    note(`Restored the data and the real time: ${formatMoment(getRealTime())}`);
  });
}

interface RunningClock extends v.InferOutput<typeof ClockResponse> {
  clock: string;
}

async function findClock(): Promise<RunningClock | undefined> {
  const clock = getClockAddress(stateFolder);
  const response = clock === undefined ? undefined : await fetch(`${clock}/clock`).catch(() => undefined);
  const clockResult = v.safeParse(ClockResponse, await response?.json().catch(() => undefined));
  // Another instance may now be listening on the recorded address, so the state folder in the response must be ours.
  return clock && clockResult.success && clockResult.output.state === stateFolder ? { clock, ...clockResult.output } : undefined;
}

async function requireClock(): Promise<RunningClock> {
  const runningClock = await findClock();
  if (!runningClock) throw new Problem('The product is not running. Start it in another terminal: npm start');
  return runningClock;
}
