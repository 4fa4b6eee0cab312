/**
 * Draining a queue: failing rows wait behind the others, an outage does not count as a row's failure, and a run ends when its budget is
 * exhausted.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  batchRows,
  type DueWork,
  drainQueue,
  type OutageLikelihood,
  throwIfIncomplete,
  type WorkReport,
} from '#worker/jobs/drain-queue.ts';
import type { RetriedRow } from '#worker/store/admin/system/job-retries.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

type Outcome = Awaited<ReturnType<DueWork['work']>>;
/** Outcome of processing a row. A `sticky` row succeeds but stays due. */
type Behavior = Outcome | 'sticky' | 'fails' | 'outage' | 'refused';

/** An in-memory queue in row order, with a predefined outcome for each row. */
class Queue {
  readonly done: string[] = [];
  readonly putOff = new Map<string, string | null>();
  readonly waiting: string[] = [];
  settled: string[] = [];
  hasForgotten = false;
  readonly tried: string[] = [];
  readonly #rows: Map<string, Behavior>;
  readonly #failedBefore: Set<string>;
  #budget: number;

  constructor(rows: Map<string, Behavior>, { budget = Number.POSITIVE_INFINITY, failedBefore = [] as string[] } = {}) {
    this.#rows = rows;
    this.#failedBefore = new Set(failedBefore);
    this.#budget = budget;
  }

