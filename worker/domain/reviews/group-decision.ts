/** Plans a group decision before anything is written. Product rules: Reviews, Group decisions. */
import type { AdminRole } from '#schema/admin/session.ts';
import type { EffectKind, GroupAction } from '#schema/reviews/review-decision.ts';
import { reviewDecisionCommissions, reviewDecisionFinds } from '#schema/rules.ts';
import { getStatusAt } from '#worker/domain/certificates/certificate.ts';
import { parseHeldReasons } from '#worker/domain/payouts/payout.ts';
import { decideReferral } from '#worker/domain/referrals/referral-decision.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';
import type {
  CertificateChange,
  CertificateState,
  ChestChange,
  CommissionChange,
  GroupCertificate,
  GroupChest,
  GroupCommission,
  GroupFacts,
  GroupMember,
  HeldCertificate,
  OwedState,
} from './group-facts.ts';
import {
  certificateState,
  forfeitedState,
  isHeldNow,
  releaseCertificate,
  withCommission,
  withHeldCommission,
  withHold,
  withoutCommission,
  withoutHold,
} from './group-states.ts';

export interface Effect {
  userId: number;
  kind: EffectKind;
  entityId: number;
  before: Record<string, unknown>;
  taken: number;
  owed: number;
}

export interface GroupPlan {
  /** Token amounts are omitted because the database write uses the balance at commit time. */
  effects: Effect[];
  certificates: CertificateChange[];
  chests: ChestChange[];
  commissions: CommissionChange[];
  due: { userId: number; tokens: number }[];
  suspended: number[];
  /**
   * Members who were already suspended by an administrator. While the decision is in effect, their suspension is attributed to a super
   * administrator.
   */
  takenOver: number[];
}

export type GroupRefusal = 'review_decision_too_large' | 'changed_meanwhile';

export function decideGroup(facts: GroupFacts, action: GroupAction, now: Seconds): Result<GroupPlan, GroupRefusal> {
  if (facts.finds.length > reviewDecisionFinds || facts.commissionCount > reviewDecisionCommissions) {
    return err('review_decision_too_large');
  }
  const plan: GroupPlan = { effects: [], certificates: [], chests: [], commissions: [], due: [], suspended: [], takenOver: [] };
  if (action === 'suspend') return ok(suspend(facts, plan));
  const heldById = new Map(facts.held.map((certificate) => [certificate.id, certificate]));
  const left = new Set(facts.members.filter(({ isLeaving }) => isLeaving).map(({ id }) => id));
  const erased = new Set(facts.members.filter(({ isErased }) => isErased).map(({ id }) => id));
  const pausedAt = new Map(facts.members.map((member) => [member.id, member.pausedAt]));
  for (const certificate of facts.certificates) {
    const deadlinesAt = pausedAt.get(certificate.userId) ?? now;
    if (getStatusAt(certificate, deadlinesAt) !== 'active') continue;
    // Nobody can activate an erased member's certificate, so it needs no review.
    if (action === 'hold' && erased.has(certificate.userId)) continue;
    changeCertificate(plan, certificate, action, heldById.get(certificate.id), deadlinesAt);
  }
  for (const chest of facts.chests) changeChest(plan, chest, action, left.has(chest.userId));
  for (const commission of facts.commissions) {
    if (!changeCommission(plan, commission, action, left.has(commission.userId))) return err('changed_meanwhile');
  }
  if (action === 'take_back') revokeFinds(plan, facts);
  return ok(plan);
}

/**
 * Whether the decision would change nothing. A hold without immediate effects still applies to what the members receive later. It changes
 * nothing only if every member has been erased or is already held by an administrator of the same or a higher role. A release
 * without immediate effects still ends the hold, so that later earnings are payable.
 */
export function isEmptyDecision(plan: GroupPlan, { members }: GroupFacts, action: GroupAction, role: AdminRole): boolean {
  if (plan.effects.length > 0) return false;
  if (action === 'release') return members.every(({ heldBy }) => heldBy === null);
  const isHeldAlready = ({ heldBy }: GroupMember) => heldBy === 'super_admin' || heldBy === role;
  return action !== 'hold' || members.every((member) => member.isErased || isHeldAlready(member));
}

function suspend({ members }: GroupFacts, plan: GroupPlan): GroupPlan {
  for (const { id, isSuspended, canBeTakenOver, isErased } of members) {
    if (isErased || (isSuspended && !canBeTakenOver)) continue;
    (isSuspended ? plan.takenOver : plan.suspended).push(id);
    plan.effects.push({ userId: id, kind: 'suspension', entityId: id, before: { isSuspended }, taken: 0, owed: 0 });
  }
  return plan;
}

