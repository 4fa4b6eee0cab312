/** Verifies a second factor: passkey, app code or recovery code. A cookie ties the proof to this browser. */
import { type Context, Hono } from 'hono';
import { PasskeyAssertionRequest } from '#schema/accounts/passkey.ts';
import { AppCodeRequest, RecoveryCodeRequest } from '#schema/admin/factors.ts';
import { factorLimits, refusalNoteLimit } from '#worker/domain/limit.ts';
import { ApiError } from '#worker/errors.ts';
import { type AdminEnv, requireAdminBeforeProof } from '#worker/middleware/admin.ts';
import { newProof, setProofCookie } from '#worker/middleware/admin-proof.ts';
import { json } from '#worker/middleware/json-body.ts';
import { refuseOverrun } from '#worker/routes/limits.ts';
import { newChallenge, readChallenge, requestOptions, verifyAssertion } from '#worker/security/passkeys.ts';
import { totpStep } from '#worker/security/totp.ts';
import { openSecret, recoveryCodeHash, sealSecret } from './app-secret.ts';
import { presentAdmin } from './present-admin.ts';

export const proofRoutes = new Hono<AdminEnv>()
  .post('/options', requireAdminBeforeProof, async (c) => {
    const { admin, adminCaller, config, now, store } = c.var;
    const { passkeys } = await store.admin.factors.read(admin.id);
    if (passkeys.length === 0) throw new ApiError('passkey_not_found');
    const challenge = await newChallenge('prove_admin', adminCaller.sessionHash);
    await store.passkeyChallenges.save(challenge.hash, now);
    return c.json(await requestOptions(config.publicOrigin, challenge, passkeys));
  })

  .post('/passkey', requireAdminBeforeProof, json(PasskeyAssertionRequest), async (c) => {
    const { actor, admin, adminCaller, config, now, store } = c.var;
    const { passkey: assertion } = c.req.valid('json');
    const challenge = await readChallenge(assertion.clientDataJSON, 'prove_admin', adminCaller.sessionHash);
    const result = challenge && (await store.admin.proofs.consumeChallenge(admin.id, challenge.hash, assertion.id, now));
    const counter =
      challenge && result?.isTaken && result.passkey
        ? await verifyAssertion(config.publicOrigin, challenge, assertion, result.passkey)
        : undefined;
    const proof = await newProof();
    const isProved =
      result?.passkey !== undefined &&
      counter !== undefined &&
      (await store.admin.proofs.proveByPasskey(actor, adminCaller, { id: result.passkey.id, counter }, proof.hash, now));
    if (!isProved) return refuseProof(c, 'passkey', new ApiError('passkey_refused'));
    return respondWithProof(c, proof);
  })

  .post('/code', requireAdminBeforeProof, json(AppCodeRequest), async (c) => {
    const { actor, admin, adminCaller, clockOffset, config, now, store } = c.var;
    const limits = factorLimits(admin.id, now);
    const { counts, app } = await store.admin.proofs.attemptCode(admin.id, limits);
    refuseOverrun(limits, counts, now, 'too_many_codes');
    const openedSecret = app?.isConfirmed ? await openSecret(config, admin.id, app.secret) : undefined;
    const step = openedSecret && totpStep(openedSecret.secret, c.req.valid('json').code, now - clockOffset);
    const proof = await newProof();
    const isProved =
      app !== undefined &&
      step !== undefined &&
      (await store.admin.proofs.proveByCode(
        actor,
        adminCaller,
        { secret: app.secret, step, resealed: openedSecret?.isOld ? await sealSecret(config, admin.id, openedSecret.secret) : null },
        proof.hash,
        now,
      ));
    if (!isProved) {
      return refuseProof(c, 'app', new ApiError('second_factor_wrong', { field: 'code' }));
    }
    await store.counters.forgive(limits);
    return respondWithProof(c, proof);
  })

  .post('/recovery-code', requireAdminBeforeProof, json(RecoveryCodeRequest), async (c) => {
    const { actor, admin, adminCaller, now, store } = c.var;
    const proof = await newProof();
    const hash = await recoveryCodeHash(admin.id, c.req.valid('json').recoveryCode);
    // Counts only wrong codes, because codes are too long to guess, and otherwise someone who knows the password could lock the owner out.
    if (!(await store.admin.proofs.proveByRecoveryCode(actor, adminCaller, hash, proof.hash, now))) {
      const limits = factorLimits(admin.id, now);
      refuseOverrun(limits, await store.counters.attempt(limits), now, 'too_many_codes');
      return refuseProof(c, 'recovery code', new ApiError('second_factor_wrong', { field: 'recoveryCode' }));
    }
    return respondWithProof(c, proof);
  });

function respondWithProof(c: Context<AdminEnv>, proof: { secret: string }): Response {
  setProofCookie(c, proof);
  return c.json(presentAdmin(c.var.admin, c.var.config, c.var.now));
}

/** Audits every wrong code, since only a few are allowed, but only one failed passkey per hour. */
async function refuseProof(c: Context<AdminEnv>, by: string, refusal: ApiError): Promise<never> {
  const { actor, now, store } = c.var;
  const [count] = by === 'passkey' ? await store.counters.attempt([refusalNoteLimit(actor.adminId, by, now)]) : [1];
  if (count !== 1) throw refusal;
  await store.admin.signIns.noteRefusal(actor, { action: 'admin.proof_failed', entityId: actor.adminId, after: { by } }, now);
  throw refusal;
}
