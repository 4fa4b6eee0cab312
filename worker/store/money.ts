/**
 * A member's money: `look` gathers it, `apply` writes what `reconcile` made of it, guarded by the member's version. A look
 * that is no longer true rolls the whole batch back, and the caller looks again.
 */

import type { Caller } from '#worker/domain/caller.ts';
import type { Mail } from '#worker/domain/mail.ts';
import type { Account } from '#worker/domain/money/account.ts';
import { isDisposableEmail } from './disposable-email.ts';
import { queueMailOnce } from './mail.ts';
import { accountOf, readMoney, readSubscriptions, subscriptionState, type Whose } from './money-rows.ts';
import { changeStatements, type MoneySeen, unchangedMember } from './money-writes.ts';
import { batch, execute, firstRow, rows, statement, violatedConstraint } from './sql.ts';
import { signedInMember } from './users.ts';

export interface AppliedEvent {
  id: string;
  type: string;
  objectId: string;
}

const guards = new Set([
  'users.version',
  'referral_commissions.referred_id',
  'referral_commissions.version',
  'key_events.cause',
  'token_transactions.cause',
]);

/** Whether a write failed because others have written since its look. */
export function isOutdated(error: unknown): boolean {
  return guards.has(violatedConstraint(error) ?? '');
}

export function moneyStore(db: D1Database) {
  return {
    /** The member whom news concern, in one round trip; `eventIsApplied` for an event that came before. */
    async load(whose: Whose, eventId: string | null = null): Promise<{ seen: MoneySeen | undefined; eventIsApplied: boolean }> {
      const [found, orders, subscriptions, payments, periods, referral, referrerPeriods, referrerCards, keyRows, paying, event] =
        await batch(db, [
          ...readMoney(whose),
          statement<{ appliedAt: number | null }>('SELECT applied_at AS "appliedAt" FROM stripe_events WHERE id = ?1', eventId),
        ]);
      const member = firstRow(found);
      const eventIsApplied = (firstRow(event)?.appliedAt ?? null) !== null;
      if (!member) return { seen: undefined, eventIsApplied };
      const account = accountOf(
        {
          member,
          orders: rows(orders),
          subscriptions: rows(subscriptions),
          payments: rows(payments),
          periods: rows(periods),
          referral: firstRow(referral),
          referrerPeriods: rows(referrerPeriods),
          referrerCards: rows(referrerCards),
          keyRows: rows(keyRows),
        },
        isDisposableEmail,
      );
      const referred = rows(paying).map(({ id }) => id);
      return { seen: { account, version: member.version, email: member.email, firstName: member.firstName, referred }, eventIsApplied };
    },

    /** The caller's membership, in one round trip. */
    async membership(caller: Caller, now: number): Promise<Pick<Account, 'membership' | 'subscriptions'> | undefined> {
      const [found, kept, subscriptions] = await batch(db, [
        signedInMember(caller, now),
        statement<{ stripeSubscriptionId: string | null }>(
          'SELECT stripe_subscription_id AS "stripeSubscriptionId" FROM users WHERE id = ?1',
          caller.userId,
        ),
        readSubscriptions(caller.userId),
      ]);
      const member = firstRow(found);
      if (!member) return undefined;
      const { stripeSubscriptionId = null } = firstRow(kept) ?? {};
      const { role, membershipExpiresAt, autoRenew } = member;
      return {
        membership: { role, membershipExpiresAt, autoRenew: autoRenew === 1, stripeSubscriptionId },
        subscriptions: rows(subscriptions).map(subscriptionState),
      };
    },

    /** Writes the change and the event that brought it, all or nothing. False where the member's money has changed since the look. */
    async commit(seen: MoneySeen, after: Account, mails: Mail[], event: AppliedEvent | null, now: number): Promise<boolean> {
      const { memberId } = seen.account;
      const changes = changeStatements(seen, after, now);
      const done = event ? [recordEvent({ ...event, userId: memberId, appliedAt: now, error: null }, now)] : [];
      if (changes.length === 0 && done.length === 0) return true;
      const guarded = changes.length > 0 ? changes : [unchangedMember(seen)];
      try {
        await batch(db, [...guarded, ...mails.map((mail) => queueMailOnce(memberId, mail, now)), ...done]);
        return true;
      } catch (error) {
        if (isOutdated(error)) return false;
        throw error;
      }
    },

    /** Queues mails that no change brings, only the time. */
    async queue(userId: number, mails: Mail[], now: number): Promise<void> {
      if (mails.length > 0)
        await batch(
          db,
          mails.map((mail) => queueMailOnce(userId, mail, now)),
        );
    },

    /** Keeps an event that could not be applied, and why; answers how often it was tried. */
    async postpone(event: AppliedEvent, error: string, now: number): Promise<number> {
      const [recorded] = await batch(db, [recordEvent({ ...event, userId: null, appliedAt: null, error }, now)]);
      return firstRow(recorded)?.attempts ?? 1;
    },

    /** An event that concerns nothing of ours after all: nobody asks for it again. */
    async dismiss(eventId: string, now: number): Promise<void> {
      await execute(db, 'UPDATE stripe_events SET applied_at = ?2 WHERE id = ?1 AND applied_at IS NULL', eventId, now);
    },
  };
}

function recordEvent(event: AppliedEvent & { userId: number | null; appliedAt: number | null; error: string | null }, now: number) {
  return statement<{ attempts: number }>(
    `INSERT INTO stripe_events (id, type, object_id, user_id, received_at, applied_at, attempts, error) VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1, ?7)
     ON CONFLICT (id) DO UPDATE SET applied_at = coalesce(applied_at, excluded.applied_at), user_id = coalesce(user_id, excluded.user_id),
       attempts = attempts + 1, error = excluded.error RETURNING attempts`,
    event.id,
    event.type,
    event.objectId,
    event.userId,
    now,
    event.appliedAt,
    event.error,
  );
}
