import { communityKeysPerPlacement, secondsPerDay, tokensForFirstPlacement, tokensForLaterPlacement } from '#schema/rules.ts';
import { decidePlacement } from '#worker/domain/cards/card.ts';
import { memberMissLimits, secondsUntilAllowed } from '#worker/domain/limit.ts';
import type { Place } from '#worker/domain/reviews/facts.ts';
import { type CardForScan, decideScan, type ScanPlan } from '#worker/domain/scans/scan.ts';
import { type Seconds, windowStart } from '#worker/domain/time.ts';
import { getTier } from './purchases.ts';
import {
  countAttempt,
  getCard,
  getMember,
  type LedgerReward,
  listFinds,
  type World,
  type WorldCard,
  type WorldFind,
  type WorldMember,
} from './world.ts';

export function placeCard(world: World, cardId: number, place: Place | null, now: Seconds): void {
  const card = getCard(world, cardId);
  const placementResult = decidePlacement(card, { role: getTier(getMember(world, card.ownerId), now) });
  if (!placementResult.ok) throw new Error(`Card ${cardId} cannot be placed: ${placementResult.refusal}`);
  if (placementResult.value.activates) card.status = 'active';
  card.place = place;
  card.placementAt ??= now;
}

interface Scan extends Pick<WorldFind, 'cardId' | 'source' | 'codeWasRight' | 'distanceMeters' | 'address'> {
  memberId: number;
  statedAt?: Seconds;
}

export function scan(world: World, { memberId, cardId, ...how }: Scan, now: Seconds): void {
  const [member, card] = [getMember(world, memberId), getCard(world, cardId)];
  if (card.status === 'disabled') {
    missCard(world, memberId, now);
    return;
  }
  const today = listFinds(world, memberId).filter(({ at }) => windowStart(at, secondsPerDay) === windowStart(now, secondsPerDay));
  const finder = {
    id: memberId,
    referredById: member.referredById,
    isVerified: member.emailVerifiedAt !== null,
    rewardedToday: today.length,
    codelessToday: today.filter(({ codeWasRight }) => !codeWasRight).length,
  };
  const plan = decideScan(toCardForScan(world, card, memberId), finder, { codeWasRight: how.codeWasRight, testCardsPay: false, now });
  if (!plan.ok) {
    world.refusals.push({ memberId, reason: plan.refusal.reason, at: now });
    return;
  }
  if (card.status !== 'active') card.status = 'active';
  if (plan.value.kind === 'own_card') card.ownScans.push({ at: now, address: how.address });
  if (plan.value.kind === 'reward') {
    const find = world.disguise({ cardId, userId: memberId, at: now, statedAt: null, ...how });
    reward(world, plan.value, { card, find });
  }
}

export function missCard(world: World, memberId: number, now: Seconds): void {
  const limits = memberMissLimits(memberId, now);
  if (secondsUntilAllowed(limits, countAttempt(world, limits), now) !== undefined) {
    world.refusals.push({ memberId, reason: 'too_many_unknown_cards', at: now });
  }
}

function toCardForScan(world: World, card: WorldCard, memberId: number): CardForScan {
  return {
    status: card.status,
    ownerId: card.ownerId,
    isOwnerSuspended: false,
    isOwnerHidden: false,
    ownerReferredById: getMember(world, card.ownerId).referredById,
    isTest: false,
    placementOpen: card.placementAt !== null && card.placementConfirmedAt === null,
    placementPaidBefore: false,
    openReports: 0,
    alreadyCollected: card.finds.some(({ userId }) => userId === memberId),
    keyUsedFor: null,
    keyTokensEarned: 0,
  };
}

function reward(world: World, plan: Extract<ScanPlan, { kind: 'reward' }>, { card, find }: { card: WorldCard; find: WorldFind }): void {
  const { at, userId, cardId } = find;
  const [finder, owner] = [getMember(world, userId), getMember(world, card.ownerId)];
  card.finds.push(find);
  listFinds(world, userId).push(find);
  pay(finder, { kind: 'find', tokens: plan.tokens, at, cardId });
  if (plan.ownerTokens > 0) pay(owner, { kind: 'owner_reward', tokens: plan.ownerTokens, at, cardId, finderId: userId });
  if (plan.placement === 'confirmed' || plan.placement === 'confirmed_and_paid') card.placementConfirmedAt = at;
  if (plan.placement === 'confirmed_and_paid' && getTier(owner, at) !== 'free') {
    const isFirst = !owner.rewards.some(({ kind }) => kind === 'placement');
    pay(owner, { kind: 'placement', tokens: isFirst ? tokensForFirstPlacement : tokensForLaterPlacement, at, cardId });
    owner.communityKeys.push({ cardId, amount: communityKeysPerPlacement, at });
  }
}

function pay(member: WorldMember, reward: LedgerReward): void {
  member.rewards.push(reward);
  member.tokenBalance += reward.tokens;
}
