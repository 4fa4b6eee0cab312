/**
 * Removes personal data from every table. Ledgers, payments and certificates remain under an anonymous row. Every statement can be
 * repeated, and only the last one marks the member as erased, so an interrupted run can resume.
 */

import { erasureLogRetentionSeconds } from '#schema/rules.ts';
import { createTombstone } from '#worker/domain/accounts/deletion.ts';
import { dueRowsClause } from '#worker/store/admin/system/job-retries.ts';
import { countErasedMembers } from '#worker/store/admin/system/sums.ts';
import type { Database, StoreEnv } from '#worker/store/database.ts';
import { nameMember } from '#worker/store/messages/conversations.ts';
import { scanDays } from '#worker/store/scans/scan-days.ts';
import { isScanBy } from '#worker/store/scans/scan-evidence.ts';
import { batch, execute, queryAll, queryFirst, rows, type Statement, statement } from '#worker/store/sql.ts';

/** Number of rows per table that one statement erases, to limit its run time. */
const perStatement = 2_000;

/** Limited because each card payment needs a separate request to the payment provider. */
const maxCardPayments = 100;

export interface DueErasure {
  userId: number;
  /** Null if the member was never a customer, or if the payment provider has already deleted the customer. */
  customerId: string | null;
  /** Registration time, in Unix seconds. A restored database may reuse an id, but never the pair of id and registration time. */
  createdAt: number;
}

/** `requestedAt` is null once the member is erased. */
export type ErasedMember = Pick<DueErasure, 'userId' | 'createdAt'> & { requestedAt: number | null };

/**
 * The list of erasures is stored in KV, so that a database restore does not affect it. It contains no personal data. An entry expires
 * together with the last backup that contains the member.
 */
const erasedPrefix = 'erased:';
/** Number of entries per page; each entry gets its own batch. */
const registryPageSize = 50;

export function erasureStore(db: Database, { SESSIONS: kv }: StoreEnv) {
  return {
    async due(requestedBy: number, now: number, limit: number): Promise<DueErasure[]> {
      return queryAll<DueErasure>(
        db,
        `SELECT id AS "userId", stripe_customer_id AS "customerId", created_at AS "createdAt" FROM users u
         ${dueRowsClause({ kind: 'erasure', table: 'users u', key: 'u.id', isDue: 'u.deletion_requested_at <= ?1 AND u.erased_at IS NULL', dueAt: 'u.deletion_requested_at' }, '?2', '?3')}`,
        [requestedBy, now, limit],
      );
    },

    /** Returns card payments, newest first. Only card payments belong to the Stripe customer, membership payments to a subscription. */
    async cardPayments(userId: number): Promise<string[]> {
      const found = await queryAll<{ id: string }, 'id'>(
        db,
        `SELECT stripe_payment_intent_id AS "id" FROM payments
         WHERE user_id = ?1 AND subscription_id IS NULL AND stripe_payment_intent_id IS NOT NULL ORDER BY id DESC LIMIT ${maxCardPayments}`,
        [userId],
      );
      return found.map(({ id }) => id);
    },

    /** Called after the payment provider has deleted the customer. */
    async forgetCustomer(userId: number): Promise<void> {
      await execute(db, 'UPDATE users SET stripe_customer_id = NULL WHERE id = ?1', [userId]);
    },

    /** Erases up to a few thousand rows of each table. Returns true when none are left. */
    async eraseSome(userId: number): Promise<boolean> {
      const erased = await batch(db, personalRows(userId));
      return erased.every((result) => rows(result).length < perStatement);
    },

    /**
     * Adds the member to the list of erasures. Called when the deletion is requested, and again just before the database marks the member
     * as erased.
     */
    async registerErased({ userId, createdAt, requestedAt }: ErasedMember): Promise<void> {
      await kv.put(createObjectName(userId, createdAt), '', { expirationTtl: erasureLogRetentionSeconds, metadata: { requestedAt } });
    },

    async strike(userId: number): Promise<void> {
      const member = await queryFirst<{ createdAt: number }>(db, 'SELECT created_at AS "createdAt" FROM users WHERE id = ?1', [userId]);
      if (member) await kv.delete(createObjectName(userId, member.createdAt));
    },

    /**
     * Lists one page of erasures. Pass null as the cursor for the first page; a returned cursor of null means that there are no more pages.
     */
    async listErased(cursor: string | null): Promise<{ members: ErasedMember[]; cursor: string | null }> {
      const from = { prefix: erasedPrefix, limit: registryPageSize, ...(cursor !== null && { cursor }) };
      const page: KVNamespaceListResult<{ requestedAt: number | null }> = await kv.list(from);
      const members = page.keys.map(({ name, metadata }) => {
        const [userId = Number.NaN, createdAt = Number.NaN] = name.slice(erasedPrefix.length).split(':').map(Number);
        return { userId, createdAt, requestedAt: metadata?.requestedAt ?? null };
      });
      return { members, cursor: page.list_complete ? null : page.cursor };
    },

    /** Erases the rest and leaves only an anonymous row. `passwordHash` is a marker that no password matches. */
    async finishErasure(userId: number, passwordHash: string, now: number): Promise<void> {
      // Repeats the erasure in the batch that marks the member as erased, because rows may have been added in the meantime.
      await batch(db, [...personalRows(userId), leaveTombstone(userId, passwordHash, now), countErasedMembers()]);
    },
  };
}

