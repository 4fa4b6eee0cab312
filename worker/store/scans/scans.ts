/** A scan takes two round trips: `load` reads what the decision needs, and `commit` writes the plan and rechecks everything. */

import type { CardStatus } from '#schema/cards/card.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { CardForScan, Finder, ScanPlan } from '#worker/domain/scans/scan.ts';
import { utcDay } from '#worker/domain/time.ts';
import { signedInFinder } from '#worker/store/accounts/users.ts';
import { isFindable, publicColumn } from '#worker/store/cards/findable-cards.ts';
import { isOwnerSuspended } from '#worker/store/cards/hidden-owners.ts';
import type { Database } from '#worker/store/database.ts';
import { toShownPlace } from '#worker/store/finding/place-on-map.ts';
import { batch, catchViolation, firstRow, type Statement, statement } from '#worker/store/sql.ts';
import { tokensFor, tokenTransactionsUnique } from '#worker/store/tokens/ledger-kinds.ts';
import { countMiss, type LookupRefusal, missCounts, spentLimit } from './lookups.ts';
import { isFirstScan } from './scan-kinds.ts';
import type { CardVersion, Scanner } from './scan-preconditions.ts';
import { planStatements, type ScanCircumstances, type ScannedCard, type ScanOutcome } from './scan-writes.ts';

export interface ScanTarget {
  cardId: string;
  code: string | null;
  requestKey: string | null;
}

export interface LoadedScan {
  card: LoadedCard;
  finder: ScanFinder;
}

export type LoadedCard = CardForScan &
  ScannedCard &
  CardVersion & {
    /** `totalScans` as shown to the member with their own find; null before it. */
    seenScans: number | null;
  };
export type ScanFinder = Finder & { tokenBalance: number };

/** 'stale' means that the loaded data has changed. The other values mean that a parallel scan reached a daily limit. */
export type ScanConflict = 'stale' | 'daily_scan_limit' | 'daily_codeless_limit';

interface CardRow extends Omit<ScannedCard, 'shown'>, Omit<CardVersion, 'isOwnerHidden'> {
  shownLatitudeE6: number | null;
  shownLongitudeE6: number | null;
  status: CardStatus;
  ownerId: number | null;
  isOwnerSuspended: 0 | 1;
  isOwnerHidden: 0 | 1;
  ownerReferredById: number | null;
  isTest: 0 | 1;
  placementOpen: 0 | 1;
  placementPaidBefore: 0 | 1;
  openReports: 0 | 1;
  alreadyCollected: 0 | 1;
  seenScans: number | null;
  keyCardRowId: number | null;
  keyTokensEarned: number | null;
  rewardedToday: number | null;
  codelessToday: number | null;
}

