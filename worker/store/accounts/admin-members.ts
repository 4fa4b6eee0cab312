import { tierNames } from '#schema/memberships/tier.ts';
import { accountErasureAfterSeconds } from '#schema/rules.ts';
import { users } from '#schema/tables/members.ts';
import { describeProfileChange, type EditedMember, type MemberEdit } from '#worker/domain/accounts/member-edit.ts';
import { addressFields } from '#worker/domain/accounts/profile.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import { endPendingChange, isTaken, pendingEmailSql } from '#worker/store/accounts/email-changes.ts';
import { assignProfile, foldedNames, nameConditions, phoneConditions } from '#worker/store/accounts/search-keys.ts';
import { freeSkeletonSql } from '#worker/store/accounts/usernames.ts';
import { type TakenName, takenNames } from '#worker/store/accounts/users.ts';
import { auditStatement } from '#worker/store/admin/audit/audit.ts';
import { columnConditions, dateFilter, type ListPage, type ListRowsQuery, type ListShape, readList } from '#worker/store/admin/list.ts';
import { parcelOrders } from '#worker/store/admin/search/exact-matches.ts';
import { returnToReview } from '#worker/store/certificates/return-to-review.ts';
import { bindStore } from '#worker/store/database.ts';
import { queueAccountMails, queueSelectedMails } from '#worker/store/messages/mail.ts';
import { batch, catchViolation, queryFirst, type RowOf, type Statement, selectList, statement } from '#worker/store/sql.ts';
import { cancelDeletion, holdPayouts } from './former-address.ts';
import { recoverAccount } from './secure-account.ts';

const listKeys = [
  'id',
  'email',
  'username',
  'firstName',
  'lastName',
  'role',
  'tokenBalance',
  'owedTokens',
  'createdAt',
  'emailVerifiedAt',
  'deletionRequestedAt',
  'suspendedAt',
] as const;
export type ListedMember = RowOf<typeof users, (typeof listKeys)[number]>;

const displayName = `lower(coalesce(t.first_name || ' ' || t.last_name, t.username, t.email))`;
const begins = (column: string, text: string) => `${column} >= lower(${text}) AND ${column} < lower(${text}) || char(1114111)`;
const isListed = 't.erased_at IS NULL';

/** The admin member list, which omits erased members. The sort orders match indexes in schema/tables/members.ts. */
export const memberList: ListShape = {
  from: 'users t',
  columns: selectList(users, 't', listKeys),
  where: isListed,
  search: `t.email || char(10) || coalesce(t.username, '') || char(10) || coalesce(t.first_name, '') || ' ' || coalesce(t.last_name, '')`,
  names: foldedNames('t'),
  sorts: {
    created: 't.created_at',
    name: displayName,
    email: 't.email_key',
    tokens: 't.listed_tokens',
  },
  defaultSort: '-created',
  filters: {
    // The state filter comes before the role filter because few members are in any of these states, which makes its index more selective.
    state: {
      conditions: { leaving: 't.deletion_requested_at IS NOT NULL', owing: 't.owed_tokens > 0', suspended: 't.suspended_at IS NOT NULL' },
      sorts: ['created'],
      indexes: { leaving: 'users_leaving', owing: 'users_owed', suspended: 'users_suspended' },
    },
    role: { conditions: columnConditions('role', tierNames), sorts: ['created'] },
  },
  dates: dateFilter('t.created_at', ['created']),
  exact: {
    number: 'member',
    email: (key) => `SELECT t.id FROM users t WHERE t.email_key = ${key}`,
    stripe: (id) => `SELECT t.id FROM users t WHERE t.stripe_customer_id = ${id} OR t.stripe_subscription_id = ${id}`,
    // The indexes make these lookups fast for any number of members.
    card: (id) => `SELECT c.user_id AS id FROM cache_cards c WHERE c.card_id = ${id}`,
    certificate: (number) => `SELECT c.user_id AS id FROM vacation_certificates c WHERE c.number = ${number}`,
    tracking: (number) => `SELECT o.user_id AS id FROM ${parcelOrders(number)} s CROSS JOIN orders o ON o.id = s.order_id`,
    phone: (key) => phoneConditions('t', key).map((condition) => `SELECT t.id FROM users t WHERE ${isListed} AND ${condition}`),
    name: (key) => nameConditions('t', key).map(({ condition }) => `SELECT t.id FROM users t WHERE ${condition}`),
    // Looks up members by prefix of their username, name or email. Stays fast for any number of members.
    text: (text) => [
      `SELECT t.id FROM users t WHERE t.username_key = lower(${text})`,
      `SELECT t.id FROM users t WHERE ${isListed} AND length(${text}) > 2 AND ${begins(displayName, text)}`,
      `SELECT t.id FROM users t WHERE ${isListed} AND length(${text}) > 2 AND ${begins('t.email_key', text)}`,
    ],
  },
};

