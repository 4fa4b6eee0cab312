import type { ScanSource } from '#schema/cards/card.ts';
import type { ReportAnswer } from '#schema/cards/report-answer.ts';
import type { ClaimStatus } from '#schema/claims/claim.ts';
import type { ScanKindName } from '#schema/tokens/ledger-kinds.ts';
import { bindStore } from '#worker/store/database.ts';
import { isFirstScan, scanKind, scanSource } from '#worker/store/scans/scan-kinds.ts';
import { batchByName, statement } from '#worker/store/sql.ts';
import { type AdminCardRow, cardsWithOwner, listedCardColumns } from './admin-cards.ts';

export interface CardDetailsRow extends AdminCardRow {
  description: string | null;
  latitude: number | null;
  longitude: number | null;
  placedDate: number | null;
  placementAt: number | null;
  placementConfirmedAt: number | null;
  tokensEarned: number;
}

export interface CardDetails {
  card: CardDetailsRow;
  order: { id: number; status: string; quantity: number | null; paidAt: number | null } | undefined;
  printOrder: { id: number; reference: string; environment: string; status: string; tracking: string | null; statusAt: number } | undefined;
  finds: FindRow[];
  reports: {
    id: number;
    userId: number;
    email: string;
    createdAt: number;
    closedAt: number | null;
    isCounted: 0 | 1;
    answer: ReportAnswer | null;
  }[];
  claims: { id: number; userId: number; email: string; status: ClaimStatus; createdAt: number }[];
  changes: ChangeRow[];
}

interface FindRow {
  id: number;
  userId: number;
  email: string;
  scanDate: number;
  kind: ScanKindName;
  tokensEarned: number;
  source: ScanSource;
  codeWasRight: 0 | 1;
  log: string | null;
  takenBackBy: number | null;
  reviewId: number | null;
  reviewNumber: string | null;
}

export interface ChangeRow {
  id: number;
  action: string;
  admin: string | null;
  before: string | null;
  after: string | null;
  reason: string | null;
  createdAt: number;
}

const maxListedRows = 20;
const cardRow = `(SELECT c.id FROM cache_cards c WHERE c.card_id = ?1 AND c.available_at IS NOT NULL)`;

const read = <Row, UncheckedColumns extends keyof Row = never>(sql: string, cardId: string) =>
  statement<Row, UncheckedColumns>(sql, [cardId]);

export const cardDetailsStore = bindStore({
  async read(db, cardId: string): Promise<CardDetails | undefined> {
    const {
      card: [card],
      order: [order],
      printOrder: [printOrder],
      ...lists
    } = await batchByName(db, {
      card: read<CardDetailsRow>(
        `SELECT ${listedCardColumns}, t.description AS "description", t.latitude AS "latitude", t.longitude AS "longitude",
           t.placed_date AS "placedDate", t.placement_at AS "placementAt", t.placement_confirmed_at AS "placementConfirmedAt",
           t.tokens_earned AS "tokensEarned" FROM ${cardsWithOwner} WHERE t.id = ${cardRow}`,
        cardId,
      ),
      order: read<NonNullable<CardDetails['order']>>(
        `SELECT o.id AS "id", o.status AS "status", o.quantity AS "quantity", o.paid_at AS "paidAt"
         FROM cache_cards c JOIN orders o ON o.id = c.order_id WHERE c.id = ${cardRow}`,
        cardId,
      ),
      printOrder: read<NonNullable<CardDetails['printOrder']>>(
        `SELECT p.id AS "id", p.reference AS "reference", p.environment AS "environment", p.status AS "status",
           p.tracking AS "tracking", p.status_at AS "statusAt"
         FROM cache_cards c JOIN print_orders p ON p.id = c.print_order_id WHERE c.id = ${cardRow}`,
        cardId,
      ),
      finds: read<FindRow, 'kind' | 'source'>(
        `SELECT s.id AS "id", s.user_id AS "userId", u.email AS "email", s.scan_date AS "scanDate", ${scanKind('s')} AS "kind",
           s.tokens_earned AS "tokensEarned", ${scanSource('s')} AS "source", s.code_was_right AS "codeWasRight", l.text AS "log", s.taken_back_by AS "takenBackBy",
           v.id AS "reviewId", v.number AS "reviewNumber"
         FROM card_scans s JOIN users u ON u.id = s.user_id LEFT JOIN find_logs l ON l.card_id = s.card_id AND l.user_id = s.user_id AND l.removed_at IS NULL AND ${isFirstScan('s')}
           LEFT JOIN review_decisions d ON d.id = s.taken_back_by
           LEFT JOIN vacation_certificates v ON v.id = d.certificate_id
         WHERE s.card_id = ${cardRow} ORDER BY s.id DESC LIMIT ${maxListedRows}`,
        cardId,
      ),
      reports: read<CardDetails['reports'][number]>(
        `SELECT r.id AS "id", r.user_id AS "userId", u.email AS "email", r.created_at AS "createdAt", r.closed_at AS "closedAt",
           r.is_counted AS "isCounted", r.answer AS "answer"
         FROM card_reports r JOIN users u ON u.id = r.user_id WHERE r.card_id = ${cardRow} ORDER BY r.id DESC LIMIT ${maxListedRows}`,
        cardId,
      ),
      claims: read<CardDetails['claims'][number]>(
        `SELECT o.id AS "id", o.user_id AS "userId", u.email AS "email", o.status AS "status", o.created_at AS "createdAt"
         FROM ownership_claims o JOIN users u ON u.id = o.user_id WHERE o.card_id = ${cardRow} ORDER BY o.id DESC LIMIT ${maxListedRows}`,
        cardId,
      ),
      changes: read<ChangeRow>(
        `SELECT l.id AS "id", l.action AS "action", a.email AS "admin", l.before AS "before", l.after AS "after", l.reason AS "reason",
           l.created_at AS "createdAt"
         FROM audit_log l LEFT JOIN admins a ON a.id = l.admin_id
         WHERE l.entity_type = 'cache_card' AND l.entity_id = ?1 ORDER BY l.id DESC LIMIT ${maxListedRows}`,
        cardId,
      ),
    });
    return card && { card, order, printOrder, ...lists };
  },
});
