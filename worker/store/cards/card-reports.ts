/** Missing-card reports and owners' responses to them. Product rules: Cards and scans. */
import type { CardStatus } from '#schema/cards/card.ts';
import type { ReportAnswer } from '#schema/cards/report-answer.ts';
import {
  contestedReportersFactor,
  contestedReportsSeconds,
  recentFindSeconds,
  reporterMinAgeSeconds,
  reporterMinCodelessOwners,
  reporterMinFinds,
  reportersToMarkFoundCardMissing,
  reportersToMarkMissing,
  reportsPerDay,
  secondsPerDay,
  stillTherePauseSeconds,
} from '#schema/rules.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import { windowStart } from '#worker/domain/time.ts';
import { signedInMember } from '#worker/store/accounts/users.ts';
import { bindStore } from '#worker/store/database.ts';
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import { queuePush } from '#worker/store/messages/push.ts';
import { countMiss, missCounts, type Requester, spentLimit } from '#worker/store/scans/lookups.ts';
import { isFirstScan, isRewardedScan } from '#worker/store/scans/scan-kinds.ts';
import { batch, firstRow, type Statement, statement } from '#worker/store/sql.ts';
import { isFindable } from './findable-cards.ts';

export interface Reporter {
  id: number;
  mailboxHash: string;
  addressHash: string | null;
}

export interface ReportOutcome {
  status: CardStatus;
  hasOwner: boolean;
  becameMissing: boolean;
  /** Whether the reporter now has an open report on the card. */
  isRecorded: boolean;
  isLimitReached: boolean;
}

/**
 * Result of the owner's confirmation that the card is in place. `too_soon`: they already confirmed it within a week. `returned`: the card is
 * back on the map.
 */
export type Confirmation = { result: 'reports_closed' | 'returned' | 'checked' | 'too_soon'; status: CardStatus };

/** Number of newest scans searched for a recent find. A busy card has thousands. */
const searchedScans = 50;
/** Maximum number of finds to read when checking a reporter's experience. */
const searchedFinds = 200;

/**
 * SQL condition: card `c` has an open report from a member who found the card by its code, or its owner recently took it off the map because
 * of a counted report.
 */
const isReturnLimited = (
  now: string,
) => `(EXISTS (SELECT 1 FROM card_reports o JOIN card_scans s ON s.card_id = o.card_id AND s.user_id = o.user_id AND ${isFirstScan('s')}
    AND s.code_was_right = 1 AND s.taken_back_by IS NULL WHERE o.card_id = c.id AND o.closed_at IS NULL)
  OR EXISTS (SELECT 1 FROM card_reports a WHERE a.card_id = c.id AND a.answer = 'off_the_map' AND a.is_counted = 1 AND a.closed_at > ${now} - ${stillTherePauseSeconds}))`;

/** SQL condition: card `c` has an open report, also one that does not count toward marking it as missing. */
export const hasOpenReports = 'EXISTS (SELECT 1 FROM card_reports r WHERE r.card_id = c.id AND r.closed_at IS NULL)';

/** SQL for the report columns on the owner's card page. */
export const reportColumns = (
  now: string,
) => `(SELECT count(*) FROM card_reports r WHERE r.card_id = c.id AND r.closed_at IS NULL AND r.is_counted = 1) AS "openReports",
  (SELECT count(*) FROM card_reports r WHERE r.card_id = c.id AND r.closed_at IS NULL AND r.is_counted = 0) AS "uncountedReports",
  ${isReturnLimited(now)} AS "isReturnLimited"`;

const closeReport = 'closed_at = ?3, mailbox_hash = NULL, address_hash = NULL';

