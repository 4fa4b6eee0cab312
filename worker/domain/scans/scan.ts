/** Decides what a scan of a card pays. Product rules: Cards and scans. */
import { codelessScansPerDay, rewardedScansPerDay, tokensPerOwnerScan, tokensPerScan } from '#schema/rules.ts';
import type { CardStatus } from '#worker/domain/cards/card.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import { type Seconds, secondsUntilMidnightUtc } from '#worker/domain/time.ts';

/** A public card, from one member's point of view. */
export interface CardForScan {
  status: CardStatus;
  ownerId: number | null;
  /** Whom the owner was referred by; asked only while a placement is open. */
  ownerReferredById: number | null;
  isTest: boolean;
  /** Whether the placement form was filled in, and no find has confirmed it yet. */
  placementOpen: boolean;
  /** The owner was paid for a placement of this card before: it was another's in between. */
  placementPaidBefore: boolean;
  openReports: number;
  /** The member has collected this card before. */
  alreadyCollected: boolean;
  /** This very request was answered before: its Idempotency-Key stands at a scan of this or of another card. */
  keyUsedFor: 'this_card' | 'other_card' | null;
  /** What that earlier scan paid. */
  keyTokensEarned: number;
}

export interface Finder {
  id: number;
  referredById: number | null;
  /** Their e-mail address. */
  isVerified: boolean;
  rewardedToday: number;
  codelessToday: number;
}

export interface ScanContext {
  codeWasRight: boolean;
  /** Test cards pay in development and nothing in production. */
  testCardsPay: boolean;
  now: Seconds;
}

export type ScanPlan =
  | { kind: 'replay'; tokens: number }
  | { kind: 'own_card'; activates: boolean }
  | { kind: 'repeat'; activates: boolean }
  | { kind: 'unpaid'; activates: boolean }
  | { kind: 'reward'; tokens: number; ownerTokens: number; placement: PlacementEffect };

/**
 * What a find does to the placement of its card: nothing, or it confirms it, and that pays the owner once a card. It waits where
 * only the finder's e-mail is still to be verified (`confirmAwaitedPlacements`).
 */
export type PlacementEffect = 'none' | 'awaits_verification' | 'confirmed' | 'confirmed_and_paid';

export type ScanRefusal =
  | { reason: 'idempotency_key_reused' }
  | { reason: 'daily_scan_limit'; retryAfterSeconds: number }
  | { reason: 'daily_codeless_limit'; retryAfterSeconds: number };

export function decideScan(card: CardForScan, finder: Finder, context: ScanContext): Result<ScanPlan, ScanRefusal> {
  if (card.keyUsedFor === 'other_card') return err({ reason: 'idempotency_key_reused' });
  if (card.keyUsedFor === 'this_card') return ok({ kind: 'replay', tokens: card.keyTokensEarned });
  const activates = card.status !== 'active' || card.openReports > 0;
  if (card.ownerId === finder.id) return ok({ kind: 'own_card', activates });
  if (card.alreadyCollected) return ok({ kind: 'repeat', activates });
  if (card.isTest && !context.testCardsPay) return ok({ kind: 'unpaid', activates });
  const retryAfterSeconds = secondsUntilMidnightUtc(context.now);
  if (finder.rewardedToday >= rewardedScansPerDay) return err({ reason: 'daily_scan_limit', retryAfterSeconds });
  if (!context.codeWasRight && finder.codelessToday >= codelessScansPerDay)
    return err({ reason: 'daily_codeless_limit', retryAfterSeconds });
  return ok({
    kind: 'reward',
    tokens: tokensPerScan,
    ownerTokens: card.ownerId === null ? 0 : tokensPerOwnerScan,
    placement: placementEffect(card, finder, context),
  });
}

/** A placement is confirmed by a find with the code of another member, but not of one whom a referral ties to the owner. */
function placementEffect(card: CardForScan, finder: Finder, { codeWasRight }: ScanContext): PlacementEffect {
  const isTied = finder.referredById === card.ownerId || card.ownerReferredById === finder.id;
  if (!card.placementOpen || card.ownerId === null || !codeWasRight || isTied) return 'none';
  if (!finder.isVerified) return 'awaits_verification';
  return card.placementPaidBefore ? 'confirmed' : 'confirmed_and_paid';
}
