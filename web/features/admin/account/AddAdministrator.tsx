import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { AdminRegisterRequest } from '#schema/admin/account.ts';
import { type AdminRole, adminRoles } from '#schema/admin/session.ts';
import { Alert } from '#web/components/Alert.tsx';
import { Dialog } from '#web/components/Dialog.tsx';
import { reloadLists } from '#web/components/data-table/list-data.ts';
import { Field } from '#web/components/Field.tsx';
import { PasswordField } from '#web/components/PasswordField.tsx';
import { SelectField } from '#web/components/SelectField.tsx';
import { SubmitButton } from '#web/components/SubmitButton.tsx';
import { addAdministrator, administratorsPath, nameOf } from '#web/features/admin/account/administrators-api.ts';
import { applyFieldErrors, errorText } from '#web/lib/api.ts';
import { showToast } from '#web/lib/toast.ts';

/** The dialog that makes an administrator. */
export function AddAdministrator({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Add administrator">
      <AddForm onDone={onClose} />
    </Dialog>
  );
}

const roleNames = { admin: 'Administrator', super_admin: 'Super administrator' } as const satisfies Record<AdminRole, string>;
const empty = { email: '', firstName: '', lastName: '', role: 'admin' as const, password: '', confirmPassword: '' };

function AddForm({ onDone }: { onDone: () => void }) {
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: valibotResolver(AdminRegisterRequest),
    defaultValues: empty,
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (registration) => {
    setFailure(undefined);
    try {
      const added = await addAdministrator(registration);
      void reloadLists(administratorsPath);
      onDone();
      showToast({ title: 'Administrator added', description: `${nameOf(added)} can log in with ${added.email} now.`, tone: 'success' });
    } catch (error) {
      setFailure(errorText(error, 'Registration failed'));
      applyFieldErrors(error, setError);
    }
  });

  return (
    <form onSubmit={submit} noValidate aria-label="Add administrator">
      {failure && (
        <Alert tone="error" title="Registration failed">
          {failure}
        </Alert>
      )}
      <Field
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        data-autofocus
        error={errors.email?.message}
        {...register('email')}
      />
      <div className="form-row">
        <Field label="First name" autoComplete="off" optional error={errors.firstName?.message} {...register('firstName')} />
        <Field label="Last name" autoComplete="off" optional error={errors.lastName?.message} {...register('lastName')} />
      </div>
      <SelectField
        label="Role"
        hint="Super administrators may also change emails, tokens, tiers, payouts and administrators."
        error={errors.role?.message}
        {...register('role')}
      >
        {adminRoles.map((role) => (
          <option key={role} value={role}>
            {roleNames[role]}
          </option>
        ))}
      </SelectField>
      <div className="form-row">
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint="At least 6 characters. Tell them in person, and to change it."
          error={errors.password?.message}
          {...register('password')}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...register('confirmPassword')}
        />
      </div>
      <SubmitButton pending={isSubmitting} pendingLabel="Adding…">
        Add administrator
      </SubmitButton>
    </form>
  );
}
