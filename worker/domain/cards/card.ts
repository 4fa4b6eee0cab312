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

export interface ReportedCard {
  status: CardStatus;
  stillThereAt: Seconds | null;
  /** Whether an open report comes from a member who found the card by its code. */
  isReportedByFinder: 0 | 1;
}

/**
 * Returns when the owner can next close a card's reports without scanning it; null if they can do so now. Reports that took the card off
 * the map can always be closed, unless one of them is by a member known to have been at the card.
 */
export function canConfirmFrom({ status, stillThereAt, isReportedByFinder }: ReportedCard, now: Seconds): Seconds | null {
  if (stillThereAt === null || stillThereAt <= now - stillTherePauseSeconds) return null;
  return status === 'missing' && isReportedByFinder === 0 ? null : stillThereAt + stillTherePauseSeconds;
}
