/** Effects of an order's status on its cards and on the rewards that they earned. Product rules: Payments and memberships; Reviews. */
import type { OrderStatus } from '#schema/orders/order.ts';
import type { OrderState } from '#worker/domain/memberships/account.ts';
import { countNewCards } from '#worker/store/admin/system/sums.ts';
import { replaceByOrder } from '#worker/store/cards/lost-cards.ts';
import { setDefaultDigest } from '#worker/store/scans/digest-defaults.ts';
import { isFirstScan } from '#worker/store/scans/scan-kinds.ts';
import { type Statement, statement } from '#worker/store/sql.ts';
import { keyColumns, placementKey, placementKeys, tokensFor } from '#worker/store/tokens/ledger-kinds.ts';
import { previewReversal, type Reversal, reconcileReversal } from '#worker/store/tokens/owed-tokens.ts';

interface StatusChange {
  userId: number;
  orderId: number;
  from: OrderStatus;
  to: OrderState;
  /** When the payment was returned or disputed, in Unix seconds; null if it was neither. */
  contestedSince: number | null;
  now: number;
}

type Revocation = Pick<StatusChange, 'userId' | 'orderId' | 'contestedSince' | 'now'>;

export function cardEffects(change: StatusChange): Statement[] {
  const { from, to } = change;
  if (to.kind !== 'cache_cards') return [];
  const statements: Statement[] = [];
  if (from === 'open' && to.paidAt !== null)
    statements.push(
      release(change),
      countNewCards(),
      setDefaultDigest(buyer(change.orderId), change.now),
      ...replaceByOrder(change.orderId, change.now),
    );
  if (to.status === 'cancelled' && from !== 'cancelled') statements.push(discardCards(change));
  if (to.status === from) return statements;
  if (to.status === 'refunded' || to.status === 'disputed') statements.push(reconcileKeys(change, false));
  if (to.status === 'paid' && (from === 'disputed' || from === 'refunded')) statements.push(reconcileKeys(change, true));
  return statements;
}

/**
 * Once a payment is permanently returned, disables the cards and revokes the tokens that they earned. The member owes any tokens that the
 * balance does not cover.
 */
export function revocationEffects(change: Revocation): Statement[] {
  // Reconciles the keys a second time because a placement may have been confirmed during the dispute.
  return [disableCards(change), ...reconcileTokens(change, true), reconcileKeys(change, false)];
}

export function restorationEffects(change: Revocation): Statement[] {
  return [enableCards(change), ...reconcileTokens(change, false)];
}

export function reconcileEarnings(change: Revocation, isRevoked: boolean): Statement[] {
  return [...reconcileTokens(change, isRevoked), reconcileKeys(change, change.contestedSince === null)];
}

/** The buyer of an order, for setDefaultDigest. */
export const buyer = (orderId: number) => ({ member: 'o.user_id', sql: 'FROM orders o WHERE o.id = ?1', values: [orderId] });

function release({ orderId, to }: StatusChange): Statement {
  return statement('UPDATE cache_cards SET available_at = ?2 WHERE order_id = ?1 AND available_at IS NULL', [orderId, to.paidAt]);
}

function discardCards({ orderId }: StatusChange): Statement {
  return statement('DELETE FROM cache_cards WHERE order_id = ?1 AND available_at IS NULL', [orderId]);
}

/**
 * SQL condition: the card of order ?1 is disabled if the payment is returned. It still belongs to its buyer, member ?2, or has no owner,
 * because the buyer was erased. Later owners paid nothing for their cards, so they keep them.
 */
const isReturnable = '(order_id = ?1 AND (user_id = ?2 OR user_id IS NULL) AND payment_returned_at IS NULL AND used_for IS NULL)';

/** Also marks cards that were already disabled, so that nobody makes them available. */
function disableCards({ orderId, userId, now }: Revocation): Statement {
  return statement(
    `UPDATE cache_cards SET status = 'disabled', status_before_return = status, payment_returned_at = ?3, version = version + 1
     WHERE ${isReturnable}`,
    [orderId, userId, now],
  );
}

/** Returns the number of cards that would be disabled if the payment was returned. */
export function countReturnableCards(userId: number, orderId: number): Statement<{ n: number }> {
  return statement<{ n: number }, 'n'>(`SELECT count(*) AS n FROM cache_cards WHERE ${isReturnable} AND status <> 'disabled'`, [
    orderId,
    userId,
  ]);
}

