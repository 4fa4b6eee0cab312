import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { GrantMembershipForm as Fields } from '#schema/admin/users.ts';
import { Alert } from '#web/components/Alert.tsx';
import { Field } from '#web/components/Field.tsx';
import { SelectField } from '#web/components/SelectField.tsx';
import { useToast } from '#web/components/Toast.tsx';
import { FormActions } from '#web/features/admin/FormActions.tsx';
import { membershipWords } from '#web/features/admin/users/membership-words.ts';
import type { UserFormProps } from '#web/features/admin/users/UserTaskDialog.tsx';
import { useKnownVersion } from '#web/features/admin/users/use-known-version.ts';
import { userName } from '#web/features/admin/users/user-name.ts';
import { grantMembership } from '#web/features/admin/users/users-api.ts';
import { applyFieldErrors, errorText } from '#web/lib/api.ts';
import { date } from '#web/lib/format.ts';

/** Gives a year of Basic or Premium, without payment. */
export function GrantMembershipForm({ details, onDone }: UserFormProps) {
  const toast = useToast();
  const { profile, membership } = details;
  const [failure, setFailure] = useState<string>();
  const { known, catchUp } = useKnownVersion(details);
  const isBetter = membership.tier === 'premium';
  const { register, handleSubmit, setError, formState, watch } = useForm({
    defaultValues: { tier: isBetter ? ('premium' as const) : ('basic' as 'basic' | 'premium'), reason: '' },
    resolver: valibotResolver(Fields),
  });
  const { errors, isSubmitting } = formState;
  const extends_ = membership.state === 'granted' && watch('tier') === membership.tier;

  async function submit(grant: { tier: 'basic' | 'premium'; reason: string }) {
    setFailure(undefined);
    try {
      const given = await grantMembership(profile.id, { ...grant, version: known.current });
      const until = given.membership.paidUntil;
      toast({
        title: 'Membership given',
        description: `${userName(profile)} is ${given.membership.tier}${until ? ` until ${date(until)}` : ''}.`,
        tone: 'success',
      });
      onDone();
    } catch (error) {
      if (applyFieldErrors(error, setError)) return;
      setFailure(errorText(error, 'Please try again.'));
      await catchUp(error);
    }
  }

  if (['active', 'cancelling', 'grace'].includes(membership.state)) {
    return (
      <Alert tone="info" title="A paid membership is running">
        {membershipWords(membership)} No membership can be given while a member pays for one.
      </Alert>
    );
  }
  return (
    <form
      className="stack"
      noValidate
      onSubmit={handleSubmit(submit)}
      aria-label="Upgrade Membership"
      data-sending={isSubmitting || undefined}
    >
      <p>
        <strong>{userName(profile)}</strong>: {membershipWords(membership)}
      </p>
      {failure !== undefined && (
        <Alert tone="error" title="No membership was given">
          {failure}
        </Alert>
      )}
      <SelectField label="Membership" data-autofocus error={errors.tier?.message} {...register('tier')}>
        {!isBetter && <option value="basic">Basic</option>}
        <option value="premium">Premium</option>
      </SelectField>
      <Field
        label="Reason"
        autoComplete="off"
        maxLength={200}
        hint="For the audit log."
        error={errors.reason?.message}
        {...register('reason')}
      />
      <p className="muted">
        {extends_ ? 'One more year is added to what was given.' : 'It begins now and ends after a year by itself.'} Nothing is charged, and
        it earns neither commission nor keys. An unpaid order for it is closed. The member is told by mail.
      </p>
      <FormActions pending={isSubmitting} pendingLabel="Giving…" onCancel={onDone}>
        {extends_ ? 'Add a year' : 'Give membership'}
      </FormActions>
    </form>
  );
}
