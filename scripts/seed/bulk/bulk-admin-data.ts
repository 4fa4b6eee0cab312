import type { D1Database } from '@cloudflare/workers-types';
import type { BulkRows } from '#scripts/seed/bulk/bulk.ts';
import { bookSeededPayments, seedMemberships } from '#scripts/seed/bulk/bulk-memberships.ts';
import { seedOffice } from '#scripts/seed/bulk/bulk-office.ts';
import { seedTrade } from '#scripts/seed/bulk/bulk-trade.ts';

const share = 1 / 5;

/** Adds rows to the admin area's tables: 20,000 of each kind for 100,000 members. Run this after seedBulk. */
export async function seedBulkAdmins(db: D1Database, bulkRows: BulkRows, now: number): Promise<void> {
  const count = Math.floor(bulkRows.members * share);
  if (count < 1) return;
  const last = await db.prepare('SELECT coalesce(max(id), 0) AS payment FROM payments').first<{ payment: number }>();
  await seedMemberships(db, bulkRows, now);
  await seedTrade(db, bulkRows, count, now);
  await bookSeededPayments(db, last?.payment ?? 0);
  await seedOffice(db, bulkRows, count, now);
}
