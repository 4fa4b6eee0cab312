/** See "Treasure chests" in docs/product-rules.md. */
import { countMissingKeys, findChestLevel, type KeyCounts, nextChestLevel } from '#schema/chests/chest-levels.ts';
import { renewalGraceSeconds, secondsPerDay } from '#schema/rules.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { getLastSecond, monthStart, monthsLater, utcMonth } from './months.ts';

/** Number of months for which a key counts toward chests, including the month in which it was earned. */
const keyValidityMonths = 12;

/**
 * Time in seconds after a month's end until its memberships are final. By then, failed renewals are paid or dropped, and delayed events
 * have arrived.
 */
const settlingSeconds = renewalGraceSeconds + secondsPerDay;

export interface ChestMonth {
  month: string;
  /** 12-month window in which keys count toward the chest. `keysFrom` and `lastSecond` are inclusive, in Unix seconds. */
  keysFrom: Seconds;
  lastSecond: Seconds;
}

export function chestMonth(month: string): ChestMonth {
  return { month, keysFrom: monthStart(monthsLater(month, 1 - keyValidityMonths)), lastSecond: getLastSecond(month) };
}

/** Returns the months that have ended, starting with the month that contains `since`, oldest first. */
export function endedMonthsSince(since: Seconds, now: Seconds): ChestMonth[] {
  const months: ChestMonth[] = [];
  for (let month = utcMonth(since); getLastSecond(month) < now; month = monthsLater(month, 1)) months.push(chestMonth(month));
  return months;
}

/** Effect of a key change on an unpaid chest. Level 0 with 0 cents means that there is no chest. */
export interface ChestEffect {
  month: string;
  levelBefore: number;
  levelAfter: number;
  centsBefore: number;
  centsAfter: number;
}

export interface MonthProgress {
  month: string;
  startedAt: Seconds;
  finishedAt: Seconds | null;
}

export interface DueMonth extends ChestMonth {
  /**
   * When a premature run for this month finished; null if none has. A run is premature if it started before the month's memberships were
   * final.
   */
  finishedEarlyAt: Seconds | null;
}

/**
 * Returns the months whose chests to compute now, oldest first. Skips the current month. Includes missed months, even if they became due
 * because an earlier first membership was recorded late.
 */
export function dueMonths(months: MonthProgress[], firstMembershipAt: Seconds | null, now: Seconds): DueMonth[] {
  const byMonth = new Map(months.map((progress) => [progress.month, progress]));
  const dueMonthList: DueMonth[] = [];
  if (firstMembershipAt === null) return dueMonthList;
  for (let month = utcMonth(firstMembershipAt); getLastSecond(month) < now; month = monthsLater(month, 1)) {
    const progress = byMonth.get(month);
    const finishedAt = progress?.finishedAt ?? null;
    if (!progress || finishedAt === null || needsAnotherPass(progress, now))
      dueMonthList.push({ ...chestMonth(month), finishedEarlyAt: finishedAt });
  }
  return dueMonthList;
}

function needsAnotherPass({ month, startedAt }: MonthProgress, now: Seconds): boolean {
  const settledAt = getLastSecond(month) + settlingSeconds;
  return startedAt <= settledAt && settledAt < now;
}

export interface EarnedKeys extends KeyCounts {
  month: string;
}

/** Sums keys by kind. A sum is never negative, even after reversals. */
export function sumValidKeys(earnedKeys: EarnedKeys[]): KeyCounts {
  const sum = (kind: keyof KeyCounts) =>
    Math.max(
      0,
      earnedKeys.reduce((total, keys) => total + keys[kind], 0),
    );
  return { treasureKeys: sum('treasureKeys'), communityKeys: sum('communityKeys') };
}

export function listKeyExpiries(earnedKeys: EarnedKeys[]): (KeyCounts & { countsThrough: string })[] {
  return earnedKeys
    .filter(({ treasureKeys, communityKeys }) => treasureKeys > 0 || communityKeys > 0)
    .map(({ month, treasureKeys, communityKeys }) => ({
      countsThrough: monthsLater(month, keyValidityMonths - 1),
      treasureKeys: Math.max(0, treasureKeys),
      communityKeys: Math.max(0, communityKeys),
    }))
    .sort((one, other) => one.countsThrough.localeCompare(other.countsThrough));
}

interface ChestMember {
  takesPart: boolean;
  autoRenew: boolean;
  membershipExpiresAt: Seconds | null;
}

export function computeChestOutlook(keys: KeyCounts, { takesPart, autoRenew, membershipExpiresAt }: ChestMember, now: Seconds) {
  const level = findChestLevel(keys);
  const next = nextChestLevel(level?.level ?? 0);
  const { month, lastSecond } = chestMonth(utcMonth(now));
  const membershipEndsBefore = !autoRenew && membershipExpiresAt !== null && membershipExpiresAt <= lastSecond;
  return {
    level: level?.level ?? 0,
    next: next ? { level: next.level, ...countMissingKeys(keys, next) } : null,
    projection: takesPart ? { month, level: level?.level ?? 0, amount: (level?.payoutCents ?? 0) / 100, membershipEndsBefore } : null,
  };
}
