/**
 * Removes personal data from every table. Ledgers, payments and certificates are retained under an anonymous row. Evidence in review cases
 * is retained for a limited time after the decision. Every statement is idempotent, and only the last one marks the member as erased, so an
 * interrupted run can resume.
 */

import { caseEvidenceRetentionSeconds, erasureLogRetentionSeconds } from '#schema/rules.ts';
import { createTombstone, type ErasureCutoffs } from '#worker/domain/accounts/deletion.ts';
import { type MemberNames, redactMember } from '#worker/domain/accounts/redact-member.ts';
import { dueRowsClause } from '#worker/store/admin/system/job-retries.ts';
import { countErasedMembers } from '#worker/store/admin/system/sums.ts';
import type { Database, StoreEnv } from '#worker/store/database.ts';

import { staysInCase } from '#worker/store/reviews/case-conditions.ts';

import { batch, catchViolation, execute, queryAll, queryFirst, rows, type Statement, statement } from '#worker/store/sql.ts';
import { formerEmails } from './confirmed-emails.ts';
import { listStepConditions, nestedJsonArray } from './due-steps.ts';
import { cancelingPurposes } from './mail-links.ts';
import { decisionsAbout, perStatement, personalRows } from './personal-rows.ts';
import { guardAccount } from './secure-account.ts';

/** Maximum number of card payments to look up per member. Each lookup is a separate request to the payment provider. */
const maxCardPayments = 100;

export interface DueErasure {
  userId: number;
  /** The member's Stripe customer; null if the member never was a customer, or if Stripe has already deleted the customer. */
  customerId: string | null;
  /** Registration time, in Unix seconds. A restored database may reuse an id, but never together with the same registration time. */
  createdAt: number;
  email: string;
  /** JSON array of the emails that the member had and confirmed. */
  formerEmails: string;
  requestedAt: number;
}

/** Entry in the list of deletion requests: a member's newest request. */
export interface DeletionEntry extends Pick<DueErasure, 'userId' | 'createdAt'> {
  /** Null once the member is erased. */
  requestedAt: number | null;
  /** The entry remains after a cancellation, because a restored database may contain the request again. */
  cancellation: CancellationKind | null;
  /** Time of the newest request that was canceled as `new_email`. A restored database that contains it, or an older one, has the former email. */
  newEmailRequestedAt: number | null;
}

export type Cancellation = { requestedAt: number; cancellation: CancellationKind };

/**
 * Whether the email changed when the deletion was canceled. `new_email` also covers cancellations that `reconcile-payments` completed without
 * knowing it. The email in a restored database may then be an intruder's.
 */
export type CancellationKind = 'same_email' | 'new_email';

type EntryMetadata = Pick<DeletionEntry, 'requestedAt'> & { cancellation?: CancellationKind; newEmailRequestedAt?: number };
type EntryKey = Pick<DeletionEntry, 'userId' | 'createdAt'>;

/**
 * The list of deletion requests, canceled ones included, is stored in KV so that a database restore does not affect it. It contains no personal
 * data. An entry expires together with the last backup that contains the member or the canceled request.
 */
const erasedPrefix = 'erased:';
/** Number of entries per page; each entry gets its own batch. */
const registryPageSize = 50;

/**
 * SQL condition: member `u` is due. A suspension stops the links that cancel the deletion, and a reinstatement extends them, so the erasure
 * waits for both.
 */
const isDue = `u.deletion_requested_at <= ?1 AND u.erased_at IS NULL AND (u.deletion_requested_at <= ?4 OR (u.suspended_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM one_time_links l WHERE l.user_id = u.id AND l.purpose IN (${cancelingPurposes})
    AND l.used_at IS NULL AND l.expires_at > ?2)))`;

