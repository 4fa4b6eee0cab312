import type { CertificateStatus, ReviewState } from '#schema/certificates/certificate.ts';
import { pausedAt } from '#worker/store/certificates/paused-deadlines.ts';
import { bindStore } from '#worker/store/database.ts';
import { batchByName, statement } from '#worker/store/sql.ts';
import { tokenType } from '#worker/store/tokens/ledger-kinds.ts';
import { type ReviewRow, reviewById } from './admin-reviews.ts';
import { selectSnapshots } from './review-snapshots.ts';

export interface CaseContactRow {
  id: number;
  email: string;
  suspendedAt: number | null;
}

export interface CaseMemberRow {
  id: number;
  balance: number;
  owed: number;
  treasureKeys: number;
  communityKeys: number;
}

/** A total in a review case: tokens by ledger row type, or cents by commission or chest status. */
export interface CaseSumRow {
  userId: number;
  of: string;
  sum: number;
}

export interface CasePaymentRow {
  userId: number;
  isMembership: 0 | 1;
  paid: number;
  returned: number;
}

export interface CaseCertificateRow {
  id: number;
  userId: number;
  number: string;
  status: CertificateStatus;
  review: ReviewState;
  tokensRedeemed: number;
  activateBy: number;
  pausedAt: number | null;
}

export type CaseRecords = Awaited<ReturnType<ReturnType<typeof reviewCaseStore>['read']>>;

export const reviewCaseStore = bindStore({
  /** Reads a case in one round trip. A disputed payment is treated as paid unless the dispute is lost. */
  async read(db, certificateId: number, accountIds: readonly number[], groupIds: readonly number[]) {
    const group = JSON.stringify(groupIds);
    const { review, ...records } = await batchByName(db, {
      review: reviewById(certificateId),
      snapshots: selectSnapshots(certificateId),
      contacts: statement<CaseContactRow>(
        `SELECT u.id AS "id", u.email AS "email", u.suspended_at AS "suspendedAt" FROM json_each(?1) j CROSS JOIN users u ON u.id = j.value`,
        [JSON.stringify(accountIds)],
      ),
      members: statement<CaseMemberRow>(
        `SELECT u.id AS "id", u.token_balance AS "balance", u.owed_tokens AS "owed", u.treasure_keys AS "treasureKeys",
           u.community_keys AS "communityKeys" FROM json_each(?1) j CROSS JOIN users u ON u.id = j.value`,
        [group],
      ),
      ledger: statement<CaseSumRow, 'of' | 'sum'>(
        `SELECT t.user_id AS "userId", ${tokenType} AS "of", sum(t.amount) AS "sum"
         FROM json_each(?1) j CROSS JOIN token_transactions t ON t.user_id = j.value GROUP BY 1, 2`,
        [group],
      ),
      certificates: statement<CaseCertificateRow, 'pausedAt'>(
        `SELECT c.id AS "id", c.user_id AS "userId", c.number AS "number", c.status AS "status", c.review AS "review",
           c.tokens_redeemed AS "tokensRedeemed", c.activate_by AS "activateBy", ${pausedAt('u')} AS "pausedAt"
         FROM json_each(?1) j CROSS JOIN users u ON u.id = j.value CROSS JOIN vacation_certificates c ON c.user_id = u.id ORDER BY c.id`,
        [group],
      ),
      commissions: statement<CaseSumRow, 'sum'>(
        `SELECT t.referrer_id AS "userId", t.status AS "of", sum(t.amount_cents) AS "sum"
         FROM json_each(?1) j CROSS JOIN referral_commissions t ON t.referrer_id = j.value GROUP BY t.referrer_id, t.status`,
        [group],
      ),
      chests: statement<CaseSumRow, 'sum'>(
        `SELECT t.user_id AS "userId", t.status AS "of", sum(t.amount_cents) AS "sum"
         FROM json_each(?1) j CROSS JOIN treasure_chest_payouts t ON t.user_id = j.value GROUP BY t.user_id, t.status`,
        [group],
      ),
      payments: statement<CasePaymentRow, 'isMembership' | 'paid' | 'returned'>(
        `SELECT p.user_id AS "userId", p.subscription_id IS NOT NULL AS "isMembership", sum(p.amount_cents) AS "paid",
           sum(iif(p.revoked_at IS NOT NULL OR p.dispute_status = 'lost', p.amount_cents, p.refunded_cents)) AS "returned"
         FROM json_each(?1) j CROSS JOIN payments p ON p.user_id = j.value GROUP BY p.user_id, p.subscription_id IS NOT NULL`,
        [group],
      ),
    });
    return { review: review[0] as ReviewRow | undefined, ...records };
  },
});
