/** See "Claims, printing, email and messages" in docs/product-rules.md. */
import { claimsPerMember, type Tier } from '#schema/rules.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';

export interface ClaimedCard {
  ownerId: number | null;
  isTest: boolean;
  isPending: boolean;
  /** Whether the card has lost its owner or the owner's membership ended long ago. */
  isAdoptable: boolean;
}

export interface Claimant {
  id: number;
  role: Tier;
  emailVerifiedAt: Seconds | null;
  claimsLately: number;
  firstClaimLately: Seconds | null;
}

export type ClaimRefusal =
  | 'email_unverified'
  | 'own_card'
  | 'test_card'
  | 'claim_pending'
  | 'card_has_owner'
  | 'adoption_needs_membership'
  | { reason: 'too_many_claims'; retryAfterSeconds: number };

/** Decides whether a member may claim a card with a proof or, without one, ask to adopt it. */
export function decideClaim(
  card: ClaimedCard,
  claimant: Claimant,
  { isAdoption }: { isAdoption: boolean },
  now: Seconds,
): Result<undefined, ClaimRefusal> {
  if (card.ownerId === claimant.id) return err('own_card');
  if (claimant.emailVerifiedAt === null) return err('email_unverified');
  if (card.isTest) return err('test_card');
  if (card.isPending) return err('claim_pending');
  if (isAdoption && !card.isAdoptable) return err('card_has_owner');
  if (isAdoption && claimant.role === 'free') return err('adoption_needs_membership');
  if (claimant.claimsLately >= claimsPerMember.limit) {
    const retryAfterSeconds = (claimant.firstClaimLately ?? now) + claimsPerMember.windowSeconds - now;
    return err({ reason: 'too_many_claims', retryAfterSeconds });
  }
  return ok(undefined);
}
