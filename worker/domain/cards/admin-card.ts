/** See "Cards and scans" and "Administrators" in docs/product-rules.md. */

import type { CardStatus } from '#schema/cards/card.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';

/** A card visible to administrators: its order is paid, or it never had an order. */
export interface CardUnderChange {
  version: number;
  status: CardStatus;
  isTest: boolean;
  /** True if the card is disabled and its order's payment was refunded or is disputed. */
  isPaymentReturned: boolean;
  ownerId: number | null;
  /** True if the card was used to replace a lost one, which now has its code. */
  isUsedUp: boolean;
}

export type EditRefusal = 'card_not_found' | 'changed_meanwhile' | 'no_such_member' | 'test_card_has_no_owner' | 'card_payment_returned';

/**
 * Decides whether a card may be edited. `owner` is undefined if the owner is being removed, and null if no member has the new owner's
 * email. Nobody can give away a card after its payment was refunded or disputed.
 */
export function decideCardEdit(
  card: CardUnderChange | undefined,
  seenVersion: number,
  owner: number | null | undefined,
): Result<undefined, EditRefusal> {
  if (!card) return err('card_not_found');
  if (card.version !== seenVersion) return err('changed_meanwhile');
  if (owner !== undefined && card.isTest) return err('test_card_has_no_owner');
  if (owner === null) return err('no_such_member');
  return card.isPaymentReturned && card.ownerId !== (owner ?? null) ? err('card_payment_returned') : ok(undefined);
}

export type StatusRefusal = 'card_not_found' | 'changed_meanwhile' | 'status_already' | 'card_used_up' | 'card_payment_returned';

/** Decides whether a card's status may be changed. Nobody can make a card available again after its payment was refunded or disputed. */
export function decideCardStatus(
  card: CardUnderChange | undefined,
  seenVersion: number,
  status: CardStatus,
): Result<undefined, StatusRefusal> {
  if (!card) return err('card_not_found');
  if (card.version !== seenVersion) return err('changed_meanwhile');
  if (card.status === status) return err('status_already');
  if (card.isUsedUp) return err('card_used_up');
  return card.isPaymentReturned ? err('card_payment_returned') : ok(undefined);
}

export interface ReplacedCard extends Pick<CardUnderChange, 'version' | 'isTest'> {
  /** True while the card's order is being printed with the current code. */
  isAtPrinter: boolean;
}

export type ReplacementRefusal = 'card_not_found' | 'changed_meanwhile' | 'test_card_without_code' | 'card_at_printer';

export function decideReplacement(card: ReplacedCard | undefined, seenVersion: number): Result<undefined, ReplacementRefusal> {
  if (!card) return err('card_not_found');
  if (card.isTest) return err('test_card_without_code');
  if (card.version !== seenVersion) return err('changed_meanwhile');
  return card.isAtPrinter ? err('card_at_printer') : ok(undefined);
}
