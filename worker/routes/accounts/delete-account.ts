/** Deletes an account at the request of its member or an administrator. Product rules: A member's own data. */
import type { Context } from 'hono';
import { accountDeletionMail } from '#worker/domain/accounts/deletion.ts';
import { ApiError } from '#worker/errors.ts';
import { type PaymentDeps, paymentDeps } from '#worker/flows/memberships/deps.ts';
import { endPayments } from '#worker/flows/memberships/end-payments.ts';
import { describeError, logError } from '#worker/log.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { callProvider } from '#worker/routes/memberships/call-provider.ts';
import { newLinkedMail } from '#worker/security/link.ts';
import type { OnRequest } from '#worker/store/accounts/deletion.ts';
import { tryToRestoreMembership } from './cancel-deletion.ts';

interface LeavingMember {
  id: number;
  email: string;
  createdAt: number;
}

/**
 * Ends payments first so that nothing is charged afterward. Calls `reconfirm`, which may throw, before each retry, and before the first attempt
 * if the email has changed since the member was loaded. If the request fails, restores the membership it ended.
 */
export async function deleteAccount(
  c: Pick<Context<AppEnv>, 'env' | 'var'>,
  member: LeavingMember,
  reconfirm: () => Promise<void>,
  onRequest: OnRequest | null = null,
): Promise<void> {
  const { config, now, requestId, store } = c.var;
  const deps = await paymentDeps(config, store, now);
  await store.deletion.markMembershipLost(member.id, now);
  try {
    await requestDeletion(c, deps, member, reconfirm, onRequest);
  } catch (error) {
    await tryToRestoreMembership(requestId, deps, member.id, null);
    throw error;
  }
  await registerErasure(c, member);
}

async function requestDeletion(
  c: Pick<Context<AppEnv>, 'env' | 'var'>,
  deps: PaymentDeps,
  member: LeavingMember,
  reconfirm: () => Promise<void>,
  onRequest: OnRequest | null,
): Promise<void> {
  const { config, now, store } = c.var;
  const linkedMail = await newLinkedMail(config.linkSigningKey, config.publicOrigin);
  const outage = onRequest ? 'member_deletion_needs_provider' : 'deletion_needs_provider';
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const snapshot = await callProvider(c, outage, () => endPayments(deps, member.id));
    if (!snapshot) throw new ApiError(onRequest ? 'member_payment_in_progress' : 'payment_in_progress');
    if (attempt > 1 || snapshot.email !== member.email) await reconfirm();
    const { email, firstName, version } = snapshot;
    const mail = accountDeletionMail(linkedMail, { id: member.id, email, firstName, version }, now);
    if (await store.deletion.request(member.id, version, mail, now, onRequest)) return;
  }
  throw new ApiError('changed_meanwhile');
}

/**
 * Adds the request to the erasure list, which survives a database restore. If this fails, the deletion continues, but it would not be
 * repeated after a database restore.
 */
async function registerErasure(
  { var: { now, requestId, store } }: Pick<Context<AppEnv>, 'var'>,
  { id, createdAt }: LeavingMember,
): Promise<void> {
  try {
    await store.erasure.registerRequest({ userId: id, createdAt, requestedAt: now });
  } catch (error) {
    logError('deletion_not_listed', { requestId, userId: id, error: describeError(error) });
  }
}
