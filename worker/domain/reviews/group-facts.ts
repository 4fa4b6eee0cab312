/** Input of a decision about a group: plain data read at one moment. Integer cents; UTC seconds. */
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

/** The part of a certificate that decisions change. */
export interface CertificateState {
  review: ReviewState;
  reviewedAt: Seconds | null;
  reviewedById: number | null;
  /** Codes of the reasons for its review. */
  signals: string[];
  status: CertificateStatus;
}

export interface GroupCertificate extends CertificateState {
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
  /** Set if the card's owner is in the group too: the tokens earned by the find, and those not yet revoked by a returned payment. */
  ownerId: number | null;
  ownerTokens: number;
  ownerTaken: number;
  /** It confirms a placement once the finder's address is verified. */
  isAwaiting: boolean;
}

/** A confirmed placement of a member that only finds of the group confirm. */
export interface GroupPlacement {
  cardId: number;
  userId: number;
  /** Tokens earned, and those not yet revoked by a returned payment. */
  tokens: number;
  taken: number;
  keys: number;
  confirmedAt: Seconds;
}

export interface OwedState {
  status: 'pending' | 'paid' | 'reversed' | 'held';
  heldReason: string | null;
}

/** A member's commission, with the account of the friend who bought: the rules depend on that. */
export interface GroupCommission extends OwedState {
  id: number;
  userId: number;
  amountCents: number;
  account: Account;
}

export interface GroupChest extends OwedState {
  id: number;
  userId: number;
  month: string;
  amountCents: number;
  isRefused: boolean;
}

/** A certificate under a hold that is still in force, and its state before. */
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
  /** May exceed `commissions`, which is limited to what one decision can cover. */
  commissionCount: number;
  chests: GroupChest[];
  held: HeldCertificate[];
}

export interface CertificateChange {
  certificate: GroupCertificate;
  after: CertificateState;
  /** Added to the deadline for the time on hold. */
  moreSeconds: number;
}

export interface ChestChange {
  id: number;
  after: OwedState;
  isRefused: boolean;
}

export interface CommissionChange {
  id: number;
  before: Account;
  after: Account;
  /** Its reversal was paid, so a restoration row returns the amount. */
  addsRestoration: boolean;
}

/** Signal code of a certificate held by a decision. */
export const heldSignal = 'held';
