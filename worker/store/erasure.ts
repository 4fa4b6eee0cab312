/**
 * Erasing deleted members: what says who they were goes from every table, while ledgers, payments and certificates stay
 * under a nameless row. Each statement can be repeated, and only the last one marks the member as erased: a run that
 * was cut off is gone on with.
 */
import { erasureListedSeconds } from '#schema/rules.ts';
import { tombstoneOf } from '#worker/domain/deletion.ts';
import { inTurn } from './job-retries.ts';
import { areOwnMessages } from './own-messages.ts';
import { batch, execute, queryAll, rows, type Statement, statement } from './sql.ts';

/** Rows of one table that one statement touches at most, so that none runs long. */
const perStatement = 2_000;

export interface DueErasure {
  userId: number;
  /** Null where they never were a customer, or the provider has forgotten them. */
  customerId: string | null;
  /** When they registered: after a restore an id is given again, both together never are. */
  createdAt: number;
}

/**
 * The list of erasures lies outside the database, in KV, so that a restored database can be told of them. It says nothing of
 * who they were, and an entry goes when no backup is left that knows its member.
 */
const erasedPrefix = 'erased:';
/** Entries that are read at once: each is a batch of its own. */
const listedAtOnce = 50;

export function erasureStore(db: D1Database, kv: KVNamespace) {
  return {
    /** Members who asked for it by then and are not erased yet, in turn. */
    async due(requestedBy: number, now: number, limit: number): Promise<DueErasure[]> {
      return queryAll<DueErasure>(
        db,
        `SELECT id AS "userId", stripe_customer_id AS "customerId", created_at AS "createdAt" FROM users u
         ${inTurn({ kind: 'erasure', table: 'users u', key: 'u.id', isDue: 'u.deletion_requested_at <= ?1 AND u.erased_at IS NULL', dueAt: 'u.deletion_requested_at' }, '?2', '?3')}`,
        requestedBy,
        now,
        limit,
      );
    },

    /** The provider knows them no more: neither need we know its name for them. */
    async forgetCustomer(userId: number): Promise<void> {
      await execute(db, 'UPDATE users SET stripe_customer_id = NULL WHERE id = ?1', userId);
    },

    /** Erases some thousands of rows of each table; true where that was the rest of them. */
    async eraseSome(userId: number): Promise<boolean> {
      const erased = await batch(db, personalRows(userId));
      return erased.every((result) => rows(result).length < perStatement);
    },

    /** Puts a member on the list of erasures; before the database says that they are erased. */
    async enlist({ userId, createdAt }: Pick<DueErasure, 'userId' | 'createdAt'>): Promise<void> {
      await kv.put(`${erasedPrefix}${userId}:${createdAt}`, '', { expirationTtl: erasureListedSeconds });
    },

    /** A page of that list; `cursor` is null for the first one, and after the last. */
    async listed(cursor: string | null): Promise<{ members: Pick<DueErasure, 'userId' | 'createdAt'>[]; cursor: string | null }> {
      const page = await kv.list({ prefix: erasedPrefix, limit: listedAtOnce, ...(cursor !== null && { cursor }) });
      const members = page.keys.map(({ name }) => {
        const [userId = Number.NaN, createdAt = Number.NaN] = name.slice(erasedPrefix.length).split(':').map(Number);
        return { userId, createdAt };
      });
      return { members, cursor: page.list_complete ? null : page.cursor };
    },

    /** Ends the erasing of a member of whom nothing is left but the row. `passwordHash` is the marker that verifies for no input. */
    async leaveNameless(userId: number, passwordHash: string, now: number): Promise<void> {
      // Once more together with the mark: what was written meanwhile goes too.
      await batch(db, [...personalRows(userId), leaveTombstone(userId, passwordHash, now)]);
    },
  };
}

interface Erased {
  one: 1;
}

const decisionsAbout = `SELECT e.decision_id FROM review_effects e WHERE e.user_id = ?1 AND e.kind = 'member'`;

