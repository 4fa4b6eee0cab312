import { CorrectKeysForm as Fields } from '#schema/accounts/admin-users.ts';
import type { UserFormProps } from '#web/features/accounts/admin/tasks/user-task.ts';
import { userName } from '#web/features/accounts/admin/user-name.ts';
import { correctKeys, readProfile } from '#web/features/accounts/admin/users-api.ts';
import { useVersioned } from '#web/features/admin/use-versioned.ts';
import { number } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField, FormSelectField } from '#web/ui/forms/form-inputs.tsx';

export function CorrectKeysForm({ details: { profile }, onDone }: UserFormProps) {
  const { base, refreshIfStale } = useVersioned(profile, () => readProfile(profile.id));
  const countOf = (keys: string) => (keys === 'treasure' ? base.treasureKeys : base.communityKeys);
  return (
    <Form
      label="Correct keys"
      className="stack"
      schema={Fields}
      defaults={{ keys: 'treasure', amount: '', reason: '' }}
      send={async (correction) => {
        await correctKeys(profile.id, { ...correction, count: countOf(correction.keys) });
        const name = correction.keys === 'treasure' ? 'Treasure' : 'Community';
        const description = `${userName(profile)} has ${number(countOf(correction.keys) + correction.amount)} ${name} Keys.`;
        showToast({ title: 'Keys corrected', description, tone: 'success' });
        onDone();
      }}
      failed="Couldn’t correct the keys"
      onFailure={refreshIfStale}
    >
      {({ watch }) => {
        const amount = Number(watch('amount').replace('−', '-'));
        const count = countOf(watch('keys'));
        return (
          <>
            <p>
              <strong>{userName(profile)}</strong> has {number(base.treasureKeys)} Treasure Keys and {number(base.communityKeys)} Community
              Keys. Added keys count from today; only keys that a correction added can be removed.
            </p>
            <FormSelectField label="Kind" name="keys" data-autofocus>
              <option value="treasure">Treasure Keys</option>
              <option value="community">Community Keys</option>
            </FormSelectField>
            <FormField
              label="Keys"
              name="amount"
              autoComplete="off"
              hint={
                Number.isInteger(amount) && amount !== 0
                  ? `New number: ${number(count + amount)}`
                  : 'Enter a negative number to remove keys.'
              }
            />
            <FormField label="Reason" name="reason" autoComplete="off" maxLength={200} hint="For the audit log." />
            <FormActions pendingLabel="Saving…" onCancel={onDone}>
              Correct keys
            </FormActions>
          </>
        );
      }}
    </Form>
  );
}