function createObjectName(userId: number, createdAt: number): string {
  return `${erasedPrefix}${userId}:${createdAt}`;
}

interface ErasureStep {
  one: 1;
}

const decisionsAbout = `SELECT e.decision_id FROM review_effects e WHERE e.user_id = ?1 AND e.kind = 'member'`;

const deletedTables = [
  'user_auth_providers',
  'sessions',
  'member_passkeys',
  'sign_ins',
  'one_time_links',
  'digest_choices',
  'card_watches',
  'card_anchors',
  'card_allowances',
  'payout_addresses',
  'payout_tax_forms',
  'member_notes',
];

const some = (table: string, condition: string) =>
  `rowid IN (SELECT t.rowid FROM ${table} t WHERE ${condition} LIMIT ${perStatement}) RETURNING 1 AS "one"`;

const eraser =
  (userId: number) =>
  (sql: string, ...values: string[]) =>
    statement<ErasureStep, 'one'>(sql, [userId, ...values]);

/** The conditions only match rows with data left to erase, so that repeated calls come to an end. */
function personalRows(userId: number): Statement<ErasureStep>[] {
  const erase = eraser(userId);
  return [
    ...deletedTables.map((table) => erase(`DELETE FROM ${table} WHERE ${some(table, 't.user_id = ?1')}`)),
    ...activityRows(userId),
    ...writtenRows(userId),
  ];
}

