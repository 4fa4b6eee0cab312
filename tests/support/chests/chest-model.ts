/** A minimal model of the rules for monthly treasure chests. Tests compare the product with it. */
import { treasureChestLevels } from '#schema/rules.ts';

export interface PeriodFact {
  member: number;
  tier: 'basic' | 'premium';
  startsAt: number;
  /** End of the membership period in Unix seconds, exclusive. */
  endsAt: number;
}

export interface KeyFact {
  member: number;
  kind: 'treasure' | 'community';
  amount: number;
  earnedAt: number;
  /** Signed changes in the number of keys over time: negative for a reversal, positive for a restoration. */
  changes: { at: number; amount: number }[];
  /** State of the referral that earned the keys. Keys from a held or refused referral count in no month. */
  state: 'counting' | 'held' | 'refused';
}

/** Input to the model: membership periods, keys, administrators' decisions and paid chests. Sets and maps are keyed by `member month`. */
export interface Facts {
  periods: PeriodFact[];
  keys: KeyFact[];
  heldKeys: Set<string>;
  refusedKeys: Set<string>;
  /** Values of each payout at the time it was paid, as `level cents tier`. */
  paid: Map<string, string>;
}

export const noFacts = (): Facts => ({ periods: [], keys: [], heldKeys: new Set(), refusedKeys: new Set(), paid: new Map() });

/**
 * Returns one line per payout, sorted: `member month level cents tier status`. Paid payouts keep the values recorded at payment; all others
 * are computed from the model's current state.
 */
export function payoutsByTheRules(facts: Facts, now: number): string[] {
  const unpaidChests = [...chestsByTheRules(facts, now)].flatMap(([name, chest]) =>
    facts.refusedKeys.has(name) || facts.paid.has(name) ? [] : [`${name} ${chest} ${facts.heldKeys.has(name) ? 'held' : 'pending'}`],
  );
  return [...unpaidChests, ...[...facts.paid].map(([name, chest]) => `${name} ${chest} paid`)].sort();
}

/** Returns the chests of all past months as `level cents tier`, keyed by `member month`. */
export function chestsByTheRules(facts: Facts, now: number): Map<string, string> {
  const chests = new Map<string, string>();
  const first = Math.min(...facts.periods.map(({ startsAt }) => startsAt));
  const members = new Set(facts.periods.map(({ member }) => member));
  for (let start = getMonthStart(first, 0); Number.isFinite(first) && getMonthStart(start, 1) <= now; start = getMonthStart(start, 1)) {
    const lastSecond = getMonthStart(start, 1) - 1;
    for (const member of members) {
      const tiers = facts.periods
        .filter((period) => period.member === member && period.startsAt <= lastSecond && lastSecond < period.endsAt)
        .map(({ tier }) => tier);
      const [treasure, community] = (['treasure', 'community'] as const).map((kind) =>
        countKeys(facts, { member, kind, start, lastSecond }),
      );
      const chest = treasureChestLevels
        .filter((level) => (treasure ?? 0) >= level.treasureKeys && (community ?? 0) >= level.communityKeys)
        .at(-1);
      if (tiers.length === 0 || !chest) continue;
      const month = new Date(start * 1_000).toISOString().slice(0, 7);
      chests.set(`${member} ${month}`, `${chest.level} ${chest.payoutCents} ${tiers.includes('premium') ? 'premium' : 'basic'}`);
    }
  }
  return chests;
}

interface MonthQuery {
  member: number;
  kind: KeyFact['kind'];
  start: number;
  lastSecond: number;
}

function countKeys({ keys }: Facts, { member, kind, start, lastSecond }: MonthQuery): number {
  const from = getMonthStart(start, -11);
  return keys
    .filter((key) => key.member === member && key.kind === kind && key.state === 'counting')
    .filter((key) => key.earnedAt >= from && key.earnedAt <= lastSecond)
    .flatMap((key) => [key.amount, ...key.changes.filter(({ at }) => at <= lastSecond).map(({ amount }) => amount)])
    .reduce((sum, amount) => sum + amount, 0);
}

function getMonthStart(at: number, later: number): number {
  const date = new Date(at * 1_000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later) / 1_000;
}