const editKeys = [
  'version',
  'deletionRequestedAt',
  'email',
  'emailVerifiedAt',
  'username',
  'firstName',
  'lastName',
  'phone',
  'address',
  'city',
  'state',
  'zip',
  'country',
] as const;
export const adminMemberStore = bindStore({
  list: (db, request: ListRowsQuery): Promise<ListPage<ListedMember>> => readList<ListedMember>(db, memberList, request),

  async loadForEdit(db, userId: number, now: number): Promise<EditedMember | undefined> {
    return queryFirst<EditedMember, 'pendingEmail'>(
      db,
      `SELECT ${selectList(users, 'u', editKeys)}, ${pendingEmailSql('u.id', '?2')} AS "pendingEmail"
         FROM users u WHERE u.id = ?1 AND u.erased_at IS NULL`,
      [userId, now],
    );
  },

  /**
   * Applies all changes or none, and rejects them if the member has changed since `version`. If the current email is verified, a new email
   * stays pending and replaces any earlier pending one, unless the account is recovered from an intruder.
   */
  async edit(
    db,
    userId: number,
    version: number,
    edit: MemberEdit,
    mails: Mail[],
    actor: Actor,
    now: number,
  ): Promise<'edited' | 'changed_meanwhile' | TakenName> {
    const values: (string | number | null)[] = [];
    const bind = (value: string | number | null) => `?${values.push(value) + 2}`;
    const setColumn = (column: string, value: string | null) => `${column} = ${bind(value)}`;
    const assignments = assignProfile(edit.set, bind);
    // A recovery must not remove the administrator's correction as an intruder's recent change.
    if (addressFields.some((field) => edit.set[field] !== undefined)) assignments.push('address_changed_at = NULL');
    if (edit.username)
      assignments.push(
        setColumn('username', edit.username.username),
        setColumn('username_key', edit.username.usernameKey),
        `username_skeleton = ${freeSkeletonSql(bind(edit.username.usernameSkeleton), '?1')}`,
      );
    const { email } = edit;
    const needsConfirmation = email?.method === 'prove';
    const isRecovery = email?.method === 'recover';
    if (email) {
      const key = bind(email.emailKey);
      // Sets `email_key` to NULL if the email is in use or reserved so that the NOT NULL constraint rolls the batch back.
      assignments.push(`email_key = iif(${isTaken(key, bind(now), '?1')}, NULL, ${needsConfirmation ? 'email_key' : key})`);
      if (!needsConfirmation) assignments.push(setColumn('email', email.email));
      if (isRecovery) assignments.push("email_verified_at = NULL, password_hash = '!'");
    }
    const orCancelsDeletion =
      edit.canceledRequestAt !== undefined
        ? ` OR deletion_requested_at = ${bind(edit.canceledRequestAt)}`
        : isRecovery
          ? ` OR deletion_requested_at > ${bind(now - accountErasureAfterSeconds)}`
          : '';
    // Rechecks whether the email is verified because a provider sign-in may have verified it in the meantime. A recovery changes it anyway.
    const verificationCondition =
      needsConfirmation || email?.method === 'replace' ? ` AND (email_verified_at IS NOT NULL) = ${needsConfirmation ? 1 : 0}` : '';
    const update = statement(
      `UPDATE users SET version = iif(version = ?2 AND (deletion_requested_at IS NULL${orCancelsDeletion})${verificationCondition}, version + 1, NULL), ${assignments.join(', ')} WHERE id = ?1`,
      [userId, version, ...values],
    );
    const { before, after } = edit;
    const entry = { action: 'user.update' as const, entityType: 'user', entityId: userId, userId, before, after, reason: edit.reason };
    const recipient = email && { emailKey: needsConfirmation ? email.previousKey : email.emailKey, userId };
    const mailStatements = recipient ? queueAccountMails(recipient, mails, now) : [];
    if (email && email.method !== 'rewrite') mailStatements.push(emailOtherSuperAdmins(userId, edit, actor, now));
    const changes = describeProfileChange(edit);
    if (changes !== null) mailStatements.push(queueProfileChanged(userId, changes, now));
    return catchViolation({ ...takenNames, 'users.version': 'changed_meanwhile' }, async () => {
      await batch(db, [
        update,
        auditStatement(actor, entry, now),
        ...(needsConfirmation ? [endPendingChange(userId, now)] : []),
        ...(isRecovery ? [...cancelDeletion(userId, now), ...recoverAccount('recovery', userId, now)] : []),
        ...mailStatements,
        ...(email && email.method !== 'rewrite' ? [returnToReview('favor', '?1', '?2', [userId, now]), ...holdPayouts(userId, now)] : []),
      ]);
      return 'edited' as const;
    });
  },
});

/**
 * Emails the other super administrators about a change of the email of a member who verified it or has tokens, certificates or earnings:
 * whoever can read the new mailbox controls the account. The email omits the reason, which may contain personal data.
 */
function emailOtherSuperAdmins(userId: number, { email }: MemberEdit, { adminId }: Actor, now: number): Statement {
  return queueSelectedMails(
    'member_email_changed',
    {
      sql: `SELECT NULL, a.email, json_object('firstName', a.first_name, 'member', CAST(u.id AS TEXT), 'sender', s.email,
          'oldMailbox', ?3), NULL
        FROM users u JOIN admins s ON s.id = ?2 JOIN admins a ON a.role = 'super_admin' AND a.disabled_at IS NULL AND a.id <> s.id
        WHERE u.id = ?1 AND (u.email_verified_at IS NOT NULL OR u.token_balance > 0
          OR EXISTS (SELECT 1 FROM vacation_certificates c WHERE c.user_id = u.id)
          OR EXISTS (SELECT 1 FROM referral_commissions c WHERE c.referrer_id = u.id)
          OR EXISTS (SELECT 1 FROM treasure_chest_payouts t WHERE t.user_id = u.id))`,
      values: [userId, adminId, email?.method === 'recover' ? 'stolen, cannot undo it' : null],
    },
    now,
  );
}

function queueProfileChanged(userId: number, changes: string, now: number): Statement {
  const sql = `SELECT u.id, u.email, json_object('firstName', u.first_name, 'changes', ?2), 'profile_changed:' || u.id || ':' || u.version
    FROM users u WHERE u.id = ?1`;
  return queueSelectedMails('profile_changed', { sql, values: [userId, changes] }, now);
}
