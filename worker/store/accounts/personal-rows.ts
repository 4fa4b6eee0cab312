/** Statements that erase a member's personal data from every table. */
import { createTombstone } from '#worker/domain/accounts/deletion.ts';
import { exposureEndWithoutOwner } from '#worker/store/cards/code-exposure.ts';
import { recordFormerPlaces } from '#worker/store/cards/former-places.ts';
import { eraseAnswer, hasAnswer } from '#worker/store/disputes/erased-answers.ts';
import { concernMember, hasEmailOfMember } from '#worker/store/messages/conversations.ts';
import {
  eraseEvidence,
  hasEvidence,
  isErasedMembersEvidence,
  isOwnersEvidence,
  staysInCase,
} from '#worker/store/reviews/case-conditions.ts';
import { scanDays } from '#worker/store/scans/scan-days.ts';
import { isScanBy } from '#worker/store/scans/scan-evidence.ts';
import { type Statement, statement } from '#worker/store/sql.ts';
import { deletedTables } from './my-data.ts';

/** Number of rows per table that one statement erases, to limit its run time. */
export const perStatement = 2_000;

interface ErasureStep {
  one: 1;
}

export const decisionsAbout = `SELECT e.decision_id FROM review_effects e WHERE e.user_id = ?1 AND e.kind = 'member'`;

/**
 * SQL condition: everyone else whom decision `t` concerns is erased. Its reason is then erased, too; otherwise, it only loses the member's
 * names.
 */
const concernsNobodyElse = `NOT EXISTS (SELECT 1 FROM review_effects e JOIN users o ON o.id = e.user_id AND o.erased_at IS NULL
    WHERE e.decision_id = t.id AND e.kind = 'member' AND e.user_id <> ?1)`;

/** `key` is the primary key of a table without row ids. */
const limitRowsSql = (table: string, condition: string, key = ['rowid']) =>
  `(${key.join(', ')}) IN (SELECT ${key.map((column) => `t.${column}`).join(', ')} FROM ${table} t WHERE ${condition} LIMIT ${perStatement})
   RETURNING 1 AS "one"`;

const createEraseStatement =
  (userId: number) =>
  (sql: string, ...values: (string | number)[]) =>
    statement<ErasureStep, 'one'>(sql, [userId, ...values]);

/**
 * Returns statements that erase the member's personal data. Each matches only rows that still have data to erase, so repeated calls
 * eventually finish. Skips evidence in review cases and disputes that are open or were decided after `casesSince`.
 */
export function personalRows(userId: number, casesSince: number): Statement<ErasureStep>[] {
  const erase = createEraseStatement(userId);
  return [
    ...deletedTables.map((table) => erase(`DELETE FROM ${table} WHERE ${limitRowsSql(table, 't.user_id = ?1')}`)),
    ...evidenceRows(userId, casesSince),
    ...activityRows(userId, casesSince),
    ...writtenRows(userId),
  ];
}

