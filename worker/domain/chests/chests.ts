/** Monthly treasure chests: which months are due, which keys count, what a member may expect. Product rules: Treasure chests. */
import { chestOpenedBy, type KeyCounts, keysMissing, nextChestLevel } from '#schema/chests/chest-levels.ts';
import { renewalGraceSeconds, secondsPerDay } from '#schema/rules.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { lastSecondOf, monthStart, monthsLater, utcMonth } from './months.ts';

/** Months for whose chests a key counts, the one it was earned in included. */
const monthsThatAKeyCounts = 12;

/**
 * After this it is known who was a member at a month's end: a renewal that failed then was paid or given up, and what a
 * provider's outage held back has come.
 */
const settlingSeconds = renewalGraceSeconds + secondsPerDay;

/** A month, as the chests of all its members are computed. */
export interface ChestMonth {
  month: string;
  /** The keys earned in these 12 months count, both seconds included. */
  keysFrom: Seconds;
  /** Members and keys are those of this second, whenever the chests are computed. */
  lastSecond: Seconds;
}

export function chestMonth(month: string): ChestMonth {
  return { month, keysFrom: monthStart(monthsLater(month, 1 - monthsThatAKeyCounts)), lastSecond: lastSecondOf(month) };
}

/** The months that are over and for which an instant counts, oldest first. */
export function endedMonthsSince(since: Seconds, now: Seconds): ChestMonth[] {
  const months: ChestMonth[] = [];
  for (let month = utcMonth(since); lastSecondOf(month) < now; month = monthsLater(month, 1)) months.push(chestMonth(month));
  return months;
}

/** What becomes of a chest that is not paid yet; level 0 and no cents stand for none. */
export interface ChestEffect {
  month: string;
  levelBefore: number;
  levelAfter: number;
  centsBefore: number;
  centsAfter: number;
}

/** How far a month has come. */
export interface MonthProgress {
  month: string;
  startedAt: Seconds;
  finishedAt: Seconds | null;
}

export interface DueMonth extends ChestMonth {
  /** When all were looked at, but before it was settled who was a member; null where a run has yet to come to the end. */
  finishedEarlyAt: Seconds | null;
}

/**
 * The months whose chests are to be computed now, oldest first. Those without an end yet are not due; those that no run has
 * come to are caught up with, also where it is heard only later that the first membership began in one before all others.
 */
export function dueMonths(months: MonthProgress[], firstMembershipAt: Seconds | null, now: Seconds): DueMonth[] {
  const byMonth = new Map(months.map((progress) => [progress.month, progress]));
  const due: DueMonth[] = [];
  if (firstMembershipAt === null) return due;
  for (let month = utcMonth(firstMembershipAt); lastSecondOf(month) < now; month = monthsLater(month, 1)) {
    const progress = byMonth.get(month);
    const finishedAt = progress?.finishedAt ?? null;
    if (!progress || finishedAt === null || needsAnotherPass(progress, now))
      due.push({ ...chestMonth(month), finishedEarlyAt: finishedAt });
  }
  return due;
}

function needsAnotherPass({ month, startedAt }: MonthProgress, now: Seconds): boolean {
  const settledAt = lastSecondOf(month) + settlingSeconds;
  return startedAt <= settledAt && settledAt < now;
}

/** Keys of one member by the month in which they were earned, what was taken back of them subtracted. */
export interface EarnedKeys extends KeyCounts {
  month: string;
}

/** What counts for a month's chest; never negative, whatever was taken back. */
export function countingKeys(earned: EarnedKeys[]): KeyCounts {
  const sum = (kind: keyof KeyCounts) =>
    Math.max(
      0,
      earned.reduce((total, keys) => total + keys[kind], 0),
    );
  return { treasureKeys: sum('treasureKeys'), communityKeys: sum('communityKeys') };
}

/** Until when keys count, the next to go first. */
export function keyExpiries(earned: EarnedKeys[]): (KeyCounts & { countsThrough: string })[] {
  return earned
    .filter(({ treasureKeys, communityKeys }) => treasureKeys > 0 || communityKeys > 0)
    .map(({ month, treasureKeys, communityKeys }) => ({
      countsThrough: monthsLater(month, monthsThatAKeyCounts - 1),
      treasureKeys: Math.max(0, treasureKeys),
      communityKeys: Math.max(0, communityKeys),
    }))
    .sort((one, other) => one.countsThrough.localeCompare(other.countsThrough));
}

interface ChestStanding {
  takesPart: boolean;
  autoRenew: boolean;
  membershipExpiresAt: Seconds | null;
}

/** Where a member stands: the level reached, what the next one asks for, and what this month's chest would pay. */
export function chestOutlook(keys: KeyCounts, { takesPart, autoRenew, membershipExpiresAt }: ChestStanding, now: Seconds) {
  const reached = chestOpenedBy(keys);
  const next = nextChestLevel(reached?.level ?? 0);
  const { month, lastSecond } = chestMonth(utcMonth(now));
  const membershipEndsBefore = !autoRenew && membershipExpiresAt !== null && membershipExpiresAt <= lastSecond;
  return {
    level: reached?.level ?? 0,
    next: next ? { level: next.level, ...keysMissing(keys, next) } : null,
    projection: takesPart ? { month, level: reached?.level ?? 0, amount: (reached?.payoutCents ?? 0) / 100, membershipEndsBefore } : null,
  };
}
