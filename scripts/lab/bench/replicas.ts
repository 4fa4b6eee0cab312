/**
 * `npm run bench -- replicas`: computes the latency of each call far from the primary and near a replica. Adds up simulated delays instead
 * of waiting, so the results do not depend on the machine. The whole Worker runs in this process (tests/support/database/replicas.ts).
 */
import { markdownTable, median, quantile, section, verdict } from '#scripts/lab/bench/report.ts';
import { runWorkerInNode } from '#scripts/lab/worker-in-node.ts';
import { localReplicas, randomLag } from '#tests/support/database/local-replicas.ts';
import type { Browser as CallerBrowser, ReplicatedProduct } from '#tests/support/database/replicated-product.ts';

const [toPrimaryMs, toReplicaMs] = [150, 5];
const maxima = { readMs: 15, longWays: 1.1 };
const members = 12;
const rounds = 5;
/** Pause between two calls by the same user; longer than any replication lag. */
const pauseMs = 6_000;

interface BenchSite {
  product: ReplicatedProduct;
  visitor: CallerBrowser;
  finders: CallerBrowser[];
  cards: { cardId: string; code: string }[];
}

interface ReplicaMeasurement {
  label: string;
  kind: 'read' | 'scan' | 'other';
  waitTimes: number[];
}

const reads = [
  '/user',
  '/tokens',
  '/finds',
  '/cache-cards',
  '/cards/near?lat=10&lng=10&limit=20',
  '/cards/in?bbox=9,9,11,11&zoom=10',
  '/membership',
  '/orders',
  '/payments',
  '/referrals',
  '/earnings',
  '/treasure-chests',
  '/vacation-certificates',
  '/ownership-claims',
  '/messages',
  '/preferences',
];

export async function benchReplicas(): Promise<string> {
  runWorkerInNode();
  const { Browser, ReplicatedProduct } = await import('#tests/support/database/replicated-product.ts');
  const replicaRun = await localReplicas()({ lagMs: randomLag(20_261_123), toPrimaryMs, toReplicaMs }, async (replicas) => {
    const product = new ReplicatedProduct(replicas);
    const finders = Array.from({ length: members }, (_, index) => new Browser(`198.51.100.${index}`));
    const benchSite: BenchSite = { product, visitor: new Browser('203.0.113.1'), finders, cards: [] };
    await fillDatabase(benchSite);
    return measureAll(benchSite);
  });
  return section('replicas', replicaRun, [formatWaits(replicaRun), verdict(findMissedLimits(replicaRun))]);
}

async function fillDatabase({ product, finders, cards }: BenchSite): Promise<void> {
  for (const [index, finder] of finders.entries()) {
    const password = 'pass-word-1';
    const registration = {
      email: `finder${index}@cards.test`,
      password,
      confirmPassword: password,
      username: `finder${index}`,
      acceptedTerms: true,
    };
    await expectOk(product, finder, 'POST', '/register', registration);
  }
  await product.change("UPDATE users SET email_verified_at = 1, role = 'basic'");
  const [owner] = await product.rows<{ id: number }>('SELECT min(id) AS "id" FROM users');
  for (let index = 0; index < rounds * 4; index += 1) {
    const card = { cardId: `TC-${1_000_000 + index}`, code: `CDE${String(10_000 + index)}` };
    await product.change(
      `INSERT INTO cache_cards (card_id, code, user_id, status, is_test, available_at, created_at) VALUES (?1, ?2, ?3, 'active', 0, 1, 1)`,
      card.cardId,
      card.code,
      owner?.id ?? 0,
    );
    const placement = { location: 'City park', description: 'Under the oak', latitude: 10 + index / 1_000, longitude: 10 };
    await expectOk(product, finders[0], 'POST', `/cache-cards/${card.cardId}/placement`, placement);
    cards.push(card);
  }
  await product.replicas.catchUp();
}

