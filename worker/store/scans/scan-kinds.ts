import { scanSources } from '#schema/cards/card.ts';
import { scanKinds } from '#schema/tokens/ledger-kinds.ts';
import { labelFor } from '#worker/store/tokens/ledger-kinds.ts';

/** A member's first scan of a card: a find, or one that is unrewarded by rule. Matches the condition of the index `card_scans_once`. */
export const isFirstScan = (s: string) => `${s}.kind <> ${scanKinds.own.code}`;
export const isRewardedScan = (s: string) => `${s}.kind = ${scanKinds.rewarded.code}`;
export const isOwnScan = (s: string) => `${s}.kind = ${scanKinds.own.code}`;

export const scanKind = (s: string) => labelFor(`${s}.kind`, Object.keys(scanKinds));
export const scanSource = (s: string) => labelFor(`${s}.source`, scanSources);