/** Gives the cards that `disableCards` marked their earlier status. */
function enableCards({ orderId }: Revocation): Statement {
  return statement(
    `UPDATE cache_cards SET status = coalesce(status_before_return, iif(placed_date IS NULL, 'ordered', 'active')), status_before_return = NULL,
       payment_returned_at = NULL, version = version + 1
     WHERE order_id = ?1 AND status = 'disabled' AND payment_returned_at IS NOT NULL AND used_for IS NULL`,
    [orderId],
  );
}

/**
 * Reconciles the deducted tokens with those that the order's cards earned the buyer. While the payment is revoked, deducts all of them,
 * except those already deducted by active group decisions. Otherwise, deducts only the tokens that those decisions skipped because the
 * payment was revoked at the time.
 */
function reconcileTokens({ userId, orderId, now }: Revocation, isRevoked: boolean): Statement[] {
  const descriptions = {
    deduction: 'Card order refunded or disputed: tokens taken back',
    restoration: 'Card order paid after all: tokens restored',
  };
  return reconcileReversal({ userId, orderId }, sumDueForCards(isRevoked), descriptions, now);
}

export function reverseCardTokens(userId: number, orderId: number): Statement<Reversal> {
  return previewReversal({ userId, orderId }, sumDueForCards(true));
}

export function reverseCardKeys(userId: number, orderId: number): Statement<{ n: number }> {
  return statement<{ n: number }, 'n'>(
    `SELECT coalesce(sum(k.amount), 0) AS n FROM cache_cards c JOIN key_events k ON ${placementKeys('c.id', '?1')} WHERE c.order_id = ?2`,
    [userId, orderId],
  );
}

/** Returns SQL for the tokens to deduct from member ?1 for the cards of order ?2, excluding tokens already deducted by group decisions. */
function sumDueForCards(isRevoked: boolean): string {
  const due = (earned: string, revokedByDecisions: string, takenSum: string) => `${isRevoked ? earned : revokedByDecisions} - ${takenSum}`;
  const paidRewardsSql = (kind: 'placement' | 'owner_scan') =>
    `FROM cache_cards c JOIN token_transactions t ON ${tokensFor(kind, '?1', 'c.id')}`;
  return `(SELECT coalesce(sum(amount), 0) FROM (
      SELECT ${due('t.amount', sumPlacementEffects(`e.before ->> 'tokens'`), sumPlacementEffects('e.taken'))} AS amount
      ${paidRewardsSql('placement')} WHERE c.order_id = ?2
      UNION ALL
      SELECT ${due('t.amount', `coalesce(e.before ->> 'ownerTokens', 0)`, `coalesce(e.before ->> 'ownerTaken', 0)`)}
      ${paidRewardsSql('owner_scan')} LEFT JOIN card_scans s ON s.card_id = c.id AND s.user_id = t.other_id AND ${isFirstScan('s')}
        LEFT JOIN review_effects e ON e.decision_id = s.taken_back_by AND e.kind = 'find' AND e.entity_id = s.id
      WHERE c.order_id = ?2))`;
}

/** SQL for a sum over the effects `e` of active decisions that revoked the placement of card `c` by member ?1. */
const sumPlacementEffects = (amount: string) => `(SELECT coalesce(sum(${amount}), 0) FROM ${placementEffects})`;
const placementEffects = `review_effects e JOIN review_decisions d ON d.id = e.decision_id AND d.undone_by_id IS NULL
  WHERE e.kind = 'placement' AND e.entity_id = c.id AND e.user_id = ?1`;

/**
 * Revokes the placements' keys, or restores them after we win a dispute. A revocation is dated to when the payment was returned or
 * disputed, even if we learn of it later. It is never dated before the placement's latest row, so that no running total becomes negative.
 */
function reconcileKeys({ userId, orderId, contestedSince, now }: Revocation, keepsKeys: boolean): Statement {
  const sumPlacementEffects = placementKeys('c.id', '?1');
  const sum = `(SELECT sum(k.amount) FROM key_events k WHERE ${sumPlacementEffects})`;
  return statement(
    `INSERT INTO ${keyColumns}
     SELECT b.user_id, b.kind, iif(?3, b.amount, 0) - ${sum}, c.id, 0, (SELECT count(*) FROM key_events k WHERE ${sumPlacementEffects}),
       max(?4, (SELECT max(k.created_at) FROM key_events k WHERE ${sumPlacementEffects}))
     FROM cache_cards c JOIN key_events b ON ${placementKey('c.id', '?1', 'b')}
     WHERE c.order_id = ?2 AND iif(?3, b.amount, 0) <> ${sum} AND (?3 = 0 OR NOT EXISTS (SELECT 1 FROM ${placementEffects}))`,
    [userId, orderId, keepsKeys ? 1 : 0, keepsKeys ? now : (contestedSince ?? now)],
  );
}
