import { ResetPasswordForm, type ResetPasswordRequest } from '#schema/accounts/account.ts';
import { passwordMinLength } from '#schema/rules.ts';
import { PasswordWarning } from '#web/features/accounts/account/security/PasswordWarning.tsx';
import { ApiError, errorText } from '#web/lib/api-error.ts';
import { forgetMailedToken } from '#web/lib/mailed-token.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormPasswordField, FormSubmit } from '#web/ui/forms/form-inputs.tsx';

interface NewPasswordFormProps {
  token: string;
  /** Returns the server's message. */
  send: (request: ResetPasswordRequest) => Promise<string>;
  onSet: (message: string) => void;
  /** The link itself was refused; retrying does not help. */
  onLost: (message: string) => void;
}

export function NewPasswordForm({ token, send, onSet, onLost }: NewPasswordFormProps) {
  return (
    <Form
      label="Set a new password"
      schema={ResetPasswordForm}
      defaults={{ newPassword: '', confirmPassword: '' }}
      send={async ({ newPassword }) => {
        const message = await send({ token, newPassword });
        forgetMailedToken();
        onSet(message);
      }}
      failed={(error) => {
        const text = errorText(error, 'Please try again.');
        const lostBecause = wrongWithLink(error, text);
        if (lostBecause === undefined) return { title: 'Your password was not changed', text };
        forgetMailedToken();
        onLost(lostBecause);
        return null;
      }}
    >
      {({ watch }) => (
        <>
          <FormPasswordField
            label="New password"
            name="newPassword"
            autoComplete="new-password"
            hint={`At least ${passwordMinLength} characters`}
          />
          <PasswordWarning password={watch('newPassword')} />
          <FormPasswordField label="Confirm new password" name="confirmPassword" autoComplete="new-password" />
          <FormSubmit className="button-block" pendingLabel="Saving…">
            Set new password
          </FormSubmit>
        </>
      )}
    </Form>
  );
}

/** Why the link was refused: `message`, or the error on its token; undefined for any other failure. */
function wrongWithLink(error: unknown, message: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { code = '', fields } = error.body ?? {};
  return fields?.token ?? (/link/.test(code) ? message : undefined);
}
