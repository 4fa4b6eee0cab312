/** Input of a group decision, read at a single point in time. Integer cents; Unix seconds (UTC). */
import type { CertificateStatus, ReviewState } from '#schema/certificates/certificate.ts';
import type { CertificateType } from '#worker/domain/certificates/certificate.ts';
import type { Account } from '#worker/domain/memberships/account.ts';
import type { Seconds } from '#worker/domain/time.ts';

export interface GroupMember {
  id: number;
  email: string;
  name: string | null;
  tokenBalance: number;
  isSuspended: boolean;
  isLeaving: boolean;
}

export interface CertificateState {
  review: ReviewState;
  reviewedAt: Seconds | null;
  reviewedById: number | null;
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

export interface GroupFind {
  id: number;
  userId: number;
  cardId: number;
  tokens: number;
  /** Set if the owner is also in the group, with the tokens earned by the find and those not revoked by a returned payment. */
  ownerId: number | null;
  ownerTokens: number;
  ownerTaken: number;
  /** True if it confirms a placement once the finder's address is verified. */
  isAwaiting: boolean;
}

/** A placement confirmed only by the group's finds. */
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

/** Includes the friend's account, on which the rules depend. */
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
  /** May exceed `commissions`, which is capped at one decision's limit. */
  commissionCount: number;
  chests: GroupChest[];
  held: HeldCertificate[];
}

export interface CertificateChange {
  certificate: GroupCertificate;
  after: CertificateState;
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
  /** The reversal was paid, so a restoration row returns the amount. */
  addsRestoration: boolean;
}

export const heldSignal = 'held';
