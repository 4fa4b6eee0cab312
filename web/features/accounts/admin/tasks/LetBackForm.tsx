import { ReinstateForm as Fields } from '#schema/accounts/admin-users.ts';
import type { UserFormProps } from '#web/features/accounts/admin/tasks/user-task.ts';
import { userName } from '#web/features/accounts/admin/user-name.ts';
import { letUserBack, readProfile } from '#web/features/accounts/admin/users-api.ts';
import { useVersioned } from '#web/features/admin/use-versioned.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField } from '#web/ui/forms/form-inputs.tsx';

export function LetBackForm({ details: { profile }, onDone }: UserFormProps) {
  const { seen, catchUp } = useVersioned(profile, () => readProfile(profile.id));
  return (
    <Form
      label="Let user back"
      className="stack"
      schema={Fields}
      defaults={{ reason: '' }}
      send={async ({ reason }) => {
        await letUserBack(profile.id, { reason, version: seen.version });
        showToast({ title: 'Let back', description: `${userName(profile)} can sign in again.`, tone: 'success' });
        onDone();
      }}
      failed="Nobody was let back"
      onFailure={catchUp}
    >
      <p>
        <strong>{userName(profile)}</strong> can sign in again at once, and is told by mail. What is owed to them is paid again, and their
        certificates have as many days left as when the suspension began.
      </p>
      <FormField label="Reason" name="reason" autoComplete="off" maxLength={200} hint="For the audit log." data-autofocus />
      <FormActions pendingLabel="Letting back…" onCancel={onDone}>
        Let back
      </FormActions>
    </Form>
  );
}
