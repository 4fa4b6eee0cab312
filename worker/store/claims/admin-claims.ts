import type { CardStatus } from '#schema/cards/card.ts';
import { type ClaimStatus, claimStatuses } from '#schema/claims/claim.ts';
import { columnConditions, dateFilter, type ListRowsQuery, type ListShape, readList } from '#worker/store/admin/list.ts';
import { matchEmail } from '#worker/store/admin/search/exact-matches.ts';
import { bindStore } from '#worker/store/database.ts';
import { batch, firstRow, queryAll, rows, statement } from '#worker/store/sql.ts';
import { hasProtectedOwner } from './claims.ts';

export interface AdminClaimRow {
  id: number;
  cardId: string;
  userId: number;
  email: string;
  proofUrl: string | null;
  status: ClaimStatus;
  adminComment: string | null;
  createdAt: number;
  updatedAt: number;
  version: number;
}

export interface ClaimDetailsRow extends AdminClaimRow {
  cardVersion: number;
  decidedBy: string | null;
  claimantName: string;
  claimantRole: string;
  claimantSince: number;
  isLeaving: 0 | 1;
  claimantCards: number;
  cardStatus: CardStatus;
  location: string | null;
  totalScans: number;
  cardCreatedAt: number;
  ownerId: number | null;
  ownerEmail: string | null;
  ownerName: string | null;
  needsSuperAdmin: 0 | 1;
}

export interface OtherClaimRow {
  id: number;
  userId: number;
  email: string;
  status: ClaimStatus;
  createdAt: number;
}

const columns = `t.id AS "id", c.card_id AS "cardId", t.user_id AS "userId", u.email AS "email", t.proof_url AS "proofUrl",
  t.status AS "status", t.admin_comment AS "adminComment", t.created_at AS "createdAt", t.updated_at AS "updatedAt", t.version AS "version"`;
// Outer joins let SQLite skip both tables when only the order of the claims is needed.
const from = 'ownership_claims t LEFT JOIN cache_cards c ON c.id = t.card_id LEFT JOIN users u ON u.id = t.user_id';

export const claimList: ListShape = {
  from,
  columns,
  search: 'c.card_id || char(10) || u.email',
  sorts: {
    /**
     * SQL sort key that puts pending claims first, oldest to newest, then decided ones, newest to oldest. Must be identical to the index's
     * expression.
     */
    queue: `(t.status = 'pending') * (2 * t.id - 1000000000000) - t.id`,
    created: 't.created_at',
  },
  defaultSort: 'queue',
  filters: {
    status: { conditions: columnConditions('status', claimStatuses), sorts: ['created'] },
  },
  dates: dateFilter('t.created_at', ['created']),
  exact: {
    number: 'claim',
    card: (cardId) =>
      `SELECT t.id FROM ownership_claims t WHERE t.card_id = (SELECT id FROM cache_cards WHERE card_id = ${cardId}) ORDER BY t.id DESC`,
    email: matchEmail('ownership_claims'),
  },
};

const claimantNameSql = (user: string) =>
  `iif(${user}.first_name <> '' AND ${user}.last_name <> '', ${user}.first_name || ' ' || ${user}.last_name, coalesce(${user}.username, ${user}.email))`;
const maxOtherClaims = 20;

export const adminClaimStore = bindStore({
  list: (db, request: ListRowsQuery) => readList<AdminClaimRow, 'cardId' | 'email'>(db, claimList, request),

  /** Returns the ids of the members who gain if the claim is rejected: the card's owner, and others with a pending claim on the card. */
  async rivals(db, claimId: number): Promise<number[]> {
    const found = await queryAll<{ id: number }, 'id'>(
      db,
      `SELECT c.user_id AS "id" FROM ownership_claims t JOIN cache_cards c ON c.id = t.card_id WHERE t.id = ?1 AND c.user_id IS NOT NULL
       UNION SELECT o.user_id FROM ownership_claims t JOIN ownership_claims o ON o.card_id = t.card_id AND o.user_id <> t.user_id
         WHERE t.id = ?1 AND o.status = 'pending'`,
      [claimId],
    );
    return found.map(({ id }) => id);
  },

  async details(db, claimId: number): Promise<{ claim: ClaimDetailsRow | undefined; others: OtherClaimRow[] }> {
    const [claim, others] = await batch(db, [
      statement<
        ClaimDetailsRow,
        | 'cardId'
        | 'email'
        | 'cardVersion'
        | 'claimantName'
        | 'claimantRole'
        | 'claimantSince'
        | 'isLeaving'
        | 'claimantCards'
        | 'cardStatus'
        | 'totalScans'
        | 'cardCreatedAt'
        | 'ownerName'
        | 'needsSuperAdmin'
      >(
        `SELECT ${columns}, c.version AS "cardVersion", a.email AS "decidedBy", ${claimantNameSql('u')} AS "claimantName", u.role AS "claimantRole",
           u.created_at AS "claimantSince", u.deletion_requested_at IS NOT NULL AS "isLeaving",
           (SELECT count(*) FROM (SELECT 1 FROM cache_cards WHERE user_id = t.user_id AND available_at IS NOT NULL LIMIT 200)) AS "claimantCards",
           c.status AS "cardStatus", c.location AS "location", c.total_scans AS "totalScans", c.created_at AS "cardCreatedAt",
           c.user_id AS "ownerId", o.email AS "ownerEmail", ${claimantNameSql('o')} AS "ownerName", ${hasProtectedOwner} AS "needsSuperAdmin"
         FROM ${from} LEFT JOIN users o ON o.id = c.user_id LEFT JOIN admins a ON a.id = t.decided_by_id WHERE t.id = ?1`,
        [claimId],
      ),
      statement<OtherClaimRow>(
        `SELECT t.id AS "id", t.user_id AS "userId", u.email AS "email", t.status AS "status", t.created_at AS "createdAt"
         FROM ownership_claims t JOIN users u ON u.id = t.user_id
         WHERE t.card_id = (SELECT card_id FROM ownership_claims WHERE id = ?1) AND t.id <> ?1 ORDER BY t.id DESC LIMIT ${maxOtherClaims}`,
        [claimId],
      ),
    ]);
    return { claim: firstRow(claim), others: rows(others) };
  },
});
