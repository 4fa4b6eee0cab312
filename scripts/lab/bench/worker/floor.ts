/**
 * Baseline for measurements: a bare Hono route with the same KV reads, D1 round trips, statements and response size as a product route, and
 * the same headers except for the bookmark. It queries D1 in a session, as replicas require. Its statements bind the same number of values
 * but are as cheap as possible. A read returns the same number of rows and values by primary key. A write adds one row to a table with
 * enough indexes to write the same number of rows and index entries. If the product checks the edge cache first, the baseline does too, and
 * queries D1 only on a miss.
 */
import { Hono } from 'hono';
import { floorInsert, floorSelect } from '#scripts/lab/bench/floor-tables.ts';
import { type Bound, floorSessionId, signedInMembers, type Usage } from '#scripts/lab/bench/usage.ts';
import type { Env } from '#worker/env.ts';

export type FloorPlan = Usage & { members: number };

/**
 * The usage that the baseline reproduces, with its SQL statements. They are generated once per plan so that a call's cost excludes SQL
 * generation.
 */
type Prepared = FloorPlan & { trips: { sql: string; isRead: boolean; otherValues: Bound[] }[][] };

const plans = new Map<string, Prepared>();

const text = 'x'.repeat(40);

function prepareFloor(plan: FloorPlan): Prepared {
  const trips = plan.roundTrips.map((statements) =>
    statements.map((statement) => {
      const isRead = statement.rowsWritten === 0;
      return { sql: isRead ? floorSelect(statement) : floorInsert(statement), isRead, otherValues: statement.values.slice(1) };
    }),
  );
  return { ...plan, trips };
}

export const floor = new Hono<{ Bindings: Env }>()
  .put('/bench/floor/:name', async (c) => {
    plans.set(c.req.param('name'), prepareFloor(await c.req.json<FloorPlan>()));
    return c.body(null, 204);
  })
  .all('/bench/floor/:name', async (c) => {
    const plan = plans.get(c.req.param('name'));
    if (!plan) return c.json({ message: 'No such plan' }, 404);
    if (c.req.method === 'POST') await c.req.json();
    for (let read = 0; read < plan.kvReads; read += 1) await c.env.SESSIONS.get(floorSessionId(pickSubject()), { cacheTtl: 300 });
    const names = Array.from({ length: plan.cacheReads }, (_, number) => `https://floor.cache.invalid/${number}/${c.req.query('of')}`);
    const responseBody = { ok: true, filling: 'x'.repeat(Math.max(0, plan.responseBytes - 25)) };
    const headers = plan.responseHeaders;
    if (await areCached(names)) return Response.json(responseBody, { headers });
    const db = c.env.DB.withSession('first-unconstrained');
    for (const statements of plan.trips) {
      await db.batch(
        statements.map(({ sql, isRead, otherValues }) =>
          c.env.DB.prepare(sql).bind(isRead ? pickMember(plan.members) : text, ...otherValues),
        ),
      );
    }
    for (const name of names.slice(0, plan.cacheWrites)) c.executionCtx.waitUntil(caches.default.put(name, cacheableResponse()));
    return Response.json(responseBody, { headers });
  });

function pickSubject(): number {
  return Math.floor(Math.random() * signedInMembers);
}

function pickMember(members: number): number {
  return 1 + Math.floor((pickSubject() * members) / signedInMembers);
}

async function areCached(names: string[]): Promise<boolean> {
  let cacheHits = 0;
  for (const name of names) if (await (await caches.default.match(name))?.text()) cacheHits += 1;
  return names.length > 0 && cacheHits === names.length;
}

/** Response that the baseline stores in the edge cache, with the same max-age as a card's status for visitors. */
const cacheableResponse = (): Response => new Response('kept', { headers: { 'Cache-Control': 'max-age=60' } });
