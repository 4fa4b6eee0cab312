import { treasureChestLevels } from '#schema/rules.ts';
import { chargeTime, disputedMoneyBack } from '#scripts/lab/simulate/costs.ts';
import { getTownPlace } from '#scripts/lab/simulate/ground.ts';
import { planScans, walkTimes } from '#scripts/lab/simulate/outings.ts';
import { returnMoney } from '#scripts/lab/simulate/purchases.ts';
import { type Attack, buyCards, days, makeAccount, placeCards } from './stage.ts';
import { getTrailPlace } from './trail.ts';

const referredCount = 20;
/** Number of days until the payments are disputed. Banks accept disputes up to about four months after a payment. */
const daysUntilDispute = 115;

export const referralRing: Attack = {
  name: 'referral ring with late chargebacks',
  description:
    'a premium member refers 20 premium members, each with their own bank card, and opens gold chests; after 115 days all dispute their payments',
  play(stage) {
    const { start, world, random, bill } = stage;
    const gold = treasureChestLevels.findLast(() => true)?.communityKeys ?? 0;
    const leader = makeAccount(stage, { email: 'leader@mail.example', address: 'leader', at: start, by: 'hand' });
    const own = buyCards(stage, leader.id, { tier: 'premium', cards: gold, bankCard: 'leader' }, start);
    placeCards(stage, own.cardIds, (index) => getTrailPlace(getTownPlace(1), index), start + days(1));
    const confirmer = makeAccount(stage, { email: 'walker@mail.example', address: 'walker', at: start + days(2), by: 'hand' });
    const times = walkTimes(random, gold, { from: start + days(3), perDay: gold, minutesBetween: [5, 12] });
    planScans(world, confirmer.id, own.cardIds, times, () => ({
      source: 'camera',
      codeWasRight: true,
      distanceMeters: null,
      address: 'walker',
    }));
    const purchases = [{ id: leader.id, orders: own.orders }];
    for (let index = 0; index < referredCount; index += 1) {
      const at = start + days(3) + index * days(0.5);
      const member = makeAccount(stage, {
        email: `brought${index}@mail.example`,
        address: `brought:${index}`,
        at,
        by: 'hand',
        referredById: leader.id,
      });
      const { orders } = buyCards(stage, member.id, { tier: 'premium', cards: 0, bankCard: `brought:${index}` }, at);
      purchases.push({ id: member.id, orders });
    }
    bill.cents -= Math.round(bill.cents * disputedMoneyBack);
    chargeTime(bill, 'dispute', purchases.flatMap(({ orders }) => orders).length);
    world.agenda.plan(start + days(daysUntilDispute), (now) => {
      for (const { id, orders } of purchases) for (const orderId of orders) returnMoney(world, id, orderId, 'dispute_lost', now);
    });
  },
};
