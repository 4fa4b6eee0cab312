import type {
  DecisionEffect,
  DecisionShare,
  PreviewDecision,
  ReviewDecision,
  ReviewDecisionDetails,
} from '#schema/reviews/admin-review-decisions.ts';
import { formatDollars, plural, tokensLabel } from '#web/lib/format.ts';

export type GroupAction = PreviewDecision['action'];

interface ActionLabels {
  verb: string;
  pendingLabel: string;
  done: string;
  meaning: string;
  isDestructive: boolean;
}

export const actionLabels: Record<GroupAction, ActionLabels> = {
  hold: {
    verb: 'Hold',
    pendingLabel: 'Holding…',
    done: 'On hold',
    meaning: 'Puts unactivated certificates and unpaid commissions and chests on hold. Nothing is taken back.',
    isDestructive: false,
  },
  release: {
    verb: 'Release',
    pendingLabel: 'Releasing…',
    done: 'Released',
    meaning: 'Releases everything on hold for these members.',
    isDestructive: false,
  },
  take_back: {
    verb: 'Take back',
    pendingLabel: 'Taking back…',
    done: 'Taken back',
    meaning: 'Refuses commissions, chests and unactivated certificates. Takes back finds and everything they earned the group.',
    isDestructive: true,
  },
  suspend: {
    verb: 'Suspend',
    pendingLabel: 'Suspending…',
    done: 'Suspended',
    meaning: 'Members are signed out and can’t sign in, scan, order or redeem until reinstated.',
    isDestructive: true,
  },
};

export const decisionNames: Record<ReviewDecision['action'], string> = {
  hold: 'Held',
  release: 'Released',
  take_back: 'Taken back',
  suspend: 'Suspended',
  undo: 'Undone',
};

export function memberName({ member: { id, email } }: DecisionShare): string {
  return email ?? `Member ${id} (left)`;
}

export function unchangedLabel(action: GroupAction, { isLeaving }: DecisionShare): string {
  if (action === 'hold') return 'Holds only what they receive from now on';
  if (action === 'release') return 'Has nothing on hold; a hold on the account ends';
  return action === 'suspend' && isLeaving ? 'Account is being deleted: nothing to suspend' : 'Nothing changes';
}

/** Describes a decision's effect on one member: `2 certificates, 60 finds, 40 Treasure Tokens`. Empty if nothing changes for the member. */
export function shareLabel(share: DecisionShare): string {
  const { certificates, finds, placements, tokensRefunded, tokensTaken, tokensOwed, treasureKeys, communityKeys } = share;
  const parts = [
    certificates.length > 0 && `${plural(certificates.length, 'certificate')} (${certificates.map(({ number }) => number).join(', ')})`,
    finds > 0 && plural(finds, 'find'),
    placements > 0 && plural(placements, 'placement'),
    tokensRefunded > 0 && `${tokensLabel(tokensRefunded)} returned first`,
    tokensTaken > 0 && `${tokensLabel(tokensTaken)} taken`,
    tokensOwed > 0 && `${tokensLabel(tokensOwed)} owed`,
    treasureKeys > 0 && plural(treasureKeys, 'Treasure Key'),
    communityKeys > 0 && plural(communityKeys, 'Community Key'),
    share.commissions > 0 && `${plural(share.commissions, 'commission')} of ${money(share.commissionsCents, share.commissionsPaidCents)}`,
    share.chests > 0 && `${plural(share.chests, 'treasure chest')} of ${money(share.chestsCents)}`,
    share.isSuspended && 'suspended',
  ];
  return parts.filter(Boolean).join(', ');
}

function money(cents: number, paidCents = 0): string {
  const amount = formatDollars(cents / 100);
  return paidCents > 0 ? `${amount} (${formatDollars(paidCents / 100)} already paid, deducted from future payouts)` : amount;
}

export function totalLabel(shares: readonly DecisionShare[]): string {
  const sum = (getValue: (share: DecisionShare) => number) => shares.reduce((total, share) => total + getValue(share), 0);
  const affectedCount = shares.filter((share) => shareLabel(share) !== '').length;
  if (affectedCount === 0) return 'Nothing changes now';
  const parts = [
    plural(affectedCount, 'member'),
    sum(({ certificates }) => certificates.length) > 0 &&
      plural(
        sum(({ certificates }) => certificates.length),
        'certificate',
      ),
    sum(({ finds }) => finds) > 0 &&
      plural(
        sum(({ finds }) => finds),
        'find',
      ),
    sum(({ tokensTaken }) => tokensTaken) > 0 && `${tokensLabel(sum(({ tokensTaken }) => tokensTaken))} taken`,
    sum(({ tokensOwed }) => tokensOwed) > 0 && `${tokensLabel(sum(({ tokensOwed }) => tokensOwed))} owed`,
    sum(({ commissionsCents, chestsCents }) => commissionsCents + chestsCents) > 0 &&
      formatDollars(sum(({ commissionsCents, chestsCents }) => commissionsCents + chestsCents) / 100),
  ];
  return parts.filter(Boolean).join(', ');
}

const undoVerbs: Record<ReviewDecision['action'], string> = {
  hold: 'Releases',
  release: 'Puts back on hold',
  take_back: 'Returns',
  suspend: 'Reinstates',
  undo: 'Reverts',
};

/** Describes the most that undoing the decision can restore: `Returns 60 finds, 40 Treasure Tokens and $32.00`. */
export function undoLabel({ action, effects }: Pick<ReviewDecisionDetails, 'action' | 'effects'>): string {
  const count = (kind: DecisionEffect['kind']) => effects.filter((effect) => effect.kind === kind).length;
  const sum = (...kinds: DecisionEffect['kind'][]) =>
    effects.reduce((total, { kind, taken, owed }) => total + (kinds.includes(kind) ? taken + owed : 0), 0);
  const parts = [
    count('suspension') > 0 && plural(count('suspension'), 'member'),
    count('certificate') > 0 && plural(count('certificate'), 'certificate'),
    count('find') > 0 && plural(count('find'), 'find'),
    sum('tokens') > 0 && tokensLabel(sum('tokens')),
    sum('commission', 'chest') > 0 && `${formatDollars(sum('commission', 'chest') / 100)} of commissions and chests`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? 'Nothing to restore' : `${undoVerbs[action]} ${parts.join(', ')}`;
}

/** Describes what undoing the decision does to commissions restored after their reversal was deducted; empty if nothing. */
export function restorationsLabel({ restorations: { payableCents, heldCents } }: Pick<ReviewDecisionDetails, 'restorations'>): string {
  const parts = [
    payableCents > 0 && `${formatDollars(payableCents / 100)} of restored commissions becomes payable.`,
    heldCents > 0 && `${formatDollars(heldCents / 100)} of restored commissions goes back on hold.`,
  ];
  return parts.filter(Boolean).join(' ');
}

/** Default reason for a decision. Members read it, so it must not name anyone. */
export const proposedReason = 'The finds behind these tokens were made by linked accounts.';
