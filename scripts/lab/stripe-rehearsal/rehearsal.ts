import type Stripe from 'stripe';
import { renewalGraceSeconds, secondsPerDay, secondsPerHour } from '#schema/rules.ts';
import { type Flow, type FlowParticipants, type Moment, moments, type Step } from '#scripts/lab/stripe-rehearsal/flows.ts';
import { Member } from '#scripts/lab/stripe-rehearsal/member.ts';
import { News } from '#scripts/lab/stripe-rehearsal/news.ts';
import type { Recorder } from '#scripts/lab/stripe-rehearsal/recorder.ts';
import type { Stage } from '#scripts/lab/stripe-rehearsal/stage.ts';
import { advanceClock, renewalDelaySeconds } from '#scripts/lab/stripe-rehearsal/stripe-test-mode.ts';
import type { Seconds } from '#worker/domain/time.ts';

export interface Row {
  flow: string;
  step: string;
  expected: string;
  actual: string;
}

interface RehearsalContext {
  stripe: Stripe;
  stage: Stage;
  recorder: Recorder;
  /** Maximum wait for Stripe's events and the polling interval, in milliseconds. */
  patience: { timeoutMs: number; intervalMs: number };
  print: (row: Row) => void;
}

interface FlowRun extends FlowParticipants {
  flow: Flow;
  testClock: string;
}

const getRealTime = () => Math.floor(Date.now() / 1_000);

/**
 * How long before the current time the rehearsal starts, in seconds. Steps can then be a minute apart, so no two payments fall within the
 * same second.
 */
const startLeadSeconds = secondsPerHour;
const secondsPerStep = 60;

class Time {
  now = getRealTime() - startLeadSeconds;
  readonly #hall: RehearsalContext;

  constructor(hall: RehearsalContext) {
    this.#hall = hall;
    hall.stage.setTime(this.now);
  }

  async continueFlows(to: Seconds, activeRuns: FlowRun[]): Promise<void> {
    this.now = to;
    await Promise.all(activeRuns.map(({ testClock }) => advanceClock(this.#hall.stripe, testClock, to)));
    this.#hall.stage.setTime(to);
  }
}

/** Runs the flows. Always deletes the test clocks it created and all objects on them. */
export async function rehearse(flows: Flow[], hall: RehearsalContext): Promise<Row[]> {
  const { stripe, stage } = hall;
  const time = new Time(hall);
  const news = new News(stripe, stage.webhook, time.now);
  const rows: Row[] = [];
  const activeRuns: FlowRun[] = [];
  try {
    for (const flow of flows) {
      const cast = await startFlow(flow, activeRuns.length, time.now, hall);
      activeRuns.push(cast);
      for (const step of listSteps(flow, 'at once')) {
        await time.continueFlows(time.now + secondsPerStep, [cast]);
        rows.push(await runStep(cast, step, hall, news));
      }
    }
    const yearEnd = await lastPeriodEnd(stripe, activeRuns);
    for (const [moment, at] of listMomentTimes(yearEnd)) {
      const unfinishedFlows = activeRuns.filter(({ flow }) =>
        flow.steps.some((step) => moments.indexOf(step.at) >= moments.indexOf(moment)),
      );
      hall.recorder.step = `Time: ${moment}`;
      await time.continueFlows(at, unfinishedFlows);
      await news.deliver();
      await stage.fireJobs();
      for (const cast of unfinishedFlows) {
        await cast.member.signIn();
        for (const step of listSteps(cast.flow, moment)) rows.push(await runStep(cast, step, hall, news));
      }
    }
    return rows;
  } finally {
    for (const { testClock } of activeRuns) await stripe.testHelpers.testClocks.del(testClock);
  }
}

const listSteps = ({ steps }: Flow, moment: Moment) => steps.filter(({ at }) => at === moment);

const listMomentTimes = (yearEnd: Seconds): [Moment, Seconds][] => {
  const renewedAt = yearEnd + renewalDelaySeconds;
  return [
    ['a year on', renewedAt],
    ['a day later', renewedAt + secondsPerDay],
    ['after the grace', renewedAt + renewalGraceSeconds + secondsPerDay],
  ];
};

async function startFlow(flow: Flow, index: number, now: Seconds, { stripe, stage }: RehearsalContext): Promise<FlowRun> {
  const { id: testClock } = await stripe.testHelpers.testClocks.create({ frozen_time: now, name: `Rehearsal: ${flow.name}` });
  stage.forgetClockCustomers(testClock);
  const member = new Member(stage.origin, `rehearsal-${index + 1}@example.com`);
  await member.register();
  const customer = async () => {
    const { data } = await stripe.customers.list({ test_clock: testClock });
    const [newest] = data;
    if (!newest) throw new Error(`${flow.name}: no customer was created`);
    return newest.id;
  };
  return { flow, testClock, stripe, member, customer };
}

async function runStep(
  cast: FlowRun,
  { action, act, expected }: Step,
  { stage, recorder, patience, print }: RehearsalContext,
  news: News,
): Promise<Row> {
  recorder.step = `${cast.flow.name}: ${action}`;
  stage.forgetClockCustomers(cast.testClock);
  const row = { flow: cast.flow.name, step: action, expected, actual: '' };
  try {
    await act?.(cast);
    const deadline = Date.now() + patience.timeoutMs;
    for (;;) {
      await news.deliver();
      row.actual = await cast.member.readState();
      if (row.actual === expected || Date.now() > deadline) break;
      await new Promise((resolve) => setTimeout(resolve, patience.intervalMs));
    }
  } catch (error) {
    row.actual = error instanceof Error ? error.message : String(error);
  }
  print(row);
  return row;
}

async function lastPeriodEnd(stripe: Stripe, activeRuns: FlowRun[]): Promise<Seconds> {
  const ends = await Promise.all(
    activeRuns.map(async ({ testClock }) => {
      const { data } = await stripe.subscriptions.list({ test_clock: testClock });
      return data.map(({ items }) => items.data[0]?.current_period_end ?? 0);
    }),
  );
  return Math.max(...ends.flat());
}
