/** A scan in two round trips: `look` gathers what the decision needs, `apply` writes it, repeating every guard. */
import { communityKeysPerPlacement, tokensForFirstPlacement, tokensForLaterPlacement } from '#schema/rules.ts';
import type { CardStatus } from '#worker/domain/card.ts';
import type { CardSeen, ScanPlan } from '#worker/domain/scan.ts';
import { utcDay } from '#worker/domain/time.ts';
import { type Looker, type LookupRefusal, lookupGate, lookupRefusal } from './lookups.ts';
import { batch, firstRow, type Statement, statement, violatedConstraint } from './sql.ts';
import { type Caller, type Member, signedInMember } from './users.ts';

/** How a scan reached us. */
export interface ScanCircumstances {
  source: 'camera' | 'photo' | 'typed' | 'link' | 'offline';
  codeWasRight: boolean;
  latitude: number | null;
  longitude: number | null;
  addressHash: string;
  /** The caller's Idempotency-Key, or random. */
  requestKey: string;
}

export interface ScannedCard {
  rowId: number;
  cardId: string;
  location: string | null;
  description: string | null;
  totalScans: number;
}

export interface ScanSeen {
  member: Member | undefined;
  refusal: LookupRefusal | undefined;
  card: (CardSeen & ScannedCard) | undefined;
  rewardedToday: number;
  codelessToday: number;
}

export interface ScanOutcome {
  tokenBalance: number;
  status: CardStatus;
  totalScans: number;
}

/** Someone else was faster: look again. Or the day's limit was reached by a parallel scan. */
export type ScanConflict = 'look_again' | 'daily_scan_limit' | 'daily_codeless_limit';

interface SeenRow extends ScannedCard {
  status: CardStatus;
  ownerId: number | null;
  ownerReferredById: number | null;
  isTest: 0 | 1;
  placementOpen: 0 | 1;
  openReports: 0 | 1;
  alreadyCollected: 0 | 1;
  keyCardRowId: number | null;
  keyTokensEarned: number | null;
  rewardedToday: number | null;
  codelessToday: number | null;
}

export function scanStore(db: D1Database) {
  return {
    /** One round trip, at most 10 rows. An unknown id, or a card with another code, is counted against the looker. */
    async look(
      looker: Looker & { caller: Caller },
      scanned: { cardId: string; code: string | null; requestKey: string },
      now: number,
    ): Promise<ScanSeen> {
      const [gate, , member, card] = await batch(db, [
        ...lookupGate(db, looker, scanned, now),
        signedInMember(db, looker.caller, now),
        statement(
          db,
          `SELECT c.id AS "rowId", c.card_id AS "cardId", c.location AS "location", c.description AS "description",
             c.total_scans AS "totalScans", c.status AS "status", c.user_id AS "ownerId", o.referred_by_id AS "ownerReferredById",
             c.is_test AS "isTest", (c.placement_at IS NOT NULL AND c.placement_confirmed_at IS NULL) AS "placementOpen",
             EXISTS (SELECT 1 FROM card_reports r WHERE r.card_id = c.id AND r.closed_at IS NULL) AS "openReports",
             EXISTS (SELECT 1 FROM card_scans s WHERE s.card_id = c.id AND s.user_id = ?2 AND s.kind <> 'own') AS "alreadyCollected",
             k.card_id AS "keyCardRowId", k.tokens_earned AS "keyTokensEarned",
             d.rewarded_scans AS "rewardedToday", d.codeless_scans AS "codelessToday"
           FROM cache_cards c
           LEFT JOIN users o ON o.id = c.user_id
           LEFT JOIN card_scans k ON k.user_id = ?2 AND k.request_key = ?3
           LEFT JOIN member_days d ON d.user_id = ?2 AND d.day = ?4
           WHERE c.card_id = ?1`,
          scanned.cardId,
          looker.caller.userId,
          scanned.requestKey,
          utcDay(now),
        ),
      ]);
      const row = firstRow<SeenRow>(card);
      return {
        member: firstRow<Member>(member),
        refusal: lookupRefusal(gate, now),
        card: row && seenCard(row),
        rewardedToday: row?.rewardedToday ?? 0,
        codelessToday: row?.codelessToday ?? 0,
      };
    },

    /** One round trip, all or nothing. `plan` is what was decided from `card`. */
    async apply(
      plan: Exclude<ScanPlan, { kind: 'replay' }>,
      card: CardSeen & ScannedCard,
      userId: number,
      circumstances: ScanCircumstances,
      now: number,
    ): Promise<ScanOutcome | ScanConflict> {
      const scan = { card, userId, circumstances, now };
      const writes =
        plan.kind === 'reward'
          ? rewardStatements(db, plan, scan)
          : plan.kind === 'unpaid'
            ? [insertScan(db, 'unpaid', 0, scan), activate(db, scan), closeReports(db, scan)]
            : plan.kind === 'own_card'
              ? [insertScan(db, 'own', 0, scan), activate(db, scan), closeReports(db, scan)]
              : [activate(db, scan), closeReports(db, scan)];
      try {
        const results = await batch(db, [...writes, outcome(db, scan)]);
        const row = firstRow<ScanOutcome & { applied: 0 | 1 }>(results.at(-1));
        if (!row || (plan.kind !== 'repeat' && !row.applied)) return 'look_again';
        return { tokenBalance: row.tokenBalance, status: row.status, totalScans: row.totalScans };
      } catch (error) {
        const conflict = conflicts[violatedConstraint(error) ?? ''];
        if (conflict) return conflict;
        throw error;
      }
    },
  };
}