async function measureAll({ product, visitor, finders, cards }: BenchSite): Promise<ReplicaMeasurement[]> {
  const runsByName = new Map<string, ReplicaMeasurement>();
  const note = (label: string, kind: ReplicaMeasurement['kind'], waitedMs: number) => {
    const labelRun = runsByName.get(label) ?? { label, kind, waitTimes: [] };
    labelRun.waitTimes.push(waitedMs);
    runsByName.set(label, labelRun);
  };
  const ask = async (
    label: string,
    kind: ReplicaMeasurement['kind'],
    browser: CallerBrowser,
    method: string,
    path: string,
    body?: Record<string, unknown>,
  ) => {
    const { waitedMs } = await expectOk(product, browser, method, path, body);
    note(label, kind, waitedMs);
  };
  // Makes a member's first calls of the day before the measurement because they also write to the database (the session's last use and the
  // cards shown).
  for (const finder of finders) {
    for (const path of reads) {
      const { waitedMs } = await expectOk(product, finder, 'GET', path);
      if (path.startsWith('/cards/near')) note('GET /api/cards/near, with cards not shown that day', 'other', waitedMs);
    }
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, finder] of finders.entries()) {
      product.replicas.clockMs += pauseMs;
      for (const path of reads) await ask(`GET /api${path.split('?')[0]}`, 'read', finder, 'GET', path);
      const card = cards[(round * 4 + index) % cards.length];
      if (!card) throw new Error('No card');
      await ask('GET /api/card/{id}, by a member', 'read', finder, 'GET', `/card/${card.cardId}`);
      await ask('GET /api/card/{id}, by a visitor without an edge cache', 'read', visitor, 'GET', `/card/${card.cardId}`);
      await ask('GET /api/qr/{id}, by a visitor without an edge cache', 'read', visitor, 'GET', `/qr/${card.cardId}`);
    }
  }
  for (let guess = 0; guess < 20; guess += 1) {
    product.replicas.clockMs += pauseMs;
    note('GET /api/card/{id}, unknown id', 'other', (await product.call(visitor, 'GET', `/card/TC-900000${guess}`)).waitedMs);
  }
  for (const [cardIndex, card] of cards.entries()) {
    for (const finder of finders.slice(1)) {
      // Uses only twelve cards per finder to stay below the limit of 50 rewarded finds a day.
      if (cardIndex >= 12) break;
      product.replicas.clockMs += pauseMs;
      await ask('POST /api/scan, rewarded', 'scan', finder, 'POST', '/scan', card);
      await ask('GET /api/user, right after the scan', 'other', finder, 'GET', '/user');
      await ask('POST /api/scan, of a card just found', 'other', finder, 'POST', '/scan', card);
      product.replicas.clockMs += pauseMs;
      await ask('POST /api/scan, of a card already found', 'other', finder, 'POST', '/scan', card);
    }
  }
  return [...runsByName.values()];
}

async function expectOk(
  product: ReplicatedProduct,
  browser: CallerBrowser | undefined,
  method: string,
  path: string,
  body?: Record<string, unknown>,
) {
  if (!browser) throw new Error('No browser');
  const response = await product.call(browser, method, path, body);
  if (response.status >= 300) throw new Error(`${method} ${path} returned ${response.status}: ${JSON.stringify(response.body)}`);
  return response;
}

function formatWaits(replicaRuns: ReplicaMeasurement[]): string {
  const rows = replicaRuns.map(({ label, waitTimes }) => [
    label,
    String(waitTimes.length),
    median(waitTimes).toFixed(0),
    quantile(waitTimes, 0.95).toFixed(0),
    (median(waitTimes) / toPrimaryMs).toFixed(2),
  ]);
  return markdownTable(['Call', 'calls', 'ms waited, median', '95th percentile', 'primary round trips, median'], rows);
}

function findMissedLimits(replicaRuns: ReplicaMeasurement[]): string[] {
  return replicaRuns.flatMap(({ label, kind, waitTimes }) => {
    const medianMs = median(waitTimes);
    if (kind === 'read' && medianMs > maxima.readMs) return [`${label} waits for ${medianMs} ms`];
    if (kind === 'scan' && medianMs > maxima.longWays * toPrimaryMs)
      return [`${label} takes ${(medianMs / toPrimaryMs).toFixed(2)} primary round trips`];
    return [];
  });
}
