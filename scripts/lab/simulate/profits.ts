import { markdownTable } from '#scripts/lab/bench/report.ts';
import type { PlayedAttack } from './attacks.ts';
import { minutesFor, totalCents } from './costs.ts';
import { createRandom } from './random.ts';
import { type CatchRates, halfRates, measureOutcome, noReviews, type Outcome, statedRates } from './reviews.ts';

interface Prices {
  certificateCents: number;
  hourCents: number;
}

const catchRates = { none: noReviews, stated: statedRates, half: halfRates } as const satisfies Record<string, CatchRates>;
type Looks = keyof typeof catchRates;

export interface Result {
  played: PlayedAttack;
  outcome(looks: Looks): Outcome;
}

export function measureResult(attack: PlayedAttack, seed: number): Result {
  const outcomes = new Map<Looks, Outcome>();
  return {
    played: attack,
    outcome(looks) {
      const outcome = outcomes.get(looks) ?? measureOutcome(attack.world, attack.accounts, catchRates[looks], createRandom(seed));
      outcomes.set(looks, outcome);
      return outcome;
    },
  };
}

function valueCents({ certificates, payoutCents }: Outcome, { certificateCents, hourCents }: Prices): number {
  return certificates * (certificateCents - (minutesFor.certificateUsed / 60) * hourCents) + payoutCents;
}

export function profitCents({ played, outcome }: Result, looks: Looks, prices: Prices): number {
  return valueCents(outcome(looks), prices) - totalCents(played.bill, prices.hourCents);
}

export function isLost(result: Result, prices: Prices): boolean {
  return profitCents(result, 'stated', prices) < 0 && profitCents(result, 'half', prices) < 0;
}

export function attackTable(results: Result[], prices: Prices): string {
  const head = ['attack', 'accounts', 'cost', 'extracted without reviews', 'out', 'extracted at half the rates', 'profit', 'at half'];
  const rows = results.map((result) => {
    const { played, outcome } = result;
    return [
      played.attack.name,
      String(played.accounts.size),
      dollars(totalCents(played.bill, prices.hourCents)),
      ...(['none', 'stated', 'half'] as const).map((looks) => dollars(valueCents(outcome(looks), prices))),
      ...(['stated', 'half'] as const).map((looks) => dollars(profitCents(result, looks, prices))),
    ];
  });
  return markdownTable(head, rows);
}

function dollars(cents: number): string {
  const wholeDollars = Math.round(cents / 100);
  return `${wholeDollars < 0 ? '−' : ''}$${Math.abs(wholeDollars).toLocaleString('en')}`;
}