const conflicts: Record<string, ScanConflict> = {
  rewarded_scans_per_day: 'daily_scan_limit',
  codeless_scans_per_day: 'daily_codeless_limit',
  // A request that shares its Idempotency-Key with one that is being answered runs into what that one wrote.
  'token_transactions.cause': 'look_again',
  'card_scans.user_id, card_scans.request_key': 'look_again',
  'card_scans.card_id, card_scans.user_id': 'look_again',
};

function seenCard(row: SeenRow): CardSeen & ScannedCard {
  return {
    rowId: row.rowId,
    cardId: row.cardId,
    location: row.location,
    description: row.description,
    totalScans: row.totalScans,
    status: row.status,
    ownerId: row.ownerId,
    ownerReferredById: row.ownerReferredById,
    isTest: row.isTest === 1,
    placementOpen: row.placementOpen === 1,
    openReports: row.openReports,
    alreadyCollected: row.alreadyCollected === 1,
    keyUsedFor: row.keyCardRowId === null ? null : row.keyCardRowId === row.rowId ? 'this_card' : 'other_card',
    keyTokensEarned: row.keyTokensEarned ?? 0,
  };
}

interface Scan {
  card: CardSeen & ScannedCard;
  userId: number;
  circumstances: ScanCircumstances;
  now: number;
}

/** True in the statements after `insertScan` when this request wrote its scan. */
const thisScan = `EXISTS (SELECT 1 FROM card_scans WHERE user_id = ?1 AND request_key = ?2 AND card_id = ?3)`;
const key = (scan: Scan) => [scan.userId, scan.circumstances.requestKey, scan.card.rowId] as const;

/** Writes the scan, unless the card has changed hands, gone, or was collected by this member since it was looked at. */
function insertScan(db: D1Database, kind: 'rewarded' | 'unpaid' | 'own', tokens: number, scan: Scan): Statement {
  const { circumstances } = scan;
  return statement(
    db,
    `INSERT INTO card_scans (card_id, user_id, scan_date, kind, tokens_earned, source, code_was_right, latitude, longitude, address_hash, request_key)
     SELECT c.id, ?1, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?2 FROM cache_cards c
     WHERE c.id = ?3 AND c.user_id IS ?12 AND c.available_at IS NOT NULL AND c.status <> 'disabled'
       AND (?5 = 'own' OR NOT EXISTS (SELECT 1 FROM card_scans s WHERE s.card_id = c.id AND s.user_id = ?1 AND s.kind <> 'own'))`,
    ...key(scan),
    scan.now,
    kind,
    tokens,
    circumstances.source,
    circumstances.codeWasRight ? 1 : 0,
    circumstances.latitude,
    circumstances.longitude,
    circumstances.addressHash,
    scan.card.ownerId,
  );
}

