import { type FormEvent, useState } from 'react';
import type { AdminChest, AdminCommission } from '#schema/admin/payouts.ts';
import { Alert } from '#web/components/Alert.tsx';
import { FormActions } from '#web/features/admin/FormActions.tsx';
import { decideHeld, type HeldKind, reloadPayouts } from '#web/features/admin/payouts/payouts-api.ts';
import { errorText } from '#web/lib/api.ts';

export interface HeldFormProps {
  kind: HeldKind;
  row: AdminCommission | AdminChest;
  onDone: () => void;
  onCancel: () => void;
}

/** Nothing speaks against it: it is to be paid with the rest. */
export function ReleaseForm({ kind, row, onDone, onCancel }: HeldFormProps) {
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function release(event: FormEvent) {
    event.preventDefault();
    setPending(true);
    setFailure(undefined);
    try {
      await decideHeld(kind, row, null);
      onDone();
    } catch (error) {
      setFailure(errorText(error, 'Please try again.'));
      void reloadPayouts();
    } finally {
      setPending(false);
    }
  }

  return (
    <form className="stack" onSubmit={(event) => void release(event)} aria-label="Release" data-sending={isPending || undefined}>
      <p>It joins what is to be paid to the member, with the date it was earned on.</p>
      {failure !== undefined && (
        <Alert tone="error" title="It was not released">
          {failure}
        </Alert>
      )}
      <FormActions pending={isPending} pendingLabel="Releasing…" data-autofocus onCancel={onCancel} cancelLabel="Keep it held">
        Release
      </FormActions>
    </form>
  );
}
