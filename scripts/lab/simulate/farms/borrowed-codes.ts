import { cheapestCertificateTokens, memberCardMissesPerDay, rewardedScansPerDay } from '#schema/rules.ts';
import { chargeScript, chargeTime } from '#scripts/lab/simulate/costs.ts';
import { honestCards } from '#scripts/lab/simulate/honest/town.ts';
import { deleteAccount } from '#scripts/lab/simulate/members.ts';
import { planScans, type Walk, walkTimes } from '#scripts/lab/simulate/outings.ts';
import { missCard } from '#scripts/lab/simulate/scans.ts';
import { type Attack, cheapest, days, describePatientVariant, makeAccount, planRedemption, type Stage } from './stage.ts';
import { type Bots, redeemAll, sendBots } from './trail.ts';

export const sharedPhotos: Attack = {
  name: 'photos shared among 40 people',
  description: '40 people visit 60 honest cards between them, post pictures of the codes, and scan all of them on two evenings',
  losesUpTo: 60,
  freeTravelers: 40,
  usesHonestCards: true,
  play: (stage) => playSharedPhotos(stage, { perDay: rewardedScansPerDay, minutesBetween: [0.2, 0.5] }),
};

export const patientSharedPhotos: Attack = {
  ...sharedPhotos,
  ...describePatientVariant(sharedPhotos, 'four pictures a day, spaced like a walk'),
  play: (stage) => playSharedPhotos(stage, { perDay: 4, minutesBetween: [15, 60] }),
};

function playSharedPhotos(stage: Stage, walk: Pick<Walk, 'perDay' | 'minutesBetween'>): void {
  const { random, world, start, bill } = stage;
  const cardIds = honestCards(world, { owners: 12, cardsPerMember: 5, finders: 30, from: start });
  chargeTime(bill, 'visiting', cardIds.length);
  chargeTime(bill, 'sharingPhoto', cardIds.length);
  for (let person = 0; person < 40; person += 1) {
    const address = `friend:${person}`;
    const at = start + days(100 + random.between(0, 60));
    const account = makeAccount(stage, { email: `friend${person}@mail.example`, address, at, by: 'hand' });
    const times = walkTimes(random, cardIds.length, { from: start + days(165 + random.integer(0, 5)), ...walk });
    planScans(world, account.id, random.shuffled(cardIds), times, () => ({
      ...{ source: 'camera', codeWasRight: true, distanceMeters: null, address },
    }));
    chargeTime(bill, 'scanFromPhoto', cardIds.length);
    planRedemption(stage, account.id, start + days(190 + random.between(0, 10)));
  }
}

export const honestCodes: Attack = {
  name: '60 honest codes, 100 bots',
  description: 'visits 60 honest cards once; the bots send the codes, 50 a day in one go',
  losesUpTo: 30,
  usesHonestCards: true,
  play: (stage) => playHonestCodes(stage, 'hasty'),
};

export const patientHonestCodes: Attack = {
  ...honestCodes,
  ...describePatientVariant(honestCodes, 'each bot has its own connection and day, and walks no faster than people'),
  play: (stage) => playHonestCodes(stage, 'patient'),
};

export const offlineHonestCodes: Attack = {
  ...patientHonestCodes,
  name: '60 honest codes, 100 offline bots',
  description: 'each bot has its own connection and day, and sends as many finds in one sync as do not count, stated as a walk',
  method: 'offline',
  play: (stage) => playHonestCodes(stage, 'adapted'),
};

function playHonestCodes(stage: Stage, pace: Bots['pace']): void {
  const { world, start, bill } = stage;
  const cardIds = honestCards(world, { owners: 12, cardsPerMember: 5, finders: 30, from: start });
  chargeTime(bill, 'visiting', cardIds.length);
  chargeScript(bill, pace === 'hasty' ? 2 : 20);
  const from = start + days(100);
  sendBots({ ...stage, start: from }, { count: 100, by: 'script', pace, joinWithinDays: 90, listCards: () => cardIds });
  redeemAll(stage, from + days(pace === 'hasty' ? 6 : 125));
}

const fewAccounts = 5;

export const fiveNames: Attack = {
  name: `60 honest codes, ${fewAccounts} people, one visitor`,
  description: 'visits 60 honest cards once and enters the codes into five accounts by hand, one for each person who travels',
  losesUpTo: 0,
  usesHonestCards: true,
  play(stage) {
    const { world, start, bill } = stage;
    const cardIds = honestCards(world, { owners: 12, cardsPerMember: 5, finders: 30, from: start });
    chargeTime(bill, 'visiting', cardIds.length);
    const from = start + days(100);
    sendBots({ ...stage, start: from }, { count: fewAccounts, by: 'hand', pace: 'patient', joinWithinDays: 30, listCards: () => cardIds });
    redeemAll(stage, from + days(65));
  },
};

const restarts = 24;
const daysBetweenRestarts = 30;

