import { t } from '@lingui/core/macro';
import { ResetPasswordForm, type ResetPasswordRequest } from '#schema/accounts/account.ts';
import { passwordMinLength } from '#schema/rules.ts';
import { PasswordWarning } from '#web/features/accounts/account/security/PasswordWarning.tsx';
import { ApiError, errorText } from '#web/lib/api-error.ts';
import { clearMailedToken } from '#web/lib/mailed-token.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormPasswordField, FormSubmit } from '#web/ui/forms/form-inputs.tsx';

interface NewPasswordFormProps {
  token: string;
  send: (request: ResetPasswordRequest) => Promise<string>;
  onSaved: (message: string) => void;
  /** Called when the server rejects the password-reset link. Retrying with the same link won't help. */
  onInvalidLink: (message: string) => void;
}

export function NewPasswordForm({ token, send, onSaved, onInvalidLink }: NewPasswordFormProps) {
  return (
    <Form
      label={t`Set a new password`}
      schema={ResetPasswordForm}
      defaults={{ newPassword: '', confirmPassword: '' }}
      send={async ({ newPassword }) => {
        const message = await send({ token, newPassword });
        clearMailedToken();
        onSaved(message);
      }}
      failed={(error) => {
        const text = errorText(error, t`Please try again.`);
        const linkError = getLinkError(error, text);
        if (linkError === undefined) return { title: t`Couldn’t change your password`, text };
        clearMailedToken();
        onInvalidLink(linkError);
        return null;
      }}
    >
      {({ watch }) => (
        <>
          <FormPasswordField
            label={t`New password`}
            name="newPassword"
            autoComplete="new-password"
            hint={t`At least ${passwordMinLength} characters`}
          />
          <PasswordWarning password={watch('newPassword')} />
          <FormPasswordField label={t`Confirm new password`} name="confirmPassword" autoComplete="new-password" />
          <FormSubmit className="button-block" pendingLabel={t`Saving…`}>
            {t`Set new password`}
          </FormSubmit>
        </>
      )}
    </Form>
  );
}

/**
 * Returns the reason for rejecting the link: the server's message, or its error for the token field. Returns undefined for any other
 * failure.
 */
function getLinkError(error: unknown, message: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { code = '', fields } = error.body ?? {};
  return fields?.token ?? (/link/.test(code) ? message : undefined);
}