/** Erases data that also serves as evidence unless a review case still needs it. Must precede the release of the member's cards. */
function evidenceRows(userId: number, casesSince: number): Statement<ErasureStep>[] {
  const erase = createEraseStatement(userId);
  const ownCase = (certificate: string) => staysInCase('?1', '?2', certificate);
  return [
    // Records the cards' locations first because releasing a card clears its location.
    recordFormerPlaces(`c.user_id = ?1 AND ${isOwnersEvidence('c.id', '?1', '?2')}`, [userId, casesSince]),
    erase(
      `DELETE FROM card_places WHERE ${limitRowsSql('card_places', `t.user_id = ?1 AND NOT ${isOwnersEvidence('t.card_id', '?1', '?2')}`)}`,
      casesSince,
    ),
    // Finders' progress needs the town, and the hemisphere for the season.
    erase(
      `UPDATE card_towns SET latitude_e6 = sign(latitude_e6), longitude_e6 = NULL
       WHERE ${limitRowsSql('cache_cards c JOIN card_towns', 'c.user_id = ?1 AND t.card_id = c.id AND t.longitude_e6 IS NOT NULL', ['card_id', 'from_scan_id'])}`,
    ),
    erase(
      `UPDATE card_scans SET ${eraseEvidence}
       WHERE ${limitRowsSql('card_scans', `${isScanBy('?1')} AND ${hasEvidence('t')} AND NOT ${isErasedMembersEvidence('t', '?2')}`)}`,
      casesSince,
    ),
    erase(
      `UPDATE payments SET card_fingerprint = ?3
       WHERE ${limitRowsSql('payments', `t.user_id = ?1 AND t.card_fingerprint IS NOT NULL AND t.card_fingerprint <> ?3 AND NOT ${staysInCase('?1', '?2')}`)}`,
      casesSince,
      createTombstone(userId).cardFingerprint,
    ),
    erase(
      `UPDATE stays SET traveler = NULL, entered_traveler = NULL, wishes = '[]', comment = NULL, provider_error = NULL
       WHERE ${limitRowsSql('stays', `t.user_id = ?1 AND (t.wishes <> '[]' OR coalesce(t.traveler, t.entered_traveler, t.comment, t.provider_error) IS NOT NULL)`)}`,
    ),
    erase(
      `DELETE FROM review_snapshots WHERE ${limitRowsSql(
        'vacation_certificates c JOIN review_snapshots',
        `c.user_id = ?1 AND t.certificate_id = c.id AND NOT ${ownCase('c.id')}`,
      )}`,
      casesSince,
    ),
    erase(
      `UPDATE vacation_certificates SET holder_name = NULL, refused_person = NULL, mailbox_hash = NULL, cancel_reason = NULL, review_question = NULL, review_reason = NULL,
         review_signals = iif(${ownCase('vacation_certificates.id')}, review_signals, '[]'),
         review = iif(review = 'waiting' AND NOT ${ownCase('vacation_certificates.id')}, 'none', review)
       WHERE ${limitRowsSql(
         'vacation_certificates',
         `t.user_id = ?1 AND (coalesce(t.holder_name, t.refused_person, t.mailbox_hash, t.cancel_reason, t.review_question, t.review_reason) IS NOT NULL
           OR ((t.review_signals <> '[]' OR t.review = 'waiting') AND NOT ${ownCase('t.id')}))`,
       )}`,
      casesSince,
    ),
  ];
}

