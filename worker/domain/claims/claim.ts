/** See "Claims, printing, email and messages" in docs/product-rules.md. */
import { claimsPerMember } from '#schema/rules.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';

export interface ClaimedCard {
  ownerId: number | null;
  isTest: boolean;
  isPending: boolean;
}

export interface Claimant {
  id: number;
  claimsLately: number;
  firstClaimLately: Seconds | null;
}

export type ClaimRefusal = 'own_card' | 'test_card' | 'claim_pending' | { reason: 'too_many_claims'; retryAfterSeconds: number };

export function decideClaim(card: ClaimedCard, claimant: Claimant, now: Seconds): Result<undefined, ClaimRefusal> {
  if (card.ownerId === claimant.id) return err('own_card');
  if (card.isTest) return err('test_card');
  if (card.isPending) return err('claim_pending');
  if (claimant.claimsLately >= claimsPerMember.limit) {
    const retryAfterSeconds = (claimant.firstClaimLately ?? now) + claimsPerMember.windowSeconds - now;
    return err({ reason: 'too_many_claims', retryAfterSeconds });
  }
  return ok(undefined);
}
