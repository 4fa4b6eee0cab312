import {
  deletionWord,
  DeleteAccountFormWithoutPassword as WithoutPassword,
  DeleteAccountForm as WithPassword,
} from '#schema/accounts/my-data.ts';
import { deleteAccount } from '#web/features/accounts/account/preferences-api.ts';
import { endLocalSession } from '#web/features/accounts/session/session.ts';
import { date } from '#web/lib/format.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField, FormPasswordField } from '#web/ui/forms/form-inputs.tsx';

export function DeleteAccountForm({ requiresPassword, onCancel }: { requiresPassword: boolean; onCancel: () => void }) {
  return (
    <Form
      label="Delete your account"
      schema={(requiresPassword ? WithPassword : WithoutPassword) as typeof WithPassword}
      defaults={{ confirmation: '', currentPassword: '' }}
      send={async ({ currentPassword }) => {
        const { erasedBy } = await deleteAccount({ confirmation: deletionWord, ...(requiresPassword && { currentPassword }) });
        endLocalSession({
          title: 'Your account is being deleted',
          description: `You’re signed out everywhere. We’ll erase your personal data by ${date(erasedBy)}.`,
          tone: 'info',
        });
      }}
      failed="Couldn’t delete your account"
    >
      {requiresPassword && <FormPasswordField label="Current password" name="currentPassword" autoComplete="current-password" />}
      <FormField
        label={`Type ${deletionWord} to confirm`}
        name="confirmation"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <FormActions className="danger" pendingLabel="Deleting…" onCancel={onCancel} cancelLabel="Keep my account">
        Delete my account
      </FormActions>
    </Form>
  );
}
