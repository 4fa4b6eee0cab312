import { scanSources } from '#schema/cards/card.ts';
import { scanKinds } from '#schema/tokens/ledger-kinds.ts';
import { labelSql } from '#worker/store/tokens/ledger-kinds.ts';

/**
 * SQL condition: scan `s` is a member's first scan of a card, whether or not it is rewarded. Matches the condition of the index
 * `card_scans_once`.
 */
export const isFirstScan = (s: string) => `${s}.kind <> ${scanKinds.own.code}`;
export const isRewardedScan = (s: string) => `${s}.kind = ${scanKinds.rewarded.code}`;
export const isOwnScan = (s: string) => `${s}.kind = ${scanKinds.own.code}`;

export const scanKind = (s: string) => labelSql(`${s}.kind`, Object.keys(scanKinds));
export const scanSource = (s: string) => labelSql(`${s}.source`, scanSources);

/**
 * SQL for the time of find `s` by the device's clock, but not after its arrival. Of an offline find without a stated time, and once that
 * time is erased, only the arrival is known, so returns 0.
 */
export const madeAt = (s: string) =>
  `iif(${s}.age_s IS NULL AND ${s}.source = ${scanSources.indexOf('offline')}, 0, ${s}.scan_date - max(coalesce(${s}.age_s, 0), 0))`;

/** Query for the times of a card's finds, newest first, excluding revoked finds. `cardId` is SQL. */
export const newestFinds = (cardId: string) =>
  `SELECT s.scan_date, ${madeAt('s')} AS made_at FROM card_scans s WHERE s.card_id = ${cardId} AND ${isRewardedScan('s')} AND s.taken_back_by IS NULL ORDER BY s.id DESC`;
