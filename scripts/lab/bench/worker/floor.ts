/**
 * The floor: a bare Hono route that takes the same request, makes as many KV reads and as many D1 round trips of as many
 * statements as a route of the product, and answers as many bytes under the same headers, but for the bookmark, which the meter
 * keeps out. It asks D1 in a session, without which no copy may be asked. Each statement takes as many values along, and is as
 * cheap as one can be: a read brings as many rows of as many values as the product's by their primary key, of as many members; a
 * write adds one row to a table with so many indexes that as many rows and entries are written. Where the product asks the place's
 * cache first, so does the floor, by as many names: only what is not kept asks D1.
 */
import { Hono } from 'hono';
import { floorInsert, floorSelect } from '#scripts/lab/bench/floor-tables.ts';
import { type Bound, floorSessionOf, signedInMembers, type Usage } from '#scripts/lab/bench/usage.ts';
import type { Env } from '#worker/env.ts';

/** What a call of the product used, to be used again, in a table of so many members. */
export type FloorPlan = Usage & { members: number };

/** Made once: what a statement says is no part of what a call costs. */
type Prepared = FloorPlan & { trips: { sql: string; isRead: boolean; others: Bound[] }[][] };

const plans = new Map<string, Prepared>();

const text = 'x'.repeat(40);

function prepared(plan: FloorPlan): Prepared {
  const trips = plan.roundTrips.map((statements) =>
    statements.map((used) => {
      const isRead = used.rowsWritten === 0;
      return { sql: isRead ? floorSelect(used) : floorInsert(used), isRead, others: used.values.slice(1) };
    }),
  );
  return { ...plan, trips };
}

export const floor = new Hono<{ Bindings: Env }>()
  .put('/bench/floor/:name', async (c) => {
    plans.set(c.req.param('name'), prepared(await c.req.json<FloorPlan>()));
    return c.body(null, 204);
  })
  .all('/bench/floor/:name', async (c) => {
    const plan = plans.get(c.req.param('name'));
    if (!plan) return c.json({ message: 'No such plan' }, 404);
    if (c.req.method === 'POST') await c.req.json();
    for (let read = 0; read < plan.kvReads; read += 1) await c.env.SESSIONS.get(floorSessionOf(someSubject()), { cacheTtl: 300 });
    const names = Array.from({ length: plan.cacheReads }, (_, number) => `https://floor.cache.invalid/${number}/${c.req.query('of')}`);
    const answer = { ok: true, filling: 'x'.repeat(Math.max(0, plan.answerBytes - 25)) };
    const headers = plan.answerHeaders;
    if (await areKept(names)) return Response.json(answer, { headers });
    const db = c.env.DB.withSession('first-unconstrained');
    for (const statements of plan.trips) {
      await db.batch(
        statements.map(({ sql, isRead, others }) => c.env.DB.prepare(sql).bind(isRead ? someMember(plan.members) : text, ...others)),
      );
    }
    for (const name of names.slice(0, plan.cacheWrites)) c.executionCtx.waitUntil(caches.default.put(name, toKeep()));
    return Response.json(answer, { headers });
  });

/** One of as many as are signed in. */
function someSubject(): number {
  return Math.floor(Math.random() * signedInMembers);
}

/** Spread over the table as they are. */
function someMember(members: number): number {
  return 1 + Math.floor((someSubject() * members) / signedInMembers);
}

/** Whether the place keeps all of them; false where there are none. */
async function areKept(names: string[]): Promise<boolean> {
  let kept = 0;
  for (const name of names) if (await (await caches.default.match(name))?.text()) kept += 1;
  return names.length > 0 && kept === names.length;
}

/** As long as the product keeps what it tells visitors of a card. */
const toKeep = (): Response => new Response('kept', { headers: { 'Cache-Control': 'max-age=60' } });