function activityRows(userId: number): Statement<ErasureStep>[] {
  const erase = eraser(userId);
  return [
    erase(`DELETE FROM find_logs WHERE ${some('find_logs', '(t.user_id = ?1 OR t.owner_id = ?1)')}`),
    erase(
      `UPDATE card_reports SET mailbox_hash = NULL, address_hash = NULL
       WHERE ${some('card_reports', 't.user_id = ?1 AND coalesce(t.mailbox_hash, t.address_hash) IS NOT NULL')}`,
    ),
    erase(`DELETE FROM member_days WHERE user_id = ?1 AND day IN ${scanDays} RETURNING 1 AS "one"`),
    statement<ErasureStep, 'one'>(`DELETE FROM idempotency_keys WHERE ${some('idempotency_keys', 't.scope = ?1')}`, [`user:${userId}`]),
    // The trigger `cache_cards_new_owner` clears the owner's description and location.
    erase(
      `UPDATE cache_cards SET user_id = NULL, status = iif(status = 'ordered', 'disabled', status), version = version + 1
       WHERE ${some('cache_cards', 't.user_id = ?1')}`,
    ),
    erase(
      `UPDATE card_scans SET distance_m = NULL, accuracy_m = NULL, address_hash = NULL, request_key = NULL
       WHERE ${some('card_scans', `${isScanBy('?1')} AND (t.distance_m IS NOT NULL OR t.address_hash IS NOT NULL OR t.request_key IS NOT NULL)`)}`,
    ),
    erase(
      `UPDATE ownership_claims SET proof_url = 'https://erased.invalid/', admin_comment = NULL, version = version + 1
       WHERE ${some('ownership_claims', `t.user_id = ?1 AND (t.proof_url <> 'https://erased.invalid/' OR t.admin_comment IS NOT NULL)`)}`,
    ),
    erase(`UPDATE orders SET shipping_address = NULL WHERE ${some('orders', 't.user_id = ?1 AND t.shipping_address IS NOT NULL')}`),
    erase(
      `UPDATE print_orders SET quote = NULL, tracking = NULL, error = NULL, design_url = NULL
       WHERE ${some('orders o JOIN print_orders', 'o.user_id = ?1 AND t.order_id = o.id AND coalesce(t.quote, t.tracking, t.error, t.design_url) IS NOT NULL')}`,
    ),
    erase(
      `UPDATE print_events SET tracking = NULL, message = NULL
       WHERE ${some(
         'orders o JOIN print_orders p ON p.order_id = o.id JOIN print_events',
         'o.user_id = ?1 AND t.print_order_id = p.id AND coalesce(t.tracking, t.message) IS NOT NULL',
       )}`,
    ),
    erase(
      `UPDATE payments SET card_fingerprint = ?2
       WHERE ${some('payments', 't.user_id = ?1 AND t.card_fingerprint IS NOT NULL AND t.card_fingerprint <> ?2')}`,
      createTombstone(userId).cardFingerprint,
    ),
    erase(
      `UPDATE order_refunds SET note = '(erased)', error = NULL WHERE ${some('order_refunds', `t.user_id = ?1 AND (t.note <> '(erased)' OR t.error IS NOT NULL)`)}`,
    ),
    erase(`UPDATE stripe_events SET user_id = NULL, error = NULL, about = NULL WHERE ${some('stripe_events', 't.user_id = ?1')}`),
    erase(
      `UPDATE vacation_certificates SET holder_name = NULL, cancel_reason = NULL, review_question = NULL, review_reason = NULL, review_signals = '[]',
         review = iif(review = 'waiting', 'none', review)
       WHERE ${some(
         'vacation_certificates',
         `t.user_id = ?1 AND (coalesce(t.holder_name, t.cancel_reason, t.review_question, t.review_reason) IS NOT NULL
           OR t.review_signals <> '[]' OR t.review = 'waiting')`,
       )}`,
    ),
    erase(
      `UPDATE referral_commissions SET payment_reference = NULL
       WHERE ${some('referral_commissions', 't.referrer_id = ?1 AND t.payment_reference IS NOT NULL')}`,
    ),
    erase(
      `UPDATE treasure_chest_payouts SET payment_reference = NULL
       WHERE ${some('treasure_chest_payouts', 't.user_id = ?1 AND t.payment_reference IS NOT NULL')}`,
    ),
    erase(`UPDATE payouts SET reference = '(erased)' WHERE ${some('payouts', `t.user_id = ?1 AND t.reference <> '(erased)'`)}`),
    erase(
      `UPDATE payout_run_lines SET address = '(erased)' WHERE ${some('payout_run_lines', `t.user_id = ?1 AND t.address <> '(erased)'`)}`,
    ),
  ];
}