  async run(): Promise<WorkReport> {
    const jobRetries = {
      putOff: async (rows: { key: string; error: string | null }[]) => {
        for (const { key, error } of rows) this.putOff.set(key, error);
      },
      postpone: async (rows: { key: string }[]) => void this.waiting.push(...rows.map(({ key }) => key)),
      findFailed: async (rows: readonly RetriedRow[]) => rows.filter(({ key }) => this.#failedBefore.has(key)),
      settle: async (rows: { key: string }[]) => {
        this.settled = rows.map(({ key }) => key);
      },
      deleteStale: async () => {
        this.hasForgotten = true;
      },
    };
    const classifyOutage = (error: unknown): OutageLikelihood => {
      const behavior = error instanceof Error ? error.message : '';
      return behavior === 'refused' ? 'surely' : behavior === 'outage' ? 'maybe' : 'no';
    };
    return drainQueue(
      { store: { jobRetries }, now: 0, budget: { isSpent: () => this.#budget <= 0 }, classifyOutage },
      ['order'],
      async () => this.#due(),
    );
  }

  #due(): DueWork[] {
    const due = [...this.#rows].filter(([key]) => !this.putOff.has(key) && !this.done.includes(key));
    return due.slice(0, batchRows).map(([key, behavior]) => ({ kind: 'order', key, work: () => this.#turn(key, behavior) }));
  }

  async #turn(key: string, behavior: Behavior): Promise<Outcome> {
    this.#budget -= 1;
    this.tried.push(key);
    if (behavior === 'fails' || behavior === 'outage' || behavior === 'refused') throw new Error(behavior);
    if (behavior === 'done') this.done.push(key);
    return behavior === 'sticky' ? 'done' : behavior;
  }
}

/** Expands `{ bad: [60, 'fails'], good: [1, 'done'] }` to rows bad-1 to bad-60 and good-1. */
const rowsOf = (kinds: Record<string, [count: number, behavior: Behavior]>) =>
  new Map(
    Object.entries(kinds).flatMap(([name, [count, behavior]]) =>
      Array.from({ length: count }, (_, index) => [`${name}-${index + 1}`, behavior] as const),
    ),
  );

test('a run drains the whole queue, and forgets the retries of settled rows', async () => {
  const queue = new Queue(rowsOf({ good: [35, 'done'] }));
  expect(await queue.run()).toMatchObject({ attempted: 35, failed: 0, outage: undefined });
  expect(queue.settled).toHaveLength(35);
  expect(queue.hasForgotten).toBe(true);
});

test.each([
  'fails',
  'sticky',
  'waits',
] as const)('sixty rows at the head that each %s do not delay the row behind them', async (behavior) => {
  const queue = new Queue(rowsOf({ bad: [60, behavior], good: [1, 'done'] }));
  const report = await queue.run();
  expect(queue.done).toEqual(['good-1']);
  expect(report.failed).toBe(behavior === 'fails' ? 60 : 0);
  expect(queue.putOff.size).toBe(60);
  expect(queue.putOff.get('bad-1')).toBe(behavior === 'fails' ? 'fails' : null);
  expect(queue.settled).toEqual(['good-1']);
});

test('three outages in a row end the run without counting as failures', async () => {
  const queue = new Queue(rowsOf({ bad: [5, 'outage'], good: [1, 'done'] }));
  expect(await queue.run()).toMatchObject({ attempted: 3, failed: 0, outage: 'outage' });
  expect(queue.waiting).toEqual(['bad-1', 'bad-2', 'bad-3']);
  expect(queue.putOff.size).toBe(0);
  expect(queue.hasForgotten).toBe(false);
});

test('a success after outages counts the earlier failures against their own rows', async () => {
  const queue = new Queue(rowsOf({ bad: [2, 'outage'], good: [1, 'done'], last: [1, 'outage'] }));
  expect(await queue.run()).toMatchObject({ attempted: 4, failed: 2, firstError: 'outage', outage: 'outage' });
  expect([...queue.putOff.keys()]).toEqual(['bad-1', 'bad-2']);
  expect(queue.waiting).toEqual(['last-1']);
});

describe('rows that failed in an earlier run', () => {
  const failedBefore = Array.from({ length: 5 }, (_, index) => `bad-${index + 1}`);

  test('come after every other row, show no outage by themselves, and wait longer', async () => {
    const queue = new Queue(rowsOf({ bad: [5, 'outage'], good: [12, 'done'] }), { failedBefore });
    expect(await queue.run()).toMatchObject({ attempted: 17, failed: 5, firstError: 'outage', outage: undefined });
    expect(queue.tried).toEqual([...queue.done, ...failedBefore]);
    expect(queue.done).toHaveLength(12);
    expect([...queue.putOff.keys()]).toEqual(failedBefore);
    expect(queue.waiting).toEqual([]);
  });

  test('fail without an outage if nothing else is due', async () => {
    const queue = new Queue(rowsOf({ bad: [5, 'outage'] }), { failedBefore });
    expect(await queue.run()).toMatchObject({ attempted: 5, failed: 5, outage: undefined });
    expect(queue.hasForgotten).toBe(true);
  });

  test('confirm an outage that a new row shows', async () => {
    const queue = new Queue(rowsOf({ bad: [5, 'outage'], late: [1, 'outage'] }), { failedBefore });
    expect(await queue.run()).toMatchObject({ attempted: 3, failed: 0, outage: 'outage' });
    expect(queue.waiting).toEqual(['late-1', 'bad-1', 'bad-2']);
    expect(queue.putOff.size).toBe(0);
  });

  test('end the run if the provider rejects our key', async () => {
    const queue = new Queue(rowsOf({ bad: [5, 'refused'] }), { failedBefore });
    expect(await queue.run()).toMatchObject({ attempted: 1, failed: 0, outage: 'refused' });
    expect(queue.waiting).toEqual(['bad-1']);
  });
});

test('a rejected key ends the run at once', async () => {
  const queue = new Queue(rowsOf({ good: [1, 'done'], bad: [1, 'refused'], more: [5, 'done'] }));
  expect(await queue.run()).toMatchObject({ attempted: 2, failed: 0, outage: 'refused' });
  expect(queue.settled).toEqual(['good-1']);
});

test('a spent budget ends the run; an unfinished row goes behind the others and is not settled', async () => {
  const queue = new Queue(rowsOf({ good: [4, 'done'], large: [1, 'unfinished'], more: [5, 'done'] }), { budget: 5 });
  expect(await queue.run()).toMatchObject({ attempted: 5, failed: 0 });
  expect(queue.settled).toHaveLength(4);
  expect(queue.waiting).toEqual(['large-1']);
  expect(queue.putOff.size).toBe(0);
  expect(queue.hasForgotten).toBe(false);
});

test('a run with failures throws a sentence', () => {
  const labels = { rows: 'stays', provider: 'The travel provider' };
  const cleanReport: WorkReport = { attempted: 3, failed: 0, firstError: undefined, outage: undefined };
  expect(() => throwIfIncomplete([cleanReport, cleanReport], labels)).not.toThrow();
  expect(() => throwIfIncomplete([cleanReport, { ...cleanReport, failed: 1, firstError: 'no room' }], labels)).toThrow(
    /^1 of 6 stays failed and will be retried\. First error: no room$/,
  );
  expect(() => throwIfIncomplete([{ ...cleanReport, outage: 'No answer' }], labels)).toThrow(
    /^The travel provider is unavailable, so the rest will be retried later: No answer$/,
  );
});
