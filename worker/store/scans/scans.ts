/** A scan in two round trips: `load` gathers what the decision needs, `commit` writes it, repeating every guard. */

import type { CardStatus } from '#worker/domain/cards/card.ts';
import type { CardForScan, Finder, ScanPlan } from '#worker/domain/scans/scan.ts';
import { utcDay } from '#worker/domain/time.ts';
import { type FinderRow, signedInFinder } from '#worker/store/accounts/users.ts';
import { isFindable, publicColumn } from '#worker/store/cards/findable.ts';
import type { Database } from '#worker/store/database.ts';
import { shownPlaceOf } from '#worker/store/finding/place-on-map.ts';
import { batch, firstRow, orViolated, statement } from '#worker/store/sql.ts';
import { tokensFor, tokenTransactionsUnique } from '#worker/store/tokens/ledger-kinds.ts';
import { countMiss, type LookupRefusal, missCounts, spentLimit } from './lookups.ts';
import type { CardVersion, Scanner } from './scan-guard.ts';
import { isFirstScan } from './scan-kinds.ts';
import { planStatements, type ScanCircumstances, type ScannedCard, type ScanOutcome } from './scan-writes.ts';

/** What is scanned: `code` is null where none came along. */
export interface ScanInput {
  cardId: string;
  code: string | null;
  requestKey: string | null;
}

export interface ScanData {
  member: FinderRow | undefined;
  refusal: LookupRefusal | undefined;
  card: ScanCard | undefined;
  rewardedToday: number;
  codelessToday: number;
}

/** Someone else was faster: load again. Or the day's limit was reached by a parallel scan. */
export type ScanConflict = 'look_again' | 'daily_scan_limit' | 'daily_codeless_limit';

/** A card as a scan saw it. */
export type ScanCard = CardForScan & ScannedCard & CardVersion;

interface ScanCardRow extends Omit<ScannedCard, 'shown'>, CardVersion {
  shownLatitudeE6: number | null;
  shownLongitudeE6: number | null;
  status: CardStatus;
  ownerId: number | null;
  ownerReferredById: number | null;
  isTest: 0 | 1;
  placementOpen: 0 | 1;
  placementPaidBefore: 0 | 1;
  openReports: 0 | 1;
  alreadyCollected: 0 | 1;
  keyCardRowId: number | null;
  keyTokensEarned: number | null;
  rewardedToday: number | null;
  codelessToday: number | null;
}

