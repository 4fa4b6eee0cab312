import type { AdminChest, AdminCommission } from '#schema/payouts/admin-payouts.ts';
import { showBulkOutcome } from '#web/features/admin/lists/bulk.ts';
import { decisionLabels } from '#web/features/payouts/admin/payout-labels.ts';
import { type OwedKind, releaseAll } from '#web/features/payouts/admin/payouts-api.ts';
import { formatDollars, plural } from '#web/lib/format.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions } from '#web/ui/forms/form-inputs.tsx';

interface ReleaseAllDialogProps {
  kind: OwedKind;
  rows: (AdminCommission | AdminChest)[];
  onDone: () => void;
  onClose: () => void;
}

export function ReleaseAllDialog({ kind, rows, onDone, onClose }: ReleaseAllDialogProps) {
  const formatCount = (count: number) => plural(count, kind === 'commissions' ? 'commission' : 'chest');
  const totalCents = rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const { verb, pendingLabel, meaning, failed } = decisionLabels.release;
  return (
    <Dialog open onClose={onClose} title={`${verb} ${formatCount(rows.length)}`} size="medium">
      <Form
        label={verb}
        className="stack"
        failed={failed}
        send={async () => {
          showBulkOutcome(await releaseAll(kind, rows), (count) => `${formatCount(count)} released`);
          onDone();
        }}
      >
        <p>{`Total: ${formatDollars(totalCents / 100)}. ${meaning}`}</p>
        <FormActions pendingLabel={pendingLabel} onCancel={onClose} data-autofocus>
          {`${verb} ${formatCount(rows.length)}`}
        </FormActions>
      </Form>
    </Dialog>
  );
}
