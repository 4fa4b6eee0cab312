import type { User } from '#schema/accounts/user.ts';
import type { OwnCard } from '#schema/cards/card.ts';
import { pick } from '#worker/domain/pick.ts';
import { toIso, toIsoOrNull } from '#worker/domain/time.ts';
import type { Member } from '#worker/store/accounts/users.ts';
import type { OwnCardRow } from '#worker/store/cards/cards.ts';

export function presentUser(member: Member): User {
  const { emailVerifiedAt, autoRenew, membershipExpiresAt, hasEarnings, photoUrl, createdAt, lastLoginAt, ...same } = member;
  return {
    ...same,
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
    placedDate: toIsoOrNull(card.placedDate),
    createdAt: toIso(card.createdAt),
  };
}
