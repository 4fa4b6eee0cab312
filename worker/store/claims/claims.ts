import type { ClaimStatus } from '#schema/claims/claim.ts';
import { claimsPerMember } from '#schema/rules.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import type { ClaimedCard } from '#worker/domain/claims/claim.ts';
import { utcDay } from '#worker/domain/time.ts';
import { isSuspendedBySuperAdmin } from '#worker/store/accounts/admin-suspensions.ts';
import { type Member, signedInMember } from '#worker/store/accounts/users.ts';
import { isStillOther, type OwnMemberCheck } from '#worker/store/admin/access/own-member.ts';
import { auditDifferences } from '#worker/store/admin/audit/audit-differences.ts';
import { emailManyGivenCards, queueCardLeft } from '#worker/store/cards/admin-card-mails.ts';
import { exposureEnd } from '#worker/store/cards/code-exposure.ts';
import { isFindable } from '#worker/store/cards/findable-cards.ts';
import { recordFormerPlaces } from '#worker/store/cards/former-places.ts';
import { bindStore } from '#worker/store/database.ts';
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import { setDefaultDigest } from '#worker/store/scans/digest-defaults.ts';
import { countMiss, missCounts, type Requester, spentLimit } from '#worker/store/scans/lookups.ts';
import { batch, catchViolation, firstRow, rows, statement } from '#worker/store/sql.ts';
import { isAdoptable, isPaymentDisputed } from './adoption.ts';

export interface ClaimRow {
  id: number;
  userId: number;
  cardId: string;
  proofUrl: string | null;
  status: ClaimStatus;
  adminComment: string | null;
  createdAt: number;
  updatedAt: number;
}

export interface ClaimDecision {
  claimId: number;
  /** Expected version of the claim; `cardVersion` is the expected version of its card. */
  version: number;
  cardVersion: number;
  status: 'approved' | 'rejected';
  comment: string | null;
  /** Secret code for a new owner; the former owner’s stops working. */
  code: string;
  /** Whether an approval may transfer the card away from an active, paying owner. */
  mayTransfer: boolean;
  /** Facts showing that the claimant is not the administrator; set only for an approval. The write rechecks them. */
  check?: OwnMemberCheck | undefined;
  actor: Actor;
}

const claimColumns = `o.id AS "id", o.user_id AS "userId", c.card_id AS "cardId", o.proof_url AS "proofUrl", o.status AS "status",
  o.admin_comment AS "adminComment", o.created_at AS "createdAt", o.updated_at AS "updatedAt"`;
const claims = 'ownership_claims o JOIN cache_cards c ON c.id = o.card_id';
const maxListedClaims = 200;

/**
 * SQL condition: only super administrators may take card `c` from its owner, who pays or may still cancel the deletion of the account. False
 * for owners who let their membership lapse or were suspended by a super administrator.
 */
export const hasProtectedOwner = `EXISTS (SELECT 1 FROM users u WHERE u.id = c.user_id AND (u.role <> 'free' OR u.deletion_requested_at IS NOT NULL)
  AND NOT ${isSuspendedBySuperAdmin})`;

/**
 * SQL condition: claim `o` on card `c` has a proof, or the card may still be adopted; and nobody disputes its payment. `now` is an SQL
 * expression.
 */
const isStillClaimable = (now: string) => `(iif(o.proof_url IS NULL, ${isAdoptable(now)}, NOT ${isPaymentDisputed}))`;

/** SQL condition: claim `o` has a proof, or the claimant still has the membership that an adoption needs. */
const isStillEntitled = `(o.proof_url IS NOT NULL OR EXISTS (SELECT 1 FROM users m WHERE m.id = o.user_id AND m.role <> 'free'))`;

