import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type * as v from 'valibot';
import { RegisterForm as RegisterSchema } from '#schema/account.ts';
import { passwordMinLength } from '#schema/rules.ts';
import { PasswordWarning } from '#web/components/account-forms/PasswordWarning.tsx';
import { Checkbox } from '#web/components/Checkbox.tsx';
import { Field } from '#web/components/Field.tsx';
import { PasswordField } from '#web/components/PasswordField.tsx';
import { SubmitButton } from '#web/components/SubmitButton.tsx';
import { useToast } from '#web/components/Toast.tsx';
import { AuthAlert } from '#web/features/auth/AuthAlert.tsx';
import { register as registerMember } from '#web/features/auth/api.ts';
import { InvitationNote } from '#web/features/auth/InvitationNote.tsx';
import { applyFieldErrors, errorText } from '#web/lib/api.ts';
import { forgetReferralCode } from '#web/lib/referral-code.ts';
import { paths } from '#web/paths.ts';

/** What the inputs hold; the schema then says whether that makes a registration. */
interface RegisterInputs {
  email: string;
  password: string;
  confirmPassword: string;
  firstName: string;
  lastName: string;
  username: string;
  acceptedTerms: boolean;
}

const blank: RegisterInputs = {
  email: '',
  password: '',
  confirmPassword: '',
  firstName: '',
  lastName: '',
  username: '',
  acceptedTerms: false,
};

interface RegisterFormProps {
  /** The code of the friend whose link the visitor came by. */
  invitation: string | null;
  onRefuseInvitation: () => void;
}

/** In tabs of their own: what was typed here stays. */
function AcceptedTerms() {
  return (
    <>
      I accept the{' '}
      <a href={paths.terms} target="_blank" rel="noreferrer">
        Terms
      </a>{' '}
      and the{' '}
      <a href={paths.privacy} target="_blank" rel="noreferrer">
        Privacy Policy
      </a>
    </>
  );
}

/** The Register tab. */
export function RegisterForm({ invitation, onRefuseInvitation }: RegisterFormProps) {
  const toast = useToast();
  const [failure, setFailure] = useState<string>();
  const [isInvited, setIsInvited] = useState(invitation !== null);
  const { register, handleSubmit, setError, control, formState } = useForm({
    resolver: valibotResolver(RegisterSchema as v.GenericSchema<RegisterInputs, v.InferOutput<typeof RegisterSchema>>),
    // Otherwise the resolver stops before it compares the two passwords, as long as any other field is wrong.
    criteriaMode: 'all',
    defaultValues: blank,
  });
  const { errors, isSubmitting } = formState;
  const [password, email] = useWatch({ control, name: ['password', 'email'] });

  const submit = handleSubmit(async (form) => {
    setFailure(undefined);
    try {
      await registerMember(isInvited ? { ...form, ref: invitation } : form);
      forgetReferralCode();
    } catch (error) {
      const message = errorText(error, 'Error registering with email/password');
      setFailure(message);
      toast({ title: 'Registration failed', description: message, tone: 'error' });
      applyFieldErrors(error, setError);
    }
  });

  return (
    <form onSubmit={submit} noValidate aria-label="Register">
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
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={`At least ${passwordMinLength} characters`}
        error={errors.password?.message}
        {...register('password')}
      />
      <PasswordWarning password={password} email={email} />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
      <div className="form-row">
        <Field label="First name" optional autoComplete="given-name" error={errors.firstName?.message} {...register('firstName')} />
        <Field label="Last name" optional autoComplete="family-name" error={errors.lastName?.message} {...register('lastName')} />
      </div>
      <Field
        label="Username"
        optional
        autoComplete="nickname"
        autoCapitalize="none"
        hint="Card owners see it when you find their card. It cannot be changed later."
        error={errors.username?.message}
        {...register('username')}
      />
      <Checkbox label={<AcceptedTerms />} error={errors.acceptedTerms?.message} {...register('acceptedTerms')} />
      <SubmitButton className="button-block" pending={isSubmitting} pendingLabel="Creating your account…">
        Create account
      </SubmitButton>
    </form>
  );
}
