import { ForgiveTokensForm as Fields } from '#schema/accounts/admin-users.ts';
import type { UserFormProps } from '#web/features/accounts/admin/tasks/user-task.ts';
import { userName } from '#web/features/accounts/admin/user-name.ts';
import { forgiveTokens, readProfile } from '#web/features/accounts/admin/users-api.ts';
import { useVersioned } from '#web/features/admin/use-versioned.ts';
import { tokensLabel } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField } from '#web/ui/forms/form-inputs.tsx';

export function ForgiveTokensForm({ details: { profile }, onDone }: UserFormProps) {
  const { base, refreshIfStale } = useVersioned(profile, () => readProfile(profile.id));
  return (
    <Form
      label="Forgive Tokens"
      className="stack"
      schema={Fields}
      defaults={{ amount: String(profile.owedTokens), reason: '' }}
      send={async ({ amount, reason }) => {
        const after = await forgiveTokens(profile.id, { amount, reason, owedTokens: base.owedTokens });
        const remaining = after.profile.owedTokens;
        const description = `${userName(profile)} ${remaining > 0 ? `still owes ${tokensLabel(remaining)}` : 'no longer owes tokens'}.`;
        showToast({ title: `${tokensLabel(amount)} forgiven`, description, tone: 'success' });
        onDone();
      }}
      failed="Couldn’t forgive the tokens"
      onFailure={refreshIfStale}
    >
      {({ watch }) => {
        const amount = Number(watch('amount'));
        return (
          <>
            <p>
              <strong>{userName(profile)}</strong> owes {tokensLabel(base.owedTokens)} that were reversed after being spent. Forgiving them
              clears the debt.
            </p>
            <FormField label="Tokens" name="amount" autoComplete="off" inputMode="numeric" data-autofocus />
            <FormField label="Reason" name="reason" autoComplete="off" maxLength={200} hint="For the audit log." />
            <FormActions pendingLabel="Forgiving…" onCancel={onDone}>
              Forgive {amount > 0 ? tokensLabel(amount) : 'tokens'}
            </FormActions>
          </>
        );
      }}
    </Form>
  );
}
