/** Rows as the API shows them. */
import type { OwnCard } from '#schema/card.ts';
import type { User } from '#schema/user.ts';
import { toIso, toIsoOrNull } from '#worker/domain/time.ts';
import type { OwnCardRow } from '#worker/store/cards.ts';
import type { Member } from '#worker/store/users.ts';

export function presentUser(member: Member): User {
  return {
    id: member.id,
    username: member.username,
    email: member.email,
    pendingEmail: member.pendingEmail,
    emailVerified: member.emailVerifiedAt !== null,
    firstName: member.firstName,
    lastName: member.lastName,
    role: member.role,
    tokenBalance: member.tokenBalance,
    owedTokens: member.owedTokens,
    autoRenew: member.autoRenew === 1,
    membershipExpiresAt: toIsoOrNull(member.membershipExpiresAt),
    referralCode: member.referralCode,
    referredById: member.referredById,
    treasureKeys: member.treasureKeys,
    communityKeys: member.communityKeys,
    hasEarnings: member.hasEarnings === 1,
    phone: member.phone,
    address: member.address,
    city: member.city,
    state: member.state,
    zip: member.zip,
    country: member.country,
    oauthProvider: member.oauthProvider,
    photoURL: member.photoUrl,
    createdAt: toIso(member.createdAt),
    lastLoginAt: toIsoOrNull(member.lastLoginAt),
  };
}

export function presentOwnCard(card: OwnCardRow): OwnCard {
  return {
    id: card.id,
    cardId: card.cardId,
    status: card.status,
    location: card.location,
    description: card.description,
    latitude: card.latitude,
    longitude: card.longitude,
    visibility: card.visibility,
    placedDate: toIsoOrNull(card.placedDate),
    totalScans: card.totalScans,
    tokensEarned: card.tokensEarned,
    createdAt: toIso(card.createdAt),
  };
}
