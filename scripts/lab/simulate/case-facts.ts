/** Collects the facts for a certificate review from the simulation's state, as defined in worker/domain/reviews/facts.ts. */
import {
  neighbourFinds,
  referralChainMaxLength,
  referralsMaxChecked,
  scanEvidenceRetentionSeconds,
  twinSearchMaxFinders,
} from '#schema/rules.ts';
import { siteListFiles } from '#scripts/site/site-lists.ts';
import { normalizeMailbox } from '#worker/domain/accounts/mailbox.ts';
import { contestedSince } from '#worker/domain/memberships/account.ts';
import { backingRewards } from '#worker/domain/reviews/backing-rewards.ts';
import type { AccountFact, BackingReward, FindFact, ReferralFact, ReturnedPayment, ReviewFacts } from '#worker/domain/reviews/facts.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { disposableEmailTest } from '#worker/store/accounts/disposable-email.ts';
import { getTier } from './purchases.ts';
import { getCard, getMember, type World, type WorldCard, type WorldFind, type WorldMember } from './world.ts';

const isDisposableEmail = await disposableEmailTest(siteListFiles);

export function caseFacts(world: World, memberId: number, price: number, now: Seconds): ReviewFacts {
  const member = getMember(world, memberId);
  const rewards = backingRewards<BackingReward>([...member.rewards].reverse(), { balance: member.tokenBalance, price });
  const cardIds = new Set(rewards.flatMap((reward) => (reward.kind === 'adjustment' ? [] : [reward.cardId])));
  const cards = [...cardIds].map((id) => getCard(world, id));
  const backingIds = new Set(
    rewards.flatMap((reward) => {
      if (reward.kind === 'find') return [`${reward.cardId}:${memberId}`];
      return reward.kind === 'owner_reward' ? [`${reward.cardId}:${reward.finderId}`] : [];
    }),
  );
  const finds = cards.flatMap((card) => listShownFinds(card, backingIds)).sort((one, other) => one.at - other.at);
  const people = new Set([memberId, ...cards.map(({ ownerId }) => ownerId), ...finds.map(({ userId }) => userId)]);
  const accounts = [...people].map((id) => getMember(world, id));
  const isErased = (at: Seconds) => at < now - scanEvidenceRetentionSeconds;
  return {
    memberId,
    owedTokens: member.owedTokens,
    isHeld: false,
    refusedAt: null,
    favors: [],
    givenCardIds: [],
    foundAfterTransferIds: [],
    rewards,
    cards: cards.map(cardFact),
    finds: finds.map((find) => findFact(find, isErased(find.at))),
    ownScans: cards.flatMap((card) =>
      card.ownScans.map(({ at, address }) => ({ cardId: card.id, userId: card.ownerId, at, addressHash: isErased(at) ? null : address })),
    ),
    accounts: accounts.map((account) => accountFact(account, now)),
    returnedPayments: returnedPayments(world, member, cards),
    sharedBankCards: sharedBankCards(accounts),
    sharedPayPalAddresses: [],
    referrers: listReferrers(world, member),
    referred: [...world.members.values()]
      .filter(({ referredById }) => referredById === memberId)
      .slice(-referralsMaxChecked)
      .reverse()
      .map(referralFact),
  };
}

function listShownFinds({ id, finds }: WorldCard, backingIds: ReadonlySet<string>): WorldFind[] {
  if (finds.length <= twinSearchMaxFinders) return finds;
  const isShown = finds.map(() => false);
  finds.forEach(({ userId }, index) => {
    if (backingIds.has(`${id}:${userId}`)) isShown.fill(true, Math.max(0, index - neighbourFinds), index + neighbourFinds + 1);
  });
  return finds.filter((_, index) => isShown[index]);
}

function cardFact({ id, ownerId, place, placementAt, finds, orderId }: WorldCard): ReviewFacts['cards'][number] {
  return { id, name: `TC-${String(id).padStart(7, '0')}`, ownerId, place, placedAt: placementAt, finders: finds.length, orderId };
}

function findFact({ address, ...find }: WorldFind, isErased: boolean): FindFact {
  const fact = { ...find, addressHash: address, formerPlacement: null, isTakenBack: false, isCodeExposed: false };
  return isErased ? { ...fact, addressHash: null, distanceMeters: null, statedAt: null } : fact;
}

function accountFact(member: WorldMember, now: Seconds): AccountFact {
  const { id, name, createdAt, email, referredById } = member;
  return {
    ...{ id, name, createdAt, referredById },
    tier: getTier(member, now),
    mailbox: normalizeMailbox(email),
    formerMailboxes: [],
    isDisposable: isDisposableEmail(email),
    isVerified: member.emailVerifiedAt !== null,
    isErased: false,
    registrationAddressHash: member.registrationAddress,
  };
}

function returnedPayments(world: World, member: WorldMember, cards: WorldCard[]): ReturnedPayment[] {
  const orders = new Set(cards.map(({ orderId }) => orderId));
  const people = new Set([member.id, ...cards.map(({ ownerId }) => ownerId)]);
  return [...people].flatMap((userId) =>
    getMember(world, userId).money.payments.flatMap((payment): ReturnedPayment[] => {
      const { orderId, amountCents, disputeStatus } = payment;
      const at = contestedSince(payment);
      const isMembership = payment.subscriptionId !== null;
      if (at === null || !(isMembership || (orderId !== null && orders.has(orderId)))) return [];
      const returnReason = disputeStatus === 'lost' ? 'dispute_lost' : disputeStatus === 'open' ? 'dispute_open' : 'refunded';
      return [{ userId, kind: isMembership ? 'membership' : 'card_order', orderId, amountCents, outcome: returnReason, at }];
    }),
  );
}

function sharedBankCards(accounts: WorldMember[]): ReviewFacts['sharedBankCards'] {
  const payers = accounts
    .map(({ id, money }) => ({ id, bankCards: new Set(money.payments.flatMap(({ cardFingerprint }) => cardFingerprint ?? [])) }))
    .filter(({ bankCards }) => bankCards.size > 0);
  return payers.flatMap((one, index) =>
    payers
      .slice(index + 1)
      .filter((other) => [...one.bankCards].some((bankCard) => other.bankCards.has(bankCard)))
      .map((other) => ({ userId: one.id, otherId: other.id })),
  );
}

function listReferrers(world: World, member: WorldMember): ReferralFact[] {
  const chain: ReferralFact[] = [];
  let next = member.referredById;
  while (next !== null && chain.length < referralChainMaxLength) {
    const referrer = getMember(world, next);
    chain.push(referralFact(referrer));
    next = referrer.referredById;
  }
  return chain;
}

function referralFact({ id, name, referredById, createdAt, money }: WorldMember): ReferralFact {
  const hasReturnedPayment = money.payments.some((payment) => contestedSince(payment) !== null);
  return { id, name, referredById, createdAt, hasPaid: money.payments.length > 0, hasReturnedPayment };
}
