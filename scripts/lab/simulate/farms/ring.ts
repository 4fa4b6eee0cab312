import { chargeScript, chargeTime } from '#scripts/lab/simulate/costs.ts';
import { getTownPlace, offsetPlace } from '#scripts/lab/simulate/ground.ts';
import { planScans, walkTimes } from '#scripts/lab/simulate/outings.ts';
import { type Attack, buyCards, days, describePatientVariant, makeAccount, placeCards, planRedemption, type Stage } from './stage.ts';
import { fastestWalk, redeemAll, sendBots } from './trail.ts';

const owners = 6;

/**
 * Number of cards per owner in a ring without free accounts: just enough for one certificate per owner. Everyone finds five cards of every
 * other owner, and owners are rewarded for finds and placements.
 */
const cardsEachAlone = 5;
/** Number of cards per owner in a ring with free accounts, chosen so that each free account can find 60 cards. */
const cardsEachWithFree = 10;

const playStyles = {
  hasty: { daysBetweenJoins: 0.1, walk: fastestWalk, addressOf: () => 'ring', redeemedAfterDays: 8 },
  /**
   * The owners live in six neighborhoods and scan a week apart. They redeem after nine months because a paid member's certificate without
   * signals is no longer reviewed after six months.
   */
  patient: {
    daysBetweenJoins: 15,
    walk: { perDay: 10, minutesBetween: [6, 15], daysBetween: 7 },
    addressOf: (index: number) => `owner:${index}`,
    redeemedAfterDays: 270,
  },
} as const;
type PlayStyle = keyof typeof playStyles;

const ringDescription = 'each refers the next, and all find each other’s few cards';

export const ring: Attack = {
  name: 'ring of 6 paid owners',
  description: `${ringDescription}, on one connection, at once`,
  play: (stage) => playRing(stage, 'hasty'),
};

export const patientRing: Attack = {
  ...describePatientVariant(ring, `${ringDescription}, like neighbors, and wait until their accounts are six months old`),
  play: (stage) => playRing(stage, 'patient'),
};

export const sixFriends: Attack = {
  name: 'six friends with paid memberships',
  description: 'as the patient ring, but each is a person who travels',
  freeTravelers: owners,
  play: (stage) => playRing(stage, 'patient'),
};

function playRing(stage: Stage, manner: PlayStyle): void {
  const { ids } = createRing(stage, cardsEachAlone, manner);
  ids.forEach((id, index) => {
    planRedemption(stage, id, stage.start + days(playStyles[manner].redeemedAfterDays + index / 4));
  });
}

export const ringWithFree: Attack = {
  name: 'ring of 6 paid owners with 50 free accounts',
  description: 'the same with 10 cards each, which 50 free accounts find too',
  play: (stage) => playRingWithFreeAccounts(stage, 'hasty'),
};

export const patientRingWithFree: Attack = {
  ...describePatientVariant(ringWithFree, 'as above'),
  play: (stage) => playRingWithFreeAccounts(stage, 'patient'),
};

function playRingWithFreeAccounts(stage: Stage, manner: PlayStyle): void {
  const { cardIds } = createRing(stage, cardsEachWithFree, manner);
  chargeScript(stage.bill, manner === 'patient' ? 35 : 2);
  sendBots(stage, { count: 50, by: 'script', pace: manner, joinWithinDays: 150, listCards: () => stage.random.shuffled(cardIds) });
  redeemAll(stage, stage.start + days(playStyles[manner].redeemedAfterDays));
}

function createRing(stage: Stage, cardsPerAccount: number, manner: PlayStyle): { ids: number[]; cardIds: number[] } {
  const { start, world, random, bill } = stage;
  const { daysBetweenJoins, walk, addressOf } = playStyles[manner];
  const ids: number[] = [];
  const cardsByBot = new Map<number, number[]>();
  for (let index = 0; index < owners; index += 1) {
    const at = start + days(index * daysBetweenJoins);
    const newcomer = { email: `owner${index}@mail.example`, address: addressOf(index), at, by: 'hand' } as const;
    const referredById = ids.at(-1);
    const owner = makeAccount(stage, { ...newcomer, ...(referredById !== undefined && { referredById }) });
    ids.push(owner.id);
    const { cardIds } = buyCards(stage, owner.id, { tier: 'basic', cards: cardsPerAccount, bankCard: `owner:${index}` }, at);
    placeCards(stage, cardIds, (card) => offsetPlace(getTownPlace(0), index * 2_000 + card * 200, index * 500), at + days(0.5));
    cardsByBot.set(owner.id, cardIds);
  }
  ids.forEach((id, index) => {
    const otherCards = ids.filter((other) => other !== id).flatMap((other) => cardsByBot.get(other) ?? []);
    const from = start + days(owners * daysBetweenJoins + 1 + index);
    const times = walkTimes(random, otherCards.length, { from, ...walk });
    planScans(world, id, otherCards, times, () => ({
      source: 'camera',
      codeWasRight: true,
      distanceMeters: null,
      address: addressOf(index),
    }));
    chargeTime(bill, 'scanByHand', otherCards.length);
    chargeTime(bill, 'accountSwitch', 5);
  });
  return { ids, cardIds: [...cardsByBot.values()].flat() };
}
