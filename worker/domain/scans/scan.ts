/** See "Cards and scans" in docs/product-rules.md. */

import { answers } from '#schema/answers.ts';
import type { CardStatus } from '#schema/cards/card.ts';
import { codelessScansPerDay, rewardedScansPerDay, tokensPerOwnerScan, tokensPerScan } from '#schema/rules.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import { type Seconds, secondsUntilMidnightUtc } from '#worker/domain/time.ts';

export interface CardForScan {
  status: CardStatus;
  ownerId: number | null;
  /** While the owner is suspended, finds of the card do not pay the owner. */
  isOwnerSuspended: boolean;
  /** While the owner is suspended or leaving, finds of the card do not confirm the placement, so that a later one can. */
  isOwnerHidden: boolean;
  /** Id of the member who referred the owner. Loaded only while a placement awaits confirmation; otherwise null. */
  ownerReferredById: number | null;
  isTest: boolean;
  /** True from when the placement form is submitted until a find confirms the placement. */
  placementOpen: boolean;
  /** True if this placement earns no reward because an earlier placement of the card was rewarded or the card has had another owner. */
  placementPaidBefore: boolean;
  openReports: number;
  alreadyCollected: boolean;
  /** Card scanned earlier with this Idempotency-Key; null if the key is new. */
  keyUsedFor: 'this_card' | 'other_card' | null;
  keyTokensEarned: number;
}

export interface Finder {
  id: number;
  referredById: number | null;
  isVerified: boolean;
  rewardedToday: number;
  codelessToday: number;
}

export interface ScanContext {
  codeWasRight: boolean;
  /** Whether finds of test cards earn tokens; true in development only. */
  testCardsPay: boolean;
  now: Seconds;
}

export type ScanPlan =
  | { kind: 'replay'; tokens: number }
  | { kind: 'own_card'; activates: boolean }
  | { kind: 'repeat'; activates: boolean }
  | { kind: 'unpaid'; activates: boolean }
  | { kind: 'reward'; activates: boolean; tokens: number; ownerTokens: number; placement: PlacementEffect };

/**
 * A find's effect on its card's placement. Confirming a placement rewards the owner, once per card. If only the finder's unverified email
 * prevents the confirmation, the placement waits for verification (`confirmAwaitedPlacements`).
 */
export type PlacementEffect = 'none' | 'awaits_verification' | 'confirmed' | 'confirmed_and_paid';

export type ScanRefusal =
  | { reason: 'idempotency_key_reused' }
  | { reason: 'daily_scan_limit'; retryAfterSeconds: number }
  | { reason: 'daily_codeless_limit'; retryAfterSeconds: number };

export function decideScan(card: CardForScan, finder: Finder, context: ScanContext): Result<ScanPlan, ScanRefusal> {
  if (card.keyUsedFor === 'other_card') return err({ reason: 'idempotency_key_reused' });
  if (card.keyUsedFor === 'this_card') return ok({ kind: 'replay', tokens: card.keyTokensEarned });
  const isOrdered = card.status === 'ordered';
  if (card.ownerId === finder.id) return ok({ kind: 'own_card', activates: isOrdered });
  if (card.alreadyCollected && !card.isTest) return ok({ kind: 'repeat', activates: isOrdered });
  const activates = isOrdered || (provesPresence(card, context) && (card.status !== 'active' || card.openReports > 0));
  if (card.alreadyCollected) return ok({ kind: 'repeat', activates });
  if (card.isTest && !context.testCardsPay) return ok({ kind: 'unpaid', activates });
  const retryAfterSeconds = secondsUntilMidnightUtc(context.now);
  if (finder.rewardedToday >= rewardedScansPerDay) return err({ reason: 'daily_scan_limit', retryAfterSeconds });
  if (!context.codeWasRight && finder.codelessToday >= codelessScansPerDay)
    return err({ reason: 'daily_codeless_limit', retryAfterSeconds });
  return ok({
    kind: 'reward',
    activates,
    tokens: tokensPerScan,
    ownerTokens: card.ownerId === null || card.isOwnerSuspended ? 0 : tokensPerOwnerScan,
    placement: placementEffect(card, finder, context),
  });
}

/**
 * Whether a first find proves that the card is in place, which closes its missing-card reports. Anyone can type an id, but the code is
 * printed only on the card. Test cards need no code. Owners, and members who collected the card earlier, may know the code without being
 * there; owners answer reports on the card's page.
 */
function provesPresence({ isTest }: CardForScan, { codeWasRight }: ScanContext): boolean {
  return codeWasRight || isTest;
}

/**
 * Returns the find's effect on the placement. A find with the correct code confirms it, unless the owner is suspended or leaving, or a
 * referral links finder and owner.
 */
function placementEffect(card: CardForScan, finder: Finder, { codeWasRight }: ScanContext): PlacementEffect {
  const isTied = finder.referredById === card.ownerId || card.ownerReferredById === finder.id;
  if (!card.placementOpen || card.ownerId === null || card.isOwnerHidden || !codeWasRight || isTied) return 'none';
  if (!finder.isVerified) return 'awaits_verification';
  return card.placementPaidBefore ? 'confirmed' : 'confirmed_and_paid';
}

/** Returns the message about a scan of a card that now has this status. */
export function scanMessage(plan: ScanPlan, status: CardStatus): string {
  switch (plan.kind) {
    case 'own_card':
      if (status === 'missing') return answers.ownCardMissing;
      return plan.activates ? answers.ownCardActivated : answers.ownCard;
    case 'repeat':
      return answers.cardCollectedBefore;
    case 'unpaid':
      return answers.testCard;
    case 'replay':
      return plan.tokens > 0 ? answers.cardScanned : answers.scanReceivedBefore;
    case 'reward':
      return answers.cardScanned;
  }
}
