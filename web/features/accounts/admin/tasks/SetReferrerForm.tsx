import { SetReferrerForm as Fields } from '#schema/accounts/admin-users.ts';
import type { UserFormProps } from '#web/features/accounts/admin/tasks/user-task.ts';
import { userName } from '#web/features/accounts/admin/user-name.ts';
import { readProfile, setReferrer } from '#web/features/accounts/admin/users-api.ts';
import { useVersioned } from '#web/features/admin/use-versioned.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField } from '#web/ui/forms/form-inputs.tsx';

export function SetReferrerForm({ details: { profile }, onDone }: UserFormProps) {
  const { base, refreshIfStale } = useVersioned(profile, () => readProfile(profile.id));
  return (
    <Form
      label="Set referrer"
      className="stack"
      schema={Fields}
      defaults={{ referrer: '', reason: '' }}
      send={async (form) => {
        const { referredBy } = await setReferrer(profile.id, { ...form, version: base.version });
        showToast({ title: 'Referrer set', description: `${referredBy?.name} invited ${userName(profile)}.`, tone: 'success' });
        onDone();
      }}
      failed="Couldn’t set the referrer"
      onFailure={refreshIfStale}
    >
      <p>
        Who invited <strong>{userName(profile)}</strong>? This can’t be changed later. If the member has already paid for a membership, the
        referrer gets the commission and keys now, by both tiers on the day of the payment.
      </p>
      <FormField
        label="Referrer"
        name="referrer"
        autoComplete="off"
        hint="The email address or referral code of the member who invited them."
        data-autofocus
      />
      <FormField label="Reason" name="reason" autoComplete="off" maxLength={200} hint="For the audit log." />
      <FormActions pendingLabel="Saving…" onCancel={onDone}>
        Set referrer
      </FormActions>
    </Form>
  );
}
