/** Writes a referral's commission, its reversal or restoration, and its Treasure Keys. */
import { keyKinds } from '#schema/tokens/ledger-kinds.ts';
import type { Account, ReferralState } from '#worker/domain/memberships/account.ts';
import { isSame } from '#worker/store/memberships/compare-rows.ts';
import { isReversal } from '#worker/store/memberships/money-rows.ts';
import { removeFromRuns, selectMemberLines } from '#worker/store/payouts/admin-run-lines.ts';
import { requestPayoutAddress } from '#worker/store/payouts/payout-addresses.ts';
import { type Statement, statement } from '#worker/store/sql.ts';
import { keyColumns } from '#worker/store/tokens/ledger-kinds.ts';
import { queueCommissionChangeMail, queueCommissionMail } from './commission-mail.ts';
import { syncRestorationHolds } from './restoration-holds.ts';

/**
 * Returns the statements that write the changes to a referral. `version` is the referred member's version before the change, which
 * identifies the change.
 */
export function referralStatements(before: Account, after: Account, version: number, now: number): Statement[] {
  const [was, is] = [before.referral, after.referral];
  if (!was || !is) return [];
  const referredId = after.memberId;
  const isCommissionChanged = is.commission !== null && !isSame(was.commission, is.commission);
  const becomesPayable = is.commission?.status === 'pending' && was.commission?.status !== 'pending';
  // A new commission cannot affect a payout run, because no run contains it yet.
  const canReduce = (isCommissionChanged && was.commission !== null) || was.reversal !== is.reversal;
  return [
    ...keyStatements(was, is, referredId),
    ...(isCommissionChanged ? [writeCommission(was, is, referredId)] : []),
    ...reversalStatements(was, is, referredId, now),
    ...changeMails(was, is, referredId, version, now),
    ...(becomesPayable
      ? [queueCommissionMail(referredId, now), requestPayoutAddress('SELECT CAST(?1 AS INTEGER)', [is.referrerId], now)]
      : []),
    ...(canReduce ? removeFromRuns(selectMemberLines(is.referrerId), now) : []),
  ];
}

function keyStatements(was: ReferralState, is: ReferralState, referredId: number): Statement[] {
  return is.keyRows.flatMap(({ amount, at }, index) =>
    index < was.keyRows.length
      ? []
      : [
          statement(`INSERT INTO ${keyColumns} VALUES (?1, ${keyKinds.referral.code}, ?2, ?3, 0, ?4, ?5)`, [
            is.referrerId,
            amount,
            referredId,
            index,
            at,
          ]),
        ],
  );
}

function writeCommission(was: ReferralState, { commission, referrerId }: ReferralState, referredId: number): Statement {
  const { amountCents, treasureKeys, status, heldReason, orderId, createdAt } = commission ?? {};
  const values = [amountCents, treasureKeys, status, heldReason, orderId, createdAt].map((value) => value ?? null);
  if (was.commission === null) {
    return statement(
      `INSERT INTO referral_commissions (kind, referrer_id, referred_id, amount_cents, treasure_keys, status, held_reason, order_id, created_at)
       VALUES ('commission', ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)`,
      [referrerId, referredId, ...values],
    );
  }
  return statement(
    // Makes the batch fail if the row was paid, held or refused since it was loaded.
    `UPDATE referral_commissions SET amount_cents = ?2, treasure_keys = ?3, status = ?4, held_reason = ?5, order_id = ?6, created_at = ?7,
       version = iif(status = ?8, version + 1, NULL) WHERE referred_id = ?1 AND kind = 'commission'`,
    [referredId, ...values, was.commission.status],
  );
}

const activeReversal = `(SELECT v.id FROM referral_commissions v WHERE v.referred_id = ?1 AND ${isReversal('v')})`;

/** Deletes an undone reversal if no payout has deducted it. Otherwise, inserts a restoration that pays the amount again. */
function reversalStatements(was: ReferralState, is: ReferralState, referredId: number, now: number): Statement[] {
  if ((was.reversal === null) === (is.reversal === null)) return [];
  const syncHolds = syncRestorationHolds('CAST(?1 AS INTEGER)', is.referrerId);
  if (was.reversal === null) return [insertReversal(referredId, now), syncHolds];
  return [
    // Makes the batch fail if a payout has deducted or returned the reversal since it was loaded.
    statement(`UPDATE referral_commissions SET version = iif(status = ?2, version + 1, NULL) WHERE id = ${activeReversal}`, [
      referredId,
      was.reversal,
    ]),
    was.reversal === 'paid'
      ? insertRestoration(referredId, now)
      : statement(`DELETE FROM referral_commissions WHERE id = ${activeReversal}`, [referredId]),
    syncHolds,
  ];
}

function insertReversal(referredId: number, now: number): Statement {
  return statement(
    `INSERT INTO referral_commissions (kind, referrer_id, referred_id, order_id, amount_cents, status, reverses_id, created_at)
     SELECT 'reversal', c.referrer_id, c.referred_id, c.order_id, -c.amount_cents, iif(c.status = 'paid', 'pending', 'reversed'),
       coalesce((SELECT max(g.id) FROM referral_commissions g WHERE g.referred_id = ?1 AND g.kind = 'restoration'), c.id), ?2
     FROM referral_commissions c WHERE c.referred_id = ?1 AND c.kind = 'commission'`,
    [referredId, now],
  );
}

function insertRestoration(referredId: number, now: number): Statement {
  return statement(
    `INSERT INTO referral_commissions (kind, referrer_id, referred_id, order_id, amount_cents, status, reverses_id, created_at)
     SELECT 'restoration', v.referrer_id, v.referred_id, v.order_id, -v.amount_cents, 'pending', v.id, ?2
     FROM referral_commissions v WHERE v.id = ${activeReversal} AND v.amount_cents < 0`,
    [referredId, now],
  );
}

/** Emails the referrer if the commission is reversed, or is restored and not on hold. */
function changeMails(was: ReferralState, is: ReferralState, referredId: number, version: number, now: number): Statement[] {
  if (was.commission === null || getCountedState(was) === getCountedState(is) || getCountedState(is) === 'held') return [];
  const isRestored = getCountedState(is) === 'counted';
  const isRefused = !isRestored && (is.reversal === null || is.commission?.heldReason?.includes('decision') === true);
  const change = { wasPaid: is.commission?.status === 'paid', isRefused, version };
  return [queueCommissionChangeMail(isRestored ? 'commission_restored' : 'commission_reversed', referredId, change, now)];
}

function getCountedState({ commission, reversal }: ReferralState): 'counted' | 'held' | 'reversed' {
  if (commission === null || commission.status === 'reversed' || reversal !== null) return 'reversed';
  return commission.status === 'held' ? 'held' : 'counted';
}
