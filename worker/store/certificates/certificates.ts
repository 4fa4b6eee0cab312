/** Members' certificates: redemption, list and activation. Every write rechecks the preconditions on which its decision was based. */

import type { ReviewState } from '#schema/certificates/certificate.ts';
import type { StayCatalogue } from '#schema/stays/catalogue.ts';
import { vacationCertificates } from '#schema/tables/tokens.ts';
import { tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import type { CertificateType, RedemptionPlan } from '#worker/domain/certificates/certificate.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import type { PersonHashes } from '#worker/domain/stays/person.ts';
import { selectEmailHold } from '#worker/store/accounts/former-address.ts';
import { type Member, signedInMember } from '#worker/store/accounts/users.ts';
import { pauseEnd } from '#worker/store/certificates/redemption-pause.ts';
import { bindStore } from '#worker/store/database.ts';
import { isPaying } from '#worker/store/memberships/paying-members.ts';
import { queueMemberMail, queueNotice } from '#worker/store/messages/mail.ts';
import { hasHeldSignal, isHeldMember } from '#worker/store/reviews/open-holds.ts';
import {
  batch,
  batchAfter,
  firstRow,
  onlyRow,
  type RowOf,
  rows,
  type Statement,
  selectList,
  statement,
  violatedConstraint,
} from '#worker/store/sql.ts';
import { keepSeenTerms, latestCatalogue, readCatalogue } from '#worker/store/stays/catalogues.ts';
import { claimPerson, memberOffers, memberStays, type OfferRow, personTaken, type StayRow } from '#worker/store/stays/stays.ts';
import { tokenColumns } from '#worker/store/tokens/ledger-kinds.ts';
import { latestFormerRedemption } from './former-redemptions.ts';

export const certificateKeys = [
  'id',
  'number',
  'type',
  'tokensRedeemed',
  'activationLink',
  'pdfUrl',
  'status',
  'review',
  'travelPlugId',
  'holderName',
  'createdAt',
  'activateBy',
  'validUntil',
  'activatedAt',
  'cancelledAt',
  'cancelReason',
  'refusedPerson',
] as const;
export const certificateList = selectList(vacationCertificates, 'c', certificateKeys);
export type CertificateRow = Omit<RowOf<typeof vacationCertificates, (typeof certificateKeys)[number]>, 'type'> & { type: CertificateType };

/** SQL condition: certificate `c` can be activated, or returned because its traveler was refused. `now` is SQL in Unix seconds. */
export const isActivatable = (now: string) => `c.status = 'active' AND c.review <> 'waiting' AND c.activate_by > ${now}
  AND EXISTS (SELECT 1 FROM users u WHERE u.id = c.user_id AND u.owed_tokens = 0 AND u.suspended_at IS NULL)`;

export interface NewCertificate extends RedemptionPlan {
  number: string;
  review: ReviewState;
  signals: readonly string[];
  activationLink: string;
  pdfUrl: string;
  /** Hash of the member's mailbox, as in `former_redemptions`. */
  mailboxHash: string;
  /** The terms that the member saw; undefined if the request did not specify their version. */
  seenCatalogue?: StayCatalogue | undefined;
}

export interface LoadedForRedemption {
  member: Member | undefined;
  lastRedeemedAt: number | null;
  /** See `emailHoldEnd`. */
  heldUntil: number | null;
  /** The latest terms from a travel provider. */
  receivedCatalogue: StayCatalogue | undefined;
}

export interface OwnCertificates {
  member: Member | undefined;
  certificates: CertificateRow[];
  stays: StayRow[];
  offers: OfferRow[];
}

/**
 * Selects a redemption whose waiting period has not ended, counted in calendar months as in `nextRedemption`. Canceled certificates are
 * ignored.
 */
const latestRedemption = `SELECT 1 FROM vacation_certificates r WHERE r.user_id = ?1 AND r.status <> 'cancelled'
  AND ${pauseEnd('r.created_at')} > ?2`;

/**
 * Constraints that only a concurrent change can violate. If one is violated, the caller reloads; violating any other constraint is a bug.
 */
const conflicts = new Set([
  'vacation_certificates.user_id',
  'vacation_certificates.number',
  'users_token_balance_never_negative',
  'redemption_leaves_what_is_owed',
]);

export const certificateStore = bindStore({
  /** Loads the data for a redemption in one round trip. Canceled certificates do not count as redemptions. */
  async loadForRedemption(db, caller: Caller, now: number): Promise<LoadedForRedemption> {
    const [member, last, hold, catalogue] = await batch(db, [
      signedInMember(caller, now),
      statement<{ createdAt: number }>(
        `SELECT created_at AS "createdAt" FROM vacation_certificates WHERE user_id = ?1 AND status <> 'cancelled' ORDER BY created_at DESC LIMIT 1`,
        [caller.userId],
      ),
      selectEmailHold(caller.userId),
      latestCatalogue,
    ]);
    return {
      member: firstRow(member),
      lastRedeemedAt: firstRow(last)?.createdAt ?? null,
      heldUntil: onlyRow(hold).until,
      receivedCatalogue: readCatalogue(catalogue),
    };
  },

  /**
   * Redeems tokens for a certificate atomically, in one round trip. Returns undefined if the loaded data is stale; the caller must then
   * reload.
   */
  async redeem(db, userId: number, certificate: NewCertificate, mail: Mail, now: number): Promise<CertificateRow | undefined> {
    const { seenCatalogue } = certificate;
    try {
      const results = await batchAfter(db, seenCatalogue ? [keepSeenTerms(seenCatalogue, now)] : [], [
        insertCertificate(userId, certificate, now),
        debit(userId, certificate, now),
        queueMemberMail(userId, mail, now),
        statement<CertificateRow>(`SELECT ${certificateList} FROM vacation_certificates c WHERE c.number = ?1`, [certificate.number]),
      ]);
      return firstRow(results.at(-1));
    } catch (error) {
      if (conflicts.has(violatedConstraint(error) ?? '')) return undefined;
      throw error;
    }
  },

  /** Lists the member's certificates, newest first, and their stays. There is no pagination, because a member redeems only once a year. */
  async own(db, caller: Caller, now: number): Promise<OwnCertificates> {
    const [member, certificates, stays, offers] = await batch(db, [
      signedInMember(caller, now),
      statement<CertificateRow>(
        `SELECT ${certificateList} FROM vacation_certificates c WHERE c.user_id = ?1 ORDER BY c.created_at DESC, c.id DESC LIMIT 200`,
        [caller.userId],
      ),
      memberStays(caller.userId, now),
      memberOffers(caller.userId),
    ]);
    return { member: firstRow(member), certificates: rows(certificates), stays: rows(stays), offers: rows(offers) };
  },

  async find(
    db,
    caller: Caller,
    number: string,
    now: number,
  ): Promise<{ member: Member | undefined; certificate: CertificateRow | undefined }> {
    const [member, certificate] = await batch(db, [
      signedInMember(caller, now),
      statement<CertificateRow>(`SELECT ${certificateList} FROM vacation_certificates c WHERE c.number = ?1 AND +c.user_id = ?2`, [
        number,
        caller.userId,
      ]),
    ]);
    return { member: firstRow(member), certificate: firstRow(certificate) };
  },

  /**
   * Activates a certificate for a traveler, all or nothing. Returns false if the certificate can no longer be activated, or the traveler has
   * another stay within the year.
   */
  async activate(
    db,
    id: number,
    { traveler, personHashes }: { traveler: string; personHashes: PersonHashes },
    notice: { userId: number; mail: Mail },
    now: number,
  ): Promise<boolean> {
    try {
      await batch(db, [
        claimPerson(personHashes, isActivatable('?2'), [id, now], now),
        statement(`UPDATE vacation_certificates SET status = 'activated', activated_at = ?2, version = version + 1 WHERE id = ?1`, [
          id,
          now,
        ]),
        statement(
          'INSERT INTO stays (certificate_id, user_id, traveler, traveler_entered_at) SELECT id, user_id, ?2, ?3 FROM vacation_certificates WHERE id = ?1',
          [id, traveler, now],
        ),
        ...queueNotice(notice, now),
      ]);
      return true;
    } catch (error) {
      if (violatedConstraint(error) === personTaken) return false;
      throw error;
    }
  },
});

/**
 * SQL condition: the facts on which `decideReview` relied still hold. `passed` requires a paid membership, and `none` requires an earlier
 * certificate. Also requires that no group decision has put the member on hold or ended a hold in the meantime.
 */
const reviewHolds = `${isHeldMember('?1')} = ${hasHeldSignal('?12')} AND iif(?11 = 'passed', ${isPaying('?1', '?2')},
  ?11 = 'waiting' OR EXISTS (SELECT 1 FROM vacation_certificates f WHERE f.user_id = ?1 AND f.status <> 'cancelled'))`;

/**
 * Makes the batch fail with a NULL id if the member is suspended, leaving or unverified, or if the basis of the review decision has
 * changed. Also fails if the member, or a deleted account with the same mailbox, has redeemed tokens within the past year.
 */
function insertCertificate(userId: number, certificate: NewCertificate, now: number): Statement {
  return statement(
    `INSERT INTO vacation_certificates (user_id, number, type, tokens_redeemed, activation_link, pdf_url, holder_name, created_at, activate_by, valid_until,
       review, review_signals, reviewed_at, catalogue_version, mailbox_hash)
     VALUES ((SELECT id FROM users WHERE id = ?1 AND email_verified_at IS NOT NULL AND deletion_requested_at IS NULL
         AND suspended_at IS NULL AND NOT EXISTS (${latestRedemption}) AND NOT EXISTS (${latestFormerRedemption('?13', '?2')}) AND ${reviewHolds}),
       ?3, ?4, ?5, ?6, ?7, ?8, ?2, ?9, ?10, ?11, ?12, iif(?11 = 'passed', ?2, NULL), ?14, ?13)`,
    [
      userId,
      now,
      certificate.number,
      certificate.option.type,
      certificate.option.tokenCost,
      certificate.activationLink,
      certificate.pdfUrl,
      certificate.holderName,
      certificate.activateBy,
      certificate.validUntil,
      certificate.review,
      JSON.stringify(certificate.signals),
      certificate.mailboxHash,
      certificate.seenCatalogue?.version ?? null,
    ],
  );
}

/** A CHECK constraint rejects a debit larger than the balance. A trigger rejects a debit larger than the balance minus owed tokens. */
function debit(userId: number, { number, option }: NewCertificate, now: number): Statement {
  return statement(
    `INSERT INTO ${tokenColumns}
     SELECT ?1, ?2, ${tokenKinds.redemption.code}, c.id, 0, 0, ?4, ?5 FROM vacation_certificates c WHERE c.number = ?3`,
    [userId, -option.tokenCost, number, `Redeemed for a ${option.name}`, now],
  );
}
