import { ReinstateForm as Fields } from '#schema/accounts/admin-users.ts';
import type { UserFormProps } from '#web/features/accounts/admin/tasks/user-task.ts';
import { describePayouts } from '#web/features/accounts/admin/unpaid-earnings.ts';
import { userName } from '#web/features/accounts/admin/user-name.ts';
import { readProfile, reinstateUser } from '#web/features/accounts/admin/users-api.ts';
import { useVersioned } from '#web/features/admin/use-versioned.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField } from '#web/ui/forms/form-inputs.tsx';

export function ReinstateForm({ details, onDone }: UserFormProps) {
  const { profile } = details;
  const { base, refreshIfStale } = useVersioned(profile, () => readProfile(profile.id));
  return (
    <Form
      label="Reinstate user"
      className="stack"
      schema={Fields}
      defaults={{ reason: '' }}
      send={async ({ reason }) => {
        await reinstateUser(profile.id, { reason, version: base.version });
        showToast({ title: 'Reinstated', description: `${userName(profile)} can sign in again.`, tone: 'success' });
        onDone();
      }}
      failed="Couldn’t reinstate the user"
      onFailure={refreshIfStale}
    >
      <p>
        <strong>{userName(profile)}</strong> can sign in again right away and gets an email. {describePayouts(details, 'resume')}
        Certificates keep their remaining days.
      </p>
      <FormField label="Reason" name="reason" autoComplete="off" maxLength={200} hint="For the audit log." data-autofocus />
      <FormActions pendingLabel="Reinstating…" onCancel={onDone}>
        Reinstate
      </FormActions>
    </Form>
  );
}
