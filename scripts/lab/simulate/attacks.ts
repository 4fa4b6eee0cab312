import {
  deletion,
  deletionOfOneMailbox,
  enumeration,
  evader,
  fiveNames,
  honestCodes,
  offlineHonestCodes,
  patientHonestCodes,
  patientSharedPhotos,
  sharedPhotos,
} from '#scripts/lab/simulate/farms/borrowed-codes.ts';
import {
  offlineSpoofedPlaces,
  patientPlacedOnce,
  patientRefund,
  patientSpoofedPlaces,
  placedOnce,
  refundAfterEarning,
  spoofedPlaces,
} from '#scripts/lab/simulate/farms/bots.ts';
import { disguiseFinds, type Method } from '#scripts/lab/simulate/farms/claims.ts';
import { kitchenTable, patientKitchenTable } from '#scripts/lab/simulate/farms/kitchen-table.ts';
import { referralRing } from '#scripts/lab/simulate/farms/referral-ring.ts';
import { patientRing, patientRingWithFree, ring, ringWithFree, sixFriends } from '#scripts/lab/simulate/farms/ring.ts';
import type { Attack } from '#scripts/lab/simulate/farms/stage.ts';
import { type Bill, noBill } from './costs.ts';
import { planChests } from './payouts.ts';
import { createRandom } from './random.ts';
import { createWorld, type World } from './world.ts';

export const attacks: readonly Attack[] = [
  kitchenTable,
  patientKitchenTable,
  spoofedPlaces,
  ring,
  ringWithFree,
  placedOnce,
  sharedPhotos,
  honestCodes,
  enumeration,
  refundAfterEarning,
  patientSpoofedPlaces,
  offlineSpoofedPlaces,
  patientRing,
  patientRingWithFree,
  patientPlacedOnce,
  patientSharedPhotos,
  patientHonestCodes,
  offlineHonestCodes,
  fiveNames,
  deletion,
  deletionOfOneMailbox,
  patientRefund,
  evader,
  referralRing,
];

/** Honest customers whose accounts look like a reward farm. They pay for the accounts and travel themselves. */
export const customers: readonly Attack[] = [sixFriends];

export const start = Date.UTC(2027, 0, 4) / 1_000;

const chestMonths = 14;

export interface PlayedAttack {
  attack: Attack;
  world: World;
  bill: Bill;
  accounts: ReadonlySet<number>;
}

/**
 * Simulates an attack. `method` changes only the source and times that the attacker claims for finds, not the times at which the finds
 * reach the server.
 */
export function playAttack(attack: Attack, seed: number, method: Method = 'camera'): PlayedAttack {
  const random = createRandom(seed);
  const world = createWorld(random);
  const stage = { world, random, bill: noBill(), accounts: new Set<number>(), start };
  world.disguise = disguiseFinds(method, stage.accounts);
  attack.play(stage);
  planChests(world, start, chestMonths);
  world.agenda.play();
  return { attack, world, bill: stage.bill, accounts: stage.accounts };
}
