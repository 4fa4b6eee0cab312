/**
 * Plans the changes that undo a group decision, and lists the effects that stay because the data has changed since the decision. Product
 * rules: Reviews, Group decisions.
 */
import type { DecisionAction } from '#schema/reviews/review-decision.ts';
import type { Account } from '#worker/domain/memberships/account.ts';
import { parseHeldReasons } from '#worker/domain/payouts/payout.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';
import type { Effect } from './group-decision.ts';
import type {
  CertificateChange,
  ChestChange,
  CommissionChange,
  GroupCertificate,
  GroupChest,
  GroupCommission,
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
  withoutHold,
} from './group-states.ts';

export type StoredEffect = Pick<Effect, 'userId' | 'kind' | 'entityId' | 'before'>;

export interface DecisionState {
  id: number;
  action: DecisionAction;
  version: number;
  undoneById: number | null;
  createdAt: Seconds;
  isBuiltOn: boolean;
}

export interface UndoFacts {
  decision: DecisionState;
  effects: StoredEffect[];
  members: {
    id: number;
    tokenBalance: number;
    hasLeft: boolean;
    /** Whether another decision holds the member. */
    isHeld: boolean;
    /** Whether the member has a certificate or unpaid earnings that are not on hold and that the decision did not change. */
    hasUnheld: boolean;
    suspendedAt: Seconds | null;
    /** Time when the deadlines of the member's certificates were paused; null if they are not paused. */
    pausedAt: Seconds | null;
  }[];
  certificates: (GroupCertificate & { hasOtherCertificate: boolean })[];
  commissions: GroupCommission[];
  chests: GroupChest[];
}

export interface UndoPlan {
  certificates: CertificateChange[];
  chests: ChestChange[];
  commissions: CommissionChange[];
  reinstated: number[];
  kept: (StoredEffect & { explanation: string })[];
}

export type UndoRefusal = 'review_decision_undone' | 'later_decision_exists' | 'hold_would_miss' | 'changed_meanwhile';

export function decideUndo(facts: UndoFacts, version: number, now: Seconds): Result<UndoPlan, UndoRefusal> {
  const { decision } = facts;
  if (decision.undoneById !== null || decision.action === 'undo') return err('review_decision_undone');
  if (decision.version !== version) return err('changed_meanwhile');
  if (decision.isBuiltOn) return err('later_decision_exists');
  // A release or take-back interrupted a hold, which is in force again once it is undone.
  const isInterruption = decision.action === 'release' || decision.action === 'take_back';
  if (isInterruption && facts.members.some(({ isHeld, hasUnheld }) => isHeld && hasUnheld)) return err('hold_would_miss');
  const plan: UndoPlan = { certificates: [], chests: [], commissions: [], reinstated: [], kept: [] };
  const members = new Map(facts.members.map((member) => [member.id, { ...member }]));
  const byId = <Row extends { id: number }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]));
  const [certificates, chests, commissions] = [byId(facts.certificates), byId(facts.chests), byId(facts.commissions)];
  for (const effect of facts.effects) {
    const member = members.get(effect.userId);
    const keepEffect = (reason: string) => plan.kept.push({ ...effect, explanation: reason });
    if (!member) continue;
    // If the decision took over a suspension, nothing needs to change: once the decision is undone, the suspension is the administrator's
    // again.
    if (effect.kind === 'suspension' && effect.before.isSuspended !== true) {
      if (member.suspendedAt === decision.createdAt) plan.reinstated.push(effect.userId);
      else keepEffect('The suspension has ended or was replaced by another.');
    }
    if (effect.kind === 'certificate') {
      const certificate = certificates.get(effect.entityId);
      const reason = certificate ? undoCertificate(plan, certificate, effect, member, decision, now) : 'It no longer exists.';
      if (reason) keepEffect(reason);
    }
    if (effect.kind === 'chest') {
      const chest = chests.get(effect.entityId);
      const change = chest && undoChest(chest, effect, decision.action, member);
      if (change) plan.chests.push(change);
      else keepEffect('It was decided or paid in the meantime.');
    }
    if (effect.kind === 'commission') {
      const commission = commissions.get(effect.entityId);
      const change = commission && undoCommission(commission, effect, decision.action, member);
      if (change) plan.commissions.push(change);
      else keepEffect('It was decided or paid in the meantime.');
    }
  }
  return ok(plan);
}

