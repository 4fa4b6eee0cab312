import { AdjustTokensForm } from '#schema/accounts/admin-users.ts';
import type { UserFormProps } from '#web/features/accounts/admin/tasks/user-task.ts';
import { userName } from '#web/features/accounts/admin/user-name.ts';
import { adjustTokens } from '#web/features/accounts/admin/users-api.ts';
import { sendFailure } from '#web/features/admin/send-once.ts';
import { number, tokensLabel } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField } from '#web/ui/forms/form-inputs.tsx';

export function AddTokensForm({ details: { profile }, onDone }: UserFormProps) {
  return (
    <Form
      label="Add Tokens"
      className="stack"
      schema={AdjustTokensForm}
      defaults={{ amount: '', reason: '' }}
      send={async (adjustment) => {
        const { amount } = await adjustTokens(profile.id, adjustment);
        const description = `${tokensLabel(Math.abs(amount))} ${amount > 0 ? 'for' : 'from'} ${userName(profile)}.`;
        showToast({ title: amount > 0 ? 'Tokens added' : 'Tokens removed', description, tone: 'success' });
        onDone();
      }}
      failed={(error) =>
        sendFailure(error, 'Couldn’t change the balance', 'It’s safe to submit this form again: the tokens are added only once.')
      }
    >
      {({ watch }) => {
        const typedAmount = Number(watch('amount').replace('−', '-'));
        const change = Number.isInteger(typedAmount) ? typedAmount : 0;
        const newBalance = profile.tokenBalance + change;
        return (
          <>
            <p>
              <strong>{userName(profile)}</strong> has {tokensLabel(profile.tokenBalance)}.
            </p>
            <FormField
              label="Tokens"
              name="amount"
              autoComplete="off"
              data-autofocus
              hint={
                newBalance === profile.tokenBalance ? 'Enter a negative number to remove tokens.' : `New balance: ${number(newBalance)}`
              }
            />
            <FormField
              label="Reason"
              name="reason"
              autoComplete="off"
              maxLength={200}
              hint="Shown permanently in the member’s token history."
            />
            <FormActions pendingLabel="Saving…" onCancel={onDone}>
              {change < 0 ? 'Remove' : 'Add'} {change === 0 ? 'tokens' : tokensLabel(Math.abs(change))}
            </FormActions>
          </>
        );
      }}
    </Form>
  );
}
