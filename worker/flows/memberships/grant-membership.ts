/** Gives a member a year, or ends what was given. Unpaid orders of it are closed first, so that nobody pays for what they have. */
import type { PaidTier } from '#schema/orders/order.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import type { Account } from '#worker/domain/memberships/account.ts';
import { decideGrant, endGrants, type GrantRefusal, grantMail, ordersInTheWay } from '#worker/domain/memberships/grants.ts';
import { mailsOf } from '#worker/domain/memberships/mails.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import { toIsoOrNull } from '#worker/domain/time.ts';
import type { MoneySeen } from '#worker/store/memberships/money-writes.ts';
import type { PaymentDeps } from './deps.ts';
import { closeOrder } from './follow-up.ts';

interface Asked {
  userId: number;
  /** Of the member, as the administrator saw them. */
  version: number;
  reason: string;
  actor: Actor;
}

type Refusal = 'member_not_found' | 'member_leaving' | 'changed_meanwhile';

/** Throws PaymentProviderError where an unpaid order cannot be closed because Stripe cannot be reached; then nothing is given. */
export async function grantMembership(
  deps: PaymentDeps,
  tier: PaidTier,
  asked: Asked,
): Promise<Result<Account, Refusal | GrantRefusal | 'member_pays_now'>> {
  const first = await loadMember(deps, asked);
  if (!first.ok) return first;
  let seen = first.value;
  const cause = `grant:${asked.userId}:${asked.version}`;
  const decided = decideGrant(seen.account, tier, cause, deps.now);
  if (!decided.ok) return decided;
  const inTheWay = ordersInTheWay(seen.account, tier);
  if (inTheWay.length > 0) {
    for (const order of inTheWay) await closeOrder(deps, { ...order, userId: asked.userId });
    const again = (await deps.store.money.load({ userId: asked.userId })).seen;
    if (!again) return err('member_not_found');
    if (ordersInTheWay(again.account, tier).length > 0) return err('member_pays_now');
    seen = again;
  }
  // One of them may have been paid after all, and is a subscription now.
  const after = decideGrant(seen.account, tier, cause, deps.now);
  if (!after.ok) return after;
  const addressee = { email: seen.email, firstName: seen.firstName, newMessageId: deps.newMessageId };
  return write(deps, asked, 'membership.grant', seen, after.value, [grantMail(after.value, asked.version, addressee)]);
}

/** Ends every membership that was given; the member is told by mail where they are free then. */
export async function endGrantedMembership(deps: PaymentDeps, asked: Asked): Promise<Result<Account, Refusal | 'no_grant'>> {
  const looked = await loadMember(deps, asked);
  if (!looked.ok) return looked;
  const seen = looked.value;
  const after = endGrants(seen.account, deps.now);
  if (!after.ok) return after;
  const addressee = { ...seen, newMessageId: deps.newMessageId };
  return write(deps, asked, 'membership.end_grant', seen, after.value, mailsOf(seen.account, after.value, addressee));
}

async function loadMember(deps: PaymentDeps, { userId, version }: Asked): Promise<Result<MoneySeen, Refusal>> {
  const { money, admin } = deps.store;
  const [{ seen }, standing] = await Promise.all([money.load({ userId }), admin.members.standing(userId, deps.now)]);
  if (!seen || !standing) return err('member_not_found');
  if (standing.isLeaving) return err('member_leaving');
  return seen.version === version ? ok(seen) : err('changed_meanwhile');
}

async function write(
  deps: PaymentDeps,
  { userId, reason, actor }: Asked,
  action: string,
  seen: MoneySeen,
  after: Account,
  mails: ReturnType<typeof mailsOf>,
): Promise<Result<Account, 'changed_meanwhile'>> {
  const entry = { action, entityType: 'user', entityId: userId, userId, before: shown(seen.account), after: shown(after), reason };
  const isWritten = await deps.store.admin.memberMoney.changeMembership(seen, after, mails, { actor, entry }, deps.now);
  return isWritten ? ok(after) : err('changed_meanwhile');
}

/** What the audit log keeps of a membership. */
function shown({ membership }: Account) {
  return { role: membership.role, membershipExpiresAt: toIsoOrNull(membership.membershipExpiresAt) };
}
