import { markdownTable } from '#scripts/lab/bench/report.ts';
import type { PlayedAttack } from './attacks.ts';
import { minutesFor, totalCents } from './costs.ts';
import type { Method } from './farms/claims.ts';
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

/** Fractions of a stay's value that an attacker might pay each additional traveler. */
const travelerShares = [0, 0.25, 0.5] as const;

export function profitCents({ played, outcome }: Result, looks: Looks, prices: Prices, travelerShare = 0): number {
  const travelersCents = outcome(looks).paidTravelers * travelerShare * prices.certificateCents;
  return valueCents(outcome(looks), prices) - travelersCents - totalCents(played.bill, prices.hourCents);
}

export function isLost(result: Result, prices: Prices): boolean {
  return profitCents(result, 'stated', prices) < 0 && profitCents(result, 'half', prices) < 0;
}

/** Results of one attack, by the source that the attacker claims for the finds. */
export type ByMethod = Record<Method, Result>;

export function attackTable(results: ByMethod[], prices: Prices): string {
  const columns = ['profit', 'at ¼', 'at ½', 'offline', 'mixed'];
  const head = ['attack', 'accounts', 'cost', 'without reviews', ...columns, ...columns.map((column) => `${column}, half the rates`)];
  const rows = results.map(({ camera, offline, mixed }) => [
    camera.played.attack.name,
    String(camera.played.accounts.size),
    dollars(totalCents(camera.played.bill, prices.hourCents)),
    dollars(valueCents(camera.outcome('none'), prices)),
    ...(['stated', 'half'] as const).flatMap((looks) => [
      ...travelerShares.map((share) => dollars(profitCents(camera, looks, prices, share))),
      ...[offline, mixed].map((result) => dollars(profitCents(result, looks, prices))),
    ]),
  ]);
  return markdownTable(head, rows);
}

/** Whether claiming offline finds avoids a signal that the attack raises when it uses the camera. */
export function loseSignals({ camera, ...others }: ByMethod): boolean {
  const listSignals = ({ played }: Result) =>
    new Set(
      played.world.certificates.flatMap(({ memberId, redeemedAt, signals }) =>
        signals.map(({ code }) => `${memberId} ${redeemedAt} ${code}`),
      ),
    );
  const expected = listSignals(camera);
  return Object.values(others).some((other) => {
    const found = listSignals(other);
    return [...expected].some((signal) => !found.has(signal));
  });
}

function dollars(cents: number): string {
  const wholeDollars = Math.round(cents / 100);
  return `${wholeDollars < 0 ? '−' : ''}$${Math.abs(wholeDollars).toLocaleString('en')}`;
}