function activityRows(userId: number, casesSince: number): Statement<ErasureStep>[] {
  const erase = createEraseStatement(userId);
  return [
    erase(`DELETE FROM find_logs WHERE ${limitRowsSql('find_logs', '(t.user_id = ?1 OR (t.owner_id = ?1 AND t.thanked_at IS NULL))')}`),
    // Finders keep the thanks, which count for their medals.
    erase(
      `UPDATE find_logs SET text = '(removed)', removed_at = thanked_at, hidden_at = NULL
       WHERE ${limitRowsSql('find_logs', 't.owner_id = ?1 AND t.thanked_at IS NOT NULL AND t.removed_at IS NULL')}`,
    ),
    erase(
      `UPDATE card_reports SET mailbox_hash = NULL, address_hash = NULL
       WHERE ${limitRowsSql('card_reports', 't.user_id = ?1 AND coalesce(t.mailbox_hash, t.address_hash) IS NOT NULL')}`,
    ),
    erase(`DELETE FROM member_days WHERE ${limitRowsSql('member_days', `t.user_id = ?1 AND t.day IN ${scanDays}`, ['user_id', 'day'])}`),
    statement<ErasureStep, 'one'>(`DELETE FROM idempotency_keys WHERE ${limitRowsSql('idempotency_keys', 't.scope = ?1')}`, [
      `user:${userId}`,
    ]),
    // The trigger `cache_cards_new_owner` clears the description and location that the owner entered.
    erase(
      `UPDATE cache_cards SET user_id = NULL, status = iif(status = 'ordered', 'disabled', status),
         status_before_return = iif(status_before_return = 'ordered', 'disabled', status_before_return),
         code_exposed_until = ${exposureEndWithoutOwner}, version = version + 1
       WHERE ${limitRowsSql('cache_cards', 't.user_id = ?1')}`,
    ),
    erase(
      `UPDATE card_scans SET request_key = NULL WHERE ${limitRowsSql('card_scans', `${isScanBy('?1')} AND t.request_key IS NOT NULL`)}`,
    ),
    erase(
      `UPDATE ownership_claims SET proof_url = 'https://erased.invalid/', admin_comment = NULL, version = version + 1
       WHERE ${limitRowsSql('ownership_claims', `t.user_id = ?1 AND (t.proof_url <> 'https://erased.invalid/' OR t.admin_comment IS NOT NULL)`)}`,
    ),
    erase(`UPDATE orders SET shipping_address = NULL WHERE ${limitRowsSql('orders', 't.user_id = ?1 AND t.shipping_address IS NOT NULL')}`),
    erase(
      `UPDATE print_orders SET quote = NULL, tracking = NULL, error = NULL, design_url = NULL, resend_reason = NULL
       WHERE ${limitRowsSql('orders o JOIN print_orders', 'o.user_id = ?1 AND t.order_id = o.id AND coalesce(t.quote, t.tracking, t.error, t.design_url, t.resend_reason) IS NOT NULL')}`,
    ),
    erase(
      `UPDATE print_events SET tracking = NULL, message = NULL
       WHERE ${limitRowsSql(
         'orders o JOIN print_orders p ON p.order_id = o.id JOIN print_events',
         'o.user_id = ?1 AND t.print_order_id = p.id AND coalesce(t.tracking, t.message) IS NOT NULL',
       )}`,
    ),
    erase(
      `UPDATE order_refunds SET note = '(erased)', error = NULL WHERE ${limitRowsSql('order_refunds', `t.user_id = ?1 AND (t.note <> '(erased)' OR t.error IS NOT NULL)`)}`,
    ),
    // Keeps the evidence of disputes that were open when the deletion was requested. `purge-expired` erases it later.
    erase(
      `UPDATE disputes SET ${eraseAnswer}
       WHERE ${limitRowsSql(
         'disputes',
         `t.user_id = ?1 AND ${hasAnswer('t')}
           AND t.closed_at <= max(?2, (SELECT u.deletion_requested_at - 1 FROM users u WHERE u.id = ?1))`,
       )}`,
      casesSince,
    ),
    erase(`UPDATE stripe_events SET user_id = NULL, error = NULL, about = NULL WHERE ${limitRowsSql('stripe_events', 't.user_id = ?1')}`),
    erase(
      `UPDATE referral_commissions SET payment_reference = NULL
       WHERE ${limitRowsSql('referral_commissions', 't.referrer_id = ?1 AND t.payment_reference IS NOT NULL')}`,
    ),
    erase(
      `UPDATE treasure_chest_payouts SET payment_reference = NULL
       WHERE ${limitRowsSql('treasure_chest_payouts', 't.user_id = ?1 AND t.payment_reference IS NOT NULL')}`,
    ),
    erase(`UPDATE payouts SET reference = '(erased)' WHERE ${limitRowsSql('payouts', `t.user_id = ?1 AND t.reference <> '(erased)'`)}`),
    erase(
      `UPDATE payout_run_lines SET address = '(erased)' WHERE ${limitRowsSql('payout_run_lines', `t.user_id = ?1 AND t.address <> '(erased)'`)}`,
    ),
  ];
}

/** Tables whose rows are deleted with a conversation. */
const conversationTables = ['contact_notes', 'contact_tags', 'contact_words'];