export const cardReportStore = bindStore({
  /** Loads the card for a report. An unknown card id counts toward the limit on guesses. */
  async load(db, requester: Requester & { caller: Caller }, cardId: string, now: number) {
    const [counts, found, card] = await batch(db, [
      missCounts(requester),
      signedInMember(requester.caller, now),
      statement<{ id: number; status: CardStatus; ownerId: number | null }>(
        `SELECT c.id, c.status, c.user_id AS "ownerId" FROM cache_cards c WHERE c.card_id = ?1 AND ${isFindable('c')}`,
        [cardId],
      ),
      countMiss(requester, { cardId }, now),
    ]);
    const member = firstRow(found);
    return {
      member,
      refusal: spentLimit(requester, { isSessionValid: member !== undefined }, counts, now),
      card: firstRow(card),
    };
  },

  /** Records a report. If it is counted, emails the owner, and marks the card as missing once there are enough counted reports. */
  async add(db, cardRowId: number, reporter: Reporter, now: number): Promise<ReportOutcome> {
    const [, , , , , marked, outcome] = await batch(db, [
      insertReport(cardRowId, reporter, now),
      ...notifyOwner('card_reported', cardRowId, reporter.id, now),
      ...notifyOwner('card_missing', cardRowId, reporter.id, now),
      statement<{ id: number }>(
        `UPDATE cache_cards AS c SET status = 'missing', version = version + 1 WHERE ${becomesMissing}
           AND EXISTS (SELECT 1 FROM ${countedReport}) RETURNING id`,
        [cardRowId, reporter.id, now],
      ),
      statement<{ status: CardStatus; hasOwner: 0 | 1; isRecorded: 0 | 1; today: number }, 'hasOwner' | 'isRecorded' | 'today'>(
        `SELECT c.status, c.user_id IS NOT NULL AS "hasOwner", ${reportsSince('?2', '?3')} AS "today",
           EXISTS (SELECT 1 FROM card_reports r WHERE r.card_id = c.id AND r.user_id = ?2 AND r.closed_at IS NULL) AS "isRecorded"
         FROM cache_cards c WHERE c.id = ?1`,
        [cardRowId, reporter.id, windowStart(now, secondsPerDay)],
      ),
    ]);
    const row = firstRow(outcome);
    return {
      status: row?.status ?? 'disabled',
      hasOwner: row?.hasOwner === 1,
      becameMissing: firstRow(marked) !== undefined,
      isRecorded: row?.isRecorded === 1,
      isLimitReached: (row?.today ?? 0) >= reportsPerDay,
    };
  },

  /**
   * Marks the owner's card as missing and closes its reports. Returns the card's status, or undefined if the card now has another owner.
   */
  async takeOffMap(db, cardRowId: number, ownerId: number, now: number): Promise<CardStatus | undefined> {
    const [, , card] = await batch(db, [
      answerReports('off_the_map', { cardRowId, ownerId }, 'true', now),
      statement(
        `UPDATE cache_cards AS c SET status = 'missing', edited_at = ?3, version = version + 1 WHERE ${ownCard} AND c.status = 'active'`,
        [cardRowId, ownerId, now],
      ),
      selectOwnCard(cardRowId, ownerId),
    ]);
    return firstRow(card)?.status;
  },

  /**
   * Records that the owner confirmed that the card is in place, under the same conditions as `canConfirmFrom`. Closes its reports, and
   * returns it to the map if it was missing. Returns undefined if the card now has another owner.
   */
  async confirm(db, cardRowId: number, ownerId: number, now: number): Promise<Confirmation | undefined> {
    const [before, confirmed, , card] = await batch(db, [
      selectOwnCard(cardRowId, ownerId),
      statement<{ id: number }>(
        `UPDATE cache_cards AS c SET checked_at = ?3, status = 'active', version = version + 1 WHERE ${ownCard} AND c.status IN ('active', 'missing')
           AND (coalesce(c.checked_at, 0) <= ?3 - ${stillTherePauseSeconds} OR (c.status = 'missing' AND NOT ${isReturnLimited('?3')})) RETURNING id`,
        [cardRowId, ownerId, now],
      ),
      answerReports('still_there', { cardRowId, ownerId }, 'changes() > 0', now),
      selectOwnCard(cardRowId, ownerId),
    ]);
    const [cardBefore, cardAfter] = [firstRow(before), firstRow(card)];
    if (!cardBefore || !cardAfter) return undefined;
    if (firstRow(confirmed) === undefined) return { result: 'too_soon', status: cardAfter.status };
    const result = cardBefore.hasOpenReports === 1 ? 'reports_closed' : cardBefore.status === 'missing' ? 'returned' : 'checked';
    return { result, status: cardAfter.status };
  },
});

