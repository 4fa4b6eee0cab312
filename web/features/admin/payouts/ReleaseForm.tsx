import { type FormEvent, useState } from 'react';
import type { AdminChest, AdminCommission } from '#schema/admin/payouts.ts';
import { Alert } from '#web/components/Alert.tsx';
import { FormActions } from '#web/features/admin/FormActions.tsx';
import { decisionWords } from '#web/features/admin/payouts/payout-words.ts';
import { decide, type OwedKind, reloadPayouts } from '#web/features/admin/payouts/payouts-api.ts';
import { errorText } from '#web/lib/api.ts';

export interface DecisionFormProps {
  kind: OwedKind;
  row: AdminCommission | AdminChest;
  onDone: () => void;
  onCancel: () => void;
}

/** Nothing speaks against it: it is to be paid with the rest. */
export function ReleaseForm({ kind, row, onDone, onCancel }: DecisionFormProps) {
  const { verb, doing, meaning, failed, otherwise } = decisionWords.release;
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function release(event: FormEvent) {
    event.preventDefault();
    setPending(true);
    setFailure(undefined);
    try {
      await decide(kind, row, 'release');
      onDone();
    } catch (error) {
      setFailure(errorText(error, 'Please try again.'));
      void reloadPayouts();
    } finally {
      setPending(false);
    }
  }

  return (
    <form className="stack" onSubmit={(event) => void release(event)} aria-label={verb} data-sending={isPending || undefined}>
      <p>{meaning}</p>
      {failure !== undefined && (
        <Alert tone="error" title={failed}>
          {failure}
        </Alert>
      )}
      <FormActions pending={isPending} pendingLabel={doing} data-autofocus onCancel={onCancel} cancelLabel={otherwise(row)}>
        {verb}
      </FormActions>
    </form>
  );
}
