/** Grants a membership after closing unpaid orders for the same or a lower tier, so nobody pays for a membership that they already have. */
import type { AuditAction } from '#schema/admin/audit-actions.ts';
import type { PaidTier } from '#schema/orders/order.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import type { Account } from '#worker/domain/memberships/account.ts';
import { conflictingOrders, decideGrant, endGrants, type GrantRefusal, grantMail } from '#worker/domain/memberships/grants.ts';
import { listMails } from '#worker/domain/memberships/mails.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import { toIsoOrNull } from '#worker/domain/time.ts';
import type { AccountSnapshot } from '#worker/store/memberships/money-writes.ts';
import type { PaymentDeps } from './deps.ts';
import { closeOrder } from './follow-up.ts';

interface GrantInput {
  userId: number;
  version: number;
  reason: string;
  actor: Actor;
}

type Refusal = 'member_not_found' | 'member_leaving' | 'changed_meanwhile';

/** Throws PaymentProviderError if an unpaid order cannot be closed because Stripe is unreachable; then nothing is granted. */
export async function grantMembership(
  deps: PaymentDeps,
  tier: PaidTier,
  grant: GrantInput,
): Promise<Result<Account, Refusal | GrantRefusal | 'member_pays_now'>> {
  const loadedMember = await loadMember(deps, grant);
  if (!loadedMember.ok) return loadedMember;
  let snapshot = loadedMember.value;
  const cause = `grant:${grant.userId}:${grant.version}`;
  const decisionResult = decideGrant(snapshot.account, tier, cause, deps.now);
  if (!decisionResult.ok) return decisionResult;
  const orders = conflictingOrders(snapshot.account, tier);
  if (orders.length > 0) {
    for (const order of orders) await closeOrder(deps, { ...order, userId: grant.userId });
    const refreshedSnapshot = (await deps.store.money.load({ userId: grant.userId })).snapshot;
    if (!refreshedSnapshot) return err('member_not_found');
    if (conflictingOrders(refreshedSnapshot.account, tier).length > 0) return err('member_pays_now');
    snapshot = refreshedSnapshot;
  }
  // Repeat the decision because an order may have been paid in the meantime and become a subscription.
  const grantResult = decideGrant(snapshot.account, tier, cause, deps.now);
  if (!grantResult.ok) return grantResult;
  return write(deps, grant, 'membership.grant', snapshot, grantResult.value, [grantMail(grantResult.value, grant.version, snapshot)]);
}

export async function endGrantedMembership(deps: PaymentDeps, grant: GrantInput): Promise<Result<Account, Refusal | 'no_grant'>> {
  const memberResult = await loadMember(deps, grant);
  if (!memberResult.ok) return memberResult;
  const snapshot = memberResult.value;
  const endedAccount = endGrants(snapshot.account, deps.now);
  if (!endedAccount.ok) return endedAccount;
  return write(
    deps,
    grant,
    'membership.end_grant',
    snapshot,
    endedAccount.value,
    listMails(snapshot.account, endedAccount.value, snapshot),
  );
}

async function loadMember(deps: PaymentDeps, { userId, version }: GrantInput): Promise<Result<AccountSnapshot, Refusal>> {
  const { money, admin } = deps.store;
  const [{ snapshot }, member] = await Promise.all([money.load({ userId }), admin.members.loadForEdit(userId, deps.now)]);
  if (!snapshot || !member) return err('member_not_found');
  if (member.deletionRequestedAt !== null) return err('member_leaving');
  return snapshot.version === version ? ok(snapshot) : err('changed_meanwhile');
}

async function write(
  deps: PaymentDeps,
  { userId, reason, actor }: GrantInput,
  action: AuditAction,
  snapshot: AccountSnapshot,
  after: Account,
  mails: ReturnType<typeof listMails>,
): Promise<Result<Account, 'changed_meanwhile'>> {
  const entry = {
    action,
    entityType: 'user',
    entityId: userId,
    userId,
    before: auditValues(snapshot.account),
    after: auditValues(after),
    reason,
  };
  const isSaved = await deps.store.admin.memberMoney.changeMembership(snapshot, after, mails, { actor, entry }, deps.now);
  return isSaved ? ok(after) : err('changed_meanwhile');
}

function auditValues({ membership }: Account) {
  return { role: membership.role, membershipExpiresAt: toIsoOrNull(membership.membershipExpiresAt) };
}
