import type { D1Database } from '@cloudflare/workers-types';

/** Referred members whose commissions have not been paid. One commission is overdue; the other is on hold, so it does not earn keys yet. */
const overdueMember = 'zoe@demo.test';
export const heldMember = 'luca@demo.test';

export async function payDemoMembers(db: D1Database, adminEmail: string, lastUserId: number): Promise<void> {
  const paidCommissions = `SELECT referrer_id AS member, amount_cents, paid_at FROM referral_commissions WHERE status = 'paid' AND payment_reference = 'demo'
    UNION ALL SELECT user_id, amount_cents, paid_at FROM treasure_chest_payouts WHERE status = 'paid' AND payment_reference = 'demo'`;
  const markPaid = (table: string, member: string) =>
    `UPDATE ${table} SET payout_id = p.id, payment_reference = p.reference, paid_at = p.paid_at, paid_by_id = p.paid_by_id
     FROM payouts p WHERE p.user_id = ${table}.${member} AND p.request = 'demo:' || strftime('%Y-%m', ${table}.paid_at, 'unixepoch')
       AND ${table}.payment_reference = 'demo'`;
  const insertUnpaid = (status: string, heldReason: string | null, friend: string) =>
    db
      .prepare(
        `UPDATE referral_commissions SET status = ?1, held_reason = ?2, paid_at = NULL, payment_reference = NULL
         WHERE payment_reference = 'demo' AND referred_id = (SELECT id FROM users WHERE email_key = ?3 AND id > ?4)`,
      )
      .bind(status, heldReason, friend, lastUserId);
  await db.batch([
    insertUnpaid('pending', null, overdueMember),
    insertUnpaid('held', 'same_address', heldMember),
    db
      .prepare(
        `INSERT INTO payouts (user_id, amount_cents, entries, reference, request, paid_at, paid_by_id)
         SELECT member, sum(amount_cents), count(*), 'PO-' || strftime('%Y-%m', paid_at, 'unixepoch'), 'demo:' || strftime('%Y-%m', paid_at, 'unixepoch'),
           max(paid_at), (SELECT id FROM admins WHERE email_key = ?1)
         FROM (${paidCommissions}) GROUP BY member, strftime('%Y-%m', paid_at, 'unixepoch') ORDER BY max(paid_at), member`,
      )
      .bind(adminEmail),
    db.prepare(markPaid('referral_commissions', 'referrer_id')),
    db.prepare(markPaid('treasure_chest_payouts', 'user_id')),
    ...insertLastRun(db, adminEmail),
  ]);
}

/** Pays the newest month in one payout run. All payees except the basic member have a PayPal address. */
function insertLastRun(db: D1Database, adminEmail: string) {
  const admin = '(SELECT id FROM admins WHERE email_key = ?1)';
  const newest = `(SELECT max(request) FROM payouts WHERE request GLOB 'demo:*')`;
  const prepareByAdmin = (sql: string) => db.prepare(sql).bind(adminEmail);
  const run = `(SELECT id FROM payout_runs WHERE request = 'demo')`;
  const renamed = (table: string) =>
    db.prepare(
      `UPDATE ${table} SET payment_reference = p.reference FROM payouts p WHERE p.id = ${table}.payout_id AND p.reference GLOB 'CC-*'`,
    );
  return [
    db.prepare(
      `INSERT INTO payout_addresses (user_id, email, confirmed_at)
       SELECT u.id, 'paypal.' || u.email, u.created_at FROM payout_queue q JOIN users u ON u.id = q.id WHERE u.email <> 'basic@demo.test'
       ON CONFLICT (user_id) DO NOTHING`,
    ),
    prepareByAdmin(
      `INSERT INTO payout_runs (request, scope, status, expected_lines, lines, total_cents, paid_lines, created_at, created_by_id, approved_at, approved_by_id, paid_at, paid_by_id)
       SELECT 'demo', 'all', 'paid', count(*), count(*), sum(amount_cents), count(*), max(paid_at) - 7200, ${admin}, max(paid_at) - 3600, ${admin}, max(paid_at), ${admin}
       FROM payouts WHERE request = ${newest} HAVING count(*) > 0`,
    ),
    db.prepare(
      `INSERT INTO payout_run_lines (run_id, user_id, address, amount_cents, entries, place, status, payout_id)
       SELECT ${run}, p.user_id, 'paypal.' || u.email, p.amount_cents, p.entries, 3, 'paid', p.id
       FROM payouts p JOIN users u ON u.id = p.user_id WHERE p.request = ${newest}`,
    ),
    db.prepare(
      `INSERT INTO payout_run_entries (line_id, kind, entry_id, amount_cents)
       SELECT l.id, 'commission', c.id, c.amount_cents FROM payout_run_lines l JOIN referral_commissions c ON c.payout_id = l.payout_id WHERE l.run_id = ${run}
       UNION ALL SELECT l.id, 'chest', t.id, t.amount_cents FROM payout_run_lines l JOIN treasure_chest_payouts t ON t.payout_id = l.payout_id WHERE l.run_id = ${run}`,
    ),
    db.prepare(`UPDATE payouts SET reference = 'CC-' || l.run_id || '-' || l.id FROM payout_run_lines l WHERE l.payout_id = payouts.id`),
    renamed('referral_commissions'),
    renamed('treasure_chest_payouts'),
  ];
}
