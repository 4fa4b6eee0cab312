import { secondsPerMinute, signUpsPerMailbox } from '#schema/rules.ts';
import { chargeTime } from '#scripts/lab/simulate/costs.ts';
import { getTownPlace } from '#scripts/lab/simulate/ground.ts';
import { planScans, walkTimes } from '#scripts/lab/simulate/outings.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { type Attack, buyCards, cheapest, days, makeAccount, placeCards, planRedemption, type Stage } from './stage.ts';
import { fastestWalk } from './trail.ts';

const accounts = 20;

export const kitchenTable: Attack = {
  name: `kitchen table, ${accounts} accounts`,
  description:
    'one owner, 60 cards on a screen, all accounts on one connection with aliases of one mailbox, scanned as fast as the limits allow',
  losesUpTo: 60,
  play: (stage) => playKitchenTable(stage, 0),
};

/** Number of days that the farm waits before redeeming; longer than the 90 days after which network address hashes are erased. */
const patienceDays = 95;

export const patientKitchenTable: Attack = {
  name: `the same, redeemed after ${patienceDays} days`,
  description: 'waits until the hashes of the network addresses of its scans are erased',
  losesUpTo: 60,
  play: (stage) => playKitchenTable(stage, patienceDays),
};

function playKitchenTable(stage: Stage, waitDays: number): void {
  const { bill, start, random } = stage;
  const owner = makeAccount(stage, { email: 'boss.x@gmail.com', address: 'kitchen', at: start, by: 'hand' });
  const cards = cheapest.tokenCost;
  const { cardIds } = buyCards(stage, owner.id, { tier: 'basic', cards, bankCard: 'boss' }, start);
  placeCards(stage, cardIds, (index) => getTownPlace(index), start);
  let last = start;
  for (let index = 0; index < accounts; index += 1) {
    // A mailbox can create only a few accounts a day, so the remaining aliases sign up on later days.
    const createdAt = start + days(Math.floor(index / (signUpsPerMailbox.limit - 1))) + index * 10 * secondsPerMinute;
    const account = makeAccount(stage, { email: `boss.x+${index}@gmail.com`, address: 'kitchen', at: createdAt, by: 'hand' });
    const times = walkTimes(random, cards, { from: createdAt + days(1), ...fastestWalk });
    last = Math.max(last, planTableScans(stage, account.id, cardIds, times));
    chargeTime(bill, 'scanByHand', cards);
    chargeTime(bill, 'accountSwitch', 2);
  }
  const redeemAt = last + days(1 + waitDays);
  [...stage.accounts].forEach((id, index) => {
    planRedemption(stage, id, redeemAt + index * 10 * secondsPerMinute);
  });
}

function planTableScans({ world }: Stage, memberId: number, cardIds: readonly number[], times: readonly Seconds[]): Seconds {
  return planScans(world, memberId, cardIds, times, () => ({
    source: 'camera',
    codeWasRight: true,
    distanceMeters: null,
    address: 'kitchen',
  }));
}
