import type { ForgiveTokensRequest } from '#schema/accounts/admin-users.ts';
import { largeGift } from '#schema/rules.ts';
import { tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import type { Account } from '#worker/domain/memberships/account.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import { type AuditEntry, auditFromSelect, auditStatement } from '#worker/store/admin/audit/audit.ts';
import { bindStore } from '#worker/store/database.ts';
import { isOutdated } from '#worker/store/memberships/money.ts';
import type { AccountSnapshot } from '#worker/store/memberships/money-writes.ts';
import { changeStatements } from '#worker/store/memberships/money-writes.ts';
import { queueMemberMail, queueSelectedMails } from '#worker/store/messages/mail.ts';
import { batch, firstRow, type Statement, statement, violatedConstraint } from '#worker/store/sql.ts';
import { nextTurnSql, tokenColumns } from '#worker/store/tokens/ledger-kinds.ts';
import { forgive } from '#worker/store/tokens/owed-tokens.ts';
import { type LedgerExpression, type LedgerRow, ledgerColumns } from '#worker/store/tokens/tokens.ts';

export interface Adjustment {
  userId: number;
  amount: number;
  reason: string;
  key: string;
}

export type AdjustmentRow = LedgerRow & { userId: number };

/**
 * Result of a token adjustment. `entry` is the ledger row written by the first request with this idempotency key, even if that request's
 * body was different.
 */
export type AdjustmentOutcome =
  | { kind: 'entry'; entry: AdjustmentRow; isNew: boolean }
  | { kind: 'member_not_found' | 'member_leaving' }
  | { kind: 'balance_too_low'; balance: number };

export const adminMemberMoneyStore = bindStore({
  /**
   * Adjusts a member's tokens. Writes one ledger row and one audit row per idempotency key in one round trip. Needs a second round trip
   * only to detect an insufficient balance.
   */
  async adjust(db, adjustment: Adjustment, actor: Actor, now: number): Promise<AdjustmentOutcome> {
    const { userId, amount, reason, key } = adjustment;
    const idempotencyKey = [`adjustment:${actor.adminId}`, key] as const;
    const member = statement<{ balance: number; isLeaving: 0 | 1 }, 'isLeaving'>(
      `SELECT u.token_balance AS "balance", u.deletion_requested_at IS NOT NULL AS "isLeaving" FROM users u WHERE u.id = ?1 AND u.erased_at IS NULL`,
      [userId],
    );
    const insert = statement<{ id: number }>(
      `INSERT INTO ${tokenColumns}
         SELECT u.id, ?2, ${tokenKinds.adjustment.code}, ?4, 0, ${nextTurnSql('adjustment', 'u.id', '?4')}, ?3, ?5
         FROM users u WHERE u.id = ?1 AND u.deletion_requested_at IS NULL
           AND NOT EXISTS (SELECT 1 FROM idempotency_keys WHERE scope = ?6 AND key = ?7) RETURNING id`,
      [userId, amount, reason, actor.adminId, now, ...idempotencyKey],
    );
    const entry = statement<AdjustmentRow, LedgerExpression>(
      `SELECT ${ledgerColumns}, t.user_id AS "userId" FROM idempotency_keys k JOIN token_transactions t ON t.id = k.response ->> 'entryId'
         WHERE k.scope = ?1 AND k.key = ?2`,
      idempotencyKey,
    );
    try {
      const [insertedRows, , , , , entries, members] = await batch(db, [
        insert,
        saveIdempotencyKey(idempotencyKey, now),
        auditAdjustment(actor, now),
        queueAdjustmentMail(now),
        emailLargeGift(adjustment, actor, now),
        entry,
        member,
      ]);
      const row = firstRow(entries);
      if (row) return { kind: 'entry', entry: row, isNew: firstRow(insertedRows) !== undefined };
      return { kind: firstRow(members) ? 'member_leaving' : 'member_not_found' };
    } catch (error) {
      if (violatedConstraint(error) !== 'users_token_balance_never_negative') throw error;
      const [members] = await batch(db, [member]);
      return { kind: 'balance_too_low', balance: firstRow(members)?.balance ?? 0 };
    }
  },

  /** Writes off owed tokens, with an audit row. Rejected if the amount owed has changed or the member is leaving. */
  async forgive(
    db,
    { userId, amount, owedTokens, reason }: ForgiveTokensRequest & { userId: number },
    actor: Actor,
    now: number,
  ): Promise<'forgiven' | 'member_not_found' | 'changed_meanwhile'> {
    const auditValues = { owedTokens: owedTokens - amount };
    const entry = {
      action: 'tokens.forgive' as const,
      entityType: 'user',
      entityId: userId,
      userId,
      before: { owedTokens },
      after: auditValues,
      reason,
    };
    const [forgiven, , member] = await batch(db, [
      forgive(userId, { amount, seen: owedTokens }, now),
      auditStatement(actor, entry, now),
      statement<{ id: number }>('SELECT id FROM users WHERE id = ?1 AND erased_at IS NULL', [userId]),
    ]);
    if (firstRow(forgiven) !== undefined) return 'forgiven';
    return firstRow(member) ? 'changed_meanwhile' : 'member_not_found';
  },

  /** Records that the member's subscription was canceled. The change itself is stored when Stripe reports it. */
  async noteCancellation(db, { userId, reason }: { userId: number; reason: string }, actor: Actor, now: number): Promise<void> {
    const query = {
      sql: `SELECT CAST(id AS TEXT), id, NULL, json_object('membershipExpiresAt', membership_expires_at) FROM users WHERE id = ?8`,
      values: [userId],
    };
    await batch(db, [auditFromSelect(actor, { action: 'membership.cancel', entityType: 'user', reason }, query, now)]);
  },

  /** Changes a membership and queues its emails and an audit row. Returns false if the member's account has changed since it was loaded. */
  async changeMembership(
    db,
    snapshot: AccountSnapshot,
    after: Account,
    mails: Mail[],
    { actor, entry }: { actor: Actor; entry: AuditEntry },
    now: number,
  ): Promise<boolean> {
    // The first statement updates the member's row and makes the batch fail if the row's version has changed.
    const [guardedUpdate, ...changes] = changeStatements(snapshot, after, now);
    if (!guardedUpdate) return false;
    const mailStatements = mails.map((mail) => queueMemberMail(after.memberId, mail, now));
    try {
      await batch(db, [guardedUpdate, auditStatement(actor, entry, now), ...changes, ...mailStatements]);
      return true;
    } catch (error) {
      if (isOutdated(error)) return false;
      throw error;
    }
  },
});

/** Must directly follow the ledger insert. Stores the idempotency key without expiry if a ledger row was inserted. */
function saveIdempotencyKey([scope, key]: readonly [scope: string, key: string], now: number): Statement {
  return statement(
    `INSERT INTO idempotency_keys (scope, key, request_hash, response, created_at, expires_at)
     SELECT ?1, ?2, '', json_object('entryId', max(t.id)), ?3, ?4 FROM token_transactions t HAVING changes() > 0`,
    [scope, key, now, Number.MAX_SAFE_INTEGER],
  );
}

/** Records the balance before and after the newest ledger row. Must run after the ledger row and the idempotency key in the same batch. */
function auditAdjustment(actor: Actor, now: number): Statement {
  return statement(
    `INSERT INTO audit_log (admin_id, action, entity_type, entity_id, user_id, before, after, reason, address, request_id, created_at)
     SELECT ?1, 'tokens.adjust', 'user', CAST(t.user_id AS TEXT), t.user_id, json_object('tokenBalance', u.token_balance - t.amount),
       json_object('tokenBalance', u.token_balance, 'amount', t.amount), t.description, ?2, ?3, ?4
     FROM token_transactions t JOIN users u ON u.id = t.user_id WHERE t.id = (SELECT max(id) FROM token_transactions) AND changes() > 0`,
    [actor.adminId, actor.address, actor.requestId, now],
  );
}

/** Queues an email about the newest ledger row. Must directly follow its audit row. */
function queueAdjustmentMail(now: number): Statement {
  return queueSelectedMails(
    'tokens_adjusted',
    {
      sql: `SELECT u.id, u.email, json_object('firstName', u.first_name, 'tokens', CAST(t.amount AS TEXT), 'reason', t.description,
          'balance', CAST(u.token_balance AS TEXT)), 'tokens_adjusted:' || t.id
        FROM token_transactions t JOIN users u ON u.id = t.user_id WHERE t.id = (SELECT max(id) FROM token_transactions) AND changes() > 0`,
      values: [],
    },
    now,
  );
}

/**
 * Emails the other super administrators once this administrator's recent gifts to the member reach the limit for large gifts. Must come
 * immediately after the statement that queues the member's email.
 */
function emailLargeGift({ userId, amount }: Adjustment, { adminId }: Actor, now: number): Statement {
  const sum = `(SELECT sum(t.amount) FROM token_transactions t WHERE t.user_id = ?1 AND t.kind = ${tokenKinds.adjustment.code} AND t.subject_id = ?2
    AND t.amount > 0 AND t.created_at > ?4 - ${largeGift.withinSeconds})`;
  return queueSelectedMails(
    'large_gift',
    {
      sql: `SELECT NULL, a.email, json_object('firstName', a.first_name, 'member', CAST(u.id AS TEXT), 'tokens', CAST(${sum} AS TEXT), 'sender', s.email),
          'large_gift:' || (SELECT max(id) FROM token_transactions) || ':' || a.id
        FROM users u JOIN admins s ON s.id = ?2 JOIN admins a ON a.role = 'super_admin' AND a.disabled_at IS NULL AND a.id <> s.id
        WHERE u.id = ?1 AND changes() > 0 AND ?3 > 0 AND ${sum} >= ${largeGift.tokens}`,
      values: [userId, adminId, amount, now],
    },
    now,
  );
}
