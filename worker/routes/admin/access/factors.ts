/** Manages second factors. The first one is set up right after sign-in; adding more requires an existing one. */
import { type Context, Hono } from 'hono';
import { NewPasskeyRequest, PasskeyNameRequest } from '#schema/accounts/passkey.ts';
import { AppCodeRequest, type AppSetup, type Factors, type RecoveryCodes } from '#schema/admin/factors.ts';
import { decideFactorChange } from '#worker/domain/admin/second-factor.ts';
import { factorLimits } from '#worker/domain/limit.ts';
import { adminFactorChangedMail } from '#worker/domain/messages/mail.ts';
import { toIso } from '#worker/domain/time.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import { type AdminEnv, requireAdminBeforeProof } from '#worker/middleware/admin.ts';
import { newProof, setProofCookie } from '#worker/middleware/admin-proof.ts';
import { json } from '#worker/middleware/json-body.ts';
import { drawQr } from '#worker/qr/qr.ts';
import { presentPasskey } from '#worker/routes/accounts/sign-in/present-access.ts';
import { readRowId } from '#worker/routes/admin/row-id.ts';
import { refuseOverrun } from '#worker/routes/limits.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { creationOptions, newChallenge, readChallenge, verifyAttestation } from '#worker/security/passkeys.ts';
import { createTotpUrl, newTotpSecret, totpStep } from '#worker/security/totp.ts';
import { newRecoveryCodes, openSecret, sealSecret } from './app-secret.ts';

export const factorRoutes = new Hono<AdminEnv>()
  .get('/', requireAdminBeforeProof, async (c) => c.json(await loadFactors(c)))

  .post('/passkeys/options', requireAdminBeforeProof, async (c) => {
    requireRecentProof(c);
    const { admin, adminCaller, config, now, store } = c.var;
    const challenge = await newChallenge('add_admin_passkey', adminCaller.sessionHash);
    await store.passkeyChallenges.save(challenge.hash, now);
    const { passkeys } = await store.admin.factors.read(admin.id);
    const name = [admin.firstName, admin.lastName].filter(Boolean).join(' ') || admin.email;
    return c.json(
      await creationOptions(config.publicOrigin, challenge, { handle: `admin:${admin.id}`, email: admin.email, name }, passkeys),
    );
  })

  .post('/passkeys', requireAdminBeforeProof, json(NewPasskeyRequest), async (c) => {
    requireRecentProof(c);
    const { actor, adminCaller, config, now, store } = c.var;
    const { name, passkey } = c.req.valid('json');
    const challenge = await readChallenge(passkey.clientDataJSON, 'add_admin_passkey', adminCaller.sessionHash);
    const isConsumed = challenge && (await store.passkeyChallenges.consume(challenge.hash, now));
    const passkeyToStore = requireValue(
      isConsumed ? await verifyAttestation(config.publicOrigin, challenge, passkey) : undefined,
      'passkey_refused',
    );
    const proof = await newProof();
    const addedPasskey = await store.admin.factors.addPasskey(
      actor,
      adminCaller,
      { ...passkeyToStore, name },
      proof.hash,
      changeMail(c, `The passkey “${name}” was added`),
      now,
    );
    if (addedPasskey === 'passkey_known') throw new ApiError(addedPasskey);
    if (addedPasskey === undefined) throw new ApiError('too_many_passkeys');
    setProofCookie(c, proof);
    return c.json(await loadFactors(c), 201);
  })

  .patch('/passkeys/:id', requireAdminBeforeProof, json(PasskeyNameRequest), async (c) => {
    requireRecentProof(c);
    const { actor, now, store } = c.var;
    requireValue(await store.admin.factors.renamePasskey(actor, readRowId(c), c.req.valid('json').name, now), 'passkey_not_found');
    return c.json(await loadFactors(c));
  })

  .delete('/passkeys/:id', requireAdminBeforeProof, async (c) => {
    requireRecentProof(c);
    const { actor, adminCaller, now, store } = c.var;
    if (!(await store.admin.factors.removePasskey(actor, adminCaller, readRowId(c), changeMail(c, 'A passkey was removed'), now)))
      throw new ApiError('passkey_not_found');
    return c.json(await loadFactors(c));
  })

  .post('/app', requireAdminBeforeProof, async (c) => {
    requireRecentProof(c);
    const { actor, admin, config, now, store } = c.var;
    const secret = newTotpSecret();
    requireValue(await store.admin.factors.beginApp(actor, await sealSecret(config, admin.id, secret), now), 'app_already_set_up');
    const address = createTotpUrl(secret, admin.email);
    return c.json({ secret, address, qr: drawQr(address) } satisfies AppSetup);
  })

  .post('/app/confirm', requireAdminBeforeProof, json(AppCodeRequest), async (c) => {
    requireRecentProof(c);
    const { actor, admin, adminCaller, clockOffset, config, now, store } = c.var;
    const limits = factorLimits(admin.id, now);
    const { counts, app } = await store.admin.proofs.attemptCode(admin.id, limits);
    refuseOverrun(limits, counts, now, 'too_many_codes');
    if (!app || app.isConfirmed) throw new ApiError('app_not_set_up');
    const openedSecret = await openSecret(config, admin.id, app.secret);
    const step = openedSecret && totpStep(openedSecret.secret, c.req.valid('json').code, now - clockOffset);
    if (step === undefined) throw new ApiError('second_factor_wrong', { field: 'code' });
    const { codes, hashes } = await newRecoveryCodes(admin.id);
    const proof = await newProof();
    const isConfirmed = await store.admin.factors.confirmApp(
      actor,
      adminCaller,
      { secret: app.secret, step },
      hashes,
      proof.hash,
      changeMail(c, 'An authenticator app was added'),
      now,
    );
    if (!isConfirmed) throw new ApiError('app_not_set_up');
    await store.counters.forgive(limits);
    setProofCookie(c, proof);
    return c.json({ recoveryCodes: codes } satisfies RecoveryCodes, 201);
  })

  .delete('/app', requireAdminBeforeProof, async (c) => {
    requireRecentProof(c);
    const { actor, adminCaller, now, store } = c.var;
    if (!(await store.admin.factors.removeApp(actor, adminCaller, changeMail(c, 'The authenticator app was removed'), now)))
      throw new ApiError('app_not_set_up');
    return c.json(await loadFactors(c));
  })

  .post('/recovery-codes', requireAdminBeforeProof, async (c) => {
    requireRecentProof(c);
    const { actor, now, store } = c.var;
    const { codes, hashes } = await newRecoveryCodes(actor.adminId);
    if (!(await store.admin.factors.renewCodes(actor, hashes, now))) throw new ApiError('app_not_set_up');
    return c.json({ recoveryCodes: codes } satisfies RecoveryCodes, 201);
  });

function requireRecentProof(c: Context<AdminEnv>): void {
  unwrap(decideFactorChange(c.var.proof, c.var.admin.openedAt, c.var.now));
}

const changeMail = ({ var: { admin } }: Context<AdminEnv>, change: string) => adminFactorChangedMail(admin, change);

async function loadFactors(c: Context<AdminEnv>): Promise<Factors> {
  const { passkeys, app, recoveryCodesLeft } = await c.var.store.admin.factors.read(c.var.admin.id);
  return {
    passkeys: passkeys.map(presentPasskey),
    app: app?.isConfirmed ? { createdAt: toIso(app.createdAt) } : null,
    recoveryCodesLeft,
  };
}
