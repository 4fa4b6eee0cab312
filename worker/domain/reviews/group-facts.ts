/** Input for a group decision, read in one consistent snapshot. Amounts are in integer cents; times are in Unix seconds (UTC). */
import type { AdminRole } from '#schema/admin/session.ts';
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
  /** Time when the deadlines of the member's certificates were paused; null if they are not paused. */
  pausedAt: Seconds | null;
  /** Whether the member was suspended by an administrator, but not by a super administrator. */
  canBeTakenOver: boolean;
  /** The highest role among the administrators whose group decisions hold the member; null if none does. */
  heldBy: AdminRole | null;
  /**
   * Whether the member requested account deletion. Until the account is erased, the member can cancel the request, so group decisions still
   * apply to them.
   */
  isLeaving: boolean;
  isErased: boolean;
}

export interface CertificateState {
  review: ReviewState;
  reviewedAt: Seconds | null;
  reviewedById: number | null;
  signals: string[];
  status: CertificateStatus;
}

export interface GroupCertificate extends CertificateState {
  /** When the member's certificates last returned to review; null if they never did. */
  returnedAt: Seconds | null;
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
  /**
   * Id of the card's owner, set only if the owner is also in the group. `ownerTokens` is the owner's reward for the find, and `ownerTaken`
   * is the part of it that has not been revoked by a returned payment.
   */
  ownerId: number | null;
  ownerTokens: number;
  ownerTaken: number;
  /** Whether the find will confirm a placement once the finder's email is verified. */
  isAwaiting: boolean;
}

/** A placement confirmed only by finds from members of the group. */
export interface GroupPlacement {
  cardId: number;
  userId: number;
  /** `tokens` is the reward for the placement, and `taken` is the part of it that has not been revoked by a returned payment. */
  tokens: number;
  taken: number;
  keys: number;
  confirmedAt: Seconds;
}

export interface OwedState {
  status: 'pending' | 'paid' | 'reversed' | 'held';
  heldReason: string | null;
}

/** A commission, with the referred friend's account because the rules depend on it. */
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
  /** Total number of commissions. May exceed the length of `commissions`, which is capped at the limit for one decision. */
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
}

export const heldSignal = 'held';
