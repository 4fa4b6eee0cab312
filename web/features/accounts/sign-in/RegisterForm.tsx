import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { inNameOrder } from '#schema/accounts/name-order.ts';
import { minimumAgeYears, passwordMinLength, usernameMaxLength, usernameMinLength } from '#schema/rules.ts';
import { PasswordWarning } from '#web/features/accounts/account/security/PasswordWarning.tsx';
import { AuthAlert } from '#web/features/accounts/sign-in/AuthAlert.tsx';
import { InvitationNote } from '#web/features/accounts/sign-in/InvitationNote.tsx';
import { usePrefilledEmail } from '#web/features/accounts/sign-in/use-prefilled-email.ts';
import { useLightForm } from '#web/lib/light-form.ts';
import { paths } from '#web/lib/paths.ts';
import { importWithRetry } from '#web/lib/react/page.tsx';
import { showToast } from '#web/lib/react/toast.ts';
import { getLanguage } from '#web/lib/words/words.ts';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { PasswordField } from '#web/ui/forms/PasswordField.tsx';
import { SubmitButton } from '#web/ui/forms/SubmitButton.tsx';

export interface RegisterFormProps {
  invitation: string | null;
  onRefuseInvitation: () => void;
  tab: string;
  /** Element that had the focus when the Register tab was first opened. */
  openedFrom: Element | null;
}

/** Opens the terms in new tabs so that the member does not lose typed text. */
function AcceptedTerms() {
  return (
    <Trans>
      I’m {minimumAgeYears} or older, and I accept the{' '}
      <a href={paths.terms} target="_blank" rel="noreferrer">
        Terms
      </a>{' '}
      and the{' '}
      <a href={paths.privacy} target="_blank" rel="noreferrer">
        Privacy Policy
      </a>
    </Trans>
  );
}

export function RegisterForm({ invitation, onRefuseInvitation, tab, openedFrom }: RegisterFormProps) {
  const [isInvited, setIsInvited] = useState(invitation !== null);
  const [typedValues, setTypedValues] = useState<Partial<Record<string, string>>>({});
  const { form, errors, failure, isPending, dismissError } = useLightForm({
    load: async () => {
      const { sendRegistration } = await importWithRetry(() => import('#web/features/accounts/sign-in/send-auth-forms.ts'));
      return (data: FormData) => sendRegistration(data, isInvited ? invitation : null);
    },
    showsFailureTwice: true,
    onFailure: (description) => showToast({ title: t`Registration failed`, description, tone: 'error' }),
  });

  usePrefilledEmail(form.ref, tab, openedFrom);

  function storeTypedValue(event: FormEvent<HTMLFormElement>) {
    form.onInput(event);
    const { target } = event;
    if (!(target instanceof HTMLInputElement)) return;
    setTypedValues((previous) => ({ ...previous, [target.name]: target.value }));
    // Editing the password hides the mismatch error because the passwords may match now.
    if (target.name === 'password') dismissError('confirmPassword');
  }

  return (
    <form {...form} onInput={storeTypedValue} aria-label={t`Register`}>
      <AuthAlert message={failure} />
      {invitation !== null && (
        <InvitationNote
          code={invitation}
          isAccepted={isInvited}
          onRefuse={() => {
            setIsInvited(false);
            onRefuseInvitation();
          }}
        />
      )}
      <Field label={t`Email`} type="email" autoComplete="email" inputMode="email" autoCapitalize="none" name="email" error={errors.email} />
      <PasswordField
        label={t`Password`}
        autoComplete="new-password"
        hint={t`At least ${passwordMinLength} characters`}
        name="password"
        error={errors.password}
      />
      <PasswordWarning
        password={typedValues.password ?? ''}
        email={typedValues.email}
        names={[typedValues.firstName, typedValues.lastName, typedValues.username]}
      />
      <PasswordField label={t`Confirm password`} autoComplete="new-password" name="confirmPassword" error={errors.confirmPassword} />
      <Checkbox label={<AcceptedTerms />} name="acceptedTerms" error={errors.acceptedTerms} />
      <details open={Boolean(errors.firstName ?? errors.lastName ?? errors.username) || undefined}>
        <summary>{t`Name and username (optional)`}</summary>
        <div className="form-row">
          {inNameOrder(
            getLanguage(),
            <Field key="firstName" label={t`First name`} autoComplete="given-name" name="firstName" error={errors.firstName} />,
            <Field key="lastName" label={t`Last name`} autoComplete="family-name" name="lastName" error={errors.lastName} />,
          )}
        </div>
        <Field
          label={t`Username`}
          autoComplete="nickname"
          autoCapitalize="none"
          hint={t`${usernameMinLength} to ${usernameMaxLength} letters, digits, dots, hyphens or underscores. Card owners see it. You can’t change it later.`}
          name="username"
          error={errors.username}
        />
      </details>
      <SubmitButton className="button-block" pending={isPending} pendingLabel={t`Creating your account…`}>
        {t`Create account`}
      </SubmitButton>
    </form>
  );
}
