/** Whether a member may claim a card. Product rules: Claims, printing, email and messages. */
import { claimsPerMember } from '#schema/rules.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';

/** A findable card as somebody who claims it meets it. */
export interface ClaimedCard {
  ownerId: number | null;
  /** Test cards belong to nobody. */
  isTest: boolean;
  /** The member's earlier claim on it is not decided yet. */
  isPending: boolean;
}

export interface Claimant {
  id: number;
  /** Their claims within the limit's window, and when the first of these was made. */
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