export const deletion: Attack = {
  name: `deletion trick, ${restarts} accounts in turn`,
  description:
    'visits 60 honest cards once; each month a new account with a new mailbox sends the pictures, redeems, travels and is deleted',
  losesUpTo: 0,
  usesHonestCards: true,
  play: (stage) => playDeletion(stage, (index) => `again${index}@mail.example`),
};

export const deletionOfOneMailbox: Attack = {
  ...deletion,
  name: 'the same with one mailbox',
  description: 'as above, but all accounts use one mailbox',
  losesUpTo: 60,
  play: (stage) => playDeletion(stage, () => 'again@mail.example'),
};

function playDeletion(stage: Stage, getEmail: (index: number) => string): void {
  const { random, world, start, bill } = stage;
  const cardIds = honestCards(world, { owners: 12, cardsPerMember: 5, finders: 30, from: start });
  chargeTime(bill, 'visiting', cardIds.length);
  for (let index = 0; index < restarts; index += 1) {
    world.agenda.plan(start + days(100 + index * daysBetweenRestarts), (at) => {
      const account = makeAccount(stage, { email: getEmail(index), address: 'again', at, by: 'hand' });
      const times = walkTimes(random, cardIds.length, { from: at + days(1), perDay: 4, minutesBetween: [15, 60] });
      planScans(world, account.id, random.shuffled(cardIds), times, () => ({
        ...{ source: 'camera', codeWasRight: true, distanceMeters: null, address: 'again' },
      }));
      chargeTime(bill, 'scanFromPhoto', cardIds.length);
      planRedemption(stage, account.id, at + days(20));
      world.agenda.plan(at + days(29), () => deleteAccount(world, account.id));
    });
  }
}

/** Number of placed cards that a random guess can hit, out of ten million possible ids. Deliberately high to favor the attacker. */
const placedCardCount = 20_000;
const possibleIds = 10_000_000;

export const enumeration: Attack = {
  name: 'enumeration, 100 bots',
  description: 'bots guess ids as fast as the limits allow, share the hits, and collect the cards without codes at a traveler’s pace',
  losesUpTo: 60,
  usesHonestCards: true,
  play(stage) {
    const { random, world, start, bill } = stage;
    chargeScript(bill, 16);
    const placedCardIds = random.shuffled(
      honestCards(world, { owners: 30, cardsPerMember: 6, finders: 40, from: start, isAcrossWorld: true }),
    );
    const bots = Array.from({ length: 100 }, (_, bot) =>
      makeAccount(stage, {
        email: `guess${bot}@mail.example`,
        address: `guess:${bot}`,
        at: start + days(10 + random.integer(0, 20)),
        by: 'script',
      }),
    );
    let knownCodes = 0;
    let day = 31;
    for (; knownCodes < cheapestCertificateTokens; day += 1) {
      for (const bot of bots) {
        // Each bot stops one wrong guess short of the daily limit because reaching it would draw attention.
        for (let guess = 0; guess < memberCardMissesPerDay - 1; guess += 1) {
          if (random.chance(placedCardCount / possibleIds)) knownCodes += 1;
          else world.agenda.plan(start + days(day + (guess + 0.5) / memberCardMissesPerDay), (now) => missCard(world, bot.id, now));
        }
      }
    }
    for (const bot of bots) {
      const cardsToScan = random.shuffled(placedCardIds.slice(0, cheapest.tokenCost));
      // At one find a day, a member could have flown between any two locations, so no two finds are impossibly far apart.
      const times = walkTimes(random, cardsToScan.length, { from: start + days(day + 1), perDay: 1, minutesBetween: [1, 2] });
      planScans(world, bot.id, cardsToScan, times, () => ({
        source: 'typed',
        codeWasRight: false,
        distanceMeters: null,
        address: `guess:${bot.id}`,
      }));
      planRedemption(stage, bot.id, start + days(day + cardsToScan.length + 3 + random.between(0, 10)));
    }
  },
};

export const evader: Attack = {
  name: 'the evader: 160 honest codes, 50 accounts',
  description: 'visits 160 honest cards once; 50 careful accounts, created over a year, each appear to find 60 of them',
  losesUpTo: 0,
  usesHonestCards: true,
  play(stage) {
    const { random, world, start, bill } = stage;
    const cardIds = honestCards(world, { owners: 25, cardsPerMember: 7, finders: 60, from: start }).slice(0, 160);
    chargeTime(bill, 'visiting', cardIds.length);
    chargeScript(bill, 52);
    const pickRandomCards = () =>
      random
        .shuffled(cardIds)
        .slice(0, cheapest.tokenCost)
        .sort((one, other) => one - other);
    sendBots(stage, { count: 50, by: 'script', pace: 'patient', joinWithinDays: 330, listCards: pickRandomCards });
    redeemAll(stage, start + days(365), 12);
  },
};