/** Erases emails about a conversation before the conversation itself because its id is needed to find them. */
function writtenRows(userId: number): Statement<ErasureStep>[] {
  const erase = createEraseStatement(userId);
  const { email } = createTombstone(userId);
  return [
    erase(
      `DELETE FROM bounced_addresses WHERE ${limitRowsSql('bounced_addresses', 't.email_key = (SELECT email_key FROM users WHERE id = ?1)')}`,
    ),
    // An unsent email must not be sent once its address has been erased.
    erase(
      `UPDATE outbox SET to_address = ?2, payload = '{}', last_error = NULL, status = iif(status = 'sent', 'sent', 'dropped')
       WHERE ${limitRowsSql('outbox', `t.user_id = ?1 AND (t.to_address <> ?2 OR t.payload <> '{}' OR t.last_error IS NOT NULL)`)}`,
      email,
    ),
    // Erases emails to the office about the member. Must run while the member's email still identifies the member's conversations.
    erase(
      `UPDATE outbox SET to_address = iif(template IN ('contact_answer', 'contact_attachment'), ?2, to_address), payload = '{}', last_error = NULL,
         status = iif(status = 'sent', 'sent', 'dropped')
       WHERE ${limitRowsSql(
         'outbox',
         `t.cause IN (SELECT 'contact_message:' || m.id FROM contact_messages m WHERE ${concernMember('m')}
            UNION SELECT 'contact_reply:' || r.id FROM contact_messages m JOIN contact_replies r ON r.message_id = m.id WHERE ${concernMember('m')}
            UNION SELECT 'contact_attachment:' || r.id FROM contact_messages m JOIN contact_replies r ON r.message_id = m.id WHERE ${concernMember('m')}
            UNION SELECT o.cause FROM disputes d JOIN outbox o ON o.cause > 'dispute_raised:' || d.stripe_dispute_id || ':'
              AND o.cause < 'dispute_raised:' || d.stripe_dispute_id || ';' WHERE d.user_id = ?1)
          AND t.payload <> '{}'`,
       )}`,
      email,
    ),
    erase(
      // Overwrites the text instead of deleting the row because the outbox's `cause` column refers to row ids and SQLite would reuse them.
      `UPDATE contact_replies SET text = '(erased)' WHERE ${limitRowsSql(
        'contact_messages m JOIN contact_replies',
        `${concernMember('m')} AND t.message_id = m.id AND t.text <> '(erased)' AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.cause = 'contact_reply:' || t.id AND o.payload <> '{}')`,
      )}`,
    ),
    ...conversationTables.map((table) =>
      erase(
        `DELETE FROM ${table} WHERE ${limitRowsSql(`contact_messages m JOIN ${table}`, `${concernMember('m')} AND t.message_id = m.id`)}`,
      ),
    ),
    erase(
      `UPDATE contact_messages SET name = 'Former member', email = ?2, message = '(erased)', address_hash = NULL, user_id = NULL, version = version + 1
       WHERE ${limitRowsSql(
         'contact_messages',
         `${concernMember('t')} AND NOT EXISTS (SELECT 1 FROM outbox m WHERE m.cause = 'contact_message:' || t.id AND m.payload <> '{}')
          AND NOT EXISTS (SELECT 1 FROM contact_replies r WHERE r.message_id = t.id AND r.text <> '(erased)')
          ${conversationTables.map((table) => `AND NOT EXISTS (SELECT 1 FROM ${table} x WHERE x.message_id = t.id)`).join(' ')}`,
       )}`,
      email,
    ),
    // Anyone can enter the member's email in the contact form. Another account's conversation stays, without the email.
    erase(
      `UPDATE contact_messages SET email = ?2, version = version + 1 WHERE ${limitRowsSql('contact_messages', hasEmailOfMember('t'))}`,
      email,
    ),
    erase(
      `UPDATE review_decisions SET reason = '(erased)'
       WHERE ${limitRowsSql('review_decisions', `t.id IN (${decisionsAbout}) AND t.reason <> '(erased)' AND ${concernsNobodyElse}`)}`,
    ),
    // Erases the member's data from the audit log, except for administrators' own network addresses, which must remain. Rows about passing a
    // certificate contain no personal data.
    erase(
      `UPDATE audit_log SET before = NULL, after = NULL, reason = NULL, address = iif(admin_id IS NULL, NULL, address)
       WHERE ${limitRowsSql(
         'audit_log',
         `((t.user_id = ?1 AND t.action <> 'certificate.pass') OR (t.entity_type = 'user' AND t.entity_id = ?2) OR (t.entity_type = 'review_decision' AND t.entity_id IN (SELECT CAST(d.id AS TEXT) FROM review_decisions d WHERE d.id IN (${decisionsAbout}) AND d.reason = '(erased)')))
           AND (coalesce(t.before, t.after, t.reason) IS NOT NULL OR (t.admin_id IS NULL AND t.address IS NOT NULL))`,
       )}`,
      String(userId),
    ),
  ];
}
