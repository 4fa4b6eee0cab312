import { payments } from '#schema/tables/orders.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import { type SessionHolder, sessionHolder } from '#worker/store/accounts/users.ts';
import { bindStore } from '#worker/store/database.ts';
import { batch, firstRow, type OlderRows, type RowOf, rows, selectList, statement } from '#worker/store/sql.ts';

export const paymentKeys = [
  'id',
  'description',
  'amountCents',
  'balanceCents',
  'refundedCents',
  'refundOwedCents',
  'disputeStatus',
  'paidAt',
  'stripePaymentIntentId',
  'stripeInvoiceId',
] as const;
export const paymentColumns = selectList(payments, 'p', paymentKeys);
export type PaymentRow = RowOf<typeof payments, (typeof paymentKeys)[number]>;

export const paymentStore = bindStore({
  async history(db, caller: Caller, page: OlderRows, now: number): Promise<{ member: SessionHolder | undefined; payments: PaymentRow[] }> {
    const [member, paymentRows] = await batch(db, [
      sessionHolder(caller, now),
      statement<PaymentRow>(`SELECT ${paymentColumns} FROM payments p WHERE p.user_id = ?1 AND p.id < ?2 ORDER BY p.id DESC LIMIT ?3`, [
        caller.userId,
        page.before ?? Number.MAX_SAFE_INTEGER,
        page.limit,
      ]),
    ]);
    return { member: firstRow(member), payments: rows(paymentRows) };
  },

  async own(
    db,
    caller: Caller,
    paymentId: number,
    now: number,
  ): Promise<{ member: SessionHolder | undefined; payment: PaymentRow | undefined }> {
    const [member, payment] = await batch(db, [
      sessionHolder(caller, now),
      statement<PaymentRow>(`SELECT ${paymentColumns} FROM payments p WHERE p.id = ?2 AND p.user_id = ?1`, [caller.userId, paymentId]),
    ]);
    return { member: firstRow(member), payment: firstRow(payment) };
  },
});
