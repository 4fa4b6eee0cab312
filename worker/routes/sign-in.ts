/** Registration, sign-in and sign-out. Rulings section 3. */
import { type Context, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { LoginRequest, type MessageResponse, RegisterRequest } from '#schema/account.ts';
import { sessionTtlSeconds } from '#schema/rules.ts';
import type { SignedInUser } from '#schema/user.ts';
import { isPublicAddress } from '#worker/domain/address.ts';
import { loginLimits, spentFor } from '#worker/domain/limit.ts';
import { welcomeMail } from '#worker/domain/mail.ts';
import { comparisonKey } from '#worker/domain/profile.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { brakeCredentials } from '#worker/middleware/credentials-brake.ts';
import { json } from '#worker/middleware/json-body.ts';
import { clearSessionCookies, identify, setSessionCookies } from '#worker/middleware/session.ts';
import { newLinkedMail } from '#worker/security/link.ts';
import { hashPassword, needsRehash, verifyPassword } from '#worker/security/password.ts';
import { keyedHash, randomCode, randomToken, sha256 } from '#worker/security/random.ts';
import { memberTokens, signSessionToken } from '#worker/security/session-token.ts';
import type { Member } from '#worker/store/users.ts';
import { presentUser } from './present.ts';

export const signInRoutes = new Hono<AppEnv>()
  .post('/register', json(RegisterRequest), async (c) => {
    await brakeCredentials(c);
    const { config, now, store } = c.var;
    const request = c.req.valid('json');
    const session = await newSession(c);
    const mail = await newLinkedMail(config.linkSigningKey, config.publicOrigin);
    const { email, username = null, firstName = null } = request;
    const member = await store.users.register(
      {
        email,
        emailKey: comparisonKey(email),
        username,
        usernameKey: username && comparisonKey(username),
        passwordHash: await hashPassword(request.password),
        firstName,
        lastName: request.lastName ?? null,
        phone: request.phone ?? null,
        address: request.address ?? null,
        city: request.city ?? null,
        state: request.state ?? null,
        zip: request.zip ?? null,
        country: request.country ?? null,
        referralCode: randomCode(),
        invitedWith: request.ref?.toUpperCase() ?? null,
        addressHash: isPublicAddress(c.req.header('CF-Connecting-IP')) ? await c.var.addressHash() : null,
      },
      session,
      [welcomeMail(mail, { email, firstName })],
      now,
    );
    if (member === 'email_taken') throw new ApiError(member, { fields: { email: 'This email is already in use' } });
    if (member === 'email_being_deleted') throw new ApiError(member, { fields: { email: 'The account with this email is being deleted' } });
    if (member === 'username_taken') throw new ApiError(member, { fields: { username: 'This username is already taken' } });
    return c.json(await openedSession(c, member, session), 201);
  })

  .post('/login', json(LoginRequest), async (c) => {
    await brakeCredentials(c);
    const { config, now, store } = c.var;
    const { email, password } = c.req.valid('json');
    const emailKey = comparisonKey(email);
    const limits = loginLimits(await keyedHash(config.linkSigningKey, 'account', emailKey), await c.var.addressHash(), now);
    // Looks twice where the hash was replaced while it was being verified: by another sign-in that made it anew, or by a password change.
    for (let look = 1; look <= 2; look += 1) {
      const seen = await store.signIns.attempt(emailKey, limits);
      const retryAfterSeconds = spentFor(limits, seen.counts, now);
      if (retryAfterSeconds !== undefined) throw new ApiError('too_many_logins', { retryAfterSeconds });
      const isRight = await verifyPassword(seen.account?.passwordHash, password);
      if (!isRight || !seen.account) throw new ApiError('wrong_credentials');
      const session = await newSession(c);
      const rehashed = needsRehash(seen.account.passwordHash) ? await hashPassword(password) : null;
      const member = await store.signIns.succeed(seen.account, session, rehashed, limits, now);
      if (member) return c.json(await openedSession(c, member, session));
    }
    throw new ApiError('wrong_credentials');
  })

  .post('/logout', identify, async (c) => {
    const { caller, now, store } = c.var;
    const cookie = getCookie(c, 'session');
    const hashes = new Set([caller?.sessionHash, cookie ? await sha256(cookie) : undefined]);
    for (const hash of hashes) if (hash) await store.sessions.end(hash, now);
    clearSessionCookies(c);
    return c.json({ message: 'You are logged out' } satisfies MessageResponse);
  });

async function newSession(c: Context<AppEnv>) {
  const id = randomToken();
  return { id, hash: await sha256(id), userAgent: c.req.header('User-Agent')?.slice(0, 200) ?? null };
}

async function openedSession(c: Context<AppEnv>, member: Member, session: { id: string; hash: string }): Promise<SignedInUser> {
  const { config, now, store } = c.var;
  const expiresAt = now + sessionTtlSeconds;
  const caller = { userId: member.id, sessionHash: session.hash };
  await store.sessions.remember(caller, expiresAt, now);
  setSessionCookies(c, session.id);
  const subject = { id: member.id, sessionHash: session.hash, email: member.email };
  return { ...presentUser(member), token: await signSessionToken(memberTokens, config.userTokenKey, subject, expiresAt) };
}
