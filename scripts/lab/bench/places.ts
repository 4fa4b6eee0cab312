/** `npm run bench -- places`: counts the round trips and rows needed to find cards on maps with a thousand and a million cards. */
import type { D1Database } from '@cloudflare/workers-types';
import { maxCardsOnMap } from '#schema/rules.ts';
import type { Call } from '#scripts/lab/bench/cases.ts';
import { sendExpecting, sendMetered } from '#scripts/lab/bench/load.ts';
import { markdownTable, section } from '#scripts/lab/bench/report.ts';
import { type Runtime, startRuntime } from '#scripts/lab/bench/runtime.ts';
import { createCookieHeader, prepareSubjects, type Subject } from '#scripts/lab/bench/subjects.ts';
import { sumRows } from '#scripts/lab/bench/usage.ts';
import { seedBulk } from '#scripts/seed/bulk/bulk.ts';
import { seedPlaces } from '#scripts/seed/bulk/bulk-places.ts';
import { step } from '#scripts/setup/steps.mjs';
import { listViewportRanges } from '#worker/domain/finding/key-ranges.ts';
import { cardTileStore } from '#worker/store/finding/card-tiles.ts';

interface MaximumUsage {
  label: string;
  limitText: string;
  roundTrips: number;
  rowsRead: number;
  rowsWritten: number;
  milliseconds: number;
}

interface PlacesMeasurement {
  cards: number;
  repairSeconds: number;
  calls: MaximumUsage[];
}

const requestsPerPlace = 60;

interface Town {
  latitude: number;
  longitude: number;
}

export async function benchPlaces(sizes: number[]): Promise<string> {
  const measurements: PlacesMeasurement[] = [];
  for (const size of sizes) measurements.push(await measure(size));
  const head = [
    'Call',
    'wanted',
    ...measurements.flatMap(({ cards }) => [`round trips at ${cards.toLocaleString('en')}`, 'rows read', 'rows written', 'ms']),
  ];
  const table = (measurements[0]?.calls ?? []).map(({ label, limitText }, index) => [
    label,
    limitText,
    ...measurements.flatMap(({ calls }) => {
      const worstCall = calls[index];
      return worstCall
        ? [worstCall.roundTrips, worstCall.rowsRead, worstCall.rowsWritten, worstCall.milliseconds.toFixed(0)].map(String)
        : [];
    }),
  ]);
  const repairs = measurements.map(({ cards, repairSeconds }) => `${cards.toLocaleString('en')} cards in ${repairSeconds.toFixed(1)} s`);
  return section('places', measurements, [markdownTable(head, table), `\`check-places\` counts the tiles of ${repairs.join(', of ')}.`]);
}

async function measure(cards: number): Promise<PlacesMeasurement> {
  const now = Math.floor(Date.now() / 1_000);
  const runtime = await startRuntime();
  try {
    const { db } = runtime;
    await step('Filling a database with members', () => seedBulk(db, { members: 1_000, cards: 1_000, scans: 3_000 }, now));
    await step(`Putting ${cards} cards on the map`, () => seedPlaces(db, cards, now));
    const startedAt = performance.now();
    await step('Counting the tiles', () => cardTileStore(db as unknown as Parameters<typeof cardTileStore>[0]).repair());
    const repairSeconds = (performance.now() - startedAt) / 1_000;
    const subjects = await prepareSubjects(runtime, now);
    const towns = await pickTowns(db);
    return { cards, repairSeconds, calls: await step('Measuring', () => measureCalls(runtime, subjects, towns)) };
  } finally {
    await runtime.dispose();
  }
}

async function pickTowns(db: D1Database): Promise<Town[]> {
  const { results } = await db
    .prepare(
      `SELECT shown_latitude_e6 / 1e6 AS latitude, shown_longitude_e6 / 1e6 AS longitude FROM cache_cards
       WHERE is_on_map = 1 AND id % (SELECT 1 + count(*) / ${requestsPerPlace} FROM cache_cards WHERE map_key IS NOT NULL) = 0`,
    )
    .all<Town>();
  return results;
}

