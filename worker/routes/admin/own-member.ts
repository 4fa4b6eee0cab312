import type { Context } from 'hono';
import { scanEvidenceRetentionSeconds } from '#schema/rules.ts';
import { isPublicAddress } from '#worker/domain/address.ts';
import { haveCommonMailbox } from '#worker/domain/admin/own-member.ts';
import { ApiError } from '#worker/errors.ts';
import type { AdminEnv } from '#worker/middleware/admin.ts';
import { hashAddress } from '#worker/middleware/context.ts';
import type { OwnMemberCheck } from '#worker/store/admin/access/own-member.ts';

/**
 * Throws 403 if the caller, or someone who may be the same person, recently gave one of the members tokens or other benefits. This prevents
 * an administrator from single-handedly turning a gift into a stay or into money.
 */
export async function refuseBenefactor(
  { var: { admin, config, now, store } }: Context<AdminEnv>,
  userIds: readonly number[],
): Promise<void> {
  if (await store.admin.ownMembers.mayBeBenefactor(admin.id, userIds, config.environment === 'development', now))
    throw new ApiError('benefactor');
}

/**
 * Throws 403 if the caller, or someone who may be the same person, recently changed the member's email. Whoever moved an account decides
 * neither who travels nor about the stay.
 */
export async function refuseEmailChanger({ var: { admin, config, now, store } }: Context<AdminEnv>, userId: number): Promise<void> {
  if (await store.admin.ownMembers.mayHaveChangedEmail(admin.id, userId, config.environment === 'development', now))
    throw new ApiError('benefactor');
}

/**
 * Throws 409 if a warning to the member may not arrive: emails to them bounce, or the caller, or someone who may be the same person, recently
 * resumed them although they did.
 */
export async function refuseUnreachableMember({ var: { admin, config, now, store } }: Context<AdminEnv>, userId: number): Promise<void> {
  const isUnreachable =
    (await store.bouncedAddresses.isUnreachable(userId)) ||
    (await store.admin.ownMembers.mayHaveResumedEmails(admin.id, userId, config.environment === 'development', now));
  if (isUnreachable) throw new ApiError('member_unreachable');
}

/**
 * Throws 403 in production if the caller, or someone who may be the same person, passed the certificate although it had signals, or allowed
 * another traveler. Another administrator must then take the second look and give the stay.
 */
export async function refuseOwnPass({ var: { admin, config, now, store } }: Context<AdminEnv>, certificateId: number): Promise<void> {
  if (config.environment === 'development') return;
  if (await store.admin.ownMembers.mayHavePassed(admin.id, certificateId, now)) throw new ApiError('own_pass');
}

/**
 * Throws 403 if one of the members shares a mailbox or a network address with the caller. This prevents administrators from making
 * decisions about their own member accounts. Compares the members' network addresses with the caller's current address and with those in
 * the caller's audit entries. Covers the entire period for which members' addresses are stored.
 */
export async function refuseOwnMembers(
  c: Context<AdminEnv>,
  userIds: readonly number[],
): Promise<{ emailKeys: string[]; addressHashes: string[] }> {
  const { actor, admin, config, now, store } = c.var;
  const { ownMembers } = store.admin;
  const { emailKeys, memberEmails, adminEmails, addresses } = await ownMembers.load(admin.id, userIds, now - scanEvidenceRetentionSeconds);
  const used = [...new Set([...(actor.address === null ? [] : [actor.address]), ...addresses])].filter(isPublicAddress);
  const hashes = await Promise.all(used.map((address) => hashAddress(config.addressHashKey, address)));
  const addressHashes = [...new Set(hashes.map(({ addressHash }) => addressHash))];
  if (haveCommonMailbox(adminEmails, memberEmails) || (await ownMembers.sharesAddress(userIds, addressHashes)))
    throw new ApiError('own_member_account');
  return { emailKeys, addressHashes };
}

/** Like `refuseOwnMembers`, but for a single member. Returns the `OwnMemberCheck` that the write must repeat. */
export async function refuseOwnMember(c: Context<AdminEnv>, userId: number): Promise<OwnMemberCheck> {
  const { emailKeys, addressHashes } = await refuseOwnMembers(c, [userId]);
  return { emailKey: emailKeys[0] ?? '', addressHashes };
}
