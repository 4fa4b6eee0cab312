import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type DuePayout, PayForm as PayFields, type PayResponse } from '#schema/admin/payouts.ts';
import { Alert } from '#web/components/Alert.tsx';
import { Field } from '#web/components/Field.tsx';
import { FormActions } from '#web/features/admin/FormActions.tsx';
import { DueList } from '#web/features/admin/payouts/DueList.tsx';
import { payMembers } from '#web/features/admin/payouts/payouts-api.ts';
import { type SendFailure, sendFailure } from '#web/features/admin/sent-once.ts';
import { applyFieldErrors } from '#web/lib/api.ts';
import { dollarsFrom, plural } from '#web/lib/format.ts';

interface PayFormProps {
  due: DuePayout[];
  onPaid: (answer: PayResponse, reference: string) => void;
  onCancel: () => void;
}

/** What each of them gets, and the reference under which it was paid. */
export function PayForm({ due, onPaid, onCancel }: PayFormProps) {
  const [failure, setFailure] = useState<SendFailure>();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { reference: '' },
    resolver: valibotResolver(PayFields),
  });
  const { errors, isSubmitting } = formState;
  const payable = due.filter(({ state }) => state === 'to_pay');
  const total = dollarsFrom(payable.reduce((sum, { netCents }) => sum + netCents, 0) / 100);

  async function submit({ reference }: { reference: string }) {
    setFailure(undefined);
    const request = { reference, members: payable.map(({ id, version }) => ({ id, version })) };
    try {
      onPaid(await payMembers(request), reference);
    } catch (error) {
      if (applyFieldErrors(error, setError)) return;
      setFailure(sendFailure(error, 'Nothing was marked as paid', 'Sending it again as it is pays nobody twice.'));
    }
  }

  if (payable.length === 0) {
    return (
      <div className="stack">
        <p>Nothing can be paid here any more: somebody was faster, or it was taken back.</p>
        <button type="button" className="secondary" onClick={onCancel}>
          Close
        </button>
      </div>
    );
  }
  return (
    <form className="stack" noValidate onSubmit={handleSubmit(submit)} aria-label="Mark as paid" data-sending={isSubmitting || undefined}>
      <DueList due={due} />
      <p className="payout-total">
        <strong>{total}</strong> to {plural(payable.length, 'member')}
      </p>
      {failure !== undefined && (
        <Alert tone="error" title={failure.title}>
          {failure.text}
        </Alert>
      )}
      <Field
        label="Payment reference"
        hint="Of the transfer you made, or are about to make. Members read it in their mail."
        autoComplete="off"
        maxLength={100}
        data-autofocus
        error={errors.reference?.message}
        {...register('reference')}
      />
      <FormActions pending={isSubmitting} pendingLabel="Marking as paid…" onCancel={onCancel}>
        Mark {total} as paid
      </FormActions>
    </form>
  );
}
