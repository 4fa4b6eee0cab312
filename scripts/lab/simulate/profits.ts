import { markdownTable } from '#scripts/lab/bench/report.ts';
import type { PlayedAttack } from './attacks.ts';
import { minutesFor, totalCents } from './costs.ts';
import type { Method } from './farms/claims.ts';
import type { Attack } from './farms/stage.ts';
import { createRandom } from './random.ts';
import { type CatchRates, defaultFreeTravelers, halfRates, measureOutcome, noReviews, type Outcome, statedRates } from './reviews.ts';

export interface Prices {
  certificateCents: number;
  hourCents: number;
}

const catchRates = { none: noReviews, stated: statedRates, half: halfRates } as const satisfies Record<string, CatchRates>;
export type CatchRateName = keyof typeof catchRates;

const draws = 1_000;

export interface Result {
  played: PlayedAttack;
  outcome(looks: CatchRateName): Outcome;
}

export function measureResult(played: PlayedAttack, seed: number): Result {
  const outcomes = new Map<CatchRateName, Outcome>();
  return {
    played,
    outcome(looks) {
      const outcome = outcomes.get(looks) ?? measureAt(played, catchRates[looks], seed, draws);
      outcomes.set(looks, outcome);
      return outcome;
    },
  };
}

export function measureAt({ attack, world, accounts }: PlayedAttack, rates: CatchRates, seed: number, draws: number): Outcome {
  return measureOutcome({ world, accounts, freeTravelers: attack.freeTravelers ?? defaultFreeTravelers }, rates, createRandom(seed), draws);
}

function valueCents({ certificates, payoutCents }: Outcome, { certificateCents, hourCents }: Prices): number {
  return certificates * (certificateCents - (minutesFor.certificateUsed / 60) * hourCents) + payoutCents;
}

/**
 * Returns the attacker's profit in cents. `travelerShare` is the fraction of a stay's value that the attacker pays each additional
 * traveler.
 */
export function profitCents({ played, outcome }: Result, looks: CatchRateName, prices: Prices, travelerShare = 0): number {
  return profitOf(played, outcome(looks), prices, travelerShare);
}

export function profitOf({ bill }: PlayedAttack, outcome: Outcome, prices: Prices, travelerShare: number): number {
  const travelersCents = outcome.paidTravelers * travelerShare * prices.certificateCents;
  return valueCents(outcome, prices) - travelersCents - totalCents(bill, prices.hourCents);
}

/** Returns the stay values at which the attack is known to lose money. */
export function pricesOfLoss({ losesUpTo }: Attack, prices: readonly Prices[]): Prices[] {
  return prices.filter(({ certificateCents }) => losesUpTo === undefined || certificateCents <= losesUpTo * 100);
}

/**
 * Whether the attack loses money at each of these stay values if travelers cost the attacker nothing. Checks both the assumed catch rates
 * and rates half as high.
 */
export function isLost(result: Result, prices: readonly Prices[]): boolean {
  return prices.every((price) => (['stated', 'half'] as const).every((looks) => profitCents(result, looks, price) < 0));
}

/** Results of one attack, keyed by how the attacker claims the finds were made. */
export type ByMethod = Record<Method, Result>;

export function getMethodResult(byMethod: ByMethod): Result {
  return byMethod[byMethod.camera.played.attack.method ?? 'camera'];
}

export function attackTable(results: Result[], prices: readonly Prices[], shares: readonly number[]): string {
  const columns = prices.flatMap(({ certificateCents }) => [dollars(certificateCents), `${dollars(certificateCents)}, half the rates`]);
  const rows = results.map((result) => [
    result.played.attack.name,
    String(result.played.accounts.size),
    dollars(totalCents(result.played.bill, prices[0]?.hourCents ?? 0)),
    ...(['none', 'stated', 'half'] as const).map((looks) => result.outcome(looks).certificates.toFixed(0)),
    ...prices.flatMap((price) =>
      (['stated', 'half'] as const).map((looks) => shares.map((share) => dollars(profitCents(result, looks, price, share))).join('/')),
    ),
  ]);
  return markdownTable(['attack', 'accounts', 'cost', 'stays without reviews', 'stays', 'stays, half the rates', ...columns], rows);
}

/** Formats a table of honest customers: their payments to us, their stays and payouts, and our net cost at each stay value. */
export function customerTable(results: Result[], prices: readonly Prices[]): string {
  const rows = results.map(({ played, outcome }) => {
    const { certificates, payoutCents } = outcome('stated');
    const costs = prices.map(({ certificateCents }) => certificates * certificateCents + payoutCents - played.bill.cents);
    return [
      played.attack.name,
      dollars(played.bill.cents),
      certificates.toFixed(0),
      dollars(payoutCents),
      ...costs.map((cents) => dollars(cents)),
    ];
  });
  const columns = prices.map(({ certificateCents }) => `cost us at ${dollars(certificateCents)} a stay`);
  return markdownTable(['customers', 'pay us', 'stays', 'payouts', ...columns], rows);
}

/** Whether the attacker avoids a review signal by claiming offline finds instead of camera scans. */
export function hasLostSignals({ camera, ...others }: ByMethod): boolean {
  const listSignals = ({ played }: Result) =>
    new Set(
      played.world.certificates.flatMap(({ memberId, redeemedAt, signals }) =>
        signals.map(({ code }) => `${memberId} ${redeemedAt} ${code}`),
      ),
    );
  const expected = listSignals(camera);
  return Object.values(others).some((other) => {
    const otherSignals = listSignals(other);
    return [...expected].some((signal) => !otherSignals.has(signal));
  });
}

export function dollars(cents: number): string {
  const wholeDollars = Math.round(cents / 100);
  return `${wholeDollars < 0 ? '−' : ''}$${Math.abs(wholeDollars).toLocaleString('en')}`;
}
