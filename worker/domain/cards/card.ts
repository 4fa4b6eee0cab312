/** See "Cards and scans" in docs/product-rules.md. */
import type { CardStatus } from '#schema/cards/card.ts';
import type { Tier } from '#schema/rules.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';

export function decidePlacement(
  card: { status: CardStatus },
  member: { role: Tier },
): Result<{ activates: boolean }, 'membership_required'> {
  if (member.role === 'free') return err('membership_required');
  return ok({ activates: card.status === 'ordered' });
}

export function decideReport(card: { status: CardStatus }): Result<{ alreadyMissing: boolean }, 'card_not_placed'> {
  if (card.status === 'ordered') return err('card_not_placed');
  return ok({ alreadyMissing: card.status === 'missing' });
}
