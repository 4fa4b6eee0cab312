/**
 * What is known of one certificate's case, as plain data: the tokens that it was paid with, the finds that made them, and
 * the accounts that had a part in these. worker/store/reviews/reviews.ts loads it. All times are UTC unix seconds, all distances
 * metres, all money US cents; ids of cards and accounts are the rows' own (`cache_cards.id`, `users.id`).
 */

import type { Place } from '#schema/finding/geo.ts';
import type { Tier } from '#schema/rules.ts';
import type { Seconds } from '#worker/domain/time.ts';

export type { Place } from '#schema/finding/geo.ts';

export interface ReviewFacts {
  /** The certificate's holder; their account is also in `accounts`. */
  memberId: number;
  /** What reversals could not take back from the member (`users.owed_tokens`). */
  owedTokens: number;
  /** The tokens behind the certificate, oldest first (`backingRewards`). What had been taken back when it was redeemed is none of them. */
  rewards: BackingReward[];
  /** The cards of `rewards`, each once. */
  cards: BackingCard[];
  /**
   * Rewarded finds at `cards`, oldest first, those too that were taken back: those behind the member's tokens (their own, and for an owner those of their
   * finders); all finds of others at cards that at most `twinSearchMaxFinders` members have found; and at cards with more
   * finders the `neighbourFinds` before and as many after each find behind the member's tokens.
   */
  finds: FindFact[];
  /** Scans of `cards` by those who own them: they pay nothing, but show from where the owner comes. */
  ownScans: OwnScanFact[];
  /** The member, the owners of `cards` and the finders of `finds`, each once. */
  accounts: AccountFact[];
  /** Payments that went back or are disputed: of the orders that `cards` came with, and memberships of the member and the owners. */
  returnedPayments: ReturnedPayment[];
  /** Accounts of the case that have paid with the same bank card (Stripe's fingerprint), each pair once. */
  sharedBankCards: { userId: number; otherId: number }[];
  /** The member's referrer, that one's referrer and so on, nearest first, at most `referralChainMaxLength`. */
  referrers: ReferralFact[];
  /** Whom the member referred, newest first, at most `referralsMaxChecked`. */
  referred: ReferralFact[];
}

/** What paid the member: a find of theirs, a find of another at their card, a confirmed placement, or an administrator. */
export type BackingReward = { tokens: number; at: Seconds } & (
  | { kind: 'find'; cardId: number }
  | { kind: 'owner_reward'; cardId: number; finderId: number }
  | { kind: 'placement'; cardId: number }
  /** Adjustments, and what was given back after a dispute that was won. */
  | { kind: 'adjustment' }
);

export interface BackingCard {
  id: number;
  /** As printed, e.g. TC-0000001. */
  name: string;
  /**
   * Whom the find behind the member's tokens paid as the card's owner; the member, where it is they who were paid. Where nobody was,
   * who has the card now, or who bought it and has left. Null for test cards.
   */
  ownerId: number | null;
  /** Where it is, in degrees, as its owner said; null where they said no coordinates. */
  place: Place | null;
  /** Members whom a find of it has paid, without finds that were taken back (`cache_cards.total_scans`). */
  finders: number;
  /** Of the order that it was bought with; null for test cards. */
  orderId: number | null;
}

/** A find as it was credited. One that was kept without network is credited when it arrives. */
export interface FindFact {
  cardId: number;
  userId: number;
  at: Seconds;
  source: 'camera' | 'photo' | 'typed' | 'link' | 'offline';
  /** False: the card's id came alone, as it can be typed or guessed. */
  codeWasRight: boolean;
  /** Keyed hash of the network address (IPv4, or the /64 of IPv6); null once it is erased. */
  addressHash: string | null;
  /** How far from the card the finder said to stand; null where they said nothing, the card has no place, or it is erased. */
  distanceMeters: number | null;
  /** A decision has taken it back, and stands. */
  isTakenBack: boolean;
}

export type OwnScanFact = Pick<FindFact, 'cardId' | 'userId' | 'at' | 'addressHash'>;

export interface AccountFact {
  id: number;
  /** For sentences: username, else first and last name, else "member 17"; "member 17 (left)" for who is erased. */
  name: string;
  createdAt: Seconds;
  /** As of now. */
  tier: Tier;
  /** What all addresses of one mailbox have in common (`mailboxOf`), of the address as it is now. */
  mailbox: string;
  /** The address is of a domain whose mailboxes are thrown away after use. */
  isDisposable: boolean;
  isVerified: boolean;
  referredById: number | null;
  /** Keyed hash, like those of finds; null where it is not known. */
  registrationAddressHash: string | null;
}

export interface ReturnedPayment {
  userId: number;
  /** `card_order`: its cards are those of `cards` with this `orderId`. */
  kind: 'membership' | 'card_order';
  orderId: number | null;
  amountCents: number;
  outcome: 'refunded' | 'dispute_lost' | 'dispute_open';
  /** When it went back, or the dispute began. */
  at: Seconds;
}

export interface ReferralFact {
  id: number;
  name: string;
  referredById: number | null;
  createdAt: Seconds;
  /** A payment of theirs went back, or is disputed. */
  hasReturnedPayment: boolean;
}
