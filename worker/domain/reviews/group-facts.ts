/** What a decision about a group goes by: plain data, as of one moment. Tokens; integer cents; UTC seconds. */
import type { CertificateStatus, CertificateType } from '#worker/domain/certificates/certificate.ts';
import type { Account } from '#worker/domain/memberships/account.ts';
import type { Seconds } from '#worker/domain/time.ts';
import type { ReviewState } from './certificate-review.ts';

export interface GroupMember {
  id: number;
  email: string;
  name: string | null;
  tokenBalance: number;
  isSuspended: boolean;
  isLeaving: boolean;
}

/** How a certificate stands, as far as decisions change it. */
export interface CertificateStanding {
  review: ReviewState;
  reviewedAt: Seconds | null;
  reviewedById: number | null;
  /** Codes of why it is looked at. */
  signals: string[];
  status: CertificateStatus;
}

export interface GroupCertificate extends CertificateStanding {
  id: number;
  userId: number;
  number: string;
  type: CertificateType;
  tokens: number;
  activateBy: Seconds;
}

/** A rewarded find of a member of the group. */
export interface GroupFind {
  id: number;
  userId: number;
  cardId: number;
  tokens: number;
  /** Where the card's owner is in the group too: what the find earned them, and what of it a returned payment has not taken. */
  ownerId: number | null;
  ownerTokens: number;
  ownerTaken: number;
  /** It confirms a placement once the finder's address is verified. */
  isAwaiting: boolean;
}

/** A confirmed placement of a member of the group that finds of the group alone confirm. */
export interface GroupPlacement {
  cardId: number;
  userId: number;
  /** What it earned, and what of it a returned payment has not taken. */
  tokens: number;
  taken: number;
  keys: number;
  confirmedAt: Seconds;
}

export interface OwedStanding {
  status: 'pending' | 'paid' | 'reversed' | 'held';
  heldReason: string | null;
}

/** A commission of a member of the group, with the account of the friend who bought: its rules go by that one. */
export interface GroupCommission extends OwedStanding {
  id: number;
  userId: number;
  amountCents: number;
  account: Account;
}

export interface GroupChest extends OwedStanding {
  id: number;
  userId: number;
  month: string;
  amountCents: number;
  isRefused: boolean;
}

/** One that a hold which still stands holds, and how it stood before that. */
export interface HeldCertificate {
  id: number;
  before: Record<string, unknown>;
  heldAt: Seconds;
}

export interface GroupFacts {
  members: GroupMember[];
  certificates: GroupCertificate[];
  finds: GroupFind[];
  placements: GroupPlacement[];
  commissions: GroupCommission[];
  /** Of these no more are looked at than one decision may be about. */
  commissionsFound: number;
  chests: GroupChest[];
  held: HeldCertificate[];
}

/** A certificate as it is to stand. */
export interface CertificateChange {
  certificate: GroupCertificate;
  after: CertificateStanding;
  /** Time that it waited and that is added to its deadline. */
  moreSeconds: number;
}

export interface ChestChange {
  id: number;
  after: OwedStanding;
  isRefused: boolean;
}

export interface CommissionChange {
  id: number;
  before: Account;
  after: Account;
  /** Its reversal went into a payout: the amount is given back by a row of its own. */
  isGivenBack: boolean;
}

/** The signal of what a decision holds. */
export const heldSignal = 'held';
