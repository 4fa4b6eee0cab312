import * as v from 'valibot';
import { MailLinkRequest } from '#schema/accounts/mail-link.ts';
import { contactEntries } from '#schema/accounts/profile.ts';
import { newUsername } from '#schema/accounts/username.ts';
import { email } from '#schema/email-address.ts';
import { currentPassword, identityProof, newPassword, optionalText, requiredText } from '#schema/fields.ts';
import { readable } from '#schema/readable-text.ts';

const passwordLengthMessage = 'Password must be at least 6 characters';
const passwordMismatchMessage = "Passwords don't match";

const registrationEntries = {
  email: email('Please enter a valid email address'),
  password: newPassword(passwordLengthMessage),
  confirmPassword: v.pipe(v.string(passwordLengthMessage), v.minLength(6, passwordLengthMessage)),
  firstName: optionalText('First name'),
  lastName: optionalText('Last name'),
  username: newUsername,
  acceptedTerms: v.literal(true, 'Please accept the Terms and the Privacy Policy'),
};

/** Only requests use it, not the forms, because its patterns are too large for the public pages. */
const personName = (label: string) => v.pipe(optionalText(label), v.optional(v.nullable(readable())));

/** Body of POST /api/register. `firebaseUid`, `oauthProvider` and `photoURL` are accepted but never trusted. */
export const RegisterRequest = v.pipe(
  v.strictObject({
    ...registrationEntries,
    firstName: personName('First name'),
    lastName: personName('Last name'),
    ...contactEntries,
    ref: optionalText('Referral code', 40),
    firebaseUid: optionalText('firebaseUid'),
    oauthProvider: optionalText('oauthProvider'),
    photoURL: optionalText('photoURL', 2_000),
  }),
  v.forward(
    v.partialCheck([['password'], ['confirmPassword']], (input) => input.password === input.confirmPassword, passwordMismatchMessage),
    ['confirmPassword'],
  ),
);
export type RegisterRequest = v.InferOutput<typeof RegisterRequest>;

export const RegisterForm = v.pipe(
  v.object(registrationEntries),
  v.forward(
    v.partialCheck([['password'], ['confirmPassword']], (input) => input.password === input.confirmPassword, passwordMismatchMessage),
    ['confirmPassword'],
  ),
);

/** Body of POST /api/login, also validated by the sign-in form. Sign-in does not check the password length. */
export const LoginRequest = v.strictObject({
  email: email('Please enter a valid email address'),
  password: v.pipe(v.string('Please enter your password'), v.minLength(1, 'Please enter your password')),
});
export type LoginRequest = v.InferOutput<typeof LoginRequest>;

/**
 * Body of PATCH /api/user and POST /api/update-profile. Updates only the fields that are present; `username` cannot be changed. Another
 * email address or name requires the password or a recent sign-in. A verified address stays in use until the new one is confirmed.
 */
export const ProfileRequest = v.strictObject({
  firstName: personName('First name'),
  lastName: personName('Last name'),
  email: v.optional(email('Please enter a valid email address')),
  username: v.optional(v.nullable(v.string())),
  currentPassword: identityProof(),
  ...contactEntries,
});
export type ProfileRequest = v.InferOutput<typeof ProfileRequest>;

/** Current password, required to change the email address or the name. If it is empty, the server requires a recent sign-in instead. */
const passwordForChange = v.optional(v.string());

export const DashboardProfileForm = v.object({
  firstName: requiredText('First name is required'),
  lastName: requiredText('Last name is required'),
  email: email('Please enter a valid email address'),
  currentPassword: passwordForChange,
  ...contactEntries,
});

export const AccountProfileForm = v.object({
  firstName: optionalText('First name'),
  lastName: optionalText('Last name'),
  email: email('Invalid email address'),
  currentPassword: passwordForChange,
  ...contactEntries,
});

export const ChangePasswordRequest = v.strictObject({
  currentPassword: currentPassword('Current password is required'),
  newPassword: newPassword('New password must be at least 6 characters'),
});
export type ChangePasswordRequest = v.InferOutput<typeof ChangePasswordRequest>;

/** Body of POST /api/forgot-password, also validated by the form. */
export const ForgotPasswordRequest = v.strictObject({ email: email('Please enter a valid email address') });
export type ForgotPasswordRequest = v.InferOutput<typeof ForgotPasswordRequest>;

const newPasswordMismatchMessage = 'Passwords do not match';

export const DashboardPasswordForm = v.pipe(
  v.object({
    currentPassword: v.pipe(v.string(), v.minLength(1, 'Current password is required')),
    newPassword: newPassword('New password must be at least 6 characters'),
    confirmPassword: v.pipe(v.string(), v.minLength(6, 'Confirm password is required')),
  }),
  v.forward(
    v.partialCheck(
      [['newPassword'], ['confirmPassword']],
      (input) => input.newPassword === input.confirmPassword,
      newPasswordMismatchMessage,
    ),
    ['confirmPassword'],
  ),
);

export const AccountPasswordForm = v.pipe(
  v.object({
    currentPassword: v.pipe(v.string(), v.minLength(6, 'Current password must be at least 6 characters')),
    newPassword: newPassword('New password must be at least 6 characters'),
    confirmPassword: v.pipe(v.string(), v.minLength(6, 'Please confirm your password')),
  }),
  v.forward(
    v.partialCheck(
      [['newPassword'], ['confirmPassword']],
      (input) => input.newPassword === input.confirmPassword,
      newPasswordMismatchMessage,
    ),
    ['confirmPassword'],
  ),
);

export const ResetPasswordRequest = v.strictObject({
  ...MailLinkRequest.entries,
  newPassword: newPassword('New password must be at least 6 characters'),
});
export type ResetPasswordRequest = v.InferOutput<typeof ResetPasswordRequest>;

export const ResetPasswordForm = v.pipe(
  v.object({
    newPassword: newPassword('New password must be at least 6 characters'),
    confirmPassword: v.pipe(v.string(), v.minLength(6, 'Please confirm your password')),
  }),
  v.forward(
    v.partialCheck(
      [['newPassword'], ['confirmPassword']],
      (input) => input.newPassword === input.confirmPassword,
      newPasswordMismatchMessage,
    ),
    ['confirmPassword'],
  ),
);

export const MessageResponse = v.object({ message: v.string() });
export type MessageResponse = v.InferOutput<typeof MessageResponse>;