export function erasureStore(db: Database, { SESSIONS: kv }: StoreEnv) {
  return {
    ...deletionList(db, kv),

    async due({ usual, latest }: ErasureCutoffs, now: number, limit: number): Promise<DueErasure[]> {
      return queryAll<DueErasure, 'formerEmails' | 'requestedAt'>(
        db,
        `SELECT id AS "userId", stripe_customer_id AS "customerId", created_at AS "createdAt", email, deletion_requested_at AS "requestedAt",
           ${formerEmails('u.id')} AS "formerEmails" FROM users u
         ${dueRowsClause({ kind: 'erasure', table: 'users u', key: 'u.id', isDue, dueAt: 'u.deletion_requested_at' }, '?2', '?3')}`,
        [usual, now, limit, latest],
      );
    },

    /**
     * Returns card payments, newest first. Only card payments belong directly to the Stripe customer; membership payments belong to a
     * subscription.
     */
    async cardPayments(userId: number): Promise<string[]> {
      const paymentRows = await queryAll<{ id: string }, 'id'>(
        db,
        `SELECT stripe_payment_intent_id AS "id" FROM payments
         WHERE user_id = ?1 AND subscription_id IS NULL AND stripe_payment_intent_id IS NOT NULL ORDER BY id DESC LIMIT ${maxCardPayments}`,
        [userId],
      );
      return paymentRows.map(({ id }) => id);
    },

    /** Clears the stored customer id after the payment provider has deleted the customer. */
    async forgetCustomer(userId: number): Promise<void> {
      await execute(db, 'UPDATE users SET stripe_customer_id = NULL WHERE id = ?1', [userId]);
    },

    /**
     * Gives conversations that the member began signed out, under a former confirmed email that no other account has now, the current email,
     * so that they are erased with the member.
     */
    async adoptConversations(userId: number, emails: readonly string[]): Promise<void> {
      if (emails.length === 0) return;
      await execute(
        db,
        `UPDATE contact_messages SET email = (SELECT email FROM users WHERE id = ?1)
         WHERE lower(email) IN (SELECT lower(value) FROM json_each(?2)) AND user_id IS NULL
           AND NOT EXISTS (SELECT 1 FROM users o WHERE o.email_key = lower(contact_messages.email))`,
        [userId, JSON.stringify(emails)],
      );
    },

    /** Voids the links that can cancel the deletion. Returns false without writing anything if it has already been canceled. */
    async voidCancelingLinks({ userId, requestedAt }: DueErasure, now: number): Promise<boolean> {
      return catchViolation({ 'users.version': false }, async () => {
        await batch(db, [
          guardAccount(userId, 'u.deletion_requested_at = ?2 AND u.erased_at IS NULL', [requestedAt]),
          statement(
            `UPDATE one_time_links SET used_at = ?2
             WHERE user_id = ?1 AND purpose IN (${cancelingPurposes}) AND used_at IS NULL`,
            [userId, now],
          ),
        ]);
        return true;
      });
    },

    /** Erases up to a few thousand rows of each table. Returns true if there were no more. */
    async eraseSome(userId: number, now: number): Promise<boolean> {
      const steps = await findDueSteps(db, personalRows(userId, now - caseEvidenceRetentionSeconds));
      const erased = steps.length === 0 ? [] : await batch(db, steps);
      return erased.every((result) => rows(result).length < perStatement);
    },

    /**
     * Leaves only an anonymous row of a member whose data is erased. Returns false without writing anything if data is left, or was added in
     * the meantime. `passwordHash` is a marker that no password matches.
     */
    async finishErasure(userId: number, passwordHash: string, now: number): Promise<boolean> {
      await redactReasons(db, userId);
      return catchViolation({ 'users.version': false }, async () => {
        await batch(db, [leaveTombstone(userId, passwordHash, now), countErasedMembers()]);
        return true;
      });
    },
  };
}

