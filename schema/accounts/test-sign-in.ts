/** Sign-in for the developer pages, available only in development. */
import * as v from 'valibot';
import { User } from '#schema/accounts/user.ts';
import { email } from '#schema/email-address.ts';

export const testAccount = { email: 'test@demo.test', password: 'demo-pass-1' } as const;

/** Body of POST /api/test-auth-token, which returns a token for an existing account. */
export const TestTokenRequest = v.strictObject({ email: email('Please enter a valid email address') });
export const TestTokenResponse = v.object({ token: v.string(), message: v.string() });
export type TestTokenResponse = v.InferOutput<typeof TestTokenResponse>;

/** Body of POST /api/test-login, which signs in with a cookie and a token, and creates the account if necessary. */
export const TestLoginRequest = v.strictObject({
  email: v.optional(email('Please enter a valid email address'), testAccount.email),
  password: v.optional(
    v.pipe(v.string(), v.minLength(6, 'Password must be at least 6 characters'), v.maxLength(128)),
    testAccount.password,
  ),
});
export const TestLoginResponse = v.object({ user: User, token: v.string(), message: v.string() });
export type TestLoginResponse = v.InferOutput<typeof TestLoginResponse>;
