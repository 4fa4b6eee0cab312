import type { PaidTier } from '#schema/orders/order.ts';
import { certificateOptions, cheapestCertificateTokens, secondsPerDay } from '#schema/rules.ts';
import { type Bill, chargeCards, chargeMembership, chargeTime } from '#scripts/lab/simulate/costs.ts';
import { join } from '#scripts/lab/simulate/members.ts';
import { buyMembership, orderCards } from '#scripts/lab/simulate/purchases.ts';
import type { Random } from '#scripts/lab/simulate/random.ts';
import { redeem } from '#scripts/lab/simulate/redemptions.ts';
import { placeCard } from '#scripts/lab/simulate/scans.ts';
import type { World, WorldMember } from '#scripts/lab/simulate/world.ts';
import type { Place } from '#worker/domain/reviews/facts.ts';
import type { Seconds } from '#worker/domain/time.ts';
import type { Method } from './claims.ts';

export interface Stage {
  world: World;
  random: Random;
  bill: Bill;
  accounts: Set<number>;
  start: Seconds;
}

export interface Attack {
  name: string;
  description: string;
  /**
   * Highest value of a stay, in dollars, at which the attack loses money even if travelers cost the attacker nothing and catch rates are
   * halved. Absent if it loses money at every value in the report.
   */
  losesUpTo?: 0 | 30 | 60;
  /** Number of people who travel without being paid; defaults to `defaultFreeTravelers`. */
  freeTravelers?: number;
  /** How the attacker fakes the finds. */
  method?: Method;
  /**
   * Whether the scanned codes belong to honest members' cards. In that case, requiring proof of presence would force the attacker to visit
   * the cards.
   */
  usesHonestCards?: true;
  play(stage: Stage): void;
}

/**
 * Returns the name and description of an attack's patient variant, which proceeds more slowly to avoid review signals. Most patient
 * variants are profitable.
 */
export function describePatientVariant({ name }: Attack, description: string): Pick<Attack, 'name' | 'description' | 'losesUpTo'> {
  return { name: `${name}: patient`, description, losesUpTo: 0 };
}

export const cheapest = certificateOptions.find(({ tokenCost }) => tokenCost === cheapestCertificateTokens) ?? certificateOptions[0];

export const days = (count: number): Seconds => Math.floor(count * secondsPerDay);

interface AttackersAccount {
  email: string;
  address: string;
  at: Seconds;
  by: 'hand' | 'script';
  referredById?: number;
}

export function makeAccount({ world, bill, accounts }: Stage, { by, at, ...newcomer }: AttackersAccount): WorldMember {
  chargeTime(bill, by === 'hand' ? 'accountByHand' : 'accountByScript');
  const member = join(world, newcomer, at);
  accounts.add(member.id);
  return member;
}

interface Purchase {
  tier: PaidTier;
  cards: number;
  bankCard: string;
}

export function buyCards({ world, bill }: Stage, ownerId: number, { tier, cards, bankCard }: Purchase, at: Seconds) {
  const membershipOrder = buyMembership(world, ownerId, { tier, bankCard }, at);
  chargeMembership(bill, tier);
  const cardOrder = cards > 0 ? orderCards(world, ownerId, { quantity: cards, bankCard }, at) : [];
  chargeCards(bill, cards);
  return { orders: [membershipOrder, ...cardOrder.slice(0, 1).map(({ orderId }) => orderId)], cardIds: cardOrder.map(({ id }) => id) };
}

export function placeCards({ world }: Stage, cardIds: readonly number[], choosePlace: (index: number) => Place | null, at: Seconds): void {
  cardIds.forEach((cardId, index) => {
    placeCard(world, cardId, choosePlace(index), at);
  });
}

export function planRedemption({ world }: Stage, memberId: number, at: Seconds): void {
  world.agenda.plan(at, (now) => redeem(world, memberId, cheapest.type, now));
}
