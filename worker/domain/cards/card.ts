/** See "Cards and scans" in docs/product-rules.md. */
import type { CardStatus } from '#schema/cards/card.ts';
import { stillTherePauseSeconds, type Tier } from '#schema/rules.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';

export function decidePlacement(
  card: { status: CardStatus },
  member: { role: Tier },
): Result<{ activates: boolean }, 'membership_required'> {
  if (member.role === 'free') return err('membership_required');
  return ok({ activates: card.status === 'ordered' });
}

/**
 * Decides whether a member may report a card as missing. An owner's report about their own card takes effect immediately and needs no
 * verified email.
 */
export function decideReport(
  card: { status: CardStatus; ownerId: number | null },
  member: { id: number; emailVerifiedAt: Seconds | null },
): Result<'report' | 'take_off', 'card_not_placed' | 'email_unverified'> {
  if (card.status === 'ordered') return err('card_not_placed');
  if (card.ownerId === member.id) return ok('take_off');
  return member.emailVerifiedAt === null ? err('email_unverified') : ok('report');
}

export interface CheckedCard {
  status: CardStatus;
  /** When the owner last confirmed that the card is in place. */
  checkedAt: Seconds | null;
  /** Whether recent reports keep the owner from returning the card to the map as often as they like. */
  isReturnLimited: 0 | 1;
}

/**
 * Returns when the owner can next confirm that the card is in place without scanning it; null if they can do so now. A card that is off the
 * map can be returned sooner unless a member known to have been at the card reported it, or the owner agreed to a recent report.
 */
export function canConfirmFrom({ status, checkedAt, isReturnLimited }: CheckedCard, now: Seconds): Seconds | null {
  if (checkedAt === null || checkedAt <= now - stillTherePauseSeconds) return null;
  return status === 'missing' && isReturnLimited === 0 ? null : checkedAt + stillTherePauseSeconds;
}

export interface LostCard {
  status: CardStatus;
  isAtPrinter: 0 | 1;
  /** Whether the unplaced card that the owner named can be used up for this. */
  hasSpare: 0 | 1;
}

export type ReplacementRefusal = 'card_not_found' | 'card_not_placed' | 'card_at_printer';

/** Decides whether an owner may give their lost card a new code. The unplaced or bought card for it is checked separately. */
export function decideReplacement<Card extends Omit<LostCard, 'hasSpare'>>(card: Card | undefined): Result<Card, ReplacementRefusal> {
  if (!card) return err('card_not_found');
  if (card.status === 'ordered') return err('card_not_placed');
  return card.isAtPrinter === 1 ? err('card_at_printer') : ok(card);
}

/** Decides whether an owner may replace a lost card by giving up an unplaced one. */
export function decideOwnReplacement(card: LostCard | undefined): Result<LostCard, ReplacementRefusal | 'no_spare_card'> {
  const replacement = decideReplacement(card);
  return replacement.ok && replacement.value.hasSpare === 0 ? err('no_spare_card') : replacement;
}