function deletionList(db: Database, kv: StoreEnv['SESSIONS']) {
  const putEntry = ({ userId, createdAt }: EntryKey, metadata: EntryMetadata) =>
    kv.put(createObjectName(userId, createdAt), '', { expirationTtl: erasureLogRetentionSeconds, metadata });
  const findMetadata = async ({ userId, createdAt }: EntryKey) => {
    const entry: KVNamespaceGetWithMetadataResult<string, EntryMetadata> = await kv.getWithMetadata(createObjectName(userId, createdAt));
    return entry.metadata;
  };
  /** Stores the request, or its cancellation, unless the entry has a newer request. */
  const putRequest = async (member: EntryKey, request: EntryMetadata & { requestedAt: number }) => {
    const earlier = await findMetadata(member);
    const newest = earlier?.requestedAt && earlier.requestedAt > request.requestedAt ? earlier : request;
    const newEmailRequestedAt = Math.max(getNewEmailRequest(earlier) ?? 0, getNewEmailRequest(request) ?? 0);
    const isImplied = newEmailRequestedAt === (getNewEmailRequest(newest) ?? 0);
    await putEntry(member, isImplied ? newest : { ...newest, newEmailRequestedAt });
  };
  const findKey = (userId: number) =>
    queryFirst<EntryKey>(db, 'SELECT id AS "userId", created_at AS "createdAt" FROM users WHERE id = ?1', [userId]);
  return {
    /** Adds the request to the list. */
    async registerRequest({ userId, createdAt, requestedAt }: EntryKey & { requestedAt: number }): Promise<void> {
      await putRequest({ userId, createdAt }, { requestedAt });
    },

    /** Records that the member is about to be erased. */
    async registerErased({ userId, createdAt }: EntryKey): Promise<void> {
      await putEntry({ userId, createdAt }, { requestedAt: null });
    },

    /** Records that the deletion requested at that time was canceled. */
    async cancelRequest(userId: number, cancellation: Cancellation): Promise<void> {
      const member = await findKey(userId);
      if (member) await putRequest(member, cancellation);
    },

    /**
     * Returns the cancellation to record for a member whose newest request either failed at `lostAt` or was canceled. Unless the entry says
     * whether the email changed, returns `new_email`, which leaves the decision to an administrator if a database restore brings the request
     * back.
     */
    async findLikelyCancellation(userId: number, lostAt: number): Promise<Cancellation> {
      const member = await findKey(userId);
      const entry = member && (await findMetadata(member));
      // An earlier deletion may have failed at `lostAt`.
      return entry?.requestedAt && entry.requestedAt >= lostAt
        ? { requestedAt: entry.requestedAt, cancellation: entry.cancellation ?? 'new_email' }
        : { requestedAt: lostAt, cancellation: 'new_email' };
    },

    /** Whether this request was canceled. A restored database may contain it again. */
    async wasCanceled(userId: number, requestedAt: number): Promise<boolean> {
      const member = await findKey(userId);
      const entry = member && (await this.findCancellation({ ...member, requestedAt }));
      return entry?.cancellation != null;
    },

    /** Returns the member's entry if this request was canceled, or replaced by a newer one. A restored database may contain it again. */
    async findCancellation({
      userId,
      createdAt,
      requestedAt,
    }: Pick<DueErasure, 'userId' | 'createdAt' | 'requestedAt'>): Promise<DeletionEntry | undefined> {
      const metadata = await findMetadata({ userId, createdAt });
      if (!metadata || metadata.requestedAt === null) return undefined;
      const entry = toEntry({ userId, createdAt }, metadata);
      // A newer request shows that this one was canceled before.
      return metadata.requestedAt > requestedAt || (metadata.requestedAt === requestedAt && entry.cancellation) ? entry : undefined;
    },

    /**
     * Lists one page of deletion requests. Pass null as the cursor for the first page; a returned cursor of null means that there are no more
     * pages.
     */
    async listEntries(cursor: string | null): Promise<{ members: DeletionEntry[]; cursor: string | null }> {
      const from = { prefix: erasedPrefix, limit: registryPageSize, ...(cursor !== null && { cursor }) };
      const page: KVNamespaceListResult<EntryMetadata> = await kv.list(from);
      const members = page.keys.map(({ name, metadata }) => {
        const [userId = Number.NaN, createdAt = Number.NaN] = name.slice(erasedPrefix.length).split(':').map(Number);
        return toEntry({ userId, createdAt }, metadata);
      });
      return { members, cursor: page.list_complete ? null : page.cursor };
    },
  };
}

function toEntry({ userId, createdAt }: EntryKey, metadata: EntryMetadata | undefined): DeletionEntry {
  const { requestedAt = null, cancellation = null } = metadata ?? {};
  return { userId, createdAt, requestedAt, cancellation, newEmailRequestedAt: getNewEmailRequest(metadata) };
}

function getNewEmailRequest(entry: EntryMetadata | null | undefined): number | null {
  return entry?.newEmailRequestedAt ?? (entry?.cancellation === 'new_email' ? entry.requestedAt : null);
}

interface StoredReason extends MemberNames {
  table: 'review_decisions' | 'second_looks' | 'audit_log';
  id: number;
  reason: string;
}

