/** Over some thousand rows a list that no index serves reads them all: each list, order and filter that is mounted is asked. */

import { env } from 'cloudflare:workers';
import type { D1Database as PlainDatabase } from '@cloudflare/workers-types';
import { beforeAll, describe, expect, test } from 'vitest';
import { casesOf, withId } from '#scripts/bench/admin-cases.ts';
import { seedBulk } from '#scripts/seed/bulk.ts';
import { seedBulkOfAdmins } from '#scripts/seed/bulk-of-admins.ts';
import { app } from '#worker/app.ts';
import type { Env } from '#worker/env.ts';
import { listShapeOf } from '#worker/routes/admin/list.ts';
import { newAdmin, type TestAdmin } from './administrators.ts';
import { counted } from './counted-database.ts';

const rowsReadAtMost = 500;
const roundTripsAtMost = 2;
const members = 5_000;

const db = env.DB as unknown as PlainDatabase;
const lists = app.routes.flatMap(({ path, handler }) => {
  const shape = listShapeOf(handler);
  return shape ? [{ path, shape }] : [];
});
const { env: countedEnv, use } = counted(env as unknown as Env);
let admin: TestAdmin;

beforeAll(async () => {
  const now = Math.floor(Date.now() / 1_000);
  // First: what administrators decided is theirs.
  admin = await newAdmin('super_admin');
  await seedBulk(db, { members, cards: members, scans: members * 2 }, now, (made) => seedBulkOfAdmins(db, made, now));
  admin.client.workerEnv = countedEnv;
}, 60_000);

async function ask(path: string) {
  Object.assign(use, { roundTrips: 0, rowsRead: 0 });
  const answer = await admin.client.get<unknown[]>(path);
  return { answer, used: { ...use } };
}

test('there are lists', () => {
  expect(lists.length).toBeGreaterThanOrEqual(8);
});

describe.each(lists)('$path', ({ path, shape }) => {
  const address = withId(path, 17);

  test('reads few rows in every order, with every filter, on every page', async () => {
    const dear: string[] = [];
    for (const one of await casesOf(db, { path: address, shape })) {
      for (let page: string | undefined = one.path, number = 1; page !== undefined && number <= 3; number += 1) {
        const { answer, used } = await ask(page);
        expect(answer.status, page).toBe(200);
        if (used.roundTrips > roundTripsAtMost) dear.push(`${one.path}, page ${number}: ${used.roundTrips} round trips`);
        if (!one.isSearch && used.rowsRead > rowsReadAtMost) dear.push(`${one.path}, page ${number}: ${used.rowsRead} rows read`);
        page = /<([^>]*)>; rel="next"/.exec(answer.headers.get('Link') ?? '')?.[1];
      }
    }
    expect(dear).toEqual([]);
  });
});
