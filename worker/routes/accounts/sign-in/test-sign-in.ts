/** Test sign-in for development; returns 404 otherwise. Product rules: Environments. */
import { type Context, Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { TestLoginRequest, type TestLoginResponse, TestTokenRequest, type TestTokenResponse } from '#schema/accounts/test-sign-in.ts';
import type { SignedInUser } from '#schema/accounts/user.ts';
import { comparisonKey } from '#worker/domain/accounts/profile.ts';
import { noUsername } from '#worker/domain/accounts/usernames/username.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { json } from '#worker/middleware/json-body.ts';
import { refuseSuspended } from '#worker/routes/accounts/refuse-suspended.ts';
import { hashPassword } from '#worker/security/password.ts';
import { randomCode } from '#worker/security/random.ts';
import { newSession, respondWithSession } from './new-session.ts';
import { signInByPassword } from './sign-in-by-password.ts';

const developmentOnly = createMiddleware<AppEnv>(async (c, next) => {
  if (c.var.config.environment !== 'development') throw new ApiError('not_found');
  await next();
});

export const testSignInRoutes = new Hono<AppEnv>()
  .use('/test-auth-token', developmentOnly)
  .use('/test-login', developmentOnly)

  .post('/test-auth-token', json(TestTokenRequest), async (c) => {
    const { now, store } = c.var;
    const emailKey = comparisonKey(c.req.valid('json').email);
    refuseSuspended((await store.signIns.find(emailKey))?.suspendedReason);
    const session = await newSession(c, 'password');
    const member = await store.users.openTestSession(emailKey, session, now);
    if (!member) throw new ApiError('member_not_found');
    const { token } = await respondWithSession(c, member, session);
    return c.json({ token, message: `A token for ${member.email}` } satisfies TestTokenResponse);
  })

  .post('/test-login', json(TestLoginRequest), async (c) => {
    const { email, password } = c.req.valid('json');
    const { token, ...user } = (await registerTestMember(c, email, password)) ?? (await signInByPassword(c, email, password));
    return c.json({ user, token, message: `Signed in as ${user.email}` } satisfies TestLoginResponse);
  });

/** Registers a test member; returns undefined if an account with this email address already exists. */
async function registerTestMember(c: Context<AppEnv>, email: string, password: string): Promise<SignedInUser | undefined> {
  const session = await newSession(c, 'password');
  const member = await c.var.store.users.register(
    {
      email,
      emailKey: comparisonKey(email),
      ...noUsername,
      passwordHash: await hashPassword(password),
      firstName: 'Test',
      lastName: 'Traveler',
      phone: null,
      address: null,
      city: null,
      state: null,
      zip: null,
      country: null,
      referralCode: randomCode(),
      invitedWith: null,
      addressHash: null,
      language: 'en',
    },
    session,
    [],
    c.var.now,
  );
  return typeof member === 'string' ? undefined : respondWithSession(c, member, session);
}
