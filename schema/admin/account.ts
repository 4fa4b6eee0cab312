import * as v from 'valibot';
import { Admin, adminRoles } from '#schema/admin/session.ts';
import { email } from '#schema/email-address.ts';
import { newPassword, optionalText, requiredText } from '#schema/fields.ts';

const invalidEmail = 'Please enter a valid email address';
const passwordLengthMessage = 'Password must be at least 6 characters';
const requiredFieldMessage = 'All fields are required';
const requiredPasswordMessage = 'All password fields are required';

/** Body of POST /api/admin/login, also validated by the form. Sign-in does not check the password length. */
export const AdminLoginRequest = v.strictObject({
  email: email(invalidEmail),
  password: v.pipe(v.string('Please enter your password'), v.minLength(1, 'Please enter your password')),
});
export type AdminLoginRequest = v.InferOutput<typeof AdminLoginRequest>;

/** Body of POST /api/admin/register, also validated by the form. Lets a super administrator create another administrator. */
export const AdminRegisterRequest = v.pipe(
  v.strictObject({
    email: email(invalidEmail),
    password: newPassword(passwordLengthMessage),
    confirmPassword: v.pipe(v.string(passwordLengthMessage), v.minLength(6, passwordLengthMessage)),
    firstName: optionalText('First name'),
    lastName: optionalText('Last name'),
    role: v.optional(v.picklist(adminRoles, 'The role must be admin or super_admin'), 'admin'),
  }),
  v.forward(
    v.partialCheck([['password'], ['confirmPassword']], (input) => input.password === input.confirmPassword, "Passwords don't match"),
    ['confirmPassword'],
  ),
);
export type AdminRegisterRequest = v.InferOutput<typeof AdminRegisterRequest>;

export const AdminProfileRequest = v.strictObject({
  firstName: v.optional(requiredText(requiredFieldMessage), ''),
  lastName: v.optional(requiredText(requiredFieldMessage), ''),
  email: v.optional(v.pipe(v.string(requiredFieldMessage), v.trim(), v.minLength(1, requiredFieldMessage), email(invalidEmail)), ''),
});
export type AdminProfileRequest = v.InferOutput<typeof AdminProfileRequest>;

/**
 * Response after an administrator edits their own profile. `token` is omitted if the email address changed, because changing the address
 * ends every session.
 */
export const AdminProfileResponse = v.object({ token: v.optional(v.string()), admin: Admin, message: v.string() });
export type AdminProfileResponse = v.InferOutput<typeof AdminProfileResponse>;

const requiredPassword = v.pipe(v.string(requiredPasswordMessage), v.minLength(1, requiredPasswordMessage));
const nextPassword = v.pipe(v.string(requiredPasswordMessage), v.minLength(1, requiredPasswordMessage), newPassword(passwordLengthMessage));

export const AdminPasswordRequest = v.strictObject({
  currentPassword: v.optional(v.pipe(requiredPassword, v.maxLength(1_024, 'Current password is incorrect')), ''),
  newPassword: v.optional(nextPassword, ''),
});
export type AdminPasswordRequest = v.InferOutput<typeof AdminPasswordRequest>;

export const AdminPasswordForm = v.pipe(
  v.object({ ...AdminPasswordRequest.entries, confirmPassword: requiredPassword }),
  v.forward(
    v.partialCheck(
      [['newPassword'], ['confirmPassword']],
      (input) => input.newPassword === input.confirmPassword,
      'New password and confirmation do not match',
    ),
    ['confirmPassword'],
  ),
);
export type AdminPasswordForm = v.InferOutput<typeof AdminPasswordForm>;
