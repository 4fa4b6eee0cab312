import {
  deletionWord,
  DeleteAccountFormWithoutPassword as WithoutPassword,
  DeleteAccountForm as WithPassword,
} from '#schema/accounts/my-data.ts';
import { deleteAccount } from '#web/features/accounts/account/preferences-api.ts';
import { leave } from '#web/features/accounts/session/session.ts';
import { date } from '#web/lib/format.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField, FormPasswordField } from '#web/ui/forms/form-inputs.tsx';

interface DeleteAccountFormProps {
  asksForPassword: boolean;
  onKeep: () => void;
}

export function DeleteAccountForm({ asksForPassword, onKeep }: DeleteAccountFormProps) {
  return (
    <Form
      label="Delete your account"
      schema={(asksForPassword ? WithPassword : WithoutPassword) as typeof WithPassword}
      defaults={{ confirmation: '', currentPassword: '' }}
      send={async ({ currentPassword }) => {
        const { erasedBy } = await deleteAccount({ confirmation: deletionWord, ...(asksForPassword && { currentPassword }) });
        leave({
          title: 'Your account is being deleted',
          description: `You’re signed out everywhere. We’ll erase your personal data by ${date(erasedBy)}.`,
          tone: 'info',
        });
      }}
      failed="Your account was not deleted"
    >
      {asksForPassword && <FormPasswordField label="Current password" name="currentPassword" autoComplete="current-password" />}
      <FormField
        label={`Type ${deletionWord} to confirm`}
        name="confirmation"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <FormActions className="danger" pendingLabel="Deleting…" onCancel={onKeep} cancelLabel="Keep my account">
        Delete my account
      </FormActions>
    </Form>
  );
}