/** Returns the reason why a certificate cannot be restored, or undefined if it can. */
function undoCertificate(
  plan: UndoPlan,
  certificate: UndoFacts['certificates'][number],
  { before }: StoredEffect,
  member: UndoFacts['members'][number],
  { action, createdAt }: DecisionState,
  now: Seconds,
): string | undefined {
  const { review, status, tokens, hasOtherCertificate } = certificate;
  const state = certificateState(certificate);
  const isHeld = isHeldNow(state);
  if (action === 'take_back') {
    if (status !== 'cancelled' || review !== 'refused') return 'It is no longer refused.';
    if (member.hasLeft) return 'The member has left, so no one can activate it.';
    if (hasOtherCertificate) return 'The member has another certificate for the same year, so the tokens stay returned.';
    if (member.tokenBalance < tokens) return 'The returned tokens have been spent or taken back for something else.';
    member.tokenBalance -= tokens;
    const restored = { ...state, status: 'active', review: 'waiting', reviewedAt: null, reviewedById: null } as const;
    plan.certificates.push({ certificate, after: member.isHeld ? withHold(restored) : restored, moreSeconds: 0 });
    return undefined;
  }
  if (status !== 'active') return 'It has since been used, refused or canceled.';
  if (action === 'hold') {
    if (!isHeld) return 'Its review has since been decided.';
    plan.certificates.push({ certificate, ...releaseCertificate(certificate, before, createdAt, member.pausedAt ?? now) });
  }
  if (action === 'release') {
    if (isHeld) return 'It is already on hold again.';
    plan.certificates.push({ certificate, after: withHold(state), moreSeconds: -Number(before.moreSeconds) });
  }
  return undefined;
}

type Owed = Pick<UndoFacts['members'][number], 'hasLeft' | 'isHeld'>;

/**
 * Restores the amount, but holds a pending one if the member has left, who forfeits it, or is held by another decision. Members who have
 * come back since no longer forfeit it.
 */
function owedState(state: OwedState, { hasLeft, isHeld }: Owed): OwedState {
  const isForfeited = state.status === 'held' && state.heldReason === forfeitedState.heldReason;
  if (state.status !== 'pending' && !isForfeited) return state;
  if (hasLeft) return forfeitedState;
  return isHeld ? { status: 'held', heldReason: 'decision' } : { status: 'pending', heldReason: null };
}

function undoChest(chest: GroupChest, { before }: StoredEffect, action: DecisionAction, member: Owed): ChestChange | undefined {
  const { id, status, heldReason, isRefused } = chest;
  const previousState = before as unknown as OwedState;
  const isHeldByUs = heldReason === 'decision' && !isRefused;
  const change = (after: OwedState): ChestChange => ({ id, after: owedState(after, member), isRefused: false });
  if (action === 'take_back') return status === 'reversed' && isRefused ? change({ ...previousState }) : undefined;
  // The chest was reversed during the hold because its keys were revoked. It stays reversed, but without the hold reason, so it is not on
  // hold if it is restored later.
  if (action === 'hold' && isHeldByUs && status === 'reversed') return change({ status, heldReason: null });
  if (action === 'hold' && isHeldByUs && status === 'held') return change({ status: 'pending', heldReason: null });
  if (action === 'release' && status === 'pending') return change({ status: 'held', heldReason: 'decision' });
  if (action === 'release' && status === 'reversed' && !isRefused) return change({ status, heldReason: 'decision' });
  return undefined;
}

function undoCommission(
  commission: GroupCommission,
  { before }: StoredEffect,
  action: DecisionAction,
  member: Owed,
): CommissionChange | undefined {
  const { id, account } = commission;
  const { referral } = account;
  if (!referral?.commission) return undefined;
  const { status, heldReason } = referral.commission;
  const previousState = before as unknown as OwedState;
  const isRefused = status === 'reversed' && referral.reversal === null;
  const change = (after: Account): CommissionChange => ({ id, before: account, after });
  if (action === 'take_back' && previousState.status === 'paid') {
    if (status !== 'paid' || referral.reversal === null) return undefined;
    const state = { status, heldReason: previousState.heldReason };
    const restored = withCommission(account, state, null);
    // If the referred member's payment has been refunded or disputed since the decision, keep a reversal that was already deducted from a
    // payout.
    const isReturned = restored.referral?.reversal !== null;
    return change(isReturned && referral.reversal === 'paid' ? withCommission(account, state) : restored);
  }
  if (action === 'take_back') {
    if (!isRefused) return undefined;
    const restored = withCommission(account, previousState, previousState.status === 'reversed' ? 'reversed' : null);
    const state = restored.referral?.commission;
    return state ? change(withCommission(restored, owedState({ status: state.status, heldReason: state.heldReason }, member))) : undefined;
  }
  const isHeldByUs = parseHeldReasons(heldReason).includes('decision');
  if (action === 'hold') return isHeldByUs && !isRefused && status !== 'paid' ? change(withoutHold(account, member.hasLeft)) : undefined;
  return status !== 'paid' && !isRefused ? change(withHeldCommission(account)) : undefined;
}