function changeCertificate(
  plan: GroupPlan,
  certificate: GroupCertificate,
  action: GroupAction,
  heldCertificate: HeldCertificate | undefined,
  deadlinesAt: Seconds,
): void {
  const { id, userId, tokens } = certificate;
  const state = certificateState(certificate);
  const isHeld = isHeldNow(state);
  const change = (after: CertificateState, moreSeconds = 0) => {
    plan.certificates.push({ certificate, after, moreSeconds });
    plan.effects.push({
      userId,
      kind: 'certificate',
      entityId: id,
      before: { ...state, moreSeconds },
      taken: action === 'take_back' ? tokens : 0,
      owed: 0,
    });
  };
  if (action === 'hold' && !isHeld) change(withHold(state));
  if (action === 'release' && heldCertificate && isHeld) {
    const { after, moreSeconds } = releaseCertificate(certificate, heldCertificate.before, heldCertificate.heldAt, deadlinesAt);
    change(after, moreSeconds);
  }
  if (action === 'take_back') change({ ...state, review: 'refused', status: 'cancelled' });
}

function changeChest(plan: GroupPlan, chest: GroupChest, action: GroupAction, hasLeft: boolean): void {
  const { id, userId, status, heldReason, isRefused, amountCents } = chest;
  const change = (after: OwedState, refuses: boolean) => {
    plan.chests.push({ id, after, isRefused: refuses });
    plan.effects.push({
      userId,
      kind: 'chest',
      entityId: id,
      before: { status, heldReason },
      taken: status === 'reversed' ? 0 : amountCents,
      owed: 0,
    });
  };
  if (action === 'hold' && status === 'pending') change({ status: 'held', heldReason: 'decision' }, false);
  if (action === 'release' && heldReason === 'decision' && !isRefused) {
    const released: OwedState = hasLeft ? forfeitedState : { status: 'pending', heldReason: null };
    // A reversed chest only loses the reason, so that it is not on hold if it is restored.
    change(status === 'held' ? released : { ...released, status }, false);
  }
  // Also refuses a reversed chest, which would otherwise be payable if its keys are restored.
  if (action === 'take_back' && status !== 'paid' && !isRefused) change({ status: 'reversed', heldReason }, true);
}

/** Adds a change to a commission to the plan. Returns false if the commission no longer matches the referred member's account. */
function changeCommission(plan: GroupPlan, commission: GroupCommission, action: GroupAction, hasLeft: boolean): boolean {
  const { id, userId, status, heldReason, amountCents, account } = commission;
  if (account.referral?.commission?.status !== status) return false;
  const { reversal } = account.referral;
  const change = (after: GroupCommission['account']) => {
    plan.commissions.push({ id, before: account, after });
    const isPaid = status === 'paid';
    const cents = reversal === null ? amountCents : 0;
    plan.effects.push({
      userId,
      kind: 'commission',
      entityId: id,
      before: { status, heldReason },
      taken: isPaid ? 0 : cents,
      owed: isPaid ? cents : 0,
    });
    return true;
  };
  const hasHoldReason = parseHeldReasons(heldReason).includes('decision');
  const isHeldByDecision = status === 'held' && hasHoldReason;
  // Also holds a commission that is already on hold for another reason, such as a dispute. Otherwise, the commission would become payable
  // once the other reason no longer applies.
  if (action === 'hold' && (status === 'pending' || status === 'held') && !isHeldByDecision) return change(withHeldCommission(account));
  if (action === 'release' && hasHoldReason) {
    const released = withoutHold(account, hasLeft);
    // A commission that the payment reversed during the hold only loses the reason, so that it is not on hold if the payment is restored. One
    // that was refused or taken back keeps it.
    const isReversedWhileHeld = reversal !== null && released.referral?.commission?.status === 'reversed';
    return isHeldByDecision || isReversedWhileHeld ? change(released) : true;
  }
  if (action !== 'take_back') return true;
  // The payment has already reversed it. Without the refusal, it would be payable if the payment is restored.
  if (status === 'reversed') return reversal !== 'reversed' || change(withCommission(account, { status, heldReason }, null));
  if (status === 'paid') return (reversal !== null && hasHoldReason) || change(withoutCommission(account));
  // After a returned payout, a pending commission only offsets a reversal that was deducted from another payout, so there is nothing to
  // revoke.
  if (reversal !== null) return true;
  const refusal = decideReferral(account, 'refuse');
  return refusal.ok && change(refusal.value);
}

/** Revokes finds, the finders' tokens, and the tokens of owners in the group. */
function revokeFinds(plan: GroupPlan, { finds, placements }: GroupFacts): void {
  const dueByUser = new Map<number, number>();
  const add = (userId: number, tokens: number) => {
    if (tokens > 0) dueByUser.set(userId, (dueByUser.get(userId) ?? 0) + tokens);
  };
  for (const { id, userId, tokens, ownerId, ...before } of finds) {
    add(userId, tokens);
    if (ownerId !== null) add(ownerId, before.ownerTaken);
    plan.effects.push({ userId, kind: 'find', entityId: id, before, taken: tokens, owed: 0 });
  }
  for (const { cardId, userId, taken, ...before } of placements) {
    add(userId, taken);
    plan.effects.push({ userId, kind: 'placement', entityId: cardId, before, taken, owed: 0 });
  }
  plan.due = [...dueByUser].map(([userId, tokens]) => ({ userId, tokens }));
}