export function scanStore(db: Database) {
  return {
    /**
     * One round trip, at most 10 rows, which a copy may answer: advice. `isFinal` asks the primary instead; there an unknown id, or
     * a card with another code, is counted against the requester.
     */
    async load(requester: Scanner, scanned: ScanInput, isFinal: boolean, now: number): Promise<ScanData> {
      const [counts, found, card] = await batch(db, [
        missCounts(requester),
        signedInFinder(requester.caller, now),
        statement<
          ScanCardRow,
          | 'location'
          | 'description'
          | 'shownLatitudeE6'
          | 'shownLongitudeE6'
          | 'ownerReferredById'
          | 'placementOpen'
          | 'placementPaidBefore'
          | 'openReports'
          | 'alreadyCollected'
        >(
          `SELECT c.id AS "rowId", c.version AS "version", c.card_id AS "cardId", ${publicColumn('c', 'location')} AS "location", ${publicColumn('c', 'description')} AS "description",
             c.latitude AS "latitude", c.longitude AS "longitude",
             ${publicColumn('c', 'shown_latitude_e6')} AS "shownLatitudeE6", ${publicColumn('c', 'shown_longitude_e6')} AS "shownLongitudeE6", c.total_scans AS "totalScans", c.status AS "status", c.user_id AS "ownerId", iif(c.placement_at IS NOT NULL AND c.placement_confirmed_at IS NULL, (SELECT o.referred_by_id FROM users o WHERE o.id = c.user_id), NULL) AS "ownerReferredById",
             c.is_test AS "isTest", (c.placement_at IS NOT NULL AND c.placement_confirmed_at IS NULL) AS "placementOpen",
             (c.placement_at IS NOT NULL AND c.placement_confirmed_at IS NULL AND EXISTS (SELECT 1 FROM token_transactions p
               WHERE ${tokensFor('placement', 'c.user_id', 'c.id', 'p')})) AS "placementPaidBefore",
             EXISTS (SELECT 1 FROM card_reports r WHERE r.card_id = c.id AND r.closed_at IS NULL) AS "openReports",
             EXISTS (SELECT 1 FROM card_scans s WHERE s.card_id = c.id AND s.user_id = ?2 AND ${isFirstScan('s')}) AS "alreadyCollected",
             k.card_id AS "keyCardRowId", k.tokens_earned AS "keyTokensEarned",
             d.rewarded_scans AS "rewardedToday", d.codeless_scans AS "codelessToday"
           FROM cache_cards c
           LEFT JOIN card_scans k ON k.user_id = ?2 AND k.request_key = ?3
           LEFT JOIN member_days d ON d.user_id = ?2 AND d.day = ?4
           WHERE c.card_id = ?1 AND (?5 IS NULL OR c.code = ?5) AND ${isFindable('c')}`,
          scanned.cardId,
          requester.caller.userId,
          scanned.requestKey,
          utcDay(now),
          scanned.code,
        ),
        ...(isFinal ? [countMiss(requester, scanned, now)] : []),
      ]);
      const member = firstRow(found);
      const row = firstRow(card);
      return {
        member,
        refusal: spentLimit(requester, { sessionHeld: member !== undefined }, counts, now),
        card: row && toScanCard(row),
        rewardedToday: row?.rewardedToday ?? 0,
        codelessToday: row?.codelessToday ?? 0,
      };
    },

    /**
     * One round trip, all or nothing: a guard that fails rolls everything back. `plan` is what was decided from `card`, which may
     * have come from a copy that is a little behind.
     */
    async commit(
      scanner: Scanner,
      plan: Exclude<ScanPlan, { kind: 'replay' }>,
      card: ScanCard,
      finder: Pick<Finder, 'id' | 'isVerified'>,
      circumstances: ScanCircumstances,
      now: number,
    ): Promise<ScanOutcome | ScanConflict> {
      const scan = { scanner, card, finder, circumstances, now };
      return orViolated(conflicts, async () => {
        const results = await batch(db, planStatements(plan, scan));
        return firstRow(results.at(-1)) ?? 'look_again';
      });
    },
  };
}

/** What a violated constraint says of a scan that lost a race; another violation is a fault of ours. */
const conflicts: Record<string, ScanConflict> = {
  'member_days.rewarded_scans': 'daily_scan_limit',
  'member_days.codeless_scans': 'daily_codeless_limit',
  // The card, the session or the count of unknown ids is not as it was seen, or the finder has verified their address.
  'cache_cards.total_scans': 'look_again',
  foreign_key: 'look_again',
  // This member has collected the card, or this very request was answered, in the meantime.
  'card_scans.user_id, card_scans.card_id': 'look_again',
  'card_scans.user_id, card_scans.request_key': 'look_again',
  // Another find has confirmed the placement.
  [tokenTransactionsUnique]: 'look_again',
  // The finder was suspended: trigger `token_transactions_balance`. Their session has ended with it.
  'users.token_balance': 'look_again',
};

function toScanCard(row: ScanCardRow): ScanCard {
  return {
    rowId: row.rowId,
    version: row.version,
    cardId: row.cardId,
    location: row.location,
    description: row.description,
    latitude: row.latitude,
    longitude: row.longitude,
    shown: shownPlaceOf(row),
    totalScans: row.totalScans,
    status: row.status,
    ownerId: row.ownerId,
    ownerReferredById: row.ownerReferredById,
    isTest: row.isTest === 1,
    placementOpen: row.placementOpen === 1,
    placementPaidBefore: row.placementPaidBefore === 1,
    openReports: row.openReports,
    alreadyCollected: row.alreadyCollected === 1,
    keyUsedFor: row.keyCardRowId === null ? null : row.keyCardRowId === row.rowId ? 'this_card' : 'other_card',
    keyTokensEarned: row.keyTokensEarned ?? 0,
  };
}