function rewardStatements(db: D1Database, plan: Extract<ScanPlan, { kind: 'reward' }>, scan: Scan): Statement[] {
  const { card, circumstances, now } = scan;
  const entity = String(card.rowId);
  const ledger =
    'INSERT INTO token_transactions (user_id, amount, type, related_entity_type, related_entity_id, description, cause, created_at)';
  const statements = [
    insertScan(db, 'rewarded', plan.tokens, scan),
    statement(
      db,
      `INSERT INTO member_days (user_id, day, rewarded_scans, codeless_scans) SELECT ?1, ?4, 1, ?5 WHERE ${thisScan}
       ON CONFLICT (user_id, day) DO UPDATE SET rewarded_scans = rewarded_scans + 1, codeless_scans = codeless_scans + excluded.codeless_scans`,
      ...key(scan),
      utcDay(now),
      circumstances.codeWasRight ? 0 : 1,
    ),
    statement(
      db,
      `${ledger} SELECT ?1, ?4, 'scan', 'cache_card', ?5, ?6, 'scan:' || ?3 || ':' || ?1, ?7 WHERE ${thisScan}`,
      ...key(scan),
      plan.tokens,
      entity,
      `Found Cache Card ${card.cardId}`,
      now,
    ),
  ];
  if (plan.ownerTokens > 0) {
    statements.push(
      statement(
        db,
        `${ledger} SELECT ?4, ?5, 'owner_scan', 'cache_card', ?6, ?7, 'owner_scan:' || ?3 || ':' || ?1, ?8 WHERE ${thisScan}`,
        ...key(scan),
        card.ownerId,
        plan.ownerTokens,
        entity,
        `Your Cache Card ${card.cardId} was found`,
        now,
      ),
    );
  }
  if (plan.confirmsPlacement) statements.push(...confirmPlacement(db, ledger, entity, scan));
  statements.push(
    statement(
      db,
      `UPDATE cache_cards SET total_scans = total_scans + 1, status = 'active', placed_date = COALESCE(placed_date, ?4),
         tokens_earned = tokens_earned + ?5 WHERE id = ?3 AND ${thisScan}`,
      ...key(scan),
      now,
      plan.tokens + plan.ownerTokens,
    ),
  );
  if (card.openReports) statements.push(closeReports(db, scan));
  return statements;
}

/**
 * Marks the placement confirmed and pays its owner, if basic or premium: 10 tokens for their first confirmed placement,
 * 2 for each later one, and a Community Key.
 */
function confirmPlacement(db: D1Database, ledger: string, entity: string, scan: Scan): Statement[] {
  const { card, now } = scan;
  const confirmsNow = `${thisScan} AND EXISTS (SELECT 1 FROM cache_cards WHERE id = ?3 AND placement_at IS NOT NULL AND placement_confirmed_at IS NULL)
    AND EXISTS (SELECT 1 FROM users WHERE id = ?4 AND role <> 'free')`;
  const first = `NOT EXISTS (SELECT 1 FROM token_transactions WHERE user_id = ?4 AND type = 'placement')`;
  return [
    statement(
      db,
      `${ledger} SELECT ?4, iif(${first}, ?8, ?9), 'placement', 'cache_card', ?5, ?6, 'placement:' || ?3, ?7 WHERE ${confirmsNow}`,
      ...key(scan),
      card.ownerId,
      entity,
      `Placement of Cache Card ${card.cardId} was confirmed by a find`,
      now,
      tokensForFirstPlacement,
      tokensForLaterPlacement,
    ),
    statement(
      db,
      `INSERT INTO key_events (user_id, kind, amount, related_entity_type, related_entity_id, cause, created_at)
       SELECT ?4, 'community', ?7, 'cache_card', ?5, 'placement:' || ?3, ?6 WHERE ${confirmsNow}`,
      ...key(scan),
      card.ownerId,
      entity,
      now,
      communityKeysPerPlacement,
    ),
    statement(
      db,
      `UPDATE cache_cards SET placement_confirmed_at = ?4,
         tokens_earned = tokens_earned + COALESCE((SELECT amount FROM token_transactions WHERE cause = 'placement:' || ?3), 0)
       WHERE id = ?3 AND placement_at IS NOT NULL AND placement_confirmed_at IS NULL AND ${thisScan}`,
      ...key(scan),
      now,
    ),
  ];
}

/** Any scan of an ordered or missing card makes it active; repeats and own scans too. */
function activate(db: D1Database, scan: Scan): Statement {
  return statement(
    db,
    `UPDATE cache_cards SET status = 'active', placed_date = COALESCE(placed_date, ?2)
     WHERE id = ?1 AND status IN ('ordered', 'missing') AND available_at IS NOT NULL`,
    scan.card.rowId,
    scan.now,
  );
}

function closeReports(db: D1Database, scan: Scan): Statement {
  return statement(db, 'UPDATE card_reports SET closed_at = ?2 WHERE card_id = ?1 AND closed_at IS NULL', scan.card.rowId, scan.now);
}

function outcome(db: D1Database, scan: Scan): Statement {
  return statement(
    db,
    `SELECT u.token_balance AS "tokenBalance", c.status AS "status", c.total_scans AS "totalScans", ${thisScan} AS "applied"
     FROM users u JOIN cache_cards c ON c.id = ?3 WHERE u.id = ?1`,
    ...key(scan),
  );
}
