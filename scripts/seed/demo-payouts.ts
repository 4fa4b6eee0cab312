/** What of the demo members' earnings was paid out, month by month, and what still waits for an administrator. */
import type { D1Database } from '@cloudflare/workers-types';

/** Friends whose commission is not paid yet: one waits too long, one is held, and brings no keys meanwhile. */
const overdueFor = 'zoe@demo.test';
export const heldFor = 'luca@demo.test';

/** A payment a member and month for all that is paid already; `lastUserId` is the last one who is none of the demo's. */
export async function payDemoMembers(db: D1Database, adminEmail: string, lastUserId: number): Promise<void> {
  const paid = `SELECT referrer_id AS member, amount_cents, paid_at FROM referral_commissions WHERE status = 'paid' AND payment_reference = 'demo'
    UNION ALL SELECT user_id, amount_cents, paid_at FROM treasure_chest_payouts WHERE status = 'paid' AND payment_reference = 'demo'`;
  const markPaid = (table: string, member: string) =>
    `UPDATE ${table} SET payout_id = p.id, payment_reference = p.reference, paid_at = p.paid_at, paid_by_id = p.paid_by_id
     FROM payouts p WHERE p.user_id = ${table}.${member} AND p.request = 'demo:' || strftime('%Y-%m', ${table}.paid_at, 'unixepoch')
       AND ${table}.payment_reference = 'demo'`;
  const unpaid = (status: string, heldReason: string | null, friend: string) =>
    db
      .prepare(
        `UPDATE referral_commissions SET status = ?1, held_reason = ?2, paid_at = NULL, payment_reference = NULL
         WHERE payment_reference = 'demo' AND referred_id = (SELECT id FROM users WHERE email_key = ?3 AND id > ?4)`,
      )
      .bind(status, heldReason, friend, lastUserId);
  await db.batch([
    unpaid('pending', null, overdueFor),
    unpaid('held', 'same_address', heldFor),
    db
      .prepare(
        `INSERT INTO payouts (user_id, amount_cents, entries, reference, request, paid_at, paid_by_id)
         SELECT member, sum(amount_cents), count(*), 'PO-' || strftime('%Y-%m', paid_at, 'unixepoch'), 'demo:' || strftime('%Y-%m', paid_at, 'unixepoch'),
           max(paid_at), (SELECT id FROM admins WHERE email_key = ?1)
         FROM (${paid}) GROUP BY member, strftime('%Y-%m', paid_at, 'unixepoch') ORDER BY max(paid_at), member`,
      )
      .bind(adminEmail),
    db.prepare(markPaid('referral_commissions', 'referrer_id')),
    db.prepare(markPaid('treasure_chest_payouts', 'user_id')),
  ]);
}
