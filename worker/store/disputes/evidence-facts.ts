/** Reads account, shipping and usage data about a disputed purchase, for use as evidence. Product rules: Payments and memberships. */
import type { CertificateOption } from '#schema/certificates/vacation-progress.ts';
import { disputeMailSeconds, secondsPerDay } from '#schema/rules.ts';
import { signIns } from '#schema/tables/members.ts';
import { bindStore } from '#worker/store/database.ts';
import { isFirstScan } from '#worker/store/scans/scan-kinds.ts';
import { batch, firstRow, type RowOf, rows, selectList, statement } from '#worker/store/sql.ts';

interface PaidPurchase {
  /** JSON of the names and email when a dispute was opened. */
  customer: string | null;
  firstName: string | null;
  lastName: string | null;
  email: string;
  username: string | null;
  registeredAt: number;
  description: string;
  amountCents: number;
  paidAt: number;
  periodStart: number | null;
  periodEnd: number | null;
  orderedCards: number;
  shippingAddress: string | null;
}

interface ShippedPrint {
  statusAt: number;
  quote: string | null;
  quoteId: string | null;
  tracking: string | null;
}

interface UsedCard {
  at: number;
  cardId: string;
}

const signInKeys = ['at', 'way', 'userAgent', 'country', 'count'] as const;
/** Of sign-ins, one of each day comes first, since a member can sign in often. */
const maxListedRows = 100;
/** The member can cause some emails at will, which would otherwise fill the list. */
const maxMailsPerTemplate = 5;
/** SQL order: closest to payment ?2 first, so that what happens later does not push the purchase out of the list. */
const closestToPayment = (at: string) => `ORDER BY abs(${at} - (SELECT p.paid_at FROM payments p WHERE p.id = ?2))`;

export const evidenceFactStore = bindStore({
  async read(db, paymentId: number, userId: number, now: number) {
    const [purchase, prints, signInRows, found, findTotal, placements, redemptions, mails] = await batch(db, [
      statement<PaidPurchase, 'orderedCards'>(
        `SELECT d.customer AS "customer", u.first_name AS "firstName", u.last_name AS "lastName", u.email AS "email", u.username AS "username", u.created_at AS "registeredAt",
           p.description AS "description", p.amount_cents AS "amountCents", p.paid_at AS "paidAt", p.period_start AS "periodStart",
           p.period_end AS "periodEnd", coalesce(o.quantity, 0) AS "orderedCards", o.shipping_address AS "shippingAddress"
         FROM payments p JOIN users u ON u.id = p.user_id LEFT JOIN orders o ON o.id = p.order_id
           LEFT JOIN disputes d ON d.payment_id = p.id
         WHERE p.id = ?1 ORDER BY d.customer IS NULL, d.id LIMIT 1`,
        [paymentId],
      ),
      statement<ShippedPrint>(
        `SELECT r.status_at AS "statusAt", r.quote AS "quote", r.quote_id AS "quoteId", r.tracking AS "tracking"
         FROM payments p JOIN print_orders r ON r.order_id = p.order_id AND r.environment = 'production' AND r.status = 'shipped'
         WHERE p.id = ?1 ORDER BY r.id`,
        [paymentId],
      ),
      statement<RowOf<typeof signIns, (typeof signInKeys)[number]>>(
        `SELECT ${selectList(signIns, 's', signInKeys)} FROM sign_ins s WHERE s.user_id = ?1 AND s.outcome = 'opened'
         ORDER BY row_number() OVER (PARTITION BY s.at / ${secondsPerDay} ${closestToPayment('s.at')}) LIMIT ${maxListedRows}`,
        [userId, paymentId],
      ),
      statement<UsedCard>(
        `SELECT s.scan_date AS "at", c.card_id AS "cardId" FROM card_scans s JOIN cache_cards c ON c.id = s.card_id
         WHERE s.user_id = ?1 AND ${isFirstScan('s')} ORDER BY s.id DESC LIMIT ${maxListedRows}`,
        [userId],
      ),
      statement<{ n: number }, 'n'>(`SELECT count(*) AS "n" FROM card_scans s WHERE s.user_id = ?1 AND ${isFirstScan('s')}`, [userId]),
      statement<UsedCard, 'at'>(
        `SELECT c.placement_at AS "at", c.card_id AS "cardId" FROM cache_cards c WHERE c.user_id = ?1 AND c.placement_at IS NOT NULL
         ORDER BY c.placement_at DESC LIMIT ${maxListedRows}`,
        [userId],
      ),
      statement<{ at: number; number: string; type: CertificateOption['type']; status: string }>(
        `SELECT v.created_at AS "at", v.number AS "number", v.type AS "type", v.status AS "status" FROM vacation_certificates v
         WHERE v.user_id = ?1 ORDER BY v.created_at DESC LIMIT ${maxListedRows}`,
        [userId],
      ),
      statement<{ sentAt: number; template: string; payload: string }, 'sentAt'>(
        `SELECT m.sent_at AS "sentAt", m.template AS "template", m.payload AS "payload" FROM (
           SELECT id, row_number() OVER (PARTITION BY t.template ${closestToPayment('t.sent_at')}) AS place FROM outbox t
           WHERE t.user_id = ?1 AND t.status = 'sent' AND t.sent_at > ?3) n JOIN outbox m ON m.id = n.id
         WHERE n.place <= ${maxMailsPerTemplate} ORDER BY n.place LIMIT ${maxListedRows}`,
        [userId, paymentId, now - disputeMailSeconds],
      ),
    ]);
    const purchaseRow = firstRow(purchase);
    return (
      purchaseRow && {
        purchase: purchaseRow,
        prints: rows(prints),
        signIns: rows(signInRows),
        finds: { total: firstRow(findTotal)?.n ?? 0, newest: rows(found) },
        placements: rows(placements),
        redemptions: rows(redemptions),
        mails: rows(mails),
      }
    );
  },
});
