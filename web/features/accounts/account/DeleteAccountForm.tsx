import { t } from '@lingui/core/macro';
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
      label={t`Delete your account`}
      schema={(requiresPassword ? WithPassword : WithoutPassword) as typeof WithPassword}
      defaults={{ confirmation: '', currentPassword: '' }}
      send={async ({ currentPassword }) => {
        const { erasedBy } = await deleteAccount({ confirmation: deletionWord, ...(requiresPassword && { currentPassword }) });
        endLocalSession({
          title: t`Your account is being deleted`,
          description: t`You’re signed out everywhere. We’ll erase your personal data by ${date(erasedBy)}.`,
          tone: 'info',
        });
      }}
      failed={t`Couldn’t delete your account`}
    >
      {requiresPassword && <FormPasswordField label={t`Current password`} name="currentPassword" autoComplete="current-password" />}
      <FormField
        label={t`Type ${deletionWord} to confirm`}
        name="confirmation"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <FormActions className="danger" pendingLabel={t`Deleting…`} onCancel={onCancel} cancelLabel={t`Keep my account`}>
        {t`Delete my account`}
      </FormActions>
    </Form>
  );
}
