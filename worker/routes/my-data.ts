/** The member's own data: download, mail choices, sign out everywhere, delete the account. Product rules: A member's own data. */
import { type Context, Hono } from 'hono';
import type { MessageResponse } from '#schema/account.ts';
import { DeleteAccountRequest, type DeletionResponse, type Preferences, PreferencesRequest } from '#schema/my-data.ts';
import { accountDeletionMail, erasedBy, freshUntil, howToConfirm } from '#worker/domain/deletion.ts';
import { dataDownloadLimits } from '#worker/domain/limit.ts';
import { presentMyData } from '#worker/domain/my-data.ts';
import { toIso, utcDay } from '#worker/domain/time.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { json } from '#worker/middleware/json-body.ts';
import { forgetDevice, rememberDevice } from '#worker/middleware/known-device.ts';
import { clearSessionCookies, confirmed, requireCaller, type SignedIn } from '#worker/middleware/session.ts';
import { paymentDeps } from '#worker/payments/deps.ts';
import { endPayments } from '#worker/payments/end-payments.ts';
import { newMessageId } from '#worker/security/link.ts';
import { unusablePassword } from '#worker/security/password.ts';
import type { PreferenceRow } from '#worker/store/preferences.ts';
import type { Member } from '#worker/store/users.ts';
import { atProvider } from './at-provider.ts';
import { checkCurrentPassword } from './current-password.ts';
import { countAttempt } from './limits.ts';
import { unwrap } from './unwrap.ts';

export const myDataRoutes = new Hono<AppEnv>()
  .get('/my-data', requireCaller, async (c) => {
    const { caller, now, store } = c.var;
    const member = confirmed(await store.users.signedIn(caller, now));
    await countAttempt(c, dataDownloadLimits(member.id, now), 'too_many_downloads');
    const data = presentMyData(await store.myData.read(member.id), now);
    return c.body(JSON.stringify(data, null, 2), 200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="cache-cards-my-data-${utcDay(now)}.json"`,
      'Cache-Control': 'private, no-store',
    });
  })

  .get('/preferences', requireCaller, async (c) => {
    const { caller, now, store } = c.var;
    return c.json(presentPreferences(await store.preferences.load(caller, now)));
  })

  .patch('/preferences', requireCaller, json(PreferencesRequest), async (c) => {
    const { caller, now, store } = c.var;
    return c.json(presentPreferences(await store.preferences.change(caller, c.req.valid('json').wantsOptionalMail, now)));
  })

  .post('/sign-out-everywhere', requireCaller, async (c) => {
    const { caller, now, store } = c.var;
    const { id } = confirmed(await store.users.signedIn(caller, now));
    await store.sessions.endAll(caller, now);
    clearSessionCookies(c);
    // Or whoever guesses at the account could lock its owner out everywhere.
    await rememberDevice(c, { kind: 'member', id });
    return c.json({ message: 'You are signed out on every device.' } satisfies MessageResponse);
  })

  .post('/delete-account', requireCaller, json(DeleteAccountRequest), async (c) => {
    const { caller, now, store } = c.var;
    const member = await confirmDeletion(c, c.req.valid('json').currentPassword);
    await deleteAccount(c, member);
    await store.sessions.forget(caller.sessionHash);
    clearSessionCookies(c);
    forgetDevice(c);
    return c.json({ message: 'Your account is being deleted.', erasedBy: toIso(erasedBy(now)) } satisfies DeletionResponse);
  });

function presentPreferences({ member, preferences }: { member: Member | undefined; preferences: PreferenceRow | undefined }): Preferences {
  confirmed(member);
  if (!preferences) throw new ApiError('not_signed_in');
  return {
    wantsOptionalMail: preferences.wantsOptionalMail === 1,
    hasPassword: preferences.hasPassword === 1,
    freshUntil: toIso(freshUntil(preferences.authenticatedAt)),
  };
}

/** The member, once the password or a fresh sign-in has shown that it is them. */
async function confirmDeletion(c: Context<SignedIn>, givenPassword: string | undefined): Promise<Member> {
  const { caller, now, store } = c.var;
  const seen = await store.users.signedInWithPassword(caller, now);
  if (!seen) throw new ApiError('not_signed_in');
  const { member, passwordHash, authenticatedAt } = seen;
  const step = howToConfirm({ hasPassword: passwordHash !== unusablePassword, authenticatedAt }, givenPassword, now);
  if (!step.ok && step.refusal === 'password_required') {
    throw new ApiError('password_required', { fields: { currentPassword: 'Please enter your current password' } });
  }
  if (unwrap(step) === 'confirmed' || givenPassword === undefined) return member;
  await checkCurrentPassword(c, { email: member.email, passwordHash }, givenPassword);
  return member;
}

/** Money first: nothing is charged any more before the account is gone. Looks again where something moved meanwhile. */
async function deleteAccount(c: Context<SignedIn>, member: Member): Promise<void> {
  const { caller, config, now, store } = c.var;
  const deps = await paymentDeps(config, store, now);
  const mail = accountDeletionMail(newMessageId(config.publicOrigin), member, now);
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const seen = await atProvider('deletion_needs_provider', () => endPayments(deps, member.id));
    if (!seen) throw new ApiError('payment_under_way');
    if (await store.deletion.request(member.id, seen.version, mail, now)) return;
    confirmed(await store.users.signedIn(caller, now));
  }
  throw new ApiError('changed_meanwhile');
}
