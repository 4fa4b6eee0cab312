/** Email addresses that bounced. Emails to them are suppressed. Product rules: Claims, printing, email and messages. */
import type { BounceReason } from '#schema/messages/bounce.ts';
import { comparisonKey } from '#worker/domain/accounts/profile.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { auditFromSelect } from '#worker/store/admin/audit/audit.ts';
import { bindStore } from '#worker/store/database.ts';
import { batch, execute, firstRow, queryFirst, type Statement, statement } from '#worker/store/sql.ts';

export interface BounceRow {
  reason: BounceReason;
  detail: string | null;
  bouncedAt: number;
}

const detailLength = 300;
export const bounceColumns = 'b.reason, b.detail, b.bounced_at AS "bouncedAt"';

/** Resumes sending emails to the address. Must be in the same batch as the confirmation of the address. */
export function confirmAddress(email: string): Statement {
  return statement('DELETE FROM bounced_addresses WHERE email_key = ?1', [comparisonKey(email)]);
}

export const bouncedAddressStore = bindStore({
  async add(db, { address, reason, detail }: { address: string; reason: BounceReason; detail: string | null }, now: number): Promise<void> {
    await execute(
      db,
      `INSERT INTO bounced_addresses (email_key, reason, detail, bounced_at) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT (email_key) DO UPDATE SET reason = ?2, detail = ?3, bounced_at = ?4`,
      [comparisonKey(address), reason, detail?.slice(0, detailLength) ?? null, now],
    );
  },

  async find(db, email: string): Promise<BounceRow | undefined> {
    return queryFirst<BounceRow>(db, `SELECT ${bounceColumns} FROM bounced_addresses b WHERE b.email_key = ?1`, [comparisonKey(email)]);
  },

  /** Whether emails to the member bounce. A complaint does not stop warnings. */
  async isUnreachable(db, userId: number): Promise<boolean> {
    const found = await queryFirst<{ one: 1 }, 'one'>(
      db,
      `SELECT 1 AS "one" FROM users u JOIN bounced_addresses b ON b.email_key = u.email_key WHERE u.id = ?1 AND b.reason <> 'complained'`,
      [userId],
    );
    return found !== undefined;
  },

  /** Resumes sending emails to a member. Returns false if the member's emails were not suppressed. */
  async clear(db, userId: number, actor: Actor, now: number): Promise<boolean> {
    const [, cleared] = await batch(db, [
      auditFromSelect(
        actor,
        { action: 'user.resume_emails', entityType: 'user' },
        {
          sql: `SELECT CAST(u.id AS TEXT), u.id, json_object('reason', b.reason, 'detail', b.detail), NULL
            FROM users u JOIN bounced_addresses b ON b.email_key = u.email_key WHERE u.id = ?8`,
          values: [userId],
        },
        now,
      ),
      statement<{ emailKey: string }>(
        'DELETE FROM bounced_addresses WHERE email_key = (SELECT email_key FROM users WHERE id = ?1) RETURNING email_key AS "emailKey"',
        [userId],
      ),
    ]);
    return firstRow(cleared) !== undefined;
  },
});
