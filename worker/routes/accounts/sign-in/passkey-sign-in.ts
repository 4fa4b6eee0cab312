/** See "Passkeys" in docs/product-rules.md. */
import { Hono } from 'hono';
import { PasskeyAssertionRequest } from '#schema/accounts/passkey.ts';
import { passkeySignInLimits } from '#worker/domain/limit.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { json } from '#worker/middleware/json-body.ts';
import { refuseSuspended } from '#worker/routes/accounts/refuse-suspended.ts';
import { countAttempt } from '#worker/routes/limits.ts';
import { newChallenge, readChallenge, requestOptions, verifyAssertion } from '#worker/security/passkeys.ts';
import { newSession, noteFailedSignIn, respondWithSession } from './new-session.ts';

/** Stored with a sign-in challenge instead of a session hash because sign-in challenges are not tied to a session. */
const noSession = '';

/** Routes at /api/login/passkey. */
export const passkeySignInRoutes = new Hono<AppEnv>()
  .post('/options', async (c) => {
    const { config, now, store } = c.var;
    await countAttempt(c, passkeySignInLimits(await c.var.addressHash(), now), 'too_many_passkey_sign_ins');
    const challenge = await newChallenge('member_sign_in', noSession);
    await store.passkeyChallenges.save(challenge.hash, now);
    return c.json(await requestOptions(config.publicOrigin, challenge, []));
  })

  .post('/', json(PasskeyAssertionRequest), async (c) => {
    const { config, now, store } = c.var;
    const { passkey: assertion } = c.req.valid('json');
    const challenge = await readChallenge(assertion.clientDataJSON, 'member_sign_in', noSession);
    const result = challenge && (await store.passkeys.consumeChallenge(challenge.hash, assertion.id, now));
    const storedPasskey = result?.isTaken ? result.passkey : undefined;
    if (!storedPasskey || !challenge) throw new ApiError('passkey_unknown');
    const counter = await verifyAssertion(config.publicOrigin, challenge, assertion, storedPasskey);
    if (counter === undefined) noteFailedSignIn(c, storedPasskey.userId, 'failed', 'passkey');
    if (counter === undefined || storedPasskey.isLeaving) throw new ApiError('passkey_unknown');
    if (storedPasskey.suspendedReason !== null) noteFailedSignIn(c, storedPasskey.userId, 'refused', 'passkey');
    refuseSuspended(storedPasskey.suspendedReason);
    const session = await newSession(c, 'passkey');
    const member = requireValue(
      await store.passkeys.signIn({ id: storedPasskey.id, userId: storedPasskey.userId, counter }, session, now),
      'passkey_unknown',
    );
    return c.json(await respondWithSession(c, member, session));
  });
