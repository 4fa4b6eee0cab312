/** Writes referrals' commissions, their reversals or restorations, and their Treasure Keys. */
import { keyKinds } from '#schema/tokens/ledger-kinds.ts';
import type { Account, ReferralState } from '#worker/domain/memberships/account.ts';
import { isSame } from '#worker/store/memberships/compare-rows.ts';
import { isReversal } from '#worker/store/memberships/money-rows.ts';
import { removeFromRuns, selectMembersLines } from '#worker/store/payouts/admin-run-lines.ts';
import { requestPayoutAddress } from '#worker/store/payouts/payout-addresses.ts';
import { type Statement, statement } from '#worker/store/sql.ts';
import { keyColumns } from '#worker/store/tokens/ledger-kinds.ts';
import { mergeCommissionMails, queueCommissionChangeMails, queueCommissionMails } from './commission-mail.ts';
import { syncRestorationHolds } from './restoration-holds.ts';

export interface AccountChange {
  before: Account;
  after: Account;
  /** The referred member's version before the change, which identifies the change. */
  version: number;
}

/** A change to the referral of a member. `was` is its state before the change. */
interface ReferralChange {
  referredId: number;
  was: ReferralState;
  is: ReferralState;
  version: number;
}

/** Returns the statements that write the changes to referrals. Their number does not depend on the number of referrals. */
export function referralStatements(accounts: AccountChange[], now: number): Statement[] {
  const changes = accounts.flatMap(({ before, after, version }): ReferralChange[] =>
    before.referral && after.referral ? [{ referredId: after.memberId, was: before.referral, is: after.referral, version }] : [],
  );
  const changedCommissions = changes.filter(({ was, is }) => is.commission !== null && !isSame(was.commission, is.commission));
  const payable = changes.filter(({ was, is }) => is.commission?.status === 'pending' && was.commission?.status !== 'pending');
  // A new commission cannot affect a payout run, because no run contains it yet.
  const reducing = changes.filter(
    (change) => (changedCommissions.includes(change) && change.was.commission !== null) || change.was.reversal !== change.is.reversal,
  );
  return [
    ...keyStatements(changes),
    ...commissionStatements(changedCommissions),
    ...reversalStatements(changes, now),
    ...changeMails(changes, now),
    ...(payable.length > 0
      ? [
          queueCommissionMails(
            payable.map(({ referredId }) => referredId),
            now,
          ),
          ...mergeCommissionMails('commission_earned', now),
          requestPayoutAddress(referrersSql, [referrersOf(payable)], now),
        ]
      : []),
    ...(reducing.length > 0 ? removeFromRuns(selectMembersLines(referrersSql, referrersOf(reducing)), now) : []),
  ];
}

const referrersSql = 'SELECT value FROM json_each(?1)';
const referrersOf = (changes: ReferralChange[]) => JSON.stringify([...new Set(changes.map(({ is }) => is.referrerId))]);

function keyStatements(changes: ReferralChange[]): Statement[] {
  const newRows = changes.flatMap(({ referredId, was, is }) =>
    is.keyRows.slice(was.keyRows.length).map(({ amount, at }, index) => ({
      ...{ referrerId: is.referrerId, referredId, amount, at },
      turn: was.keyRows.length + index,
    })),
  );
  if (newRows.length === 0) return [];
  return [
    statement(
      `INSERT INTO ${keyColumns}
       SELECT w.value ->> 'referrerId', ${keyKinds.referral.code}, w.value ->> 'amount', w.value ->> 'referredId', 0, w.value ->> 'turn', w.value ->> 'at'
       FROM json_each(?1) w`,
      [JSON.stringify(newRows)],
    ),
  ];
}

function commissionStatements(changes: ReferralChange[]): Statement[] {
  const toRow = ({ referredId, was, is }: ReferralChange) => ({
    ...is.commission,
    referredId,
    referrerId: is.referrerId,
    statusBefore: was.commission?.status ?? null,
  });
  const [added, updated] = [
    changes.filter(({ was }) => was.commission === null).map(toRow),
    changes.filter(({ was }) => was.commission !== null).map(toRow),
  ];
  return [
    ...(added.length > 0
      ? [
          statement(
            `INSERT INTO referral_commissions (kind, referrer_id, referred_id, amount_cents, treasure_keys, status, held_reason, order_id, created_at)
             SELECT 'commission', w.value ->> 'referrerId', w.value ->> 'referredId', w.value ->> 'amountCents', w.value ->> 'treasureKeys',
               w.value ->> 'status', w.value ->> 'heldReason', w.value ->> 'orderId', w.value ->> 'createdAt' FROM json_each(?1) w`,
            [JSON.stringify(added)],
          ),
        ]
      : []),
    ...(updated.length > 0
      ? [
          statement(
            // Makes the batch fail if a row was paid, held or refused since it was loaded.
            `UPDATE referral_commissions AS c SET amount_cents = w.value ->> 'amountCents', treasure_keys = w.value ->> 'treasureKeys',
               status = w.value ->> 'status', held_reason = w.value ->> 'heldReason', order_id = w.value ->> 'orderId',
               created_at = w.value ->> 'createdAt', version = iif(c.status = w.value ->> 'statusBefore', c.version + 1, NULL)
             FROM json_each(?1) w WHERE c.referred_id = w.value ->> 'referredId' AND c.kind = 'commission'`,
            [JSON.stringify(updated)],
          ),
        ]
      : []),
  ];
}

