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
  outcome(how: Looks): Outcome;
}

export function measureResult(played: PlayedAttack, seed: number): Result {
  const drawn = new Map<Looks, Outcome>();
  return {
    played,
    outcome(how) {
      const outcome = drawn.get(how) ?? measureOutcome(played.world, played.accounts, catchRates[how], createRandom(seed));
      drawn.set(how, outcome);
      return outcome;
    },
  };
}

function valueCents({ certificates, payoutCents }: Outcome, { certificateCents, hourCents }: Prices): number {
  return certificates * (certificateCents - (minutesFor.certificateUsed / 60) * hourCents) + payoutCents;
}

export function profitCents({ played, outcome }: Result, how: Looks, prices: Prices): number {
  return valueCents(outcome(how), prices) - totalCents(played.bill, prices.hourCents);
}

export function isLost(result: Result, prices: Prices): boolean {
  return profitCents(result, 'stated', prices) < 0 && profitCents(result, 'half', prices) < 0;
}

export function attackTable(results: Result[], prices: Prices): string {
  const head = ['attack', 'accounts', 'cost', 'out, if nobody looks', 'out', 'out at half the rates', 'profit', 'at half'];
  const rows = results.map((result) => {
    const { played, outcome } = result;
    return [
      played.attack.name,
      String(played.accounts.size),
      dollars(totalCents(played.bill, prices.hourCents)),
      ...(['none', 'stated', 'half'] as const).map((how) => dollars(valueCents(outcome(how), prices))),
      ...(['stated', 'half'] as const).map((how) => dollars(profitCents(result, how, prices))),
    ];
  });
  return markdownTable(head, rows);
}

function dollars(cents: number): string {
  const whole = Math.round(cents / 100);
  return `${whole < 0 ? '−' : ''}$${Math.abs(whole).toLocaleString('en')}`;
}
