/** Measures each call alternately with its baseline (worker/floor.ts) so that other load on the machine affects both equally. */
import { type Call, type Case, createCases } from '#scripts/lab/bench/cases.ts';
import { childrenCpuSeconds } from '#scripts/lab/bench/cpu.ts';
import { makeFloorTables } from '#scripts/lab/bench/floor-tables.ts';
import { measureRate, sendMetered } from '#scripts/lab/bench/load.ts';
import { median } from '#scripts/lab/bench/report.ts';
import type { Runtime } from '#scripts/lab/bench/runtime.ts';
import { prepareSubjects } from '#scripts/lab/bench/subjects.ts';
import { sumRows, type Usage } from '#scripts/lab/bench/usage.ts';
import type { FloorPlan } from '#scripts/lab/bench/worker/floor.ts';

export interface Measurement {
  label: string;
  perSecond: number;
  floorPerSecond: number;
  ratio: number;
  /** CPU milliseconds of workerd per request; undefined outside Linux. */
  cpuMs: number | undefined;
  floorCpuMs: number | undefined;
  kvReads: number;
  roundTrips: number;
  statements: number;
  rowsRead: number;
  rowsWritten: number;
  typical: Usage;
}

interface Metered {
  call: Call;
  usage: Usage;
}

const meteredCalls = 20;
/**
 * Number of times that workerd is started with the same data. Speed varies from process to process, independently for the product and the
 * baseline.
 */
const runtimeStarts = 5;
/** Number of short rounds per start. A one-second disturbance affects only a few rounds and hardly changes the median. */
const roundsPerStart = 11;
const secondsPerRound = 0.25;
const limitedCallsPerRound = 60;

interface CaseRounds {
  callCase: Case;
  metered: Metered[];
  product: Tally;
  floor: Tally;
}

export async function measure(runtime: Runtime, members: number, only: string, report: (text: string) => void): Promise<Measurement[]> {
  const subjects = await prepareSubjects(runtime, Math.floor(Date.now() / 1_000));
  const caseRounds: CaseRounds[] = [];
  for (const callCase of createCases(subjects).filter(({ label }) => label.includes(only))) {
    await warmUp(runtime, callCase);
    const meteredResponse = await meter(runtime.origin, callCase.next, callCase.expectedText);
    await makeFloorTables(runtime.db, pickTypical(meteredResponse).usage, members);
    caseRounds.push({ callCase, metered: meteredResponse, product: new Tally(), floor: new Tally() });
  }
  for (let start = 1; start <= runtimeStarts; start += 1) {
    await runtime.restart();
    for (const rounds of caseRounds) await measureRounds(runtime, members, rounds);
    report(`${start} of ${runtimeStarts} starts`);
  }
  const measurements = caseRounds.map(summarizeRounds);
  for (const { label, perSecond, ratio } of measurements) report(`${label}: ${perSecond.toFixed(0)}/s, ${ratio.toFixed(2)} of the floor`);
  return measurements;
}

async function warmUp({ origin }: Runtime, { next, expectedText, isLimited }: Case): Promise<void> {
  await measureRate(origin, next, expectedText, { seconds: 1, maxRequests: isLimited ? 50 : 2_000 });
}

async function measureRounds(runtime: Runtime, members: number, { callCase, metered, product, floor }: CaseRounds): Promise<void> {
  const { origin } = runtime;
  const { label, next, expectedText, isLimited } = callCase;
  const { call, usage } = pickTypical(metered);
  const address = `/bench/floor/${label.replace(/\W+/g, '-')}`;
  await fetch(new URL(address, origin), { method: 'PUT', body: JSON.stringify({ ...usage, members } satisfies FloorPlan) });
  const unmeteredCall: Call = { ...call, path: address };
  // If the product reads the edge cache, the baseline does too, with the same sequence of cache keys.
  const nextFloorCall = () =>
    usage.cacheReads === 0 ? unmeteredCall : { ...unmeteredCall, path: `${address}?of=${encodeURIComponent(next()?.path ?? '')}` };
  await warmUp(runtime, callCase);
  await measureRate(origin, nextFloorCall, '"ok"', { seconds: 1 });
  for (let round = 0; round < roundsPerStart; round += 1) {
    const atMost = isLimited ? { atMost: limitedCallsPerRound } : {};
    const measuredRuns = [
      () => product.count(() => measureRate(origin, next, expectedText, { seconds: secondsPerRound, ...atMost })),
      () => floor.count(() => measureRate(origin, nextFloorCall, '"ok"', { seconds: secondsPerRound })),
    ];
    for (const measuredRun of round % 2 === 0 ? measuredRuns : measuredRuns.reverse()) await measuredRun();
  }
}

function pickTypical(meteredResponses: Metered[]): Metered {
  return meteredResponses[0] as Metered;
}

function summarizeRounds({ callCase, metered, product, floor }: CaseRounds): Measurement {
  const usages = metered.map(({ usage }) => usage);
  const maxUsage = (readValue: (usage: Usage) => number) => Math.max(...usages.map(readValue));
  return {
    label: callCase.label,
    typical: pickTypical(metered).usage,
    perSecond: median(product.rates),
    floorPerSecond: median(floor.rates),
    ratio: median(product.rates.map((perSecond, round) => perSecond / (floor.rates[round] ?? Number.NaN))),
    cpuMs: product.cpuMs,
    floorCpuMs: floor.cpuMs,
    kvReads: maxUsage((usage) => usage.kvReads),
    roundTrips: maxUsage((usage) => usage.roundTrips.length),
    statements: maxUsage((usage) => usage.roundTrips.flat().length),
    rowsRead: maxUsage((usage) => sumRows(usage, 'rowsRead')),
    rowsWritten: maxUsage((usage) => sumRows(usage, 'rowsWritten')),
  };
}

class Tally {
  readonly rates: number[] = [];
  #requests = 0;
  #cpuSeconds: number | undefined = 0;

  async count(measureOnce: () => ReturnType<typeof measureRate>): Promise<void> {
    const cpuBefore = childrenCpuSeconds();
    const { perSecond, requests } = await measureOnce();
    const cpuAfter = childrenCpuSeconds();
    this.rates.push(perSecond);
    this.#requests += requests;
    if (cpuBefore === undefined || cpuAfter === undefined || this.#cpuSeconds === undefined) this.#cpuSeconds = undefined;
    else this.#cpuSeconds += cpuAfter - cpuBefore;
  }

  get cpuMs(): number | undefined {
    return this.#cpuSeconds === undefined ? undefined : (this.#cpuSeconds * 1_000) / this.#requests;
  }
}

/** Sends requests sequentially because the meter counts one request at a time. */
async function meter(origin: URL, next: Case['next'], expectedText: string): Promise<Metered[]> {
  const meteredResponses: Metered[] = [];
  for (let count = 0; count < meteredCalls; count += 1) {
    const call = next();
    if (!call) break;
    meteredResponses.push({ call, usage: await sendMetered(origin, call, expectedText) });
  }
  return meteredResponses;
}
