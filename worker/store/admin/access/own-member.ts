/** Data that shows whether an administrator has a conflict of interest with a member. Product rules: Administrators, Reviews. */

import { type AdminRole, adminRoles } from '#schema/admin/session.ts';
import { benefactorSeconds, cheapestCertificateTokens, givenShareSignal, recentAccessSeconds } from '#schema/rules.ts';
import { tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import { type GivingAction, givingActions } from '#worker/domain/admin/giving-actions.ts';
import { isConfirmedEmail } from '#worker/store/accounts/confirmed-emails.ts';
import { gaveStay } from '#worker/store/admin/access/given-stay.ts';
import { hasStanding, isAdminChange, isOrWasEnabled, isSoleAdministrator } from '#worker/store/admin/access/standing.ts';
import { isEmailChange } from '#worker/store/admin/audit/audit.ts';
import { bindStore, type Database } from '#worker/store/database.ts';
import { endedHolds } from '#worker/store/reviews/ended-holds.ts';
import { isScanBy } from '#worker/store/scans/scan-evidence.ts';
import { isFirstScan } from '#worker/store/scans/scan-kinds.ts';
import { batch, onlyRow, queryAll, queryFirst, rows, statement } from '#worker/store/sql.ts';

/** Facts showing that an administrator and a member are different people. The write rechecks them. */
export interface OwnMemberCheck {
  /** Normalized email of the member, for comparison. */
  emailKey: string;
  /** Keyed hashes of the administrator's network addresses. */
  addressHashes: string[];
}

/**
 * SQL for the addresses from which administrator `?1` has worked since `?2`. Steps from each address to the next one in the index, so that
 * no number of entries hides an address.
 */
const usedAddresses = `WITH RECURSIVE used(address) AS (
    SELECT min(l.address) FROM audit_log l WHERE l.admin_id = ?1 AND l.address IS NOT NULL
    UNION ALL SELECT (SELECT min(l.address) FROM audit_log l WHERE l.admin_id = ?1 AND l.address > u.address) FROM used u WHERE u.address IS NOT NULL)
  SELECT u.address AS "address" FROM used u
  WHERE EXISTS (SELECT 1 FROM audit_log l WHERE l.admin_id = ?1 AND l.address = u.address AND l.created_at > ?2)`;

/**
 * SQL condition: at least one of the address hashes (a JSON array) is stored with the member's scans, registration, reports or messages.
 */
export const usesAddress = (user: string, hashes: string) => {
  const isOne = (column: string) => `${column} IN (SELECT value FROM json_each(${hashes}))`;
  return `(EXISTS (SELECT 1 FROM card_scans t WHERE ${isScanBy(user)} AND ${isOne('t.address_hash')})
    OR EXISTS (SELECT 1 FROM users x WHERE x.id = ${user} AND ${isOne('x.registration_address_hash')})
    OR EXISTS (SELECT 1 FROM card_reports r WHERE r.user_id = ${user} AND ${isOne('r.address_hash')})
    OR EXISTS (SELECT 1 FROM contact_messages m WHERE m.user_id = ${user} AND ${isOne('m.address_hash')}))`;
};

/**
 * SQL condition: the `OwnMemberCheck` in `check` still holds. The member's email is unchanged, and the member has used none of the
 * administrator's network addresses.
 */
export const isStillOther = (user: string, check: string) =>
  `(SELECT k.email_key FROM users k WHERE k.id = ${user}) = ${check} ->> 'emailKey' AND NOT ${usesAddress(user, `${check} -> 'addressHashes'`)}`;

/** Gifts that an audit entry with the receiver's id proves. `benefactors` has a condition of its own for each of the others. */
const plainGifts = givingActions.filter(
  (action) =>
    !['card.owner', 'card.status', 'claim.decide', 'review.undo', 'tokens.adjust', 'user.referrer', 'user.update'].includes(action),
);
const listActions = (actions: readonly GivingAction[]) => actions.map((action) => `'${action}'`).join(', ');

/**
 * SQL for the gifts to the member since `since` (worker/domain/admin/giving-actions.ts), except tokens and gifts through a friend, and for
 * the holds and suspensions by a colleague that someone ended. `id` is the administrator, `entity` the audit entry's.
 */
export const auditedGifts = (user: string, since: string) =>
  `SELECT g.admin_id AS "id", g.action AS "action", g.entity_id AS "entity", g.created_at AS "at" FROM audit_log g
     WHERE g.user_id = ${user} AND g.created_at > ${since} AND (+g.action IN (${listActions(plainGifts)})
       OR (+g.action = 'card.owner' AND g.after ->> 'ownerId' = ${user}) OR (+g.action = 'card.status' AND g.before ->> 'status' = 'disabled')
       OR (+g.action = 'claim.decide' AND g.after ->> 'status' = 'approved')
       OR (${isEmailChange}) OR (+g.action = 'user.let_back' AND EXISTS (SELECT 1 FROM audit_log x WHERE x.user_id = g.user_id
         AND x.created_at > ${since} AND x.id < g.id AND x.admin_id <> g.admin_id AND +x.action = 'user.suspend')))
   UNION ALL SELECT e.id, e.action, NULL, e.at FROM (${endedHolds(`= ${user}`, since)}
     UNION ALL SELECT d.admin_id, iif(o.action = 'take_back', 'review.undo', 'review.release'), d.created_at, o.admin_id, m.user_id FROM review_effects m
       CROSS JOIN review_decisions d ON d.id = m.decision_id AND d.created_at > ${since} JOIN review_decisions o ON o.id = d.undoes_id
       WHERE m.user_id = ${user} AND m.kind = 'member' AND (o.action = 'take_back' OR (o.action = 'suspend' AND o.admin_id <> d.admin_id))) e`;

/** SQL condition: audit entry `g` gave card `c` to a member at most `benefactorSeconds` before scan `s`. */
export const isRecentTransfer = `g.entity_type = 'cache_card' AND g.entity_id = c.card_id AND +g.action = 'card.owner'
  AND g.created_at BETWEEN s.scan_date - ${benefactorSeconds} AND s.scan_date`;

/** The number of finds of cards from one administrator that can be a signal: this share of the cheapest certificate. */
const givenFinds = Math.ceil(givenShareSignal * cheapestCertificateTokens);

/**
 * SQL for all gifts to the member since `since` (worker/domain/admin/giving-actions.ts), in the columns of `auditedGifts`. A referrer also
 * gains from a friend's refund that leaves the commission.
 */
const gifts = (user: string, since: string) =>
  `${auditedGifts(user, since)}
   UNION ALL SELECT g.subject_id, 'tokens.adjust', NULL, g.created_at FROM token_transactions g
     WHERE g.user_id = ${user} AND g.kind = ${tokenKinds.adjustment.code} AND g.amount > 0 AND g.created_at > ${since}
   UNION ALL SELECT g.admin_id, g.action, NULL, g.created_at FROM users f CROSS JOIN audit_log g ON g.user_id = f.id
     WHERE f.referred_by_id = ${user} AND g.created_at > ${since} AND (+g.action = 'user.referrer' OR (+g.action = 'order.refund'
       AND EXISTS (SELECT 1 FROM referral_commissions c WHERE c.order_id = CAST(g.entity_id AS INTEGER) AND c.referrer_id = ${user}
         AND c.kind = 'commission' AND c.status <> 'reversed')))`;

/**
 * SQL for `gifts`, and for administrators who since `since` gave anyone many of the cards that the member found afterwards, or downloaded
 * the codes of such cards.
 */
const benefactors = (user: string, since: string) =>
  `${gifts(user, since)}
   UNION ALL SELECT g.admin_id, g.action, NULL, max(g.created_at) FROM card_scans s CROSS JOIN cache_cards c ON c.id = s.card_id
       CROSS JOIN audit_log g ON g.entity_type IN ('cache_card', 'order') AND g.entity_id IN (c.card_id, CAST(c.order_id AS TEXT))
         AND g.created_at > ${since} AND ((${isRecentTransfer}) OR (+g.action IN ('card.print_file', 'order.address', 'order.print_file')
           AND s.scan_date BETWEEN c.code_exposed_from AND coalesce(c.code_exposed_until, c.placement_at, 9e15)))
     WHERE s.user_id = ${user} AND ${isFirstScan('s')} AND s.scan_date > ${since}
     GROUP BY g.admin_id, g.action HAVING g.action <> 'card.owner' OR count(DISTINCT c.id) >= ${givenFinds}`;

/**
 * SQL for the ids of administrators connected to this one since `since`, itself included: by a chain of accounts of which each created or
 * reset the next, in either direction. If that chain includes every administrator with one of the roles because one of them, the founder,
 * created all the others, it does not lead through the founder; otherwise nobody could decide.
 */
const connectedAdministrators = (admin: string, since: string, now: string, roles: readonly AdminRole[]) => {
  const newLink = (columns: string) => `SELECT ${columns} FROM audit_log l INDEXED BY audit_log_standing WHERE ${isAdminChange('l')}
    AND l.action IN ('admin.create', 'admin.reset_link') AND l.admin_id IS NOT NULL AND l.created_at > ${since}`;
  const changed = 'CAST(l.entity_id AS INTEGER)';
  return `WITH RECURSIVE links(id, other, is_creation) AS MATERIALIZED (
      ${newLink(`l.admin_id, ${changed}, l.action = 'admin.create'`)} UNION ALL ${newLink(`${changed}, l.admin_id, 0`)}),
    chain(id) AS (SELECT CAST(${admin} AS INTEGER) UNION SELECT k.other FROM chain c JOIN links k ON k.id = c.id),
    founder(id) AS (SELECT min(c.id) FROM chain c WHERE NOT EXISTS (SELECT 1 FROM links k WHERE k.other = c.id AND k.is_creation)
      AND NOT EXISTS (SELECT 1 FROM admins o WHERE ${isOrWasEnabled('o', roles, now)} AND o.id NOT IN (SELECT id FROM chain))
      HAVING count(*) = 1),
    connected(id) AS (SELECT CAST(${admin} AS INTEGER) UNION SELECT k.other FROM connected c JOIN links k ON k.id = c.id
      WHERE c.id = ${admin} OR c.id NOT IN (SELECT id FROM founder))
    SELECT id FROM connected`;
};

/**
 * SQL condition: there is a giver among `givers` (a query for ids since `benefactorSeconds`), and this administrator is, or may be a second
 * account of, that giver: the two accounts are connected, or it has no standing (checked in production only). False if there is no other
 * administrator with one of the roles, now or in the last 7 days, who could decide about the member.
 */
export const mayBeGiver = (givers: string, admin: string, isDevelopment: string, now: string, roles: readonly AdminRole[] = adminRoles) =>
  `(EXISTS (SELECT 1 FROM (${givers}) b WHERE ${isDevelopment} = 0 AND NOT ${hasStanding(admin, roles, now)}
      OR b.id IN (${connectedAdministrators(admin, recentGiftsFrom(now), now, roles)}))
    AND NOT ${isSoleAdministrator(admin, roles, now)})`;
const recentGiftsFrom = (now: string) => `${now} - ${benefactorSeconds}`;
/** SQL for the gifts to the member that count at `now`. Finds are no gifts here: they earn tokens, not money. */
export const recentGifts = (user: string, now: string) => gifts(user, recentGiftsFrom(now));

/** SQL condition: this administrator is, or may be a second account of, a recent benefactor of the member. */
export const mayBeBenefactor = (admin: string, user: string, isDevelopment: string, now: string) =>
  mayBeGiver(benefactors(user, recentGiftsFrom(now)), admin, isDevelopment, now);

/** Whether the SQL condition holds for any of the ids (`w.value`). Its parameters are ?1 the administrator, ?3 `isDevelopment` and ?4 `now`. */
async function holdsForAny(
  db: Database,
  condition: string,
  adminId: number,
  ids: readonly number[],
  isDevelopment: boolean,
  now: number,
): Promise<boolean> {
  // Not `EXISTS (…)`, which would exceed SQLite's depth of expressions.
  const sql = `SELECT w.value AS "id" FROM json_each(?2) w WHERE ${condition} LIMIT 1`;
  const found = await queryFirst<{ id: number }, 'id'>(db, sql, [adminId, JSON.stringify(ids), Number(isDevelopment), now]);
  return found !== undefined;
}

export const ownMemberStore = bindStore({
  /** Whether the administrator may be a benefactor of one of the members. */
  async mayBeBenefactor(db, adminId: number, userIds: readonly number[], isDevelopment: boolean, now: number): Promise<boolean> {
    return holdsForAny(db, mayBeBenefactor('?1', 'w.value', '?3', '?4'), adminId, userIds, isDevelopment, now);
  },

  /** Whether the administrator may be the one who recently changed the member's email, which can give somebody else the account. */
  async mayHaveChangedEmail(db, adminId: number, userId: number, isDevelopment: boolean, now: number): Promise<boolean> {
    const changes = `SELECT g.admin_id AS "id" FROM audit_log g
      WHERE g.user_id = w.value AND g.created_at > ${recentGiftsFrom('?4')} AND ${isEmailChange}`;
    return holdsForAny(db, mayBeGiver(changes, '?1', '?3', '?4'), adminId, [userId], isDevelopment, now);
  },

  /**
   * Whether the administrator is, or may be a second account of, one who recently resumed emails to the member although they bounced. A
   * warning may then not arrive.
   */
  async mayHaveResumedEmails(db, adminId: number, userId: number, isDevelopment: boolean, now: number): Promise<boolean> {
    const resumers = `SELECT g.admin_id AS "id" FROM audit_log g WHERE g.user_id = w.value AND g.created_at > ?4 - ${recentAccessSeconds}
      AND +g.action = 'user.resume_emails' AND g.before ->> 'reason' <> 'complained'`;
    const condition = `(?1 IN (${resumers}) OR ${mayBeGiver(resumers, '?1', '?3', '?4')})`;
    return holdsForAny(db, condition, adminId, [userId], isDevelopment, now);
  },

  /**
   * Whether this administrator is, or may be a second account of, one who passed the certificate although it had signals, or allowed another
   * traveler, and another administrator could decide about its stay.
   */
  async mayHavePassed(db, adminId: number, certificateId: number, now: number): Promise<boolean> {
    const passers = `SELECT e.id FROM vacation_certificates c JOIN admins e ON ${gaveStay('e.id', 'c')} WHERE c.id = w.value`;
    return holdsForAny(db, mayBeGiver(passers, '?1', '?3', '?4'), adminId, [certificateId], false, now);
  },

  /**
   * Returns the members' and the administrator's emails, current and earlier, and the network addresses that the administrator has used
   * since `since` (Unix seconds). A member's email counts once verified: anyone can enter an administrator's, to bar them.
   */
  async load(db, adminId: number, userIds: readonly number[], since: number) {
    const ids = JSON.stringify(userIds);
    const isMember = (user: string) => `${user} IN (SELECT value FROM json_each(?1))`;
    const [members, memberEmails, adminEmails, addresses] = await batch(db, [
      statement<{ emailKey: string }>(`SELECT u.email_key AS "emailKey" FROM users u WHERE ${isMember('u.id')}`, [ids]),
      statement<{ email: string }, 'email'>(
        `SELECT u.email AS "email" FROM users u WHERE ${isMember('u.id')} AND u.email_verified_at IS NOT NULL
         UNION SELECT l.email FROM one_time_links l WHERE ${isMember('l.user_id')} AND ${isConfirmedEmail}
         UNION SELECT p.email FROM payout_addresses p WHERE ${isMember('p.user_id')} AND p.email IS NOT NULL`,
        [ids],
      ),
      statement<{ email: string }, 'email'>(
        `SELECT a.email AS "email" FROM admins a WHERE a.id = ?1
         UNION SELECT l.before ->> 'email' FROM audit_log l
           WHERE l.entity_type = 'admin' AND l.entity_id = ?2 AND +l.action = 'admin.profile' AND l.before ->> 'email' IS NOT NULL`,
        [adminId, String(adminId)],
      ),
      statement<{ address: string }, 'address'>(usedAddresses, [adminId, since]),
    ]);
    return {
      emailKeys: rows(members).map(({ emailKey }) => emailKey),
      memberEmails: rows(memberEmails).map(({ email }) => email),
      adminEmails: rows(adminEmails).map(({ email }) => email),
      addresses: rows(addresses).map(({ address }) => address),
    };
  },

  /** Returns the id of the member who referred this one, in a list; an empty list if nobody did. */
  async referrerOf(db, userId: number): Promise<number[]> {
    const referrers = await queryAll<{ id: number }, 'id'>(
      db,
      'SELECT u.referred_by_id AS "id" FROM users u WHERE u.id = ?1 AND u.referred_by_id IS NOT NULL',
      [userId],
    );
    return referrers.map(({ id }) => id);
  },

  /** Whether a member's data contains one of the address hashes. */
  async sharesAddress(db, userIds: readonly number[], addressHashes: string[]): Promise<boolean> {
    const [found] = await batch(db, [
      statement<{ isShared: 0 | 1 }, 'isShared'>(
        `SELECT EXISTS (SELECT 1 FROM json_each(?1) w WHERE ${usesAddress('w.value', '?2')}) AS "isShared"`,
        [JSON.stringify(userIds), JSON.stringify(addressHashes)],
      ),
    ]);
    return onlyRow(found).isShared === 1;
  },
});
