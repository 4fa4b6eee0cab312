/** See "A member's own data" in docs/product-rules.md. */

import { type Context, Hono } from 'hono';
import type { MessageResponse } from '#schema/accounts/account.ts';
import { IdentityProof } from '#schema/accounts/identity-proof.ts';
import { DeleteAccountRequest, type DeletionResponse } from '#schema/accounts/my-data.ts';
import { RecentPasskeys } from '#schema/accounts/session.ts';
import { answers } from '#schema/answers.ts';
import { decideConfirmation, getErasureDeadline } from '#worker/domain/accounts/deletion.ts';
import { type DataRow, presentMyData } from '#worker/domain/accounts/my-data.ts';
import { dataDownloadLimits } from '#worker/domain/limit.ts';
import { toIso, utcDay } from '#worker/domain/time.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { json, optionalJson, query } from '#worker/middleware/json-body.ts';
import { forgetDevice, rememberDevice } from '#worker/middleware/known-device.ts';
import { sameOriginAlways } from '#worker/middleware/same-origin.ts';
import { clearSessionCookies, requireCaller, requireMember, type SignedIn } from '#worker/middleware/session.ts';
import { countAttempt } from '#worker/routes/limits.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { unusablePassword } from '#worker/security/password.ts';
import type { NamedKey } from '#worker/security/seal.ts';
import { openTraveler } from '#worker/security/traveler.ts';
import type { Member } from '#worker/store/accounts/users.ts';
import { checkCurrentPassword, countConfirmedChange } from './current-password.ts';
import { deleteAccount } from './delete-account.ts';
import { confirmSignOut } from './sign-in/confirm-sign-out.ts';

export const myDataRoutes = new Hono<AppEnv>()
  .get('/my-data', sameOriginAlways, requireCaller, async (c) => {
    const { caller, now, store } = c.var;
    const member = requireMember(await store.users.signedIn(caller, now));
    await countAttempt(c, dataDownloadLimits(member.id, now), 'too_many_downloads');
    const storedData = await store.myData.read(member.id);
    const data = presentMyData({ ...storedData, stays: await decryptTravelers(storedData.stays, c.var.config.travelerKeys) }, now);
    return c.body(JSON.stringify(data, null, 2), 200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="cache-cards-my-data-${utcDay(now)}.json"`,
      'Cache-Control': 'private, no-store',
    });
  })

  .post('/sign-out-everywhere', requireCaller, query(RecentPasskeys), optionalJson(IdentityProof), async (c) => {
    const { caller, now, store } = c.var;
    const signOut = await confirmSignOut(c, c.req.valid('json').currentPassword, c.req.valid('query').recentPasskeys);
    await store.accountSecurity.signOutEverywhere(caller, signOut, now);
    clearSessionCookies(c);
    // Keeps the device known so that a stranger who guesses passwords cannot lock the owner out of every device.
    await rememberDevice(c, { kind: 'member', id: caller.userId });
    return c.json({ message: answers.signedOutEverywhere } satisfies MessageResponse);
  })

  .post('/delete-account', requireCaller, json(DeleteAccountRequest), async (c) => {
    const { caller, now, store } = c.var;
    const member = await confirmDeletion(c, c.req.valid('json').currentPassword);
    await deleteAccount(c, member, async () => void requireMember(await store.users.signedIn(caller, now)));
    clearSessionCookies(c);
    forgetDevice(c);
    return c.json({ message: answers.deletionStarted, erasedBy: toIso(getErasureDeadline(now)) } satisfies DeletionResponse);
  });

async function confirmDeletion(c: Context<SignedIn>, givenPassword: string | undefined): Promise<Member> {
  const { caller, now, store } = c.var;
  const signedInAccount = requireValue(await store.users.signedInWithPassword(caller, now), 'not_signed_in');
  const { member, passwordHash, authenticatedAt } = signedInAccount;
  const confirmationResult = decideConfirmation({ hasPassword: passwordHash !== unusablePassword, authenticatedAt }, givenPassword, now);
  if (!confirmationResult.ok && confirmationResult.refusal === 'password_required') {
    throw new ApiError('password_required', { field: 'currentPassword' });
  }
  if (unwrap(confirmationResult) === 'check_password' && givenPassword !== undefined)
    await checkCurrentPassword(c, { email: member.email, passwordHash }, givenPassword);
  await countConfirmedChange(c, member.id);
  return member;
}

/** Decrypts the travelers in the member's stays: the current one, and the one whom the member entered, if administrators changed it. */
function decryptTravelers(stays: DataRow[] = [], keys: readonly NamedKey[]): Promise<DataRow[]> {
  const open = async (label: string, sealed: unknown, number: unknown) => {
    const traveler = await openTraveler(keys, sealed ? String(sealed) : null, String(number));
    return Object.fromEntries(Object.entries(traveler ?? {}).map(([name, value]) => [`${label}.${name}`, value]));
  };
  const decryptTraveler = async ({ traveler, enteredTraveler, ...stay }: DataRow) => ({
    ...stay,
    ...(await open('traveler', traveler, stay.number)),
    ...(await open('enteredTraveler', enteredTraveler, stay.number)),
  });
  return Promise.all(stays.map(decryptTraveler));
}
