/**
 * A signed CSV download contains the same rows as its list, for every list and every filter.
 *
 * @module-tag long
 */
import { env } from 'cloudflare:workers';
import type { D1Database as PlainDatabase } from '@cloudflare/workers-types';
import { beforeAll, describe, expect, test } from 'vitest';
import { listCases, withId } from '#scripts/lab/bench/admin/admin-cases.ts';
import { seedBulk } from '#scripts/seed/bulk/bulk.ts';
import { seedBulkAdmins } from '#scripts/seed/bulk/bulk-admin-data.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { type Answer, Client } from '#tests/worker/support/client.ts';
import { app } from '#worker/app.ts';
import { getListShape } from '#worker/routes/admin/list.ts';

const members = 40;
const db = env.DB as unknown as PlainDatabase;
const lists = app.routes.flatMap(({ path, handler }) => {
  const shape = getListShape(handler);
  return shape ? [{ path, shape }] : [];
});
let admin: TestAdmin;

beforeAll(async () => {
  const now = Math.floor(Date.now() / 1_000);
  await seedBulk(db, { members, cards: members, scans: members * 2 }, now, (made) => seedBulkAdmins(db, made, now));
  // Creates another administrator first so that the administrator who signs the links is not one of the most frequent values of any filter.
  await newAdmin('admin');
  admin = await newAdmin('super_admin');
}, 60_000);

async function countListed(path: string): Promise<number> {
  let count = 0;
  let page: string | undefined = `${path}&limit=200`;
  while (page !== undefined) {
    const answer: Answer<unknown[]> = await admin.client.get<unknown[]>(page);
    expect(answer.status, page).toBe(200);
    count += answer.body.length;
    page = /<([^>]*)>; rel="next"/.exec(answer.headers.get('Link') ?? '')?.[1];
  }
  return count;
}

async function countDownloaded(path: string): Promise<number> {
  const { body } = await admin.client.post<{ url: string }>('/api/admin/download-links', { path: path.replace('?', '/export.csv?') });
  const file = await new Client().get<string>(body.url);
  expect(file.status, path).toBe(200);
  return recordsOf(file.body) - 1;
}

/** Counts CSV records: line breaks outside quotes. */
function recordsOf(csv: string): number {
  return csv
    .replace(/"[^"]*"/g, '')
    .trim()
    .split('\r\n').length;
}

describe.each(lists)('the download of $path', (list) => {
  test('has as many rows as the list, with every filter', async () => {
    const cases = await listCases(db, { ...list, path: withId(list.path, 17) }, Math.floor(Date.now() / 1_000));
    const filteredCases = cases.filter(({ path, kind }) => kind !== 'searched' && !path.includes('cursor='));
    for (const one of filteredCases) expect(await countDownloaded(one.path), one.path).toBe(await countListed(one.path));
  });
});
