import type { AdminChest, AdminCommission } from '#schema/admin/payouts.ts';
import { Dialog } from '#web/components/Dialog.tsx';
import { Facts } from '#web/features/admin/Facts.tsx';
import { heldReasons, memberLabel } from '#web/features/admin/payouts/payout-words.ts';
import type { HeldKind } from '#web/features/admin/payouts/payouts-api.ts';
import { RefuseForm } from '#web/features/admin/payouts/RefuseForm.tsx';
import { ReleaseForm } from '#web/features/admin/payouts/ReleaseForm.tsx';
import { date, dollarsFrom } from '#web/lib/format.ts';
import { showToast } from '#web/lib/toast.ts';

export type HeldDecision = 'release' | 'refuse';

interface HeldDialogProps {
  kind: HeldKind;
  row: AdminCommission | AdminChest;
  decision: HeldDecision;
  onClose: () => void;
}

/** Something that is held: why, and the decision about it. */
export function HeldDialog({ kind, row, decision, onClose }: HeldDialogProps) {
  const amount = dollarsFrom(row.amountCents / 100);
  const what = kind === 'commissions' ? 'commission' : 'treasure chest';
  const props = {
    kind,
    row,
    onCancel: onClose,
    onDone: () => {
      onClose();
      showToast({
        tone: 'success',
        title: decision === 'release' ? 'Released' : 'Refused',
        description:
          decision === 'release'
            ? `${amount} is in the queue of what is to be paid.`
            : `${amount} will not be paid. ${memberLabel(row.member)} sees it as taken back.`,
      });
    },
  };
  return (
    <Dialog open onClose={onClose} title={decision === 'release' ? `Release this ${what}?` : `Refuse this ${what}?`}>
      <div className="stack">
        <Facts
          rows={[
            ['Member', `${memberLabel(row.member)} (${row.member.email})`],
            ['Amount', amount],
            ['Friend', 'friend' in row ? `${memberLabel(row.friend)} (${row.friend.email})` : null],
            ['Created', date(row.createdAt)],
            ['Held because', heldReasons(row.heldReason).join('; ')],
          ]}
        />
        {decision === 'release' ? <ReleaseForm {...props} /> : <RefuseForm {...props} />}
      </div>
    </Dialog>
  );
}
