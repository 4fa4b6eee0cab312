import type { AdminChest, AdminCommission, PayoutDecision } from '#schema/admin/payouts.ts';
import { Dialog } from '#web/components/Dialog.tsx';
import { ErrorState } from '#web/components/ErrorState.tsx';
import { Skeleton } from '#web/components/Skeleton.tsx';
import { Facts } from '#web/features/admin/Facts.tsx';
import { EffectsList } from '#web/features/admin/payouts/EffectsList.tsx';
import { decisionWords, heldReasons, memberLabel, worth } from '#web/features/admin/payouts/payout-words.ts';
import { type OwedKind, useEffectsOf } from '#web/features/admin/payouts/payouts-api.ts';
import { ReasonForm } from '#web/features/admin/payouts/ReasonForm.tsx';
import { ReleaseForm } from '#web/features/admin/payouts/ReleaseForm.tsx';
import { errorText } from '#web/lib/api.ts';
import { date } from '#web/lib/format.ts';
import { showToast } from '#web/lib/toast.ts';

interface DecisionDialogProps {
  kind: OwedKind;
  row: AdminCommission | AdminChest;
  decision: PayoutDecision;
  onClose: () => void;
}

/** Something that is not paid yet: what it is, what goes along with the decision, and the decision itself. */
export function DecisionDialog({ kind, row, decision, onClose }: DecisionDialogProps) {
  const { data: effects, error, mutate } = useEffectsOf(kind, row, decision);
  const { verb, done, outcome } = decisionWords[decision];
  const props = {
    kind,
    row,
    onCancel: onClose,
    onDone: () => {
      onClose();
      showToast({ tone: 'success', title: done, description: outcome(row) });
    },
  };
  return (
    <Dialog open onClose={onClose} title={`${verb} this ${kind === 'commissions' ? 'commission' : 'treasure chest'}?`}>
      <div className="stack">
        <Facts
          rows={[
            ['Member', `${memberLabel(row.member)} (${row.member.email})`],
            ['Worth', worth(row)],
            ['Friend', 'friend' in row ? `${memberLabel(row.friend)} (${row.friend.email})` : null],
            ['Created', date(row.createdAt)],
            ['Held because', row.status === 'held' ? heldReasons(row.heldReason).join('; ') : null],
            ['Their reason', effects?.heldNote],
          ]}
        />
        {effects ? (
          <>
            <EffectsList row={row} decision={decision} effects={effects} />
            {decision === 'release' ? <ReleaseForm {...props} /> : <ReasonForm {...props} decision={decision} />}
          </>
        ) : error !== undefined ? (
          <ErrorState
            title="What goes along could not be loaded"
            message={errorText(error, 'Please try again in a moment.')}
            onRetry={() => void mutate()}
          />
        ) : (
          <Skeleton lines={4} />
        )}
      </div>
    </Dialog>
  );
}
