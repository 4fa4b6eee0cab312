/** After a database restore, voids sessions and links that must not become valid again, and lists the rows that need a manual check. */

import type { UnresolvedRestoreItem } from '#schema/admin/ops.ts';
import { bindStore } from '#worker/store/database.ts';
import { ordersToPrint } from '#worker/store/orders/admin-orders.ts';
import { batch, execute, firstRow, rows, type Statement, statement } from '#worker/store/sql.ts';

/** Number of rows per table that one statement changes, to limit its run time. */
const perStatement = 2_000;
/** Maximum number of rows listed per kind; the admin lists contain all of them. */
const maxListed = 50;

/** Query that returns a row while payments lost in a database restore may still need to be recovered from Stripe. */
export const unwalkedSql = 'SELECT 1 FROM database_restores WHERE walked_at IS NULL';

/** Query that returns a row while an administrator must still compare the payouts made since the backup. */
export const uncomparedSql = 'SELECT 1 FROM database_restores WHERE payouts_compared_at IS NULL';

export const databaseRestoreStore = bindStore({
  /** Records a database restore, which puts payouts on hold, and returns the time when it was first recorded. */
  async begin(db, restoredTo: number, now: number): Promise<number> {
    const [, restores] = await batch(db, [
      statement('INSERT INTO database_restores (restored_to, begun_at) VALUES (?1, ?2) ON CONFLICT (restored_to) DO NOTHING', [
        restoredTo,
        now,
      ]),
      statement<{ begunAt: number }>('SELECT begun_at AS "begunAt" FROM database_restores WHERE restored_to = ?1', [restoredTo]),
    ]);
    return firstRow(restores)?.begunAt ?? now;
  },

  /**
   * Ends a few thousand sessions and links that are older than the backup because they may have been ended or used after the backup was
   * made. Returns the number of rows changed; 0 when done. Links that restore a former email stay valid.
   */
  async endChunk(db, { restoredTo, begunAt }: { restoredTo: number; begunAt: number }): Promise<number> {
    const end = (table: string, endedAt: string, condition = '') =>
      statement<{ one: 1 }, 'one'>(
        `UPDATE ${table} SET ${endedAt} = ?2 WHERE rowid IN
           (SELECT rowid FROM ${table} WHERE ${endedAt} IS NULL AND created_at <= ?1 ${condition} LIMIT ${perStatement}) RETURNING 1 AS "one"`,
        [restoredTo, begunAt],
      );
    // Also rejects provider sign-ins that began before the restore, and forgets known devices.
    const endSignIns = (table: string) =>
      statement<{ one: 1 }, 'one'>(
        `UPDATE ${table} SET sign_ins_valid_from = ?2 WHERE id IN
           (SELECT id FROM ${table} WHERE created_at <= ?1 AND sign_ins_valid_from < ?2 LIMIT ${perStatement}) RETURNING 1 AS "one"`,
        [restoredTo, begunAt],
      );
    const ended = await batch(db, [
      end('sessions', 'revoked_at'),
      end('admin_sessions', 'revoked_at'),
      end('one_time_links', 'used_at', "AND purpose <> 'undo_email_change'"),
      end('admin_password_resets', 'used_at'),
      endSignIns('users'),
      endSignIns('admins'),
    ]);
    return ended.reduce((sum, result) => sum + rows(result).length, 0);
  },

  async open(db): Promise<UnresolvedRestoreItem[]> {
    const kinds: UnresolvedRestoreItem['kind'][] = ['administrator', 'payout', 'print', 'booking', 'mail'];
    const results = await batch(db, [
      selectOpen(`SELECT id, email || ', ' || replace(role, '_', ' ') AS about FROM admins WHERE disabled_at IS NULL`),
      selectOpen(
        `SELECT id, printf('member %d: $%.2f', id, net_cents / 100.0) AS about FROM payout_queue WHERE rank < 2 AND EXISTS (${uncomparedSql})`,
      ),
      selectOpen(`SELECT id, printf('order %d, %d cards', id, quantity) AS about FROM ${ordersToPrint}`),
      selectOpen(
        `SELECT id, 'certificate ' || number AS about FROM vacation_certificates WHERE id IN (SELECT certificate_id FROM stay_offers WHERE status = 'accepted') AND travel_plug_id IS NULL`,
      ),
      selectOpen(`SELECT id, 'mail ' || message_id AS about FROM outbox WHERE status IN ('queued', 'sending')`),
    ]);
    return kinds.map((kind, index) => {
      const restoreRows = rows(results[index]);
      return { kind, count: restoreRows[0]?.total ?? 0, named: restoreRows.map(({ about }) => about) };
    });
  },

  async startWalk(db, since: number, now: number): Promise<void> {
    await execute(db, 'UPDATE database_restores SET walk_begun_at = ?2 WHERE walked_at IS NULL AND restored_to >= ?1', [since, now]);
  },

  /**
   * Marks the comparison with Stripe's records as finished. A comparison that started before the restore is ignored. Returns true while
   * checkouts must remain closed.
   */
  async walkEnds(db, since: number, now: number): Promise<boolean> {
    const [, remaining] = await batch(db, [
      statement('UPDATE database_restores SET walked_at = ?2 WHERE walked_at IS NULL AND walk_begun_at IS NOT NULL AND restored_to >= ?1', [
        since,
        now,
      ]),
      statement<{ waits: 0 | 1 }, 'waits'>(`SELECT EXISTS (${unwalkedSql}) AS "waits"`),
    ]);
    return firstRow(remaining)?.waits === 1;
  },

  /** Records that an administrator has compared the payouts, which allows pending payouts to be paid. */
  async markCompared(db, now: number): Promise<void> {
    await execute(db, 'UPDATE database_restores SET payouts_compared_at = ?1 WHERE payouts_compared_at IS NULL', [now]);
  },
});

function selectOpen(select: string): Statement<{ about: string; total: number }> {
  return statement<{ about: string; total: number }, 'about' | 'total'>(
    `SELECT about AS "about", count(*) OVER () AS "total" FROM (${select}) ORDER BY id LIMIT ${maxListed}`,
  );
}
