import type { TaxFormRequest } from '#schema/payouts/admin-payout-runs.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { auditFromSelect } from '#worker/store/admin/audit/audit.ts';
import { bindStore } from '#worker/store/database.ts';
import { batch, firstRow, queryAll, statement } from '#worker/store/sql.ts';
import { memberColumns } from './admin-rows.ts';
import { otherAccounts } from './eligibility.ts';

export interface YearRow {
  memberId: number;
  email: string;
  name: string | null;
  cents: number;
  /** Total of all accounts of the payee, in cents. */
  payeeCents: number;
  payments: number;
  formKind: string | null;
  formReceivedOn: string | null;
}

export const payoutYearStore = bindStore({
  async totals(db, from: number, before: number, afterMember: number, limit: number): Promise<YearRow[]> {
    return queryAll<YearRow, 'name' | 'cents' | 'payeeCents' | 'payments'>(
      db,
      `SELECT p.user_id AS "memberId", ${memberColumns('u')}, p.cents AS "cents",
         (SELECT coalesce(sum(y.amount_cents), 0) FROM payouts y
          WHERE (y.user_id = u.id OR y.user_id IN ${otherAccounts}) AND y.paid_at >= ?1 AND y.paid_at < ?2 AND y.returned_at IS NULL) AS "payeeCents", p.payments AS "payments", f.kind AS "formKind", f.received_on AS "formReceivedOn"
       FROM (SELECT user_id, sum(amount_cents) AS cents, count(*) AS payments FROM payouts
           WHERE user_id > ?3 AND paid_at >= ?1 AND paid_at < ?2 AND returned_at IS NULL GROUP BY user_id ORDER BY user_id LIMIT ?4) p
         JOIN users u ON u.id = p.user_id LEFT JOIN payout_addresses a ON a.user_id = u.id LEFT JOIN payout_tax_forms f ON f.user_id = p.user_id ORDER BY p.user_id`,
      [from, before, afterMember, limit],
    );
  },

  async noteTaxForm(db, { memberId, kind, receivedOn }: TaxFormRequest, actor: Actor, now: number): Promise<boolean> {
    const [, noted] = await batch(db, [
      auditFromSelect(
        actor,
        { action: 'tax_form.note', entityType: 'user' },
        {
          sql: `SELECT CAST(u.id AS TEXT), u.id, iif(f.user_id IS NULL, NULL, json_object('kind', f.kind, 'receivedOn', f.received_on)),
              json_object('kind', ?9, 'receivedOn', ?10)
            FROM users u LEFT JOIN payout_tax_forms f ON f.user_id = u.id WHERE u.id = ?8 AND u.erased_at IS NULL`,
          values: [memberId, kind, receivedOn],
        },
        now,
      ),
      statement<{ userId: number }>(
        `INSERT INTO payout_tax_forms (user_id, kind, received_on, noted_at, noted_by_id)
         SELECT id, ?2, ?3, ?4, ?5 FROM users WHERE id = ?1 AND erased_at IS NULL
         ON CONFLICT (user_id) DO UPDATE SET kind = excluded.kind, received_on = excluded.received_on, noted_at = excluded.noted_at,
           noted_by_id = excluded.noted_by_id RETURNING user_id AS "userId"`,
        [memberId, kind, receivedOn, now, actor.adminId],
      ),
    ]);
    return firstRow(noted) !== undefined;
  },
});
