/** Placement and missing reports of cards. Product rules: Cards and scans. */
import type { Tier } from '#schema/rules.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';

export type CardStatus = 'ordered' | 'active' | 'missing' | 'disabled';

/** Whether the owner may fill in the placement form; the first time it makes an ordered card active. */
export function decidePlacement(
  card: { status: CardStatus },
  member: { role: Tier },
): Result<{ activates: boolean }, 'membership_required'> {
  if (member.role === 'free') return err('membership_required');
  return ok({ activates: card.status === 'ordered' });
}

/** Whether a card can be reported missing: one that never was placed cannot. */
export function decideReport(card: { status: CardStatus }): Result<{ alreadyMissing: boolean }, 'card_not_placed'> {
  if (card.status === 'ordered') return err('card_not_placed');
  return ok({ alreadyMissing: card.status === 'missing' });
}
