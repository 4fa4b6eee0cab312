/** Memberships granted by administrators for a year, without Stripe, commission or keys. Product rules: Administrators. */
import type { PaidTier } from '#schema/orders/order.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import { afterMonths, type Seconds, toIsoOrNull } from '#worker/domain/time.ts';
import { type Account, type OrderState, type Period, tierRanks } from './account.ts';
import { isRestored, restoredPeriod } from './appeal.ts';
import { type Addressee, createMailMaker } from './mail-maker.ts';
import { deriveAccount } from './reconcile.ts';

export type GrantRefusal = 'subscription_active' | 'better_grant_active';

/**
 * Adds a year of `tier`. The year starts when the current grant of that tier ends, or now if there is none. `cause` identifies a new grant.
 */
export function decideGrant(account: Account, tier: PaidTier, cause: string, now: Seconds): Result<Account, GrantRefusal> {
  if (account.subscriptions.some(isSubscriptionRunning)) return err('subscription_active');
  const runningGrants = account.periods.filter((period) => isRunningGrant(period, now));
  if (runningGrants.some((period) => tierRanks[period.tier] > tierRanks[tier])) return err('better_grant_active');
  const sameTierGrant = runningGrants.filter((period) => period.tier === tier).sort((one, other) => other.endsAt - one.endsAt)[0];
  const grant: Period = sameTierGrant
    ? { ...sameTierGrant, endsAt: addYear(sameTierGrant.endsAt) }
    : { cause, tier, startsAt: now, endsAt: addYear(now), source: 'grant', subscriptionId: null };
  const otherPeriods = account.periods.filter((period) => period.cause !== grant.cause);
  return ok(deriveAccount({ ...account, periods: [...otherPeriods, grant] }, now));
}

export function endGrants(account: Account, now: Seconds): Result<Account, 'no_grant'> {
  if (!account.periods.some((period) => isRunningGrant(period, now))) return err('no_grant');
  const periods = account.periods.map((period) => {
    if (!isRunningGrant(period, now)) return period;
    // Drops the original end so that canceling a deletion again after a database restore does not bring the grant back.
    const { grantedUntil, ...grant } = period;
    return { ...grant, endsAt: Math.max(period.startsAt, now) };
  });
  return ok(deriveAccount({ ...account, periods }, now));
}

/** Tolerance in seconds. Stripe ends the subscription just before the deletion is recorded, and its clock may differ from ours. */
const endedBeforeSeconds = 60;

/**
 * Restores the membership time that a deletion request cut short at `deletedAt`. The rest of a paid year becomes a grant, as after a won
 * appeal, without a gap. Grants, including restored years, get their original end back. Safe to repeat.
 */
export function restoreEndedYears(account: Account, deletedAt: Seconds, now: Seconds): Account {
  const paid = account.payments
    .filter((payment) => payment.revokedAt === null && !account.periods.some((period) => isRestored(period, payment)))
    .flatMap((payment) => restoredPeriod(account, payment, deletedAt - endedBeforeSeconds, 'subscription_end') ?? []);
  const periods = account.periods.map((period) =>
    isEndedGrant(period, deletedAt) ? { ...period, endsAt: getGrantedUntil(period) } : period,
  );
  return deriveAccount({ ...account, periods: [...periods, ...paid] }, now);
}

function isEndedGrant(period: Period, deletedAt: Seconds): boolean {
  const { source, endsAt, grantedUntil } = period;
  const endedByDeletion = grantedUntil == null ? endsAt === deletedAt : endsAt >= deletedAt;
  return source === 'grant' && endedByDeletion && getGrantedUntil(period) > endsAt;
}

/** Deletion requests made before `granted_until` existed did not store the original end, so assume one year, the length of most grants. */
function getGrantedUntil({ cause, grantedUntil, startsAt, endsAt }: Period): Seconds {
  return grantedUntil ?? (cause.startsWith('grant:') ? addYear(startsAt) : endsAt);
}

export function conflictingOrders(account: Account, tier: PaidTier): OrderState[] {
  return account.orders.filter(
    (order) => order.kind === 'membership' && order.status === 'open' && order.tier !== null && tierRanks[order.tier] <= tierRanks[tier],
  );
}

export function grantMail({ memberId, membership }: Account, version: number, addressee: Addressee): Mail {
  const payload = { tier: membership.role, until: toIsoOrNull(membership.membershipExpiresAt) };
  return createMailMaker(addressee)('membership_granted', `membership_granted:${memberId}:${version}`, payload);
}

function isSubscriptionRunning({ status, endedAt, endRequestedAt }: Account['subscriptions'][number]): boolean {
  return endedAt === null && endRequestedAt === null && ['active', 'past_due', 'unpaid', 'trialing', 'paused'].includes(status);
}

function isRunningGrant({ source, endsAt }: Period, now: Seconds): boolean {
  return source === 'grant' && endsAt > now;
}

const addYear = (at: Seconds): Seconds => afterMonths(at, 12);
