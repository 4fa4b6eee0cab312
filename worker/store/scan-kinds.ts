/** SQL about the kinds of rows `s` of `card_scans`. */
import { scanSources } from '#schema/card.ts';
import { scanKinds } from '#schema/ledger-kinds.ts';
import { wordFor } from './ledger-kinds.ts';

/** The only one of its member and card: a find, or a first scan that pays nothing by rule. As the index `card_scans_once` says it. */
export const isFirstScan = (s: string) => `${s}.kind <> ${scanKinds.own.code}`;
export const isRewardedScan = (s: string) => `${s}.kind = ${scanKinds.rewarded.code}`;
export const isOwnScan = (s: string) => `${s}.kind = ${scanKinds.own.code}`;

/** Kind and source of `s` as words. */
export const scanKind = (s: string) => wordFor(`${s}.kind`, Object.keys(scanKinds));
export const scanSource = (s: string) => wordFor(`${s}.source`, scanSources);
