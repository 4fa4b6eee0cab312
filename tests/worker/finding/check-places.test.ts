/** Card counts per map tile: triggers maintain them and a daily job corrects them. */
import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jobSchedules } from '#schema/admin/jobs.ts';
import { propertyTest } from '#tests/support/property-test.ts';
import { expectMapRight } from '#tests/worker/support/cards/placed-cards.ts';
import { change, everyRow, row } from '#tests/worker/support/client.ts';
import { scatterCards } from '#tests/worker/support/finding/scattered-cards.ts';
import type { Env } from '#worker/env.ts';
import { maxStatementsPerRun } from '#worker/jobs/budget.ts';
import { runScheduled } from '#worker/jobs/run-scheduled.ts';
import { updateCardVisibility } from '#worker/store/cards/hidden-owners.ts';

const run = (workerEnv = env as unknown as Env) =>
  runScheduled({ cron: jobSchedules['check-places'].cron, scheduledTime: Date.now() }, workerEnv);
const world = [
  { middle: { latitude: 90, longitude: 180 }, cards: 3, spread: 0 },
  { middle: { latitude: -90, longitude: -180 }, cards: 3, spread: 0 },
  { middle: { latitude: 0, longitude: 0 }, cards: 100, spread: 160 },
  { middle: { latitude: 35.5951, longitude: -82.5515 }, cards: 50, spread: 0.4 },
];

test('the count job restores missing counts and corrects wrong ones', async () => {
  await scatterCards(world);
  await expectMapRight();
  const before = (await everyRow()).card_tiles;
  await change('DELETE FROM card_tiles');
  await run();
  expect((await everyRow()).card_tiles).toEqual(before);

  await change('UPDATE card_tiles SET cards = cards + 3 WHERE tile % 3 = 0');
  await change('INSERT INTO card_tiles (level, tile, cards) VALUES (0, 70, 8), (2, 16000, 4), (4, 6000000, 5)');
  await run();
  await expectMapRight();
});

test('the count job writes nothing if all counts are right, and stays within its statement budget', async () => {
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
  // The job corrects nothing. Its few writes only record that it ran.
  expect(used.written).toBeLessThanOrEqual(10);
  expect(used.statements).toBeLessThan(maxStatementsPerRun);
});

propertyTest('counts and map keys stay correct through random changes of cards and owners', { usual: 4, long: 30 }, async (numRuns) => {
  await scatterCards(world);
  await scatterCards(world.slice(3));
  const step = fc.oneof(
    fc.record({ set: fc.constantFrom('status'), to: fc.constantFrom('active', 'missing', 'disabled', 'ordered') }),
    fc.record({ set: fc.constantFrom('available_at', 'placement_at'), to: fc.constantFrom(1, null) }),
    fc.record({ set: fc.constant('is_test'), to: fc.constantFrom(0, 1) }),
    fc.record({ set: fc.constant('location'), to: fc.constantFrom('A bench', null) }),
    fc.record({ set: fc.constant('moved'), to: fc.constantFrom(0, 40, -3_000_000) }),
    fc.record({ set: fc.constant('hidden'), to: fc.constantFrom('exact', 'near', null) }),
    fc.record({ set: fc.constantFrom('gone', 'disowned'), to: fc.constant(null) }),
    fc.record({ set: fc.constantFrom('suspended_at', 'deletion_requested_at'), to: fc.constantFrom(1, null, null) }),
  );
  const { last } = (await row<{ last: number }>('SELECT max(id) AS last FROM cache_cards')) ?? { last: 1 };
  const { results } = await env.DB.prepare('SELECT DISTINCT user_id AS id FROM cache_cards').all<{ id: number }>();
  const owners = results.map(({ id }) => id);
  expect(owners.length).toBeGreaterThan(1);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.integer({ min: 1, max: last }), step), { minLength: 30, maxLength: 60 }), async (steps) => {
      await env.DB.batch(
        steps.flatMap(([id, { set, to }]) => {
          if (set === 'suspended_at' || set === 'deletion_requested_at') {
            const owner = owners[id % owners.length] ?? 0;
            const { sql, values } = updateCardVisibility([owner]);
            return [
              env.DB.prepare(
                set === 'suspended_at'
                  ? "UPDATE users SET suspended_at = ?2, suspended_reason = iif(?2 IS NULL, NULL, 'Looked into') WHERE id = ?1"
                  : 'UPDATE users SET deletion_requested_at = ?2 WHERE id = ?1',
              ).bind(owner, to),
              env.DB.prepare(sql).bind(...values),
            ];
          }
          if (set === 'gone') return env.DB.prepare('DELETE FROM cache_cards WHERE id = ?').bind(id);
          if (set === 'disowned') return env.DB.prepare('UPDATE cache_cards SET user_id = NULL WHERE id = ?').bind(id);
          if (set === 'moved')
            return env.DB.prepare(
              'UPDATE cache_cards SET shown_latitude_e6 = max(-90000000, min(90000000, shown_latitude_e6 + ?2)) WHERE id = ?1',
            ).bind(id, to);
          if (set === 'hidden')
            return env.DB.prepare(
              `UPDATE cache_cards SET visibility = coalesce(?2, 'hidden'), shown_latitude_e6 = iif(?2 IS NULL, NULL, round(latitude * 1e6)),
                 shown_longitude_e6 = iif(?2 IS NULL, NULL, round(longitude * 1e6)) WHERE id = ?1 AND latitude IS NOT NULL`,
            ).bind(id, to);
          return env.DB.prepare(`UPDATE cache_cards SET ${set} = ?2 WHERE id = ?1`).bind(id, to);
        }),
      );
      await expectMapRight();
    }),
    { numRuns },
  );
});
