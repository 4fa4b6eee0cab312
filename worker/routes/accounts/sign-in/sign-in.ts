/** See "Accounts and sessions" in docs/product-rules.md. */
import { Hono } from 'hono';
import { LoginRequest, type MessageResponse, RegisterRequest } from '#schema/accounts/account.ts';
import { listOfferedLanguages, preferredLanguage } from '#worker/domain/accounts/language.ts';
import { comparisonKey } from '#worker/domain/accounts/profile.ts';
import { decideUsername, noUsername } from '#worker/domain/accounts/usernames/username.ts';
import { isPublicAddress } from '#worker/domain/address.ts';
import { welcomeMail } from '#worker/domain/messages/mail.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { limitCredentialRate } from '#worker/middleware/credential-rate-limit.ts';
import { json } from '#worker/middleware/json-body.ts';
import { clearSessionCookies, cookieSessionHash, identify } from '#worker/middleware/session.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { newLinkedMail } from '#worker/security/link.ts';
import { hashPassword } from '#worker/security/password.ts';
import { randomCode } from '#worker/security/random.ts';
import { newSession, respondWithSession } from './new-session.ts';
import { signInByPassword } from './sign-in-by-password.ts';
import { countSignUp, forgiveMailbox } from './sign-up-limits.ts';

export const signInRoutes = new Hono<AppEnv>()
  .post('/register', json(RegisterRequest), async (c) => {
    await limitCredentialRate(c);
    const { config, now, store } = c.var;
    const request = c.req.valid('json');
    const name = request.username ? unwrap(decideUsername(request.username)) : noUsername;
    await countSignUp(c, request.email);
    const session = await newSession(c, 'registration');
    const mail = await newLinkedMail(config.linkSigningKey, config.publicOrigin);
    const { email, firstName = null } = request;
    const member = await store.users.register(
      {
        email,
        emailKey: comparisonKey(email),
        ...name,
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
        language: preferredLanguage(c.req.header('Accept-Language'), listOfferedLanguages(config)),
      },
      session,
      [welcomeMail(mail, { email, firstName })],
      now,
    );
    if (typeof member === 'string') {
      await forgiveMailbox(c, email);
      throw new ApiError(member, { field: member === 'username_taken' ? 'username' : 'email' });
    }
    return c.json(await respondWithSession(c, member, session), 201);
  })

  .post('/login', json(LoginRequest), async (c) => {
    await limitCredentialRate(c);
    const { email, password } = c.req.valid('json');
    return c.json(await signInByPassword(c, email, password));
  })

  .post('/logout', identify, async (c) => {
    const { caller, now, store } = c.var;
    const hashes = new Set([caller?.sessionHash, await cookieSessionHash(c)]);
    for (const hash of hashes) if (hash) await store.sessions.end(hash, now);
    clearSessionCookies(c);
    return c.json({ message: 'You are logged out' } satisfies MessageResponse);
  });