async function measureCalls(runtime: Runtime, subjects: Subject[], towns: Town[]): Promise<MaximumUsage[]> {
  const { db } = runtime;
  let callIndex = 0;
  const cookie = () => {
    callIndex += 1;
    return createCookieHeader(subjects[callIndex % subjects.length]);
  };
  const measureWorst = async (label: string, limitText: string, calls: Call[], isSentTwice = true): Promise<MaximumUsage> => {
    const worst: MaximumUsage = { label, limitText, roundTrips: 0, rowsRead: 0, rowsWritten: 0, milliseconds: 0 };
    for (const call of calls) {
      // The first time each day that a member's list includes a card, the product records it in the database. The benchmark therefore
      // measures the second call, which only reads.
      if (isSentTwice) await sendExpecting(runtime.origin, call, '{');
      const startedAt = performance.now();
      const usage = await sendMetered(runtime.origin, call, '{');
      worst.roundTrips = Math.max(worst.roundTrips, usage.roundTrips.length);
      worst.rowsRead = Math.max(worst.rowsRead, sumRows(usage, 'rowsRead'));
      worst.rowsWritten = Math.max(worst.rowsWritten, sumRows(usage, 'rowsWritten'));
      worst.milliseconds = Math.max(worst.milliseconds, performance.now() - startedAt);
    }
    return worst;
  };
  const createNearCalls = (places: Town[], distance: number, rest = ''): Call[] =>
    places.map(({ latitude, longitude }) => {
      const at = [Math.min(89, latitude + distance), ((longitude + distance * 1.3 + 540) % 360) - 180].map((degrees) => degrees.toFixed(6));
      return { method: 'GET', path: `/api/cards/near?lat=${at[0]}&lng=${at[1]}${rest}`, headers: cookie() };
    });
  const createWindowCalls = (bbox: number[], zoom: number, headers: Call['headers'] = cookie()): Call => ({
    method: 'GET',
    path: `/api/cards/in?bbox=${bbox.map((degrees) => degrees.toFixed(6)).join(',')}&zoom=${zoom}`,
    headers,
  });
  const fullestWindow = await fullWindow(db, towns);
  const createBbox = ({ latitude, longitude }: Town, half: number) => [
    Math.max(-180, longitude - half),
    Math.max(-90, latitude - half),
    Math.min(180, longitude + half),
    Math.min(90, latitude + half),
  ];
  const world = [-180, -90, 180, 90];
  return [
    await measureWorst('the 20 nearest, the first time', '2 round trips, 120 rows', createNearCalls(towns, 0), false),
    await measureWorst('the 20 nearest, in a town', '2 round trips, 120 rows', createNearCalls(towns, 0)),
    await measureWorst('the 20 nearest, 30 km outside', '2 round trips, 120 rows', createNearCalls(towns, 0.3)),
    await measureWorst('the 20 nearest, far outside', '2 round trips, 120 rows', createNearCalls(towns, 3)),
    await measureWorst('the 200 nearest', '2 round trips', createNearCalls(towns.slice(0, 10), 0, '&limit=200')),
    await measureWorst(`a window of ${fullestWindow.cards} cards`, '1 round trip, 700 rows', [createWindowCalls(fullestWindow.bbox, 12)]),
    await measureWorst(
      'a window of a region',
      '1 round trip, 700 rows',
      towns.map((town) => createWindowCalls(createBbox(town, 2), 7)),
    ),
    await measureWorst('the whole world', '1 round trip, 120 rows', [createWindowCalls(world, 1)]),
    await measureWorst('the whole world, for a visitor', '1 round trip, 120 rows', [createWindowCalls(world, 1, {})]),
    await measureWorst('a placement that is not shown', '', await placements(db, subjects, 'hidden'), false),
    await measureWorst('a placement that is shown', '8 rows more', await placements(db, subjects, 'near'), false),
  ];
}

async function fullWindow(db: D1Database, towns: Town[]): Promise<{ bbox: number[]; cards: number }> {
  let best = { bbox: [0, 0, 1, 1], cards: 0 };
  for (const { latitude, longitude } of towns.slice(0, 20)) {
    for (let half = 0.01; half < 0.5; half *= 1.03) {
      const bbox = [longitude - half, latitude - half, longitude + half, latitude + half];
      const [west = 0, south = 0, east = 0, north = 0] = bbox.map((degrees) => Math.round(degrees * 1e6));
      const ranges = listViewportRanges([{ west, south, east, north }], 16).map(({ first, last }) => [first, last]);
      const row = await db
        .prepare(`SELECT count(*) AS n FROM json_each(?5) r CROSS JOIN cache_cards p ON p.map_key BETWEEN r.value ->> 0 AND r.value ->> 1
           WHERE p.shown_longitude_e6 >= ?1 AND p.shown_latitude_e6 >= ?2 AND p.shown_longitude_e6 <= ?3 AND p.shown_latitude_e6 <= ?4`)
        .bind(west, south, east, north, JSON.stringify(ranges))
        .first<{ n: number }>();
      const cards = row?.n ?? 0;
      if (cards > maxCardsOnMap) break;
      if (cards > best.cards) best = { bbox, cards };
    }
  }
  return best;
}

async function placements(db: D1Database, subjects: Subject[], visibility: string): Promise<Call[]> {
  const owners = subjects.slice(0, 20);
  const { results } = await db
    .prepare(
      `INSERT INTO cache_cards (card_id, code, user_id, status, available_at, created_at)
       SELECT printf('TC-%07d', ${visibility === 'near' ? 100 : 200} + key), 'AAAA0000', value, 'active', 1, 1 FROM json_each(?1)
       RETURNING card_id AS cardId, user_id AS owner`,
    )
    .bind(JSON.stringify(owners.map(({ userId }) => userId)))
    .all<{ cardId: string; owner: number }>();
  return results.map(({ cardId, owner }, index) => ({
    method: 'POST',
    path: `/api/cache-cards/${cardId}/placement`,
    headers: {
      ...createCookieHeader(owners.find(({ userId }) => userId === owner)),
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ location: 'The old mill', description: 'Look up', visibility, latitude: 47 + index / 50, longitude: 8.4 }),
  }));
}
