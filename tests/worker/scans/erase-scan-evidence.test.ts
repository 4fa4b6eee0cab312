/** The distances, device-reported times, address hashes and request keys of scans are erased after 90 days. */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { change, newCard, row } from '#tests/worker/support/client.ts';
import { countingDatabase } from '#tests/worker/support/counted-database.ts';
import type { Env } from '#worker/env.ts';
import { purgeExpired } from '#worker/jobs/purge-expired.ts';
import { createStore } from '#worker/store/store.ts';

const day = 86_400;
const start = Date.parse('2026-11-21T10:00:00Z') / 1_000;
const { env: countingEnv, use } = countingDatabase(env as unknown as Env);
const purge = (now: number) => purgeExpired({ store: createStore(countingEnv), budget: { isSpent: () => false } }, now);

/** Inserts scans of an owner's card, one per minute, starting at the given time. */
async function scans(count: number, from: number): Promise<void> {
  const [{ id }, card] = [await directMember(), await newCard()];
  await change(
    `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?1)
     INSERT INTO card_scans (card_id, user_id, scan_date, kind, tokens_earned, source, code_was_right, distance_m, accuracy_m, age_s, address_hash, request_key)
     SELECT ?2, ?3, ?4 + 60 * i, 2, 0, 0, 1, iif(i % 2, 100, NULL), iif(i % 2, 8, NULL), iif(i % 2, 60, NULL), 'hash', 'r:' || i FROM n`,
    count,
    card.id,
    id,
    from,
  );
}

const remainingEvidence = () =>
  row<{ hashes: number; keys: number; distances: number; accuracies: number; ages: number }>(
    'SELECT count(address_hash) AS hashes, count(request_key) AS keys, count(distance_m) AS distances, count(accuracy_m) AS accuracies, count(age_s) AS ages FROM card_scans',
  );

test('the origin of scans is erased after 90 days in steps, and each run continues where the last one stopped', async () => {
  await scans(12_000, start);
  await scans(10, start + 100 * day);
  const all = { hashes: 12_010, keys: 12_010, distances: 6_005, accuracies: 6_005, ages: 6_005 };

  await purge(start + 90 * day);
  expect(await remainingEvidence()).toEqual(all);

  // Only the first scan is older than 90 days, by one second. The second scan is one minute newer.
  await purge(start + 90 * day + 1);
  expect(await remainingEvidence()).toEqual({ ...all, hashes: 12_009, keys: 12_009 });

  await Promise.all([purge(start + 100 * day), purge(start + 100 * day)]);
  expect(await remainingEvidence()).toEqual({ hashes: 10, keys: 10, distances: 5, accuracies: 5, ages: 5 });
  expect(await row('SELECT count(*) AS n FROM card_scans')).toEqual({ n: 12_010 });

  // No evidence is due for erasure, so the job does not read the scans again.
  Object.assign(use, { roundTrips: 0, rowsRead: 0, rowsWritten: 0 });
  await createStore(countingEnv).scanEvidence.eraseOld(start + 101 * day, () => false);
  expect(use.roundTrips).toBe(1);
  expect(use.rowsWritten).toBe(0);
  expect(use.rowsRead).toBeLessThanOrEqual(30);

  // Scans that were too recent in the previous run are erased once they are 90 days old.
  await purge(start + 300 * day);
  expect(await remainingEvidence()).toEqual({ hashes: 0, keys: 0, distances: 0, accuracies: 0, ages: 0 });
  await scans(3, start + 300 * day);
  await purge(start + 301 * day);
  expect(await remainingEvidence()).toMatchObject({ hashes: 3 });
  await purge(start + 400 * day);
  expect(await remainingEvidence()).toMatchObject({ hashes: 0 });
});