/** SQL condition: `c` is the findable card with id ?1, and member ?2 owns it. */
const ownCard = `c.id = ?1 AND c.user_id = ?2 AND ${isFindable('c')}`;

function selectOwnCard(cardRowId: number, ownerId: number) {
  return statement<{ status: CardStatus; hasOpenReports: 0 | 1 }, 'hasOpenReports'>(
    `SELECT c.status, ${hasOpenReports} AS "hasOpenReports"
     FROM cache_cards c WHERE ${ownCard}`,
    [cardRowId, ownerId],
  );
}

function answerReports(
  answer: ReportAnswer,
  { cardRowId, ownerId }: { cardRowId: number; ownerId: number },
  condition: string,
  now: number,
): Statement<{ id: number }> {
  return statement<{ id: number }>(
    `UPDATE card_reports SET ${closeReport}, answer = ?4 WHERE card_id = ?1 AND closed_at IS NULL
       AND EXISTS (SELECT 1 FROM cache_cards c WHERE ${ownCard}) AND ${condition} RETURNING id`,
    [cardRowId, ownerId, now, answer],
  );
}

const reportsSince = (user: string, since: string) =>
  `(SELECT count(*) FROM card_reports d WHERE d.user_id = ${user} AND d.created_at >= ${since})`;

/** SQL for the number of valid reports of card `c`. Excludes reports by suspended or leaving members. */
const countedReports = `(SELECT count(*) FROM card_reports r JOIN users w ON w.id = r.user_id AND w.suspended_at IS NULL AND w.deletion_requested_at IS NULL
  WHERE r.card_id = c.id AND r.closed_at IS NULL AND r.is_counted = 1)`;

/** SQL condition: within the last month, the owner of card `c` disputed enough reports to have taken the card off the map. */
const isContested = (now: string) => `(${reportersToMarkMissing} <= (SELECT count(*) FROM card_reports a WHERE a.card_id = c.id
  AND a.answer = 'still_there' AND a.is_counted = 1 AND a.closed_at > ${now} - ${contestedReportsSeconds}))`;

/** SQL for the number of reports needed to mark card `c` as missing. */
function reportersNeeded(now: string): string {
  return `iif(${isContested(now)}, ${contestedReportersFactor}, 1) * iif(EXISTS (SELECT 1 FROM (SELECT * FROM card_scans n WHERE n.card_id = c.id ORDER BY n.id DESC LIMIT ${searchedScans}) s
      WHERE s.scan_date > ${now} - ${recentFindSeconds} AND s.code_was_right = 1 AND ${isFirstScan('s')} AND s.taken_back_by IS NULL),
    ${reportersToMarkFoundCardMissing}, ${reportersToMarkMissing})`;
}

/**
 * SQL condition: member `u` has enough experience at time ?3 for a report of card `c` to be counted. Finds without the code are weak
 * evidence because ids can be typed, so they count only if they cover several owners' cards, excluding the owner of `c`.
 */
const hasStanding = `u.created_at <= ?3 - ${reporterMinAgeSeconds} AND ${reporterMinFinds} <= (
    SELECT sum(isProved) + iif(count(DISTINCT typedOf) >= ${reporterMinCodelessOwners}, count(typedOf), 0) FROM (
      SELECT s.code_was_right AS isProved, iif(s.code_was_right = 0 AND f.user_id IS NOT c.user_id, f.user_id, NULL) AS typedOf
      FROM card_scans s JOIN cache_cards f ON f.id = s.card_id AND f.user_id IS NOT u.id
      WHERE s.user_id = u.id AND ${isFirstScan('s')} AND ${isRewardedScan('s')} AND s.taken_back_by IS NULL LIMIT ${searchedFinds}))`;