export const claimStore = bindStore({
  async listOwn(db, caller: Caller, now: number): Promise<{ member: Member | undefined; claims: ClaimRow[] }> {
    const [member, found] = await batch(db, [
      signedInMember(caller, now),
      statement<ClaimRow>(`SELECT ${claimColumns} FROM ${claims} WHERE o.user_id = ?1 ORDER BY o.id DESC LIMIT ?2`, [
        caller.userId,
        maxListedClaims,
      ]),
    ]);
    return { member: firstRow(member), claims: rows(found) };
  },

  /** Loads the card for a claim. An unknown card id counts toward the limit on guesses. */
  async load(db, requester: Requester & { caller: Caller }, cardId: string, now: number) {
    const [counts, found, card, lately] = await batch(db, [
      missCounts(requester),
      signedInMember(requester.caller, now),
      statement<
        { rowId: number; ownerId: number | null; isTest: 0 | 1; isPending: 0 | 1; isAdoptable: 0 | 1 },
        'isPending' | 'isAdoptable'
      >(
        `SELECT c.id AS "rowId", c.user_id AS "ownerId", c.is_test AS "isTest", EXISTS (SELECT 1 FROM ownership_claims o
           WHERE o.card_id = c.id AND o.user_id = ?2 AND o.status = 'pending') AS "isPending",
           ${isAdoptable('?3')} AS "isAdoptable"
         FROM cache_cards c WHERE c.card_id = ?1 AND ${isFindable('c')}`,
        [cardId, requester.caller.userId, now],
      ),
      statement<{ claimsLately: number; firstClaimLately: number | null }, 'claimsLately' | 'firstClaimLately'>(
        'SELECT count(*) AS "claimsLately", min(created_at) AS "firstClaimLately" FROM ownership_claims WHERE user_id = ?1 AND created_at > ?2',
        [requester.caller.userId, now - claimsPerMember.windowSeconds],
      ),
      countMiss(requester, { cardId }, now),
    ]);
    const member = firstRow(found);
    const row = firstRow(card);
    return {
      member,
      refusal: spentLimit(requester, { isSessionValid: member !== undefined }, counts, now),
      card:
        row &&
        ({ ...row, isTest: row.isTest === 1, isPending: row.isPending === 1, isAdoptable: row.isAdoptable === 1 } satisfies ClaimedCard & {
          rowId: number;
        }),
      lately: firstRow(lately) ?? { claimsLately: 0, firstClaimLately: null },
    };
  },

  /**
   * Opens a claim. Rechecks everything because the card may have a new owner or the same claim may arrive twice. Notifies the owner so that
   * the owner can object, at most once a day per card.
   */
  async open(
    db,
    userId: number,
    cardRowId: number,
    proofUrl: string | null,
    now: number,
  ): Promise<ClaimRow | 'claim_pending' | 'changed_meanwhile'> {
    return catchViolation({ 'ownership_claims.user_id, ownership_claims.card_id': 'claim_pending' }, async () => {
      const [opened] = await batch(db, [
        statement<ClaimRow>(
          `INSERT INTO ownership_claims (user_id, card_id, proof_url, created_at, updated_at)
           SELECT ?1, c.id, ?3, ?4, ?4 FROM cache_cards c WHERE c.id = ?2 AND c.user_id IS NOT ?1 AND c.is_test = 0 AND ${isFindable('c')}
             AND (SELECT count(*) FROM ownership_claims WHERE user_id = ?1 AND created_at > ?5) < ?6
             AND (?3 IS NOT NULL OR (${isAdoptable('?4')} AND EXISTS (SELECT 1 FROM users m WHERE m.id = ?1 AND m.role <> 'free')))
           RETURNING id, user_id AS "userId", (SELECT card_id FROM cache_cards WHERE id = ?2) AS "cardId", proof_url AS "proofUrl", status,
             admin_comment AS "adminComment", created_at AS "createdAt", updated_at AS "updatedAt"`,
          [userId, cardRowId, proofUrl, now, now - claimsPerMember.windowSeconds, claimsPerMember.limit],
        ),
        queueSelectedMails(
          'card_claimed',
          {
            sql: `SELECT u.id, u.email, json_object('firstName', u.first_name, 'cardId', c.card_id,
                'isAdoption', iif(o.proof_url IS NULL, 'yes', NULL)), 'card_claimed:' || c.id || ':' || u.id || ':' || ?3
              FROM ownership_claims o JOIN cache_cards c ON c.id = o.card_id JOIN users u ON u.id = c.user_id AND u.erased_at IS NULL
              WHERE o.user_id = ?1 AND o.card_id = ?2 AND o.status = 'pending'`,
            values: [userId, cardRowId, utcDay(now)],
          },
          now,
        ),
      ]);
      return firstRow(opened) ?? 'changed_meanwhile';
    });
  },

  /** Withdraws a claim. Returns its updated state, or undefined if the member has no claim with that id. */
  async withdraw(db, userId: number, claimId: number, now: number): Promise<ClaimRow | undefined> {
    const [, claim] = await batch(db, [
      statement(
        `UPDATE ownership_claims SET status = 'withdrawn', updated_at = ?3, version = version + 1
         WHERE id = ?1 AND user_id = ?2 AND status = 'pending'`,
        [claimId, userId, now],
      ),
      statement<ClaimRow>(`SELECT ${claimColumns} FROM ${claims} WHERE o.id = ?1 AND o.user_id = ?2`, [claimId, userId]),
    ]);
    return firstRow(claim);
  },

  /**
   * Decides a pending claim if it is unchanged, and notifies the claimant. An approval transfers the card to the claimant, notifies the
   * former owner, and clears the description and location. Claims by other members are not affected.
   */
  async decide(
    db,
    { claimId, version, cardVersion, status, comment, code, mayTransfer, check, actor }: ClaimDecision,
    now: number,
  ): Promise<
    | (ClaimRow & { email: string; version: number })
    | 'claim_not_found'
    | 'claim_decided'
    | 'claim_withdrawn'
    | 'claimant_left'
    | 'card_disabled'
    | 'card_not_adoptable'
    | 'claimant_not_paying'
    | 'changed_meanwhile'
  > {
    const pending = `FROM ownership_claims o JOIN users u ON u.id = o.user_id AND u.deletion_requested_at IS NULL
      JOIN cache_cards c ON c.id = o.card_id AND (?4 = 'rejected' OR (c.version = ?3 AND ${isFindable('c')} AND ${isStillClaimable('?6')} AND ${isStillEntitled}${mayTransfer ? '' : ` AND NOT ${hasProtectedOwner}`}))
      WHERE o.id = ?1 AND o.version = ?2 AND o.status = 'pending' AND (?5 IS NULL OR (${isStillOther('o.user_id', '?5')}))`;
    const guardValues = [claimId, version, cardVersion, status, check ? JSON.stringify(check) : null, now];
    const [, , , , , decided, , found] = await batch(db, [
      auditDifferences(
        actor,
        { action: 'card.owner', entityType: 'cache_card' },
        {
          sql: `SELECT c.card_id AS entity_id, coalesce(c.user_id, o.user_id) AS user_id, json_object('ownerId', c.user_id) AS before,
            json_object('ownerId', o.user_id) AS after ${pending} AND ?4 = 'approved'`,
          values: guardValues,
        },
        now,
      ),
      queueCardLeft(
        `?4 = 'approved' AND c.id = (SELECT o.card_id ${pending}) AND c.user_id IS NOT (SELECT o.user_id ${pending})`,
        guardValues,
        now,
      ),
      queueSelectedMails(
        'claim_decided',
        {
          sql: `SELECT u.id, u.email, json_object('firstName', u.first_name, 'cardId', c.card_id, 'status', ?4, 'comment', ?7,
            'isAdoption', iif(o.proof_url IS NULL, 'yes', NULL)),
            'claim_decided:' || o.id ${pending}`,
          values: [...guardValues, comment],
        },
        now,
      ),
      auditDifferences(
        actor,
        { action: 'claim.decide', entityType: 'ownership_claim' },
        {
          sql: `SELECT CAST(o.id AS TEXT) AS entity_id, o.user_id AS user_id, json_object('status', o.status, 'adminComment', NULL) AS before,
            json_object('status', ?4, 'adminComment', ?7) AS after ${pending}`,
          values: [...guardValues, comment],
        },
        now,
      ),
      recordFormerPlaces(`?4 = 'approved' AND c.id = (SELECT o.card_id ${pending})`, guardValues),
      statement<{ id: number }>(
        `UPDATE ownership_claims SET status = ?4, admin_comment = ?7, decided_by_id = ?8, updated_at = ?6, version = version + 1
         WHERE id = (SELECT o.id ${pending}) RETURNING id`,
        [...guardValues, comment, actor.adminId],
      ),
      // Must directly follow the update of the claim: if that changed nothing, neither does this, even for a claim that was decided before.
      // That update checks the card's version, which this statement increments.
      statement(
        `UPDATE cache_cards SET user_id = o.user_id, code = iif(cache_cards.user_id IS o.user_id, code, ?2),
           code_exposed_until = iif(cache_cards.user_id IS o.user_id, code_exposed_until, ${exposureEnd('?3')}), version = cache_cards.version + 1 FROM ownership_claims o
         WHERE changes() > 0 AND o.id = ?1 AND o.status = 'approved' AND cache_cards.id = o.card_id`,
        [claimId, code, now],
      ),
      statement<
        ClaimRow & { email: string; version: number; hasLeft: 0 | 1; isFindable: 0 | 1; isClaimable: 0 | 1; isEntitled: 0 | 1 },
        'hasLeft' | 'isFindable' | 'isClaimable' | 'isEntitled'
      >(
        `SELECT ${claimColumns}, u.email AS "email", o.version AS "version", u.deletion_requested_at IS NOT NULL AS "hasLeft",
           ${isFindable('c')} AS "isFindable", ${isStillClaimable('?2')} AS "isClaimable", ${isStillEntitled} AS "isEntitled"
         FROM ${claims} JOIN users u ON u.id = o.user_id WHERE o.id = ?1`,
        [claimId, now],
      ),
      setDefaultDigest(
        { member: 'o.user_id', sql: "FROM ownership_claims o WHERE o.id = ?1 AND o.status = 'approved'", values: [claimId] },
        now,
      ),
      emailManyGivenCards(actor, now),
    ]);
    const row = firstRow(found);
    if (!row) return 'claim_not_found';
    const { hasLeft, isFindable: isCardFindable, isClaimable, isEntitled, ...claim } = row;
    if (firstRow(decided) !== undefined) return claim;
    // A member's pending claims are also withdrawn when the member leaves, so check whether the claimant left before reporting that the
    // claim was withdrawn.
    if (hasLeft === 0 && claim.status === 'withdrawn') return 'claim_withdrawn';
    if (claim.status === 'approved' || claim.status === 'rejected') return 'claim_decided';
    if (hasLeft === 1) return 'claimant_left';
    if (status === 'rejected') return 'changed_meanwhile';
    if (isCardFindable === 0) return 'card_disabled';
    if (isClaimable === 0) return 'card_not_adoptable';
    return isEntitled === 0 ? 'claimant_not_paying' : 'changed_meanwhile';
  },
});
