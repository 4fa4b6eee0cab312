/** What each attack costs and brings, in dollars. */
import { markdownTable } from '#scripts/lab/bench/report.ts';
import type { PlayedAttack } from './attacks.ts';
import { minutesFor, totalCents } from './costs.ts';
import { randomOf } from './random.ts';
import { halfRates, nobodyLooks, type Outcome, outcomeOf, type ReviewModel, statedRates } from './reviews.ts';

export interface Prices {
  certificateCents: number;
  hourCents: number;
}

/** How looks may go, from best for the attacker to worst. */
export const looks = {
  none: { catchRates: nobodyLooks, reach: 'shown' },
  stated: { catchRates: statedRates, reach: 'shown' },
  half: { catchRates: halfRates, reach: 'shown' },
  groupedOnly: { catchRates: statedRates, reach: 'grouped' },
} as const satisfies Record<string, ReviewModel>;
export type Looks = keyof typeof looks;

export interface Result {
  played: PlayedAttack;
  /** Drawn when it is first asked for. */
  outcome(how: Looks): Outcome;
}

export function resultOf(played: PlayedAttack, seed: number): Result {
  const drawn = new Map<Looks, Outcome>();
  return {
    played,
    outcome(how) {
      const outcome = drawn.get(how) ?? outcomeOf(played.world, played.accounts, looks[how], randomOf(seed));
      drawn.set(how, outcome);
      return outcome;
    },
  };
}

/** What comes out, in cents: certificates less the time that it takes to put them to use, commissions and chests. */
function valueCents({ certificates, payoutCents }: Outcome, { certificateCents, hourCents }: Prices): number {
  return certificates * (certificateCents - (minutesFor.certificateUsed / 60) * hourCents) + payoutCents;
}

export function profitCents({ played, outcome }: Result, how: Looks, prices: Prices): number {
  return valueCents(outcome(how), prices) - totalCents(played.bill, prices.hourCents);
}

/** Loses money at the stated rates, and at half of them. */
export function isLost(result: Result, prices: Prices): boolean {
  return profitCents(result, 'stated', prices) < 0 && profitCents(result, 'half', prices) < 0;
}

export function attackTable(results: Result[], prices: Prices): string {
  const head = ['attack', 'accounts', 'cost', 'out, if nobody looks', 'out', 'out at half the rates', 'profit', 'at half', 'grouped only'];
  const rows = results.map((result) => {
    const { played, outcome } = result;
    return [
      played.attack.name,
      String(played.accounts.size),
      dollars(totalCents(played.bill, prices.hourCents)),
      ...(['none', 'stated', 'half'] as const).map((how) => dollars(valueCents(outcome(how), prices))),
      ...(['stated', 'half', 'groupedOnly'] as const).map((how) => dollars(profitCents(result, how, prices))),
    ];
  });
  return markdownTable(head, rows);
}

/** The profits alone, where a certificate counts more or less. */
export function pricesTable(results: Result[], certificateCents: readonly number[], hourCents: number): string {
  const head = certificateCents.flatMap((cents) => [`${dollars(cents)} each`, 'at half the rates']);
  const rows = results.map((result) => [
    result.played.attack.name,
    ...certificateCents.flatMap((cents) =>
      (['stated', 'half'] as const).map((how) => dollars(profitCents(result, how, { certificateCents: cents, hourCents }))),
    ),
  ]);
  return markdownTable(['profit, where a certificate counts', ...head], rows);
}

/** Of each attack that reviews alone do not make lose money, what would. */
export function whatWouldReach(results: Result[], prices: Prices): string[] {
  return results
    .filter((result) => !isLost(result, prices))
    .map(({ played: { attack } }) => `${attack.name}: ${attack.reachedBy ?? 'not known'}.`);
}

export function dollars(cents: number): string {
  const whole = Math.round(cents / 100);
  return `${whole < 0 ? '−' : ''}$${Math.abs(whole).toLocaleString('en')}`;
}
