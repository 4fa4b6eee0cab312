import { rewardedScansPerDay, syncSignal } from '#schema/rules.ts';
import { chargeTime } from '#scripts/lab/simulate/costs.ts';
import { getTownPlace, offsetPlace } from '#scripts/lab/simulate/ground.ts';
import { planScans, walkTimes } from '#scripts/lab/simulate/outings.ts';
import type { Place } from '#worker/domain/reviews/facts.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { buyCards, days, makeAccount, placeCards, planRedemption, type Stage } from './stage.ts';

export function inventTrail(stage: Stage, cards: number) {
  const { start } = stage;
  const owner = makeAccount(stage, { email: 'trail.keeper@mail.example', address: 'keeper', at: start, by: 'hand' });
  const purchase = buyCards(stage, owner.id, { tier: 'basic', cards, bankCard: 'keeper' }, start);
  placeCards(stage, purchase.cardIds, (index) => getTrailPlace(getTownPlace(0), index), start + days(1));
  return { ownerId: owner.id, ...purchase };
}

export function getTrailPlace(begin: Place, index: number): Place {
  return offsetPlace(begin, index * 150, 0);
}

export interface Bots {
  count: number;
  by: 'hand' | 'script';
  listCards: (bot: number) => readonly number[];
  /**
   * `hasty`: all bots sign up on the same days over a few connections, and scan up to the daily limit without pauses. `patient`: each bot
   * has its own connection, signs up on a separate day, and scans at walking speed. `adapted`: like `patient`, but first scans as many
   * cards without pauses as possible without raising a signal.
   */
  pace: 'hasty' | 'adapted' | 'patient';
  joinWithinDays: number;
}

/** Number of bots per connection, chosen to stay below a connection's hourly sign-up limit. A few connections cost little. */
const botsOnOneConnection = 20;

export function sendBots(stage: Stage, { count, by, listCards, pace, joinWithinDays }: Bots): void {
  const { random, world, start, bill } = stage;
  for (let bot = 0; bot < count; bot += 1) {
    const isPatient = pace !== 'hasty';
    const at = start + days(2) + (isPatient ? Math.floor(random.between(0, days(joinWithinDays))) : bot * 60);
    const address = isPatient ? `bot:${bot}` : `pool:${Math.floor(bot / botsOnOneConnection)}`;
    const account = makeAccount(stage, { email: `bot${bot}@mail.example`, address, at, by });
    const cardIds = listCards(bot);
    const from = at + days(isPatient ? random.integer(1, 4) : 1);
    const walk = isPatient ? ({ perDay: 20, minutesBetween: [4, 12], daysBetween: random.integer(1, 4) } as const) : fastestWalk;
    const immediateCount = pace === 'adapted' ? Math.floor(cardIds.length * syncSignal.share) : 0;
    const times = [
      ...walkTimes(random, immediateCount, { from, ...fastestWalk }),
      ...walkTimes(random, cardIds.length - immediateCount, { from: from + days(immediateCount > 0 ? 1 : 0), ...walk }),
    ];
    const sharesLocation = random.chance(0.5);
    planScans(world, account.id, cardIds, times, () => ({
      ...{ source: 'camera', codeWasRight: true, address },
      distanceMeters: sharesLocation ? random.integer(2, 15) : null,
    }));
    if (by === 'hand') chargeTime(bill, 'scanByHand', cardIds.length);
    if (by === 'hand') chargeTime(bill, 'accountSwitch', 3);
  }
}

/** Pace of a bot that scans without pauses. It reaches the daily limit of fifty scans within a minute or two. */
export const fastestWalk = { perDay: rewardedScansPerDay, minutesBetween: [0.01, 0.05] } as const;

export function redeemAll(stage: Stage, from: Seconds, hoursBetween = 6): void {
  [...stage.accounts].forEach((id, index) => {
    planRedemption(stage, id, from + index * days(hoursBetween / 24));
  });
}
