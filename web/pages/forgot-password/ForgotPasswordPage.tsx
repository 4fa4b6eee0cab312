import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import '#web/features/accounts/password-reset/password-reset.css';
import campfire from '#web/art/campfire.svg';
import type { ResetMail } from '#web/features/accounts/password-reset/send-reset-mail.ts';
import { useUser } from '#web/features/accounts/session/session.ts';
import { getSignInFlag } from '#web/features/accounts/session/sign-in-flags.ts';
import { useLightForm } from '#web/lib/light-form.ts';
import { paths } from '#web/lib/paths.ts';
import { importWithRetry, page } from '#web/lib/react/page.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { SubmitButton } from '#web/ui/forms/SubmitButton.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

const mailSent = page(
  async () => (await importWithRetry(() => import('#web/features/accounts/password-reset/ResetMailSent.tsx'))).ResetMailSent,
);

async function loadSubmitHandler() {
  const [{ sendResetMail }] = await Promise.all([
    importWithRetry(() => import('#web/features/accounts/password-reset/send-reset-mail.ts')),
    mailSent.preload(),
  ]);
  return sendResetMail;
}

/** Requests a password reset email. Also works for members who signed up through a provider and have no password. */
export function ForgotPasswordPage() {
  const { user } = useUser();
  const [sentMail, setSentMail] = useState<ResetMail>();
  const [lastEmail, setLastEmail] = useState('');
  const { form, errors, failure, isPending, fill } = useLightForm({ load: loadSubmitHandler, onSent: setSentMail });
  const accountEmail = user?.email;
  useEffect(() => {
    const email = accountEmail ?? getSignInFlag('multiProviderEmail');
    if (email) fill('email', email);
  }, [accountEmail, fill]);

  function startOver() {
    // The email was probably mistyped, so prefill it for correction.
    setLastEmail(sentMail?.email ?? '');
    setSentMail(undefined);
  }

  if (sentMail) return <mailSent.Component {...sentMail} onChangeEmail={startOver} />;
  return (
    <section className="sheet stack password-reset">
      <img src={campfire} width={440} height={330} alt="" />
      <h1>{t`Forgot your password?`}</h1>
      <p>{t`Enter your account’s email, and we’ll send you a link to set a new password.`}</p>
      <noscript>
        <p>{t`This form needs JavaScript. Turn it on in your browser, then reload the page.`}</p>
      </noscript>
      <form {...form} aria-label={t`Forgot your password?`}>
        {failure && (
          <Alert tone="error" title={t`We couldn’t send the link`}>
            {failure}
          </Alert>
        )}
        <Field
          label={t`Email`}
          name="email"
          defaultValue={lastEmail}
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          error={errors.email}
        />
        <SubmitButton className="button-block" pending={isPending} pendingLabel={t`Sending…`}>
          {t`Send me the link`}
        </SubmitButton>
      </form>
      <p>
        <Link href={paths.auth} className="standalone-link guest-only">
          {t`Back to Sign In`}
        </Link>
      </p>
    </section>
  );
}
