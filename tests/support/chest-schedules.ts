/**
 * Random lives of members (joining, leaving, changing tier, earning keys and losing them) and random schedules of the job
 * that opens their chests: twice, late, not at all, cut off, in parallel. `play` runs both against a database.
 */
import fc from 'fast-check';
import type { Facts, KeyFact } from '#tests/support/chest-model.ts';
import { openChests } from '#worker/jobs/open-chests.ts';
import { chestStore } from '#worker/store/chests.ts';

const memberCount = 3;
const monthCount = 15;
const firstMonth = Date.UTC(2025, 0) / 1_000;
const day = 86_400;
/** News come at most this late; the job looks again a day after that. */
const longestDelay = 7 * day;

type Fault = 'none' | 'before' | 'after' | 'within';

export type Step =
  | { does: 'join'; member: number; tier: 'basic' | 'premium'; days: number; at: number; heardAfter: number }
  | { does: 'leave'; member: number; at: number }
  | { does: 'upgrade'; member: number; at: number }
  | { does: 'earn'; member: number; kind: KeyFact['kind']; amount: number; at: number; heardAfter: number }
  | { does: 'lose' | 'regain'; member: number; pick: number; at: number }
  /** `fault` strikes at the run's nth batch; `chunk` is how many membership periods one statement looks at. */
  | { does: 'run'; at: number; chunk: number; fault: Fault; batchNumber: number; parallel: boolean };

const member = fc.nat(memberCount - 1);
/** Any second, and often the last or first ones of a month. */
const instant = fc
  .tuple(fc.nat(monthCount - 1), fc.oneof(fc.constantFrom(-2, -1, 0, 1), fc.nat(28 * day)))
  .map(([month, seconds]) => Date.UTC(2025, month) / 1_000 + seconds);
const heardAfter = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(longestDelay) });
const tier = fc.constantFrom('basic' as const, 'premium' as const);
const kind = fc.constantFrom('treasure' as const, 'community' as const);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('join' as const),
      member,
      tier,
      days: fc.integer({ min: 0, max: 700 }),
      at: instant,
      heardAfter,
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('leave' as const), member, at: instant }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('upgrade' as const), member, at: instant }) },
  {
    weight: 10,
    arbitrary: fc.record({
      does: fc.constant('earn' as const),
      member,
      kind,
      amount: fc.constantFrom(1, 2, 4, 8, 16),
      at: instant,
      heardAfter,
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('lose' as const, 'regain' as const), member, pick: fc.nat(9), at: instant }) },
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constant('run' as const),
      at: instant,
      chunk: fc.integer({ min: 1, max: 4 }),
      fault: fc.constantFrom<Fault>('none', 'none', 'before', 'after', 'within'),
      batchNumber: fc.integer({ min: 1, max: 30 }),
      parallel: fc.boolean(),
    }),
  },
);

/** Steps in the order in which the database hears of them. */
export const schedules = fc
  .array(step, { minLength: 20, maxLength: 80, size: 'max' })
  .map((steps) => steps.toSorted((one, other) => heardAt(one) - heardAt(other)));

function heardAt(one: Step): number {
  return one.at + ('heardAfter' in one ? one.heardAfter : 0);
}

/** Long enough after the last step for everything to be settled. */
export const endOfTime = firstMonth + (monthCount + 2) * 31 * day;

/**
 * Plays all steps and then lets the job catch up. Answers what happened, and the payouts as the model writes them.
 * `firstUserId`: ids from there on must be free; the tables of chests and periods must be empty.
 */