/** Deletes undone reversals that no payout has deducted. For the others, inserts restorations that pay the amounts again. */
function reversalStatements(changes: ReferralChange[], now: number): Statement[] {
  const changed = changes.filter(({ was, is }) => (was.reversal === null) !== (is.reversal === null));
  if (changed.length === 0) return [];
  const reversed = changed.filter(({ was }) => was.reversal === null);
  const undone = changed.filter(({ was }) => was.reversal !== null);
  const [restored, deleted] = [undone.filter(({ was }) => was.reversal === 'paid'), undone.filter(({ was }) => was.reversal !== 'paid')];
  return [
    ...(reversed.length > 0 ? [insertReversals(reversed, now)] : []),
    ...(undone.length > 0 ? [guardReversals(undone)] : []),
    ...(restored.length > 0 ? [insertRestorations(restored, now)] : []),
    ...(deleted.length > 0
      ? [statement(`DELETE FROM referral_commissions WHERE id IN (SELECT v.id FROM ${activeReversals})`, [referredIdsOf(deleted)])]
      : []),
    syncRestorationHolds(referrersSql, referrersOf(changed)),
  ];
}

const referredIdsOf = (changes: ReferralChange[]) => JSON.stringify(changes.map(({ referredId }) => referredId));
const activeReversals = `json_each(?1) w CROSS JOIN referral_commissions v ON v.referred_id = w.value AND ${isReversal('v')}`;

/** Makes the batch fail if a payout has deducted or returned a reversal since it was loaded. */
function guardReversals(changes: ReferralChange[]): Statement {
  return statement(
    `UPDATE referral_commissions AS v SET version = iif(v.status = w.value ->> 'status', v.version + 1, NULL)
     FROM json_each(?1) w WHERE v.referred_id = w.value ->> 'referredId' AND ${isReversal('v')}`,
    [JSON.stringify(changes.map(({ referredId, was }) => ({ referredId, status: was.reversal })))],
  );
}

function insertReversals(changes: ReferralChange[], now: number): Statement {
  return statement(
    `INSERT INTO referral_commissions (kind, referrer_id, referred_id, order_id, amount_cents, status, reverses_id, created_at)
     SELECT 'reversal', c.referrer_id, c.referred_id, c.order_id, -c.amount_cents, iif(c.status = 'paid', 'pending', 'reversed'),
       coalesce((SELECT max(g.id) FROM referral_commissions g WHERE g.referred_id = c.referred_id AND g.kind = 'restoration'), c.id), ?2
     FROM json_each(?1) w CROSS JOIN referral_commissions c ON c.referred_id = w.value AND c.kind = 'commission'`,
    [referredIdsOf(changes), now],
  );
}

function insertRestorations(changes: ReferralChange[], now: number): Statement {
  return statement(
    `INSERT INTO referral_commissions (kind, referrer_id, referred_id, order_id, amount_cents, status, reverses_id, created_at)
     SELECT 'restoration', v.referrer_id, v.referred_id, v.order_id, -v.amount_cents, 'pending', v.id, ?2
     FROM ${activeReversals} WHERE v.amount_cents < 0`,
    [referredIdsOf(changes), now],
  );
}

/** Emails the referrers whose commissions are reversed, or are restored and not on hold. */
function changeMails(changes: ReferralChange[], now: number): Statement[] {
  const announced = changes.filter(
    ({ was, is }) => was.commission !== null && getCountedState(was) !== getCountedState(is) && getCountedState(is) !== 'held',
  );
  const isRestored = ({ is }: ReferralChange) => getCountedState(is) === 'counted';
  const toMail = (change: ReferralChange) => {
    const { referredId, is, version } = change;
    const isRefused = !isRestored(change) && (is.reversal === null || is.commission?.heldReason?.includes('decision') === true);
    return { referredId, wasPaid: is.commission?.status === 'paid', isRefused, version };
  };
  const queue = (template: 'commission_reversed' | 'commission_restored', rows: ReferralChange[]) =>
    rows.length > 0 ? [queueCommissionChangeMails(template, rows.map(toMail), now), ...mergeCommissionMails(template, now)] : [];
  return [
    ...queue(
      'commission_reversed',
      announced.filter((change) => !isRestored(change)),
    ),
    ...queue('commission_restored', announced.filter(isRestored)),
  ];
}

function getCountedState({ commission, reversal }: ReferralState): 'counted' | 'held' | 'reversed' {
  if (commission === null || commission.status === 'reversed' || reversal !== null) return 'reversed';
  return commission.status === 'held' ? 'held' : 'counted';
}
