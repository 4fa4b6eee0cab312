import type { PrintStatus } from '#schema/printing/print.ts';
import { secondsPerDay } from '#schema/rules.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import { type SessionHolder, sessionHolder } from '#worker/store/accounts/users.ts';
import { bindStore } from '#worker/store/database.ts';
import { lacksAddress } from '#worker/store/orders/orders.ts';
import { isWithPrinter } from '#worker/store/printing/admin-print-orders.ts';
import { batch, firstRow, rows, statement } from '#worker/store/sql.ts';

export interface ParcelRow {
  orderId: number;
  quantity: number;
  paidAt: number;
  printStatus: PrintStatus | null;
  statusAt: number | null;
  tracking: string | null;
  lacksAddress: 0 | 1;
}

const maxListedParcels = 10;
/** Time after shipping when a parcel is assumed to have been delivered. */
const parcelTrackingSeconds = 60 * secondsPerDay;

export const parcelStore = bindStore({
  async own(db, caller: Caller, now: number): Promise<{ member: SessionHolder | undefined; parcels: ParcelRow[] }> {
    const [member, parcels] = await batch(db, [
      sessionHolder(caller, now),
      statement<ParcelRow, 'quantity' | 'paidAt' | 'lacksAddress'>(
        `SELECT o.id AS "orderId", o.quantity AS "quantity", o.paid_at AS "paidAt", p.status AS "printStatus", p.status_at AS "statusAt",
           p.tracking AS "tracking",
           ${lacksAddress('o')} AS "lacksAddress"
         FROM orders o LEFT JOIN print_orders p ON p.id = (SELECT max(p.id) FROM print_orders p WHERE p.order_id = o.id AND ${isWithPrinter})
         WHERE o.user_id = ?1 AND o.kind = 'cache_cards' AND o.status = 'paid' AND o.delivery = 'ship'
           AND (p.status IS NULL OR p.status <> 'shipped' OR p.status_at > ?2)
         ORDER BY o.id DESC LIMIT ${maxListedParcels}`,
        [caller.userId, now - parcelTrackingSeconds],
      ),
    ]);
    return { member: firstRow(member), parcels: rows(parcels) };
  },
});
