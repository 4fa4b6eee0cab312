/** See "Accounts and sessions" in docs/product-rules.md. */
import { type Context, Hono } from 'hono';
import type { MessageResponse } from '#schema/accounts/account.ts';
import { AdminLoginRequest } from '#schema/admin/account.ts';
import type { SignedInAdmin } from '#schema/admin/session.ts';
import { adminSessionTtlSeconds } from '#schema/rules.ts';
import { comparisonKey } from '#worker/domain/accounts/profile.ts';
import type { Administrator } from '#worker/domain/admin/administrator.ts';
import { adminLoginLimits, deviceLoginLimits, type Limit, secondsUntilAllowed } from '#worker/domain/limit.ts';
import { ApiError } from '#worker/errors.ts';
import { type AdminEnv, adminByToken, getActor, requireAdmin, requireAdminOrNewcomer } from '#worker/middleware/admin.ts';
import { clearProofCookie } from '#worker/middleware/admin-proof.ts';
import { noteFailedLogin } from '#worker/middleware/admin-refusals.ts';
import { limitCredentialRate } from '#worker/middleware/credential-rate-limit.ts';
import { json } from '#worker/middleware/json-body.ts';
import { knownDevice, rememberDevice } from '#worker/middleware/known-device.ts';
import { refuseOverrun } from '#worker/routes/limits.ts';
import { hashPassword, needsRehash, verifyPassword } from '#worker/security/password.ts';
import { keyedHash, randomToken, sha256 } from '#worker/security/random.ts';
import { adminTokens, signSessionToken } from '#worker/security/session-token.ts';
import { presentAdmin } from './present-admin.ts';

export const adminSignInRoutes = new Hono<AdminEnv>()
  .post('/login', json(AdminLoginRequest), async (c) => {
    await limitCredentialRate(c);
    const { now, store } = c.var;
    const { email, password } = c.req.valid('json');
    const emailKey = comparisonKey(email);
    const limits = await passwordLimits(c, emailKey);
    // Retries if a password change or a rehash by another sign-in changed the hash during verification.
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const { counts, account } = await store.admin.signIns.attempt(emailKey, limits);
      const isRight = secondsUntilAllowed(limits, counts, now) === undefined && (await verifyPassword(account?.passwordHash, password));
      if (!isRight && account) noteFailedLogin(c, account.id, limits, counts);
      refuseOverrun(limits, counts, now, 'too_many_logins');
      if (!isRight || !account) throw new ApiError('wrong_credentials');
      const sessionHash = await newSessionHash();
      const newPasswordHash = needsRehash(account.passwordHash) ? await hashPassword(password) : null;
      const admin = await store.admin.signIns.succeed(account, sessionHash, newPasswordHash, limits, getActor(c, account.id), now);
      if (!admin) continue;
      await endPageSession(c);
      await rememberDevice(c, { kind: 'admin', id: admin.id });
      return c.json(await respondWithToken(c, admin, { sessionHash, expiresAt: now + adminSessionTtlSeconds, provedAt: null }));
    }
    throw new ApiError('wrong_credentials');
  })

  .get('/me', requireAdminOrNewcomer, (c) => c.json(presentAdmin(c.var.admin, c.var.config, c.var.proof.provedAt)))

  // Signing out always succeeds, as it does for members.
  .post('/logout', async (c) => {
    const caller = await adminByToken(c);
    if (caller) await c.var.store.admin.signIns.end(caller, c.var.now);
    clearProofCookie(c);
    return c.json({ message: 'You are logged out' } satisfies MessageResponse);
  })

  .post('/sign-out-everywhere', requireAdmin, async (c) => {
    await c.var.store.admin.signIns.endAll(c.var.actor, c.var.now);
    await rememberDevice(c, { kind: 'admin', id: c.var.admin.id });
    return c.json({ message: 'You are logged out everywhere, including this device.' } satisfies MessageResponse);
  });

/** Ends the browser's previous session when an administrator signs in again. Clients other than browsers may have several sessions. */
async function endPageSession(c: Context<AdminEnv>): Promise<void> {
  const previousCaller = c.req.header('Sec-Fetch-Site') === undefined ? undefined : await adminByToken(c);
  if (previousCaller) await c.var.store.admin.signIns.end(previousCaller, c.var.now);
}

/** Returns the limits for signing in and for confirming the password again. A known device has its own limit. */
export async function passwordLimits(c: Context<AdminEnv>, emailKey: string): Promise<Limit[]> {
  const { addressHash, config, now, store } = c.var;
  const device = await knownDevice(c, 'admin', () => store.admin.signIns.find(emailKey));
  if (device !== undefined) return deviceLoginLimits('admin-login', device, now);
  return adminLoginLimits(await keyedHash(config.linkSigningKey, 'admin-account', emailKey), await addressHash(), now);
}

/** Creates a session hash. Only the hash is stored; the signed token contains it to identify the session. */
export async function newSessionHash(): Promise<string> {
  return sha256(randomToken());
}

export async function respondWithToken(
  { var: { config } }: Context<AdminEnv>,
  admin: Administrator,
  { sessionHash, expiresAt, provedAt }: { sessionHash: string; expiresAt: number; provedAt: number | null },
): Promise<SignedInAdmin> {
  const subject = { id: admin.id, sessionHash, email: admin.email };
  const token = await signSessionToken(adminTokens, config.adminTokenKey, subject, expiresAt);
  return { token, admin: presentAdmin(admin, config, provedAt) };
}