export function scanStore(db: Database) {
  return {
    /**
     * Loads the data for a scan. Reads at most 10 rows in one round trip, which a replica may serve. An unknown id is looked up again, and
     * counted, on the primary.
     */
    load: (scanner: Scanner, target: ScanTarget, now: number) => load(scanner, target, [], now),

    /**
     * Writes the plan in one round trip, all or nothing; a failed precondition rolls everything back. A plan that changes nothing needs no
     * round trip.
     */
    async commit(
      scanner: Scanner,
      plan: ScanPlan,
      card: LoadedCard,
      finder: Pick<ScanFinder, 'id' | 'isVerified' | 'tokenBalance'>,
      circumstances: ScanCircumstances,
      now: number,
    ): Promise<ScanOutcome | ScanConflict> {
      if (plan.kind === 'replay' || ((plan.kind === 'own_card' || plan.kind === 'repeat') && !plan.activates))
        return { tokenBalance: finder.tokenBalance, status: card.status, totalScans: card.totalScans };
      const scan = { scanner, card, finder, circumstances, now };
      return catchViolation(conflicts, async () => {
        const results = await batch(db, planStatements(plan, scan));
        return firstRow(results.at(-1)) ?? 'stale';
      });
    },
  };

  async function load(
    scanner: Scanner,
    target: ScanTarget,
    countStatements: Statement[],
    now: number,
  ): Promise<Result<LoadedScan, LookupRefusal | 'not_signed_in'>> {
    const [counts, found, card] = await batch(db, [
      missCounts(scanner),
      signedInFinder(scanner.caller, now),
      statement<
        CardRow,
        | 'location'
        | 'description'
        | 'shownLatitudeE6'
        | 'shownLongitudeE6'
        | 'isOwnerSuspended'
        | 'ownerReferredById'
        | 'placementOpen'
        | 'placementPaidBefore'
        | 'openReports'
        | 'alreadyCollected'
      >(
        `SELECT c.id AS "rowId", c.version AS "version", c.card_id AS "cardId", ${publicColumn('c', 'location')} AS "location", ${publicColumn('c', 'description')} AS "description",
           c.latitude AS "latitude", c.longitude AS "longitude",
           ${publicColumn('c', 'shown_latitude_e6')} AS "shownLatitudeE6", ${publicColumn('c', 'shown_longitude_e6')} AS "shownLongitudeE6", c.total_scans AS "totalScans", c.status AS "status", c.user_id AS "ownerId",
           c.is_owner_hidden AS "isOwnerHidden", ${isOwnerSuspended('c')} AS "isOwnerSuspended", iif(c.placement_at IS NOT NULL AND c.placement_confirmed_at IS NULL, (SELECT o.referred_by_id FROM users o WHERE o.id = c.user_id), NULL) AS "ownerReferredById",
           c.is_test AS "isTest", (c.placement_at IS NOT NULL AND c.placement_confirmed_at IS NULL) AS "placementOpen",
           (c.placement_at IS NOT NULL AND c.placement_confirmed_at IS NULL AND (c.has_changed_owner = 1 OR EXISTS (SELECT 1 FROM token_transactions p
             WHERE ${tokensFor('placement', 'c.user_id', 'c.id', 'p')}))) AS "placementPaidBefore",
           EXISTS (SELECT 1 FROM card_reports r WHERE r.card_id = c.id AND r.closed_at IS NULL) AS "openReports",
           s.id IS NOT NULL AS "alreadyCollected", s.seen_scans AS "seenScans",
           k.card_id AS "keyCardRowId", k.tokens_earned AS "keyTokensEarned",
           d.rewarded_scans AS "rewardedToday", d.codeless_scans AS "codelessToday"
         FROM cache_cards c
         LEFT JOIN card_scans s ON s.user_id = ?2 AND s.card_id = c.id AND ${isFirstScan('s')}
         LEFT JOIN card_scans k ON k.user_id = ?2 AND k.request_key = ?3
         LEFT JOIN member_days d ON d.user_id = ?2 AND d.day = ?4
         WHERE c.card_id = ?1 AND (?5 IS NULL OR c.code = ?5) AND ${isFindable('c')}`,
        [target.cardId, scanner.caller.userId, target.requestKey, utcDay(now), target.code],
      ),
      ...countStatements,
    ]);
    const member = firstRow(found);
    const row = firstRow(card);
    if (!row && countStatements.length === 0) return load(scanner, target, [countMiss(scanner, target, now)], now);
    if (!member) return err('not_signed_in');
    const refusal = spentLimit(scanner, { isSessionValid: true }, counts, now);
    if (refusal) return err(refusal);
    if (!row) return err({ reason: 'card_not_found' });
    const { id, referredById, emailVerifiedAt, tokenBalance } = member;
    const { rewardedToday, codelessToday } = row;
    return ok({
      card: toLoadedCard(row),
      finder: {
        ...{ id, referredById, tokenBalance, isVerified: emailVerifiedAt !== null },
        ...{ rewardedToday: rewardedToday ?? 0, codelessToday: codelessToday ?? 0 },
      },
    });
  }
}

/** Maps each constraint violation to the concurrent change that causes it. Any other violation is a bug. */
const conflicts: Record<string, ScanConflict> = {
  'member_days.rewarded_scans': 'daily_scan_limit',
  'member_days.codeless_scans': 'daily_codeless_limit',
  // A precondition no longer holds because of a change to the card, the session, the limits on unknown ids or the verification of the
  // finder's email.
  'cache_cards.total_scans': 'stale',
  foreign_key: 'stale',
  // A concurrent request has already recorded this find, or has already processed this scan.
  'card_scans.user_id, card_scans.card_id': 'stale',
  'card_scans.user_id, card_scans.request_key': 'stale',
  // Another find has confirmed the placement.
  [tokenTransactionsUnique]: 'stale',
  // The finder was suspended (trigger `token_transactions_balance`), which also ended their session.
  'users.token_balance': 'stale',
};

function toLoadedCard(row: CardRow): LoadedCard {
  return {
    ...row,
    shown: toShownPlace(row),
    isOwnerSuspended: row.isOwnerSuspended === 1,
    isOwnerHidden: row.isOwnerHidden === 1,
    isTest: row.isTest === 1,
    placementOpen: row.placementOpen === 1,
    placementPaidBefore: row.placementPaidBefore === 1,
    alreadyCollected: row.alreadyCollected === 1,
    keyUsedFor: row.keyCardRowId === null ? null : row.keyCardRowId === row.rowId ? 'this_card' : 'other_card',
    keyTokensEarned: row.keyTokensEarned ?? 0,
  };
}
