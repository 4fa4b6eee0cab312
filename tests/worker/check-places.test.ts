/** The job that makes the index of places and the counts per tile right. */
import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jobSchedules } from '#schema/jobs.ts';
import type { Env } from '#worker/env.ts';
import { statementsARun } from '#worker/jobs/budget.ts';
import { runScheduled } from '#worker/jobs/run-scheduled.ts';
import { change, everyRow, row } from './support/client.ts';
import { expectIndexRight } from './support/placed-cards.ts';
import { scatterCards } from './support/scattered-cards.ts';

const run = (workerEnv = env as unknown as Env) =>
  runScheduled({ cron: jobSchedules['check-places'].cron, scheduledTime: Date.now() }, workerEnv);
const derived = async () => {
  const { card_places, card_tiles } = await everyRow();
  return { card_places, card_tiles };
};
const world = [
  { middle: { latitude: 90, longitude: 180 }, cards: 3, spread: 0 },
  { middle: { latitude: -90, longitude: -180 }, cards: 3, spread: 0 },
  { middle: { latitude: 0, longitude: 0 }, cards: 100, spread: 160 },
  { middle: { latitude: 35.5951, longitude: -82.5515 }, cards: 50, spread: 0.4 },
];

test('rebuilds what is missing, and takes out what is wrong', async () => {
  await scatterCards(world);
  await expectIndexRight();
  const before = await derived();
  await change('DELETE FROM card_places');
  await change('DELETE FROM card_tiles');
  await run();
  expect(await derived()).toEqual(before);

  await change("UPDATE card_places SET south = south + 5000000, north = north + 5000000, name = 'Elsewhere' WHERE id % 7 = 0");
  await change(
    "INSERT INTO card_places (id, west, east, south, north, user_id, visibility, name) VALUES (99999, 1, 1, 2, 2, 1, 'exact', 'Nobody’s')",
  );
  await change('UPDATE card_tiles SET cards = cards + 3 WHERE tile % 3 = 0');
  await change('INSERT INTO card_tiles (level, tile, cards) VALUES (0, 70, 8), (2, 16000, 4), (4, 6000000, 5)');
  await run();
  await expectIndexRight();
});

/** Runs it, and tells how many statements it asked and how many rows it wrote. */
async function use(): Promise<{ statements: number; written: number }> {
  const used = { statements: 0, written: 0 };
  const database = {
    prepare: (sql: string) => env.DB.prepare(sql),
    batch: async (all: D1PreparedStatement[]) => {
      const results = await env.DB.batch(all);
      used.statements += all.length;
      used.written += results.reduce((sum, { meta }) => sum + meta.rows_written, 0);
      return results;
    },
  };
  await run({ ...env, DB: database } as unknown as Env);
  return used;
}

test('writes nothing but sums of the coarsest tiles where all is right, within a run’s share of statements', async () => {
  const { statements, written } = await use();
  const { n } = (await row<{ n: number }>('SELECT count(*) AS n FROM card_tiles WHERE level < 2')) ?? { n: 0 };
  expect(written).toBeLessThanOrEqual(2 * n + 10);
  expect(statements).toBeLessThan(statementsARun);
});

test('triggers keep index and counts as the cards are, after random changes', async () => {
  const change = fc.oneof(
    fc.record({ set: fc.constantFrom('status'), to: fc.constantFrom('active', 'missing', 'disabled', 'ordered') }),
    fc.record({ set: fc.constantFrom('available_at', 'placement_at'), to: fc.constantFrom(1, null) }),
    fc.record({ set: fc.constant('is_test'), to: fc.constantFrom(0, 1) }),
    fc.record({ set: fc.constant('location'), to: fc.constantFrom('A bench', null) }),
    fc.record({ set: fc.constant('moved'), to: fc.constantFrom(0, 40, -3_000_000) }),
    fc.record({ set: fc.constant('hidden'), to: fc.constantFrom('exact', 'near', null) }),
    fc.record({ set: fc.constant('gone'), to: fc.constant(null) }),
  );
  const { last } = (await row<{ last: number }>('SELECT max(id) AS last FROM cache_cards')) ?? { last: 1 };
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.integer({ min: 1, max: last }), change), { minLength: 30, maxLength: 60 }), async (changes) => {
      await env.DB.batch(
        changes.map(([id, { set, to }]) => {
          if (set === 'gone') return env.DB.prepare('DELETE FROM cache_cards WHERE id = ?').bind(id);
          if (set === 'moved')
            return env.DB.prepare(
              'UPDATE cache_cards SET shown_latitude_e6 = max(-90000000, min(90000000, shown_latitude_e6 + ?2)) WHERE id = ?1',
            ).bind(id, to);
          if (set === 'hidden')
            return env.DB.prepare(
              `UPDATE cache_cards SET visibility = coalesce(?2, 'hidden'), shown_latitude_e6 = iif(?2 IS NULL, NULL, round(latitude * 1e6)),
                 shown_longitude_e6 = iif(?2 IS NULL, NULL, round(longitude * 1e6)) WHERE id = ?1`,
            ).bind(id, to);
          return env.DB.prepare(`UPDATE cache_cards SET ${set} = ?2 WHERE id = ?1`).bind(id, to);
        }),
      );
      await expectIndexRight();
    }),
    { seed: 5, numRuns: 10 },
  );
});

test('asks little where cards are in few places', async () => {
  await change('DELETE FROM cache_cards');
  await scatterCards(world.slice(-1));
  // Tiles that have lost their last card go.
  await run();
  expect((await use()).statements).toBeLessThan(40);
  await expectIndexRight();
});