/** Takes the member's names out of the reasons of decisions and second looks that concern others, too. */
async function redactReasons(db: Database, userId: number): Promise<void> {
  const looks = 'SELECT s.id FROM vacation_certificates c JOIN second_looks s ON s.certificate_id = c.id WHERE c.user_id = ?1';
  const reasons = await queryAll<StoredReason, 'table' | 'reason'>(
    db,
    `SELECT u.email AS "email", u.username AS "username", u.first_name AS "firstName", u.last_name AS "lastName",
       r.kind AS "table", r.id AS "id", r.reason AS "reason"
     FROM users u CROSS JOIN (
       SELECT 'review_decisions' AS kind, t.id, t.reason FROM review_decisions t WHERE t.id IN (${decisionsAbout})
       UNION ALL SELECT 'second_looks', t.id, t.reason FROM second_looks t WHERE t.id IN (${looks}) AND t.reason IS NOT NULL
       UNION ALL SELECT 'audit_log', t.id, t.reason FROM audit_log t WHERE t.reason IS NOT NULL AND (
         (t.entity_type = 'review_decision' AND t.entity_id IN (SELECT CAST(d.decision_id AS TEXT) FROM (${decisionsAbout}) d))
         OR (t.entity_type = 'second_look' AND t.entity_id IN (SELECT CAST(l.id AS TEXT) FROM (${looks}) l)))) r
     WHERE u.id = ?1`,
    [userId],
  );
  const changes = withoutNames(reasons);
  if (changes.length > 0) await batch(db, changes);
}

export function withoutNames(reasons: StoredReason[]): Statement[] {
  return reasons.flatMap(({ table, id, reason, ...names }) => {
    const text = redactMember(reason, names);
    return text === reason ? [] : [statement(`UPDATE ${table} SET reason = ?2 WHERE id = ?1`, [id, text])];
  });
}

/** Returns the steps that have rows to erase. Most tables have no rows of most members. */
async function findDueSteps<Row>(db: Database, steps: readonly Statement<Row>[]): Promise<Statement<Row>[]> {
  const { conditions, values } = listStepConditions(steps);
  const found = await queryFirst<{ due: string }, 'due'>(db, `SELECT ${nestedJsonArray(conditions)} AS "due"`, values);
  const areDue = (JSON.parse(found?.due ?? '[]') as (0 | 1)[][]).flat();
  return steps.filter((_, index) => areDue[index] === 1);
}

function createObjectName(userId: number, createdAt: number): string {
  return `${erasedPrefix}${userId}:${createdAt}`;
}

/** If the member has data left to erase, sets the version to NULL, which makes the batch fail. */
function leaveTombstone(userId: number, passwordHash: string, now: number): Statement {
  const { email, referralCode } = createTombstone(userId);
  const casesSince = now - caseEvidenceRetentionSeconds;
  const { conditions, values } = listStepConditions(personalRows(userId, casesSince), [
    ...[userId, email, passwordHash, referralCode],
    ...[now, casesSince],
  ]);
  return statement(
    `UPDATE users SET email = ?2, email_key = ?2, email_verified_at = NULL, username = NULL, username_key = NULL, username_skeleton = NULL, password_hash = ?3,
       first_name = NULL, last_name = NULL, first_name_key = '', last_name_key = '', phone = NULL, phone_key = '', address = NULL, city = NULL, state = NULL, zip = NULL, country = NULL,
       dream_destination = NULL, shown_medal = NULL, opened_chest_month = NULL, time_zone = NULL, earlier_time_zones = '[]',
       firebase_uid = NULL, oauth_provider = NULL, photo_url = NULL, registration_address_hash = iif(${staysInCase('?1', '?6')}, registration_address_hash, NULL), referral_code = ?4,
       stripe_customer_id = NULL, stripe_subscription_id = NULL, wants_optional_mail = 0, language = 'en', last_login_at = NULL, suspended_at = NULL, suspended_reason = NULL,
       suspended_by_role = NULL, membership_lost_at = NULL, erased_at = ?5,
       version = iif(1 IN (${conditions.join(', ')}), NULL, version + 1)
     WHERE id = ?1 AND deletion_requested_at IS NOT NULL AND erased_at IS NULL`,
    values,
  );
}
