import { enumeration, evader, patientSharedPhotos, sharedPhotos } from '#scripts/lab/simulate/farms/borrowed-codes.ts';
import {
  patientPlacedOnce,
  patientRefund,
  patientSpoofedPlaces,
  placedOnce,
  refundAfterEarning,
  spoofedPlaces,
} from '#scripts/lab/simulate/farms/bots.ts';
import { kitchenTable, patientKitchenTable } from '#scripts/lab/simulate/farms/kitchen-table.ts';
import { referralRing } from '#scripts/lab/simulate/farms/referral-ring.ts';
import { patientRing, patientRingWithFree, ring, ringWithFree } from '#scripts/lab/simulate/farms/ring.ts';
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
  enumeration,
  refundAfterEarning,
  patientSpoofedPlaces,
  patientRing,
  patientRingWithFree,
  patientPlacedOnce,
  patientSharedPhotos,
  patientRefund,
  evader,
  referralRing,
];

export const start = Date.UTC(2027, 0, 4) / 1_000;

const chestMonths = 14;

export interface PlayedAttack {
  attack: Attack;
  world: World;
  bill: Bill;
  accounts: ReadonlySet<number>;
}

export function playAttack(attack: Attack, seed: number): PlayedAttack {
  const random = createRandom(seed);
  const world = createWorld(random);
  const stage = { world, random, bill: noBill(), accounts: new Set<number>(), start };
  attack.play(stage);
  planChests(world, start, chestMonths);
  world.agenda.play();
  return { attack, world, bill: stage.bill, accounts: stage.accounts };
}
