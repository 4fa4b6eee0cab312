/**
 * Facts of a certificate's case: the tokens that paid for it, the finds behind them and the accounts involved. Loaded by
 * worker/store/reviews/reviews.ts. Unix seconds (UTC), meters, US cents; ids are row ids (`cache_cards.id`, `users.id`).
 */

import type { Place } from '#schema/finding/geo.ts';
import type { Tier } from '#schema/rules.ts';
import type { Seconds } from '#worker/domain/time.ts';

export type { Place } from '#schema/finding/geo.ts';

export interface ReviewFacts {
  /** The certificate's member, also in `accounts`. */
  memberId: number;
  /** The member's `users.owed_tokens`. */
  owedTokens: number;
  /** Oldest first (`backingRewards`). Excludes rewards revoked before redemption. */
  rewards: BackingReward[];
  /** Cards of `rewards`, without duplicates. */
  cards: BackingCard[];
  /**
   * Rewarded finds at `cards`, oldest first, including revoked ones: those behind the member's tokens; all others' finds at cards with at
   * most `twinSearchMaxFinders` finders; and at other cards the `neighbourFinds` before and after each find behind the tokens.
   */
  finds: FindFact[];
  /** Owners' scans of `cards`: unrewarded, but they show the owner's network. */
  ownScans: OwnScanFact[];
  /** The member, owners of `cards` and finders, without duplicates. */
  accounts: AccountFact[];
  /** Returned or disputed payments: for the orders of `cards`, and for memberships of the member and the owners. */
  returnedPayments: ReturnedPayment[];
  /** Pairs of accounts with the same bank card (Stripe's fingerprint). */
  sharedBankCards: { userId: number; otherId: number }[];
  /** The member's referrer, the referrer's referrer and so on, up to `referralChainMaxLength`. */
  referrers: ReferralFact[];
  /** Newest first, up to `referralsMaxChecked`. */
  referred: ReferralFact[];
}

/** A find of the member, a find at their card, a confirmed placement, or an adjustment. */
export type BackingReward = { tokens: number; at: Seconds } & (
  | { kind: 'find'; cardId: number }
  | { kind: 'owner_reward'; cardId: number; finderId: number }
  | { kind: 'placement'; cardId: number }
  /** Including restorations after a won dispute. */
  | { kind: 'adjustment' }
);

export interface BackingCard {
  id: number;
  name: string;
  /**
   * The owner who was paid by the find behind the tokens. Without one: the current owner, or the buyer who has left. Null for test cards.
   */
  ownerId: number | null;
  /** Degrees, as stated by the owner; null if unstated. */
  place: Place | null;
  /** Members rewarded for a find of it that was not revoked (`cache_cards.total_scans`). */
  finders: number;
  /** Null for test cards. */
  orderId: number | null;
}

/** When it was credited; an offline find is credited on arrival. */
export interface FindFact {
  cardId: number;
  userId: number;
  at: Seconds;
  source: 'camera' | 'photo' | 'typed' | 'link' | 'offline';
  /** False if only the card id was sent, which can be typed or guessed. */
  codeWasRight: boolean;
  /** Keyed hash of the address (IPv4, or IPv6 /64); null once erased. */
  addressHash: string | null;
  /** Distance from the card to the finder's stated position; null if unstated, unknown or erased. */
  distanceMeters: number | null;
  isTakenBack: boolean;
}

export type OwnScanFact = Pick<FindFact, 'cardId' | 'userId' | 'at' | 'addressHash'>;

export interface AccountFact {
  id: number;
  /** Username, else first and last name, else "member 17"; "member 17 (left)" if erased. */
  name: string;
  createdAt: Seconds;
  tier: Tier;
  /** `mailboxOf` the current address. */
  mailbox: string;
  isDisposable: boolean;
  isVerified: boolean;
  referredById: number | null;
  /** Keyed hash, as with finds; null if unknown. */
  registrationAddressHash: string | null;
}

export interface ReturnedPayment {
  userId: number;
  /** `card_order`: for the `cards` with this `orderId`. */
  kind: 'membership' | 'card_order';
  orderId: number | null;
  amountCents: number;
  outcome: 'refunded' | 'dispute_lost' | 'dispute_open';
  at: Seconds;
}

export interface ReferralFact {
  id: number;
  name: string;
  referredById: number | null;
  createdAt: Seconds;
  hasReturnedPayment: boolean;
}
