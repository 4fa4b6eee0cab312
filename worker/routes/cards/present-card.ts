import type { User } from '#schema/accounts/user.ts';
import type { OwnCard } from '#schema/cards/card.ts';
import { chooseNotice } from '#worker/domain/memberships/membership-status.ts';
import { pick } from '#worker/domain/pick.ts';
import { type Seconds, toIso, toIsoOrNull } from '#worker/domain/time.ts';
import { membershipFacts, presentMembership } from '#worker/routes/orders/present-money.ts';
import type { Member } from '#worker/store/accounts/users.ts';
import type { OwnCardRow } from '#worker/store/cards/cards.ts';

export function presentUser(member: Member, now: Seconds): User {
  const { emailVerifiedAt, autoRenew, membershipExpiresAt, hasEarnings, photoUrl, createdAt, lastLoginAt, ...more } = member;
  const { subscription, dispute, ...same } = more;
  return {
    ...same,
    membership: presentMembership(member, now),
    notice: chooseNotice(membershipFacts(member), member.owedTokens, now),
    emailVerified: emailVerifiedAt !== null,
    autoRenew: autoRenew === 1,
    membershipExpiresAt: toIsoOrNull(membershipExpiresAt),
    hasEarnings: hasEarnings === 1,
    photoURL: photoUrl,
    createdAt: toIso(createdAt),
    lastLoginAt: toIsoOrNull(lastLoginAt),
  };
}

export function presentOwnCard(card: OwnCardRow): OwnCard {
  return {
    ...pick(card, 'id', 'cardId', 'status', 'location', 'description', 'latitude', 'longitude', 'visibility', 'totalScans', 'tokensEarned'),
    isTakenOff: card.isTakenOff === 1,
    placedDate: toIsoOrNull(card.placedDate),
    shippedAt: toIsoOrNull(card.shippedAt),
    createdAt: toIso(card.createdAt),
  };
}
