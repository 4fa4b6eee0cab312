/**
 * Facts in a certificate's review case: the tokens that paid for the certificate, the finds behind them and the accounts involved. Loaded
 * by worker/store/reviews/reviews.ts. Times are in Unix seconds (UTC), distances in meters, and amounts in US cents. Ids are row ids
 * (`cache_cards.id`, `users.id`).
 */

import type { Place } from '#schema/finding/geo.ts';
import type { Tier } from '#schema/rules.ts';
import type { FavorAction } from '#worker/domain/admin/giving-actions.ts';
import type { Seconds } from '#worker/domain/time.ts';

export type { Place } from '#schema/finding/geo.ts';

export interface ReviewFacts {
  memberId: number;
  owedTokens: number;
  /** Whether a group decision has put the redeeming member on hold. False for existing certificates, which store the hold themselves. */
  isHeld: boolean;
  /** Time of the member's last certificate refusal before this redemption; null if there is none. */
  refusedAt: Seconds | null;
  /** What administrators did for the member, with the time of the latest of each kind. */
  favors: { action: FavorAction; at: Seconds }[];
  /** Cards that administrators transferred to the member, or whose claim they approved. */
  givenCardIds: number[];
  /** Cards that the member found within `benefactorSeconds` after an administrator had given them to someone. */
  foundAfterTransferIds: number[];
  /** Rewards that paid for the certificate, oldest first (see `backingRewards`). Excludes rewards revoked before the redemption. */
  rewards: BackingReward[];
  cards: BackingCard[];
  /**
   * Rewarded finds, oldest first, including revoked ones. Contains the finds that earned the member's tokens, and all finds of cards with
   * at most `twinSearchMaxFinders` finders. For other cards, contains `neighbourFinds` finds before and after each find that earned tokens.
   */
  finds: FindFact[];
  /** Owners' scans of `cards`, which earn nothing but reveal the owner's network. */
  ownScans: OwnScanFact[];
  accounts: AccountFact[];
  /** Refunded or disputed payments, for the orders of `cards` and for memberships of the member and the owners. */
  returnedPayments: ReturnedPayment[];
  /** Pairs of accounts that used the same bank card (Stripe's fingerprint). */
  sharedBankCards: AccountPair[];
  /** The member with each account whose PayPal address belongs to the same mailbox. */
  sharedPayPalAddresses: AccountPair[];
  /** The member's referrer, the referrer's referrer and so on, up to `referralChainMaxLength`. */
  referrers: ReferralFact[];
  /** Accounts that the member referred, newest first, up to `referralsMaxChecked`. */
  referred: ReferralFact[];
}

/**
 * A source of the member's tokens: a reward for their own find, for a find of their card or for a confirmed placement, or an adjustment.
 */
export type BackingReward = { tokens: number; at: Seconds } & (
  | { kind: 'find'; cardId: number }
  | { kind: 'owner_reward'; cardId: number; finderId: number }
  | { kind: 'placement'; cardId: number }
  /** `isGift` is true if an administrator granted the tokens. Adjustments also include tokens restored after a won dispute. */
  | { kind: 'adjustment'; isGift: boolean }
);

export interface Placement {
  /** Location that the owner entered, in degrees; null if none was entered. */
  place: Place | null;
  /** When an owner first submitted the placement form; null if none did. */
  placedAt: Seconds | null;
}

export interface BackingCard extends Placement {
  id: number;
  name: string;
  /**
   * The owner who was rewarded for the find that earned the tokens. Without such a find, the current owner, or the buyer if the owner has
   * left. Null for test cards.
   */
  ownerId: number | null;
  /** Number of members rewarded for finding the card, not counting revoked finds (`cache_cards.total_scans`). */
  finders: number;
  orderId: number | null;
}

/** `source`, `statedAt` and `distanceMeters` come from the finder, so they can add signals but never remove one. */
export interface FindFact {
  cardId: number;
  userId: number;
  /** When the server received and credited the find. */
  at: Seconds;
  /** When the find was made, according to the finder's device; null if not reported or erased. */
  statedAt: Seconds | null;
  source: 'camera' | 'photo' | 'typed' | 'link' | 'offline';
  /** False if the scan contained only the card id, which can be typed or guessed. */
  codeWasRight: boolean;
  /** Whether an administrator knew the card's code or had changed its delivery address, or nobody could have the card yet. */
  isCodeExposed: boolean;
  /** Keyed hash of the network address (IPv4, or IPv6 /64); null once erased. */
  addressHash: string | null;
  /** Distance between the card and the position reported by the finder; null if not reported, unknown or erased. */
  distanceMeters: number | null;
  /** The card's placement at the time of this find, if it has changed since; otherwise null. */
  formerPlacement: Placement | null;
  isTakenBack: boolean;
}

export type OwnScanFact = Pick<FindFact, 'cardId' | 'userId' | 'at' | 'addressHash'>;

export interface AccountFact {
  id: number;
  /** Username, or first and last name, or "member 17" if neither is set; "member 17 (left)" if erased. */
  name: string;
  createdAt: Seconds;
  tier: Tier;
  /** Normalized mailbox, or a hash of it (`hashMailboxes`). */
  mailbox: string;
  /** Other mailboxes that the account had and confirmed, in the same form. */
  formerMailboxes: readonly string[];
  isDisposable: boolean;
  isVerified: boolean;
  /** Whether the account was erased without keeping evidence, which happens unless a case with it is open. */
  isErased: boolean;
  referredById: number | null;
  /** Keyed hash of the network address used to register; null if unknown. */
  registrationAddressHash: string | null;
}

export interface ReturnedPayment {
  userId: number;
  /** `card_order`: the payment was for the `cards` with this `orderId`. */
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
  hasPaid: boolean;
  hasReturnedPayment: boolean;
}

export interface AccountPair {
  userId: number;
  otherId: number;
}