/** Erases emails about a conversation before the conversation itself, because its id is needed to find them. */
function writtenRows(userId: number): Statement<ErasureStep>[] {
  const erase = eraser(userId);
  const { email } = createTombstone(userId);
  return [
    // An unsent email must not be sent once its address has been erased.
    erase(
      `UPDATE outbox SET to_address = ?2, payload = '{}', last_error = NULL, status = iif(status = 'sent', 'sent', 'dropped')
       WHERE ${some('outbox', `t.user_id = ?1 AND (t.to_address <> ?2 OR t.payload <> '{}' OR t.last_error IS NOT NULL)`)}`,
      email,
    ),
    // Must run while the member's email still identifies the member as the author of these conversations.
    erase(
      `UPDATE outbox SET to_address = iif(template = 'contact_answer', ?2, to_address), payload = '{}', last_error = NULL,
         status = iif(status = 'sent', 'sent', 'dropped')
       WHERE ${some(
         'outbox',
         `t.cause IN (SELECT 'contact_message:' || m.id FROM contact_messages m WHERE ${nameMember('m')}
            UNION SELECT 'contact_reply:' || r.id FROM contact_messages m JOIN contact_replies r ON r.message_id = m.id WHERE ${nameMember('m')})
          AND t.payload <> '{}'`,
       )}`,
      email,
    ),
    erase(
      // Rows are not deleted, because the outbox's `cause` column refers to their ids, which SQLite would reuse.
      `UPDATE contact_replies SET text = '(erased)' WHERE ${some(
        'contact_messages m JOIN contact_replies',
        `${nameMember('m')} AND t.message_id = m.id AND t.text <> '(erased)' AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.cause = 'contact_reply:' || t.id AND o.payload <> '{}')`,
      )}`,
    ),
    erase(
      `UPDATE contact_messages SET name = 'Former member', email = ?2, message = '(erased)', address_hash = NULL, user_id = NULL, version = version + 1
       WHERE ${some(
         'contact_messages',
         `${nameMember('t')} AND NOT EXISTS (SELECT 1 FROM outbox m WHERE m.cause = 'contact_message:' || t.id AND m.payload <> '{}')
          AND NOT EXISTS (SELECT 1 FROM contact_replies r WHERE r.message_id = t.id AND r.text <> '(erased)')`,
       )}`,
      email,
    ),
    erase(
      `UPDATE review_decisions SET reason = '(erased)'
       WHERE ${some('review_decisions', `t.id IN (${decisionsAbout}) AND t.reason <> '(erased)'`)}`,
    ),
    // Administrators' own network addresses are not erased, because the audit log must keep them.
    erase(
      `UPDATE audit_log SET before = NULL, after = NULL, reason = NULL, address = iif(admin_id IS NULL, NULL, address)
       WHERE ${some(
         'audit_log',
         `(t.user_id = ?1 OR (t.entity_type = 'user' AND t.entity_id = ?2) OR (t.entity_type = 'review_decision' AND t.entity_id IN (SELECT CAST(e.decision_id AS TEXT) FROM review_effects e WHERE e.user_id = ?1 AND e.kind = 'member')))
           AND (coalesce(t.before, t.after, t.reason) IS NOT NULL OR (t.admin_id IS NULL AND t.address IS NOT NULL))`,
       )}`,
      String(userId),
    ),
  ];
}

function leaveTombstone(userId: number, passwordHash: string, now: number): Statement {
  const { email, referralCode } = createTombstone(userId);
  return statement(
    `UPDATE users SET email = ?2, email_key = ?2, email_verified_at = NULL, username = NULL, username_key = NULL, password_hash = ?3,
       first_name = NULL, last_name = NULL, phone = NULL, address = NULL, city = NULL, state = NULL, zip = NULL, country = NULL,
       firebase_uid = NULL, oauth_provider = NULL, photo_url = NULL, registration_address_hash = NULL, referral_code = ?4,
       stripe_customer_id = NULL, stripe_subscription_id = NULL, wants_optional_mail = 0, last_login_at = NULL, suspended_at = NULL, suspended_reason = NULL,
       erased_at = ?5, version = version + 1
     WHERE id = ?1 AND deletion_requested_at IS NOT NULL AND erased_at IS NULL`,
    [userId, email, passwordHash, referralCode, now],
  );
}
