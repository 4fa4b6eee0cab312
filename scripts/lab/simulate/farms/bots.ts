import { cheapestCertificateTokens } from '#schema/rules.ts';
import { chargeScript, chargeTime, disputedMoneyBack } from '#scripts/lab/simulate/costs.ts';
import { passers } from '#scripts/lab/simulate/honest/passers-by.ts';
import { returnMoney } from '#scripts/lab/simulate/purchases.ts';
import { type Attack, days, describePatientVariant, type Stage } from './stage.ts';
import { type Bots, inventTrail, redeemAll, sendBots } from './trail.ts';

const weeks = { hasty: 2, adapted: 20, patient: 20 } as const;
const redeemedAfterDays = { hasty: 6, adapted: 125, patient: 125 } as const;

export const spoofedPlaces: Attack = {
  name: 'bots with spoofed places, 100 accounts',
  description: 'one owner with 60 cards on an invented trail; the bots claim to be there and scan 50 a day in one go',
  play: (stage) => playSpoofedPlaces(stage, 'hasty'),
};

export const patientSpoofedPlaces: Attack = {
  ...describePatientVariant(spoofedPlaces, 'each bot has its own connection and day, and walks no faster than people'),
  play: (stage) => playSpoofedPlaces(stage, 'patient'),
};

function playSpoofedPlaces(stage: Stage, pace: Bots['pace']): void {
  const { cardIds } = inventTrail(stage, cheapestCertificateTokens);
  chargeScript(stage.bill, weeks[pace]);
  sendBots(stage, { count: 100, by: 'script', pace, joinWithinDays: 90, listCards: () => cardIds });
  redeemAll(stage, stage.start + days(redeemedAfterDays[pace]));
}

export const offlineSpoofedPlaces: Attack = {
  name: 'offline bots on an invented trail, 100 accounts',
  description: 'each bot has its own connection and day, and sends as many finds in one sync as do not count, stated as a walk',
  losesUpTo: 0,
  method: 'offline',
  play: (stage) => playSpoofedPlaces(stage, 'adapted'),
};

export const placedOnce: Attack = {
  name: 'cards really placed and visited once, 50 bots',
  description: 'one owner hides 60 cards, which honest members find too; the bots send the codes, 50 a day in one go',
  play: (stage) => playPlacedOnce(stage, 'hasty'),
};

export const patientPlacedOnce: Attack = {
  ...describePatientVariant(placedOnce, 'as above'),
  play: (stage) => playPlacedOnce(stage, 'patient'),
};

function playPlacedOnce(stage: Stage, pace: Bots['pace']): void {
  const { bill, world, start } = stage;
  const { cardIds } = inventTrail(stage, cheapestCertificateTokens);
  chargeTime(bill, 'hiding', cardIds.length);
  chargeTime(bill, 'printing', cardIds.length);
  chargeScript(bill, weeks[pace]);
  passers(world, { cardIds, count: 12, from: start + days(3), withinDays: 90 });
  sendBots(stage, { count: 50, by: 'script', pace, joinWithinDays: 90, listCards: () => cardIds });
  redeemAll(stage, start + days(redeemedAfterDays[pace]));
}

export const refundAfterEarning: Attack = {
  name: 'refund after earning, 20 accounts',
  description:
    'one owner with 60 cards on an invented trail, accounts made by hand; once the certificates are activated, the payments are disputed',
  losesUpTo: 60,
  play: (stage) => playRefund(stage, 'hasty'),
};

export const patientRefund: Attack = {
  ...describePatientVariant(refundAfterEarning, 'as above'),
  play: (stage) => playRefund(stage, 'patient'),
};

/**
 * Number of days between the last redemption and the dispute. This is enough time for a review and for the attacker to activate the
 * certificate and book a stay.
 */
const daysUntilDispute = 10;

function playRefund(stage: Stage, pace: Bots['pace']): void {
  const { world, bill, start } = stage;
  const { ownerId, orders, cardIds } = inventTrail(stage, cheapestCertificateTokens);
  bill.cents -= Math.round(bill.cents * disputedMoneyBack);
  chargeTime(bill, 'dispute', orders.length);
  sendBots(stage, { count: 20, by: 'hand', pace, joinWithinDays: 90, listCards: () => cardIds });
  redeemAll(stage, start + days(redeemedAfterDays[pace]));
  world.agenda.plan(start + days(redeemedAfterDays[pace] + daysUntilDispute), (now) => {
    for (const orderId of orders) returnMoney(world, ownerId, orderId, 'dispute_lost', now);
  });
}
