import { Hono } from 'hono';
import type { MessageResponse } from '#schema/accounts/account.ts';
import { AdminPasswordRequest, AdminProfileRequest, type AdminProfileResponse } from '#schema/admin/account.ts';
import { comparisonKey } from '#worker/domain/accounts/profile.ts';
import { decideAdminProfile, mustSetPassword } from '#worker/domain/admin/administrator.ts';
import { decideFactorChange, decideProof } from '#worker/domain/admin/second-factor.ts';
import { factorLimits } from '#worker/domain/limit.ts';
import { adminEmailChangedMail, adminPasswordChangedMail } from '#worker/domain/messages/mail.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import { type AdminEnv, requireAdmin, requireAdminOrNewcomer } from '#worker/middleware/admin.ts';
import { limitCredentialRate } from '#worker/middleware/credential-rate-limit.ts';
import { json } from '#worker/middleware/json-body.ts';
import { rememberDevice } from '#worker/middleware/known-device.ts';
import { refuseOverrun } from '#worker/routes/limits.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { hashPassword, verifyPassword } from '#worker/security/password.ts';
import { refuseCommonPassword } from './common-password.ts';
import { presentAdmin } from './present-admin.ts';
import { passwordLimits, respondWithToken } from './sign-in.ts';

export const adminOwnAccountRoutes = new Hono<AdminEnv>()
  .put('/update-profile', requireAdmin, json(AdminProfileRequest), async (c) => {
    const { actor, admin, adminCaller, config, now, store } = c.var;
    const plan = decideAdminProfile(c.req.valid('json'), admin);
    // Password reset links are sent to this address, so changing it takes as much as changing a factor.
    if (plan.endsSessions) {
      unwrap(decideProof(c.var.proof, 'fresh_proof', now));
      unwrap(decideFactorChange(c.var.proof, admin.openedAt, now));
    }
    const mail = adminEmailChangedMail(admin, plan.email);
    const savedProfile = requireValue(await store.admin.ownAccount.changeProfile(actor, adminCaller, plan, mail, now), 'changed_meanwhile');
    if (savedProfile === 'email_taken') throw new ApiError(savedProfile, { field: 'email' });
    if (plan.endsSessions || savedProfile.expiresAt === null) {
      const message = 'Profile saved. Log in again with your new email.';
      return c.json({ admin: presentAdmin(savedProfile, config, null), message } satisfies AdminProfileResponse);
    }
    const renewedSession = await respondWithToken(c, savedProfile, {
      ...adminCaller,
      expiresAt: savedProfile.expiresAt,
      provedAt: c.var.proof.provedAt,
    });
    return c.json({ ...renewedSession, message: 'Profile saved.' } satisfies AdminProfileResponse);
  })

  .put('/change-password', requireAdminOrNewcomer, json(AdminPasswordRequest), async (c) => {
    await limitCredentialRate(c);
    const { actor, admin, adminCaller, config, now, store } = c.var;
    // Otherwise, a stolen password alone could end the sessions of an administrator with a second factor.
    if (!mustSetPassword(admin, config.environment)) unwrap(decideProof(c.var.proof, 'none', now));
    const { currentPassword, newPassword } = c.req.valid('json');
    await refuseCommonPassword(c, { newPassword });
    // Sign-in limits apply to password changes too, so a stolen session cannot be used to guess the password.
    const limits = await passwordLimits(c, comparisonKey(admin.email));
    const { counts, passwordHash } = await store.admin.ownAccount.attemptPassword(admin.id, limits);
    refuseOverrun(limits, counts, now, 'too_many_logins');
    const wrongPassword = new ApiError('wrong_current_password', { field: 'currentPassword' });
    if (!(await verifyPassword(passwordHash, currentPassword)) || passwordHash === undefined) throw wrongPassword;
    if (admin.passwordIsTemporary === 1 && (await verifyPassword(passwordHash, newPassword))) {
      throw new ApiError('password_not_own', { field: 'newPassword' });
    }
    const hashes = { previous: passwordHash, next: await hashPassword(newPassword) };
    const mail = adminPasswordChangedMail(admin);
    const factorKeys = factorLimits(admin.id, now).map(({ key }) => key);
    if (!(await store.admin.ownAccount.changePassword(actor, adminCaller, hashes, { limits, factorKeys }, mail, now))) throw wrongPassword;
    // A password change invalidates all known devices, so register this device again.
    await rememberDevice(c, { kind: 'admin', id: admin.id });
    return c.json({ message: 'Password changed. Your other sessions have ended.' } satisfies MessageResponse);
  });