export async function play(db: D1Database, steps: Step[], firstUserId: number): Promise<{ facts: Facts; payouts: string[] }> {
  const facts: Facts = { periods: [], keys: [] };
  const write = (sql: string, ...values: (string | number | null)[]) => db.batch([db.prepare(sql).bind(...values)]);
  for (let index = 0; index < memberCount; index += 1) {
    const id = firstUserId + index;
    await write(
      "INSERT INTO users (id, email, email_key, password_hash, referral_code, created_at) VALUES (?1, 'c' || ?2, 'c' || ?2, '!', 'c' || ?2, 0)",
      id,
      String(id),
    );
  }
  const writePeriod = (index: number) => {
    const period = facts.periods[index] as Facts['periods'][number];
    return write(
      `INSERT INTO membership_periods (user_id, tier, starts_at, ends_at, source, cause, created_at) VALUES (?1, ?2, ?3, ?4, 'grant', ?5, ?3)
       ON CONFLICT (cause) DO UPDATE SET ends_at = excluded.ends_at`,
      firstUserId + period.member,
      period.tier,
      period.startsAt,
      period.endsAt,
      `grant:${firstUserId}:${index}`,
    );
  };
  const writeKeys = (key: KeyFact, amount: number, at: number, suffix: string) => {
    const family = `${key.kind === 'treasure' ? 'referral' : 'placement'}:${firstUserId * 100 + facts.keys.indexOf(key)}`;
    return write(
      'INSERT INTO key_events (user_id, kind, amount, cause, created_at) VALUES (?1, ?2, ?3, ?4, ?5)',
      firstUserId + key.member,
      key.kind,
      amount,
      `${family}${suffix}`,
      at,
    );
  };
  const runningOf = (who: number, at: number) =>
    facts.periods.flatMap((period, index) => (period.member === who && period.startsAt <= at && at < period.endsAt ? [index] : []));
  const endAll = async (indices: number[], at: number) => {
    for (const index of indices) {
      (facts.periods[index] as Facts['periods'][number]).endsAt = at;
      await writePeriod(index);
    }
  };
  const begin = (period: Facts['periods'][number]) => writePeriod(facts.periods.push(period) - 1);

  for (const one of steps) {
    switch (one.does) {
      case 'join':
        await begin({ member: one.member, tier: one.tier, startsAt: one.at, endsAt: one.at + one.days * day });
        break;
      case 'leave':
        await endAll(runningOf(one.member, one.at), one.at);
        break;
      case 'upgrade': {
        const running = runningOf(one.member, one.at);
        const until = Math.max(...running.map((index) => facts.periods[index]?.endsAt ?? 0));
        await endAll(running, one.at);
        if (running.length > 0) await begin({ member: one.member, tier: 'premium', startsAt: one.at, endsAt: until });
        break;
      }
      case 'earn': {
        const key: KeyFact = { member: one.member, kind: one.kind, amount: one.amount, earnedAt: one.at, changes: [] };
        facts.keys.push(key);
        await writeKeys(key, one.amount, one.at, '');
        break;
      }
      case 'lose':
      case 'regain': {
        const left = (key: KeyFact) => key.changes.reduce((sum, { amount }) => sum + amount, key.amount);
        const own = facts.keys.filter(
          (key) => key.member === one.member && key.earnedAt <= one.at && left(key) > 0 === (one.does === 'lose'),
        );
        const key = own[one.pick % Math.max(1, own.length)];
        if (!key) break;
        const amount = one.does === 'lose' ? -left(key) : key.amount;
        key.changes.push({ at: one.at, amount });
        await writeKeys(key, amount, one.at, `:${key.changes.length + 1}`);
        break;
      }
      case 'run':
        await runJob(db, one);
    }
  }
  for (const at of [endOfTime, endOfTime + 3_600]) await run(db, at, 3);
  return { facts, payouts: await payoutsOf(db, firstUserId) };
}

async function runJob(db: D1Database, { at, chunk, fault, batchNumber, parallel }: Extract<Step, { does: 'run' }>): Promise<void> {
  const runs = [run(faultyAt(db, batchNumber, fault), at, chunk), ...(parallel ? [run(db, at, chunk)] : [])];
  for (const outcome of await Promise.allSettled(runs)) {
    if (outcome.status === 'rejected' && !String(outcome.reason).includes(cutOff)) throw outcome.reason;
  }
}

function run(db: D1Database, at: number, chunk: number): Promise<void> {
  return openChests({ store: { chests: chestStore(db, chunk) } }, at);
}

const cutOff = 'cut off on purpose';

/** A database whose nth batch dies: before it is written, after it, or with all of it rolled back from the middle. */
export function faultyAt(db: D1Database, batchNumber: number, fault: Fault): D1Database {
  let batches = 0;
  const batch = async (statements: D1PreparedStatement[]) => {
    batches += 1;
    if (fault === 'none' || batches !== batchNumber) return db.batch(statements);
    if (fault === 'after') await db.batch(statements);
    if (fault === 'within') {
      const violation = db.prepare(`INSERT INTO chest_months (month, started_at) VALUES (NULL, NULL)`).bind();
      await db.batch([...statements.slice(0, 1), violation, ...statements.slice(1)]).catch(() => undefined);
    }
    throw new Error(cutOff);
  };
  return { prepare: (sql: string) => db.prepare(sql), batch } as unknown as D1Database;
}

async function payoutsOf(db: D1Database, firstUserId: number): Promise<string[]> {
  const [found] = await db.batch<{ line: string }>([
    db
      .prepare(
        `SELECT CAST(user_id - CAST(?1 AS INTEGER) AS TEXT) || ' ' || month || ' ' || chest_level || ' ' || amount_cents || ' ' || iif(is_premium, 'premium', 'basic') AS line
       FROM treasure_chest_payouts WHERE user_id >= ?1`,
      )
      .bind(firstUserId),
  ]);
  return (found?.results ?? []).map(({ line }) => line).sort();
}