/** What of each table says who a member was. Conditions say what is still to be done, so that a round finds an end. */
function personalRows(userId: number): Statement<Erased>[] {
  const id = String(userId);
  const { email, cardFingerprint } = tombstoneOf(userId);
  const of = (table: string, which: string) =>
    `rowid IN (SELECT t.rowid FROM ${table} t WHERE ${which} LIMIT ${perStatement}) RETURNING 1 AS "one"`;
  const erase = (sql: string, ...values: string[]) => statement<Erased, 'one'>(sql, userId, ...values);
  return [
    erase(`DELETE FROM user_auth_providers WHERE ${of('user_auth_providers', 't.user_id = ?1')}`),
    erase(`DELETE FROM sessions WHERE ${of('sessions', 't.user_id = ?1')}`),
    erase(`DELETE FROM one_time_links WHERE ${of('one_time_links', 't.user_id = ?1')}`),
    erase(`DELETE FROM member_days WHERE ${of('member_days', 't.user_id = ?1')}`),
    statement<Erased, 'one'>(`DELETE FROM idempotency_keys WHERE ${of('idempotency_keys', 't.scope = ?1')}`, `user:${id}`),
    erase(
      `UPDATE cache_cards SET user_id = NULL, status = iif(status = 'ordered', 'disabled', status), version = version + 1
       WHERE ${of('cache_cards', 't.user_id = ?1')}`,
    ),
    erase(
      `UPDATE card_scans SET distance_m = NULL, accuracy_m = NULL, address_hash = NULL, request_key = 'erased:' || id
       WHERE ${of('card_scans', `t.user_id = ?1 AND (t.distance_m IS NOT NULL OR t.address_hash IS NOT NULL OR t.request_key <> 'erased:' || t.id)`)}`,
    ),
    erase(
      `UPDATE ownership_claims SET proof_url = 'https://erased.invalid/', admin_comment = NULL, version = version + 1
       WHERE ${of('ownership_claims', `t.user_id = ?1 AND (t.proof_url <> 'https://erased.invalid/' OR t.admin_comment IS NOT NULL)`)}`,
    ),
    erase(`UPDATE orders SET shipping_address = NULL WHERE ${of('orders', 't.user_id = ?1 AND t.shipping_address IS NOT NULL')}`),
    erase(
      `UPDATE print_orders SET quote = NULL, tracking = NULL, error = NULL, design_url = NULL
       WHERE ${of('orders o JOIN print_orders', 'o.user_id = ?1 AND t.order_id = o.id AND coalesce(t.quote, t.tracking, t.error, t.design_url) IS NOT NULL')}`,
    ),
    erase(
      `UPDATE print_events SET tracking = NULL, message = NULL
       WHERE ${of(
         'orders o JOIN print_orders p ON p.order_id = o.id JOIN print_events',
         'o.user_id = ?1 AND t.print_order_id = p.id AND coalesce(t.tracking, t.message) IS NOT NULL',
       )}`,
    ),
    erase(
      `UPDATE payments SET card_fingerprint = ?2
       WHERE ${of('payments', 't.user_id = ?1 AND t.card_fingerprint IS NOT NULL AND t.card_fingerprint <> ?2')}`,
      cardFingerprint,
    ),
    erase(`UPDATE stripe_events SET user_id = NULL, error = NULL, about = NULL WHERE ${of('stripe_events', 't.user_id = ?1')}`),
    erase(
      `UPDATE vacation_certificates SET holder_name = NULL, cancel_reason = NULL, review_question = NULL, review_reason = NULL, review_signals = '[]',
         review = iif(review = 'waiting', 'none', review)
       WHERE ${of(
         'vacation_certificates',
         `t.user_id = ?1 AND (coalesce(t.holder_name, t.cancel_reason, t.review_question, t.review_reason) IS NOT NULL
           OR t.review_signals <> '[]' OR t.review = 'waiting')`,
       )}`,
    ),
    erase(
      `UPDATE referral_commissions SET payment_reference = NULL
       WHERE ${of('referral_commissions', 't.referrer_id = ?1 AND t.payment_reference IS NOT NULL')}`,
    ),
    erase(
      `UPDATE treasure_chest_payouts SET payment_reference = NULL
       WHERE ${of('treasure_chest_payouts', 't.user_id = ?1 AND t.payment_reference IS NOT NULL')}`,
    ),
    erase(`UPDATE payouts SET reference = '(erased)' WHERE ${of('payouts', `t.user_id = ?1 AND t.reference <> '(erased)'`)}`),
    // A mail that has not gone by now must not go to an address that nobody has.
    erase(
      `UPDATE outbox SET to_address = ?2, payload = '{}', last_error = NULL, status = iif(status = 'sent', 'sent', 'dead')
       WHERE ${of('outbox', `t.user_id = ?1 AND (t.to_address <> ?2 OR t.payload <> '{}' OR t.last_error IS NOT NULL)`)}`,
      email,
    ),
    // The copy that was mailed to the office, before its message is no longer known as theirs.
    erase(
      `UPDATE outbox SET payload = '{}', last_error = NULL, status = iif(status = 'sent', 'sent', 'dead')
       WHERE ${of(
         'outbox',
         `t.cause IN (SELECT 'contact_message:' || m.id FROM contact_messages m WHERE ${areOwnMessages('m')}) AND t.payload <> '{}'`,
       )}`,
    ),
    erase(
      `UPDATE contact_messages SET name = 'Former member', email = ?2, message = '(erased)', address_hash = NULL, user_id = NULL
       WHERE ${of(
         'contact_messages',
         `${areOwnMessages('t')} AND NOT EXISTS (SELECT 1 FROM outbox m WHERE m.cause = 'contact_message:' || t.id AND m.payload <> '{}')`,
       )}`,
      email,
    ),
    // It may name them, whomever else it is about.
    erase(
      `UPDATE review_decisions SET reason = '(erased)'
       WHERE ${of('review_decisions', `t.id IN (${decisionsAbout}) AND t.reason <> '(erased)'`)}`,
    ),
    // An administrator's own address stays with what they did.
    erase(
      `UPDATE audit_log SET before = NULL, after = NULL, reason = NULL, address = iif(admin_id IS NULL, NULL, address)
       WHERE ${of(
         'audit_log',
         `(t.user_id = ?1 OR (t.entity_type = 'user' AND t.entity_id = ?2) OR (t.entity_type = 'review_decision' AND t.entity_id IN (SELECT CAST(e.decision_id AS TEXT) FROM review_effects e WHERE e.user_id = ?1 AND e.kind = 'member')))
           AND (coalesce(t.before, t.after, t.reason) IS NOT NULL OR (t.admin_id IS NULL AND t.address IS NOT NULL))`,
       )}`,
      id,
    ),
  ];
}

function leaveTombstone(userId: number, passwordHash: string, now: number): Statement {
  const { email, referralCode } = tombstoneOf(userId);
  return statement(
    `UPDATE users SET email = ?2, email_key = ?2, email_verified_at = NULL, username = NULL, username_key = NULL, password_hash = ?3,
       first_name = NULL, last_name = NULL, phone = NULL, address = NULL, city = NULL, state = NULL, zip = NULL, country = NULL,
       firebase_uid = NULL, oauth_provider = NULL, photo_url = NULL, registration_address_hash = NULL, referral_code = ?4,
       stripe_customer_id = NULL, stripe_subscription_id = NULL, wants_optional_mail = 0, last_login_at = NULL, suspended_at = NULL, suspended_reason = NULL,
       erased_at = ?5, version = version + 1
     WHERE id = ?1 AND deletion_requested_at IS NOT NULL AND erased_at IS NULL`,
    userId,
    email,
    passwordHash,
    referralCode,
    now,
  );
}
