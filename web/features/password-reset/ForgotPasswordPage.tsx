import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'wouter';
import '#web/features/password-reset/password-reset.css';
import { ForgotPasswordRequest } from '#schema/account.ts';
import campfire from '#web/art/campfire.svg';
import { Alert } from '#web/components/Alert.tsx';
import { askForReset } from '#web/components/account-forms/account-api.ts';
import { Field } from '#web/components/Field.tsx';
import { SubmitButton } from '#web/components/SubmitButton.tsx';
import { ResetMailSent } from '#web/features/password-reset/ResetMailSent.tsx';
import { applyFieldErrors, errorText } from '#web/lib/api.ts';
import { useDocumentTitle } from '#web/lib/document-title.ts';
import { useUser } from '#web/lib/session.ts';
import { signInFlag } from '#web/lib/sign-in-flags.ts';
import { paths } from '#web/paths.ts';

/** /forgot-password: mails a link by which a new password is set. Also for who signs in through a provider and has none. */
export function ForgotPasswordPage() {
  useDocumentTitle('Forgot Your Password?');
  const { user } = useUser();
  const [sent, setSent] = useState<{ to: string; message: string }>();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, setError, setValue, getValues, formState } = useForm({
    resolver: valibotResolver(ForgotPasswordRequest),
    defaultValues: { email: '' },
  });
  const { errors, isSubmitting } = formState;
  const known = user?.email;
  useEffect(() => {
    const email = known ?? signInFlag('multiProviderEmail');
    if (email && getValues('email') === '') setValue('email', email);
  }, [known, getValues, setValue]);

  const submit = handleSubmit(async ({ email }) => {
    setFailure(undefined);
    try {
      setSent({ to: email, message: await askForReset(email) });
    } catch (error) {
      if (!applyFieldErrors(error, setError)) setFailure(errorText(error, 'Please try again.'));
    }
  });

  if (sent) return <ResetMailSent {...sent} onOther={() => setSent(undefined)} />;
  return (
    <section className="sheet password-reset">
      <img src={campfire} width={440} height={330} alt="" />
      <h1>Forgot your password?</h1>
      <p>It happens on the best of trails. Tell us the email of your account, and we send you a link to set a new one.</p>
      <noscript>
        <p>This form needs JavaScript. Please switch it on in your browser, then load this page again.</p>
      </noscript>
      <form method="dialog" onSubmit={submit} noValidate aria-label="Forgot your password?">
        {failure && (
          <Alert tone="error" title="We could not send the link">
            {failure}
          </Alert>
        )}
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          error={errors.email?.message}
          {...register('email')}
        />
        <SubmitButton className="button-block" pending={isSubmitting} pendingLabel="Sending…">
          Send me the link
        </SubmitButton>
      </form>
      <p>
        <Link href={paths.auth} className="standalone-link guest-only">
          Back to Sign In
        </Link>
      </p>
    </section>
  );
}
