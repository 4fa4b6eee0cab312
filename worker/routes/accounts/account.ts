import { type Context, Hono } from 'hono';
import { ChangePasswordRequest, ProfileRequest } from '#schema/accounts/account.ts';
import type { PasswordChange } from '#schema/accounts/password-change.ts';
import type { User } from '#schema/accounts/user.ts';
import { answers } from '#schema/answers.ts';
import type { OwnBounce } from '#schema/messages/bounce.ts';
import { comparisonKey, decideProfile, findDeliveryChanges } from '#worker/domain/accounts/profile.ts';
import { emailChangeLimits } from '#worker/domain/limit.ts';
import { ownProfileChangedMail, passwordChangedMail } from '#worker/domain/messages/mail.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { json } from '#worker/middleware/json-body.ts';
import { rememberDevice } from '#worker/middleware/known-device.ts';
import { requireCaller, requireMember, type SignedIn } from '#worker/middleware/session.ts';
import { presentRecentAccess } from '#worker/routes/accounts/sign-in/present-access.ts';
import { passwordLimits } from '#worker/routes/accounts/sign-in/sign-in-by-password.ts';
import { presentUser } from '#worker/routes/cards/present-card.ts';
import { countAttempt } from '#worker/routes/limits.ts';
import { presentBounce } from '#worker/routes/messages/present-bounce.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { newLinkedMail } from '#worker/security/link.ts';
import { hashPassword, unusablePassword, verifyPassword } from '#worker/security/password.ts';
import { confirmIdentity, countConfirmedChange, countUnconfirmedChange } from './current-password.ts';
import { emailPlanMails } from './email-plan-mails.ts';
import { refuseFullMailbox, refuseUnreachable } from './mailbox-limits.ts';

export const accountRoutes = new Hono<AppEnv>()
  .get('/user', requireCaller, async (c) => {
    const { caller, now, store } = c.var;
    return c.json(presentUser(requireMember(await store.users.signedIn(caller, now)), now));
  })

  .get('/user/bounce', requireCaller, async (c) => {
    const { caller, now, store } = c.var;
    const { email } = requireMember(await store.users.signedIn(caller, now));
    return c.json({ bounce: presentBounce(await store.bouncedAddresses.find(email)) } satisfies OwnBounce);
  })

  .patch('/user', requireCaller, json(ProfileRequest), async (c) => c.json(await changeProfile(c, c.req.valid('json'))))

  .post('/update-profile', requireCaller, json(ProfileRequest), async (c) => c.json(await changeProfile(c, c.req.valid('json'))))

  .post('/change-password', requireCaller, json(ChangePasswordRequest), async (c) => {
    const { caller, config, now, store } = c.var;
    const { currentPassword, newPassword } = c.req.valid('json');
    const currentAccount = await store.users.signedInWithPassword(caller, now);
    const member = requireMember(currentAccount?.member);
    const previousHash = currentAccount?.passwordHash ?? unusablePassword;
    if (previousHash === unusablePassword) throw new ApiError('no_password_yet');
    const emailKey = comparisonKey(member.email);
    // Sign-in limits apply to password changes too, so a stolen session cannot be used to guess the password.
    const limits = await passwordLimits(c, emailKey);
    await countAttempt(c, limits, 'too_many_logins');
    if (!(await verifyPassword(previousHash, currentPassword))) {
      throw new ApiError('wrong_current_password', { field: 'currentPassword' });
    }
    await countConfirmedChange(c, member.id);
    const newHash = await hashPassword(newPassword);
    const mail = passwordChangedMail(await newLinkedMail(config.linkSigningKey, config.publicOrigin), member);
    const isChanged = await store.users.changePassword(caller, previousHash, newHash, mail, limits, now);
    if (!isChanged) throw new ApiError('wrong_current_password', { field: 'currentPassword' });
    // A password change invalidates all known devices, so register this device again.
    await rememberDevice(c, { kind: 'member', id: member.id });
    const recent = presentRecentAccess(await store.accountSecurity.recentAccess(caller, now));
    return c.json({ message: answers.passwordChanged, recent } satisfies PasswordChange);
  });

async function changeProfile(c: Context<SignedIn>, request: ProfileRequest): Promise<User> {
  const { caller, config, now, store } = c.var;
  const signedInAccount = requireValue(await store.users.signedInWithPassword(caller, now), 'not_signed_in');
  const { member } = signedInAccount;
  const plan = unwrap(decideProfile(request, member));
  const emailChange = plan.email && plan.email.method !== 'rewrite' ? plan.email : undefined;
  const changes = findDeliveryChanges(plan.set, member);
  const replaced = changes.filter(({ replaces }) => replaces).map(({ part }) => part);
  // A recovery removes a changed address, but it does not restore the name.
  const isProofRequired = emailChange !== undefined || replaced.includes('name');
  const isPasswordChecked = await confirmIdentity(c, signedInAccount, request.currentPassword, isProofRequired);
  if (emailChange?.method === 'prove') await refuseUnreachable(c, member.email);
  // Rate-limited because each change sends an email to an unverified address and reveals whether an address is taken.
  if (emailChange) await countAttempt(c, emailChangeLimits(member.id, await c.var.addressHash(), now), 'too_many_email_changes');
  if (emailChange) await refuseFullMailbox(c, emailChange.email);
  const mails = emailChange ? await emailPlanMails(config, emailChange, member) : [];
  const warning =
    replaced.length > 0 && member.emailVerifiedAt !== null
      ? ownProfileChangedMail(await newLinkedMail(config.linkSigningKey, config.publicOrigin), member, replaced.join(', '))
      : undefined;
  if (warning && !isProofRequired && !isPasswordChecked) await countUnconfirmedChange(c, signedInAccount);
  const profile = { ...plan, changesAddress: changes.some(({ part }) => part === 'address'), warning };
  const changed = requireValue(await store.users.changeProfile(member, profile, mails, now), 'changed_meanwhile');
  if (changed === 'email_taken') throw new ApiError(changed, { field: 'email' });
  if (changed === 'username_taken') throw new ApiError(changed);
  return presentUser(changed, now);
}