/** SQL condition: the owner of card `c` recently disputed enough reports, and member `u` has reported the card before. */
const hasReportedContested = `(${isContested('?3')} AND EXISTS (SELECT 1 FROM card_reports b WHERE b.card_id = c.id AND b.user_id = u.id AND b.closed_at IS NOT NULL))`;

/** SQL condition: another member with the same mailbox or network, probably the same person, has a counted, open report on card `c`. */
const isSamePerson = `EXISTS (SELECT 1 FROM card_reports o WHERE o.card_id = c.id AND o.closed_at IS NULL AND o.is_counted = 1 AND o.user_id <> u.id
    AND (o.mailbox_hash = ?4 OR o.address_hash = ?5))`;

/**
 * Inserts at most one open report per member and card, and at most `reportsPerDay` per member. Reports that are not counted are stored too
 * so that their authors get the same response. Such a report is counted later if its author has gained enough experience and reports again.
 */
function insertReport(cardRowId: number, reporter: Reporter, now: number): Statement {
  return statement(
    `INSERT INTO card_reports (card_id, user_id, created_at, mailbox_hash, address_hash, is_counted)
     SELECT c.id, u.id, ?3, ?4, ?5, coalesce(${hasStanding}, 0) AND NOT ${isSamePerson} AND NOT ${hasReportedContested}
     FROM cache_cards c JOIN users u ON u.id = ?2 AND u.email_verified_at IS NOT NULL AND u.suspended_at IS NULL AND u.deletion_requested_at IS NULL
     WHERE c.id = ?1 AND c.status = 'active' AND c.user_id IS NOT u.id AND ${isFindable('c')} AND ${reportsSince('u.id', '?6')} < ${reportsPerDay}
     ON CONFLICT (card_id, user_id) WHERE closed_at IS NULL DO UPDATE SET created_at = excluded.created_at, is_counted = 1,
       mailbox_hash = excluded.mailbox_hash, address_hash = excluded.address_hash WHERE is_counted = 0 AND excluded.is_counted = 1`,
    [cardRowId, reporter.id, now, reporter.mailboxHash, reporter.addressHash, windowStart(now, secondsPerDay)],
  );
}

/** SQL for the open, counted report `m` of card ?1 by member ?2. */
const countedReport = 'card_reports m WHERE m.card_id = ?1 AND m.user_id = ?2 AND m.closed_at IS NULL AND m.is_counted = 1';

/** SQL condition: card ?1 is active and, at time ?3, has enough counted reports to be marked as missing. */
const becomesMissing = `c.id = ?1 AND c.status = 'active' AND ${countedReports} >= ${reportersNeeded('?3')}`;

/** Notifies the owner once about each counted report. Must precede the update of the card's status. */
function notifyOwner(
  template: 'card_reported' | 'card_missing',
  cardRowId: number,
  reporterId: number,
  now: number,
): [Statement, Statement] {
  const [cause, condition] =
    template === 'card_missing'
      ? [`c.id || ':' || c.version`, becomesMissing]
      : ['r.id', `c.id = ?1 AND c.status = 'active' AND NOT (${becomesMissing})`];
  const selected = {
    sql: `SELECT u.id, u.email, json_object('firstName', u.first_name, 'cardId', c.card_id, 'name', c.location, 'reports', ${countedReports}),
          '${template}:' || ${cause}
        FROM (SELECT m.* FROM ${countedReport}) r JOIN cache_cards c ON c.id = r.card_id
          JOIN users u ON u.id = c.user_id AND u.deletion_requested_at IS NULL AND u.suspended_at IS NULL WHERE ${condition}`,
    values: [cardRowId, reporterId, now],
  };
  return [queueSelectedMails(template, selected, now), queuePush(template, selected, now)];
}
