/**
 * `load` reads a member's account, and `commit` writes the account that `reconcile` returns, with the member's version as an optimistic
 * lock. If the loaded data is stale, the batch rolls back and the caller reloads.
 */

import type { Account, OrderState } from '#worker/domain/memberships/account.ts';
import type { DisputeFacts, FailedRefund, MadeRefund } from '#worker/domain/memberships/facts.ts';
import type { ObjectAmount } from '#worker/domain/memberships/undecided-object.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import { disposableEmailTest } from '#worker/store/accounts/disposable-email.ts';
import type { Database, StoreEnv } from '#worker/store/database.ts';
import { disputeStatements } from '#worker/store/disputes/dispute-writes.ts';
import { queueMemberMail } from '#worker/store/messages/mail.ts';
import type { NewCard } from '#worker/store/orders/checkouts.ts';
import { insertLostOrder } from '#worker/store/orders/lost-orders.ts';
import { markFailedRefund } from '#worker/store/orders/refunds.ts';
import { batch, execute, firstRow, queryFirst, rows, type Statement, statement, violatedConstraint } from '#worker/store/sql.ts';
import { keyEventsUnique, tokenTransactionsUnique } from '#worker/store/tokens/ledger-kinds.ts';
import { type AccountRef, buildAccount, readManyMoneyRows, readMoney } from './money-rows.ts';
import { type AccountSnapshot, changeStatements, guardMember, type VersionedAccount } from './money-writes.ts';

export interface AppliedEvent {
  id: string;
  type: string;
  objectId: string;
}

interface SideEffects {
  mails: Mail[];
  event: AppliedEvent | null;
  /** New cards for a paid order whose cards are missing. */
  candidates: NewCard[];
  restored: RestoredOrder | null;
  failedRefunds: FailedRefund[];
  refunds: MadeRefund[];
  dispute: { facts: DisputeFacts; alarmsTo: string | null } | null;
  /** Members whose commissions `followUp` recomputes after the commit. */
  referred: number[];
}

export interface RestoredOrder {
  order: OrderState;
  customerId: string | null;
  /** True if the payment is or was disputed. The dispute itself is applied afterward. */
  isDisputed: boolean;
}

const guards = new Set([
  'users.version',
  'orders.id',
  'orders.reference',
  'orders.user_id',
  'orders.version',
  'referral_commissions.referred_id',
  'referral_commissions.version',
  keyEventsUnique,
  tokenTransactionsUnique,
]);

export function isOutdated(error: unknown): boolean {
  return guards.has(violatedConstraint(error) ?? '');
}

