import type { CardStatus } from '#schema/cards/card.ts';
import { type ScanSource, scanSources } from '#schema/cards/card.ts';
import type { Place } from '#schema/finding/geo.ts';
import { codelessScansPerDay, rewardedScansPerDay } from '#schema/rules.ts';
import { type ScanKindName, scanKinds, tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import type { StatedDistance } from '#worker/domain/scans/place.ts';
import type { CardForScan, Finder, PlacementEffect, ScanPlan } from '#worker/domain/scans/scan.ts';
import { utcDay } from '#worker/domain/time.ts';
import { isFindable } from '#worker/store/cards/findable-cards.ts';
import { payPlacement } from '#worker/store/cards/placement-rewards.ts';
import { queuePush } from '#worker/store/messages/push.ts';
import { type Statement, statement } from '#worker/store/sql.ts';
import { tokenColumns, tokensFor } from '#worker/store/tokens/ledger-kinds.ts';
import { type CardVersion, type Scanner, scanPreconditions } from './scan-preconditions.ts';

export interface ScanCircumstances {
  source: ScanSource;
  codeWasRight: boolean;
  /** Distance to the card as reported by the device. The device's position is never stored. */
  stated: StatedDistance | null;
  /** Time between the scan and the arrival of its request, in seconds, according to the device; null if unknown. */
  ageSeconds: number | null;
  addressHash: string;
  requestKey: string | null;
}

export interface ScannedCard {
  rowId: number;
  cardId: string;
  location: string | null;
  description: string | null;
  /** True latitude in degrees, if the owner set a location. Never shown to anyone. */
  latitude: number | null;
  longitude: number | null;
  shown: Place | null;
  totalScans: number;
}

export interface ScanOutcome {
  tokenBalance: number;
  status: CardStatus;
  totalScans: number;
}

export interface Scan {
  scanner: Scanner;
  card: CardForScan & ScannedCard & CardVersion;
  finder: Pick<Finder, 'id' | 'isVerified'>;
  circumstances: ScanCircumstances;
  /** Whether the scan closes the card's missing-card reports and activates the card. */
  activates: boolean;
  now: number;
}

type WrittenPlan = Exclude<ScanPlan, { kind: 'replay' }>;

const noReward = { added: 0, tokens: 0, placement: 'none' } as const;

/** Returns the statements for a scan; the last one returns the outcome. */
export function planStatements(plan: WrittenPlan, scanned: Omit<Scan, 'activates'>): [...Statement[], Statement<ScanOutcome>] {
  const scan = { ...scanned, activates: plan.activates };
  const reports = plan.activates && scan.card.openReports > 0 ? [closeReports(scan)] : [];
  switch (plan.kind) {
    case 'reward':
      return [...reports, ...rewardStatements(plan, scan)];
    case 'unpaid':
      return [...reports, insertScan('unpaid', 0, scan), updateCard(scan, noReward)];
    case 'own_card':
      return [...reports, insertScan('own', 0, scan), updateCard(scan, noReward)];
    case 'repeat':
      return [...reports, updateCard(scan, noReward)];
  }
}

/** Inserts the scan. `updateCard` checks whether the card has changed. */
function insertScan(kind: ScanKindName, tokens: number, scan: Scan, placement: PlacementEffect = 'none'): Statement {
  const { circumstances } = scan;
  return statement(
    `INSERT INTO card_scans (card_id, user_id, scan_date, kind, tokens_earned, source, code_was_right, distance_m, accuracy_m, age_s, address_hash, request_key, is_awaiting_verification, seen_scans)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)`,
    [
      scan.card.rowId,
      scan.finder.id,
      scan.now,
      scanKinds[kind].code,
      tokens,
      scanSources.indexOf(circumstances.source),
      circumstances.codeWasRight ? 1 : 0,
      circumstances.stated?.distanceMeters ?? null,
      circumstances.stated?.accuracyMeters ?? null,
      circumstances.ageSeconds,
      circumstances.addressHash,
      circumstances.requestKey,
      placement === 'awaits_verification' ? 1 : 0,
      kind === 'own' ? null : scan.card.totalScans + (kind === 'rewarded' ? 1 : 0),
    ],
  );
}

/**
 * Updates the card. If a precondition fails, the number of finds becomes NULL, which violates the NOT NULL constraint and rolls the batch
 * back. This happens, for example, if the card has changed or the finder has been suspended. It also happens if the finder's email has
 * since been verified and the find could confirm the placement. Rewarded scans by suspended finders also fail in the ledger (trigger
 * `token_transactions_balance`). The status is set only if it changes, because it is indexed.
 */
function updateCard(scan: Scan, finds: { added: 0 | 1; tokens: number; placement: PlacementEffect }): Statement<ScanOutcome> {
  const { card, finder, now } = scan;
  const values: (string | number | null)[] = [card.rowId, card.ownerId, finder.id];
  const bind = (value: string | number) => `?${values.push(value)}`;
  const preconditions = ['user_id IS ?2', isFindable('cache_cards'), ...scanPreconditions(scan.scanner, card, bind)];
  // Requires that no missing-card report is open, unless the loaded card had open reports and this scan does not close them.
  if (scan.activates || card.openReports === 0)
    preconditions.push('NOT EXISTS (SELECT 1 FROM card_reports r WHERE r.card_id = cache_cards.id AND r.closed_at IS NULL)');
  if (finds.added === 0) preconditions.push('NOT EXISTS (SELECT 1 FROM users f WHERE f.id = ?3 AND f.suspended_at IS NOT NULL)');
  if (card.placementOpen) {
    preconditions.push('placement_confirmed_at IS NULL');
    preconditions.push(`${bind(Number(finder.isVerified))} = (SELECT f.email_verified_at IS NOT NULL FROM users f WHERE f.id = ?3)`);
  }
  const assignments: string[] = [];
  if (card.status === 'active') preconditions.push("status = 'active'");
  else if (scan.activates) assignments.push(`status = 'active', placed_date = COALESCE(placed_date, ${bind(now)})`);
  if (finds.placement === 'confirmed' || finds.placement === 'confirmed_and_paid')
    assignments.push(`placement_confirmed_at = COALESCE(placement_confirmed_at, ${bind(now)})`);
  const placementTokensSql =
    finds.placement === 'confirmed_and_paid'
      ? ` + COALESCE((SELECT t.amount FROM token_transactions t WHERE ${tokensFor('placement', 'cache_cards.user_id', 'cache_cards.id')}), 0)`
      : '';
  if (finds.tokens > 0) assignments.push(`tokens_earned = tokens_earned + ${bind(finds.tokens)}${placementTokensSql}`);
  assignments.push(`total_scans = iif(${preconditions.join(' AND ')}, total_scans + ${bind(finds.added)}, NULL)`);
  return statement<ScanOutcome>(
    `UPDATE cache_cards SET ${assignments.join(', ')} WHERE id = ?1
     RETURNING status, total_scans AS "totalScans", (SELECT token_balance FROM users WHERE id = ?3) AS "tokenBalance"`,
    values,
  );
}

function rewardStatements(plan: Extract<ScanPlan, { kind: 'reward' }>, scan: Scan): [...Statement[], Statement<ScanOutcome>] {
  const { card } = scan;
  const userId = scan.finder.id;
  return [
    insertScan('rewarded', plan.tokens, scan, plan.placement),
    countRewardedScan(scan),
    pay(scan, 'scan', { to: userId, tokens: plan.tokens, otherId: 0 }),
    ...(card.ownerId !== null && plan.ownerTokens > 0
      ? // `paysOwnerFor` expects the owner's row right after the finder's row.
        [pay(scan, 'owner_scan', { to: card.ownerId, tokens: plan.ownerTokens, otherId: userId })]
      : []),
    ...(card.ownerId !== null && !card.isOwnerSuspended ? [notifyOwner(card.ownerId, card.cardId, scan.now)] : []),
    ...(plan.placement === 'confirmed_and_paid' ? payPlacement(card.rowId, scan.now) : []),
    updateCard(scan, { added: 1, tokens: plan.tokens + plan.ownerTokens, placement: plan.placement }),
  ];
}

/**
 * Counts the finder's scans for this UTC day. Above a limit, the count becomes NULL, which violates the NOT NULL constraint and rolls the
 * batch back.
 */
function countRewardedScan({ finder, circumstances, now }: Scan): Statement {
  return statement(
    `INSERT INTO member_days (user_id, day, rewarded_scans, codeless_scans) VALUES (?1, ?2, 1, ?3)
     ON CONFLICT (user_id, day) DO UPDATE SET
       rewarded_scans = iif(rewarded_scans < ${rewardedScansPerDay}, rewarded_scans + 1, NULL),
       codeless_scans = iif(codeless_scans + excluded.codeless_scans <= ${codelessScansPerDay}, codeless_scans + excluded.codeless_scans, NULL)`,
    [finder.id, utcDay(now), circumstances.codeWasRight ? 0 : 1],
  );
}

function pay(scan: Scan, kind: 'scan' | 'owner_scan', payment: { to: number; tokens: number; otherId: number }): Statement {
  return statement(`INSERT INTO ${tokenColumns} VALUES (?1, ?2, ${tokenKinds[kind].code}, ?3, ?4, 0, NULL, ?5)`, [
    payment.to,
    payment.tokens,
    scan.card.rowId,
    payment.otherId,
    scan.now,
  ]);
}

/** Reads and writes no rows unless the owner chose these notifications. Finds differ, so there is no cause. */
function notifyOwner(ownerId: number, cardId: string, now: number): Statement {
  return queuePush('card_found', { sql: "SELECT ?1, NULL, json_object('cardId', ?2), NULL", values: [ownerId, cardId] }, now);
}

function closeReports(scan: Scan): Statement {
  return statement(
    'UPDATE card_reports SET closed_at = ?2, mailbox_hash = NULL, address_hash = NULL WHERE card_id = ?1 AND closed_at IS NULL',
    [scan.card.rowId, scan.now],
  );
}