export function moneyStore(db: Database, { ASSETS }: StoreEnv) {
  return {
    /** Loads a member's account in one round trip. `eventIsApplied` is true if that event was already processed. */
    async load(
      ref: AccountRef,
      eventId: string | null = null,
    ): Promise<{ snapshot: AccountSnapshot | undefined; eventIsApplied: boolean }> {
      const [members, orders, subscriptions, payments, periods, referral, referrerPeriods, referrerCards, keyRows, paying, event] =
        await batch(db, [
          ...readMoney(ref),
          statement<{ appliedAt: number | null }>('SELECT applied_at AS "appliedAt" FROM stripe_events WHERE id = ?1', [eventId]),
        ]);
      const member = firstRow(members);
      const eventIsApplied = (firstRow(event)?.appliedAt ?? null) !== null;
      if (!member) return { snapshot: undefined, eventIsApplied };
      const account = buildAccount(
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
        await disposableEmailTest(ASSETS),
      );
      const referred = rows(paying).map(({ id }) => id);
      return { snapshot: { account, version: member.version, email: member.email, firstName: member.firstName, referred }, eventIsApplied };
    },

    /** Loads the accounts of many members in one round trip. */
    async loadMany(userIds: number[]): Promise<VersionedAccount[]> {
      const [found, isDisposable] = await Promise.all([readManyMoneyRows(db, userIds), disposableEmailTest(ASSETS)]);
      return found.map((rows) => ({ account: buildAccount(rows, isDisposable), version: rows.member.version }));
    },

    /** Writes all changes or none. Returns 'stale' if the account has changed since it was loaded. */
    async commit(
      snapshot: AccountSnapshot,
      after: Account,
      { mails, event, candidates, restored, failedRefunds, refunds, dispute, referred }: SideEffects,
      now: number,
    ): Promise<'written' | 'unchanged' | 'stale'> {
      const { memberId } = snapshot.account;
      const orderStatement = restored ? insertLostOrder(memberId, restored.order, restored.customerId, now) : [];
      const changes = changeStatements(snapshot, after, now, { lost: orderStatement, candidates, refunds });
      const eventStatements = event
        ? [recordEvent({ ...event, userId: memberId, appliedAt: now, error: null, about: null, amount: null }, now)]
        : [];
      if (changes.length === 0 && eventStatements.length === 0 && !dispute) return 'unchanged';
      const guardedChanges = changes.length > 0 ? changes : [guardMember(snapshot)];
      try {
        const results = await batch(db, [
          ...guardedChanges,
          ...(dispute ? disputeStatements(memberId, dispute.facts, dispute.alarmsTo, now) : []),
          ...failedRefunds.map(markFailedRefund),
          ...mails.map((mail) => queueMemberMail(memberId, mail, now)),
          ...eventStatements,
          ...(referred.length > 0 ? [checkNewestSubscriptions(referred, now)] : []),
        ]);
        const isDisputeChanged = dispute !== null && firstRow(results[guardedChanges.length]) !== undefined;
        return changes.length > 0 || isDisputeChanged ? 'written' : 'unchanged';
      } catch (error) {
        if (isOutdated(error)) return 'stale';
        throw error;
      }
    },

    /** Queues emails that become due merely because time has passed. */
    async queue(userId: number, mails: Mail[], now: number): Promise<void> {
      if (mails.length > 0)
        await batch(
          db,
          mails.map((mail) => queueMemberMail(userId, mail, now)),
        );
    },

    /** Stores why an event could not be applied, and the details that an administrator needs. */
    async postponeEvent(event: AppliedEvent, { reason, about, memberId, amount }: PostponedEvent, now: number): Promise<void> {
      await batch(db, [recordEvent({ ...event, userId: memberId, appliedAt: null, error: reason, about, amount }, now)]);
    },

    async findEvent(id: string): Promise<AppliedEvent | undefined> {
      const sql = 'SELECT id, type, object_id AS "objectId" FROM stripe_events WHERE id = ?1 AND object_id IS NOT NULL';
      return queryFirst<AppliedEvent, 'objectId'>(db, sql, [id]);
    },

    /** Marks an event as applied if it does not concern any of our records, so that it is not retried. */
    async dismiss(eventId: string, now: number): Promise<void> {
      await execute(db, 'UPDATE stripe_events SET applied_at = ?2 WHERE id = ?1 AND applied_at IS NULL', [eventId, now]);
    },
  };
}

/**
 * Makes the job check the members' newest subscriptions, and so recompute their commissions, in case the Worker stops before `followUp`
 * does. Recomputing them sets the usual time of the next check again.
 */
function checkNewestSubscriptions(userIds: number[], now: number): Statement {
  return statement(
    `UPDATE subscriptions SET next_check_at = ?2
     WHERE id IN (SELECT max(s.id) FROM subscriptions s WHERE s.user_id IN (SELECT value FROM json_each(?1)) GROUP BY s.user_id)`,
    [JSON.stringify(userIds), now],
  );
}

interface PostponedEvent {
  reason: string;
  about: string;
  memberId: number | null;
  amount: ObjectAmount | null;
}

interface RecordedEvent extends AppliedEvent, Pick<PostponedEvent, 'amount'> {
  userId: number | null;
  appliedAt: number | null;
  error: string | null;
  about: string | null;
}

function recordEvent(event: RecordedEvent, now: number): Statement {
  return statement(
    `INSERT INTO stripe_events (id, type, object_id, user_id, received_at, applied_at, attempts, error, about, amount_cents, currency)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1, ?7, ?8, ?9, ?10)
     ON CONFLICT (id) DO UPDATE SET applied_at = coalesce(applied_at, excluded.applied_at), user_id = coalesce(user_id, excluded.user_id),
       attempts = attempts + 1, error = excluded.error, about = excluded.about, amount_cents = excluded.amount_cents, currency = excluded.currency`,
    [
      ...[event.id, event.type, event.objectId, event.userId, now, event.appliedAt, event.error, event.about],
      ...[event.amount?.cents ?? null, event.amount?.currency ?? null],
    ],
  );
}
