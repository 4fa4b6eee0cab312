/** Confirmed placements earn their cards' first owners tokens and a Community Key. Product rules: Cards and scans. */

import { communityKeysPerPlacement, tokensForFirstPlacement, tokensForLaterPlacement } from '#schema/rules.ts';
import { keyKinds, tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import { type Statement, statement } from '#worker/store/sql.ts';
import { keyColumns, placementKeys, tokenColumns, tokensFor } from '#worker/store/tokens/ledger-kinds.ts';

type Values = readonly (string | number)[];

const paidOwner = `JOIN users o ON o.id = c.user_id AND o.role <> 'free' AND c.has_changed_owner = 0`;
const placementTokens = tokensFor('placement', 'c.user_id', 'c.id');

export function payPlacement(cardRowId: number, now: number): Statement[] {
  return [
    payTokens(`SELECT c.id, c.card_id, o.id AS owner_id, 1 AS nth, ?2 AS at FROM cache_cards c ${paidOwner} WHERE c.id = ?1`, [
      cardRowId,
      now,
    ]),
    grantKeys('?1', [cardRowId]),
  ];
}

/**
 * Confirms placements found earlier by finders whose email is now verified. Must run after every statement that verifies an email, in the
 * same batch. `finders` is SQL for member ids. Unverified members, and finds that are not awaiting verification, are ignored.
 */
export function confirmAwaitedPlacements(finders: string, values: Values): Statement[] {
  const verified = `SELECT v.id FROM users v WHERE v.id IN (${finders}) AND v.email_verified_at IS NOT NULL`;
  const awaitedCards = `SELECT s.card_id FROM card_scans s WHERE s.user_id IN (${verified}) AND s.is_awaiting_verification = 1`;
  // Repeats the conditions in worker/domain/scans/scan.ts. A find that awaits verification has already passed the code and referral checks.
  const confirmedPlacements = `FROM card_scans s JOIN users f ON f.id = s.user_id
      JOIN cache_cards c ON c.id = s.card_id AND c.placement_at <= s.scan_date AND c.placement_confirmed_at IS NULL
        AND c.available_at IS NOT NULL AND c.status <> 'disabled' AND c.is_owner_hidden = 0`;
  const awaitedScans = `WHERE s.user_id IN (${verified}) AND s.is_awaiting_verification = 1`;
  return [
    payTokens(
      `SELECT c.id, c.card_id, o.id AS owner_id, row_number() OVER (PARTITION BY o.id ORDER BY min(s.id)) AS nth, min(f.email_verified_at) AS at
       ${confirmedPlacements} ${paidOwner} ${awaitedScans} AND NOT EXISTS (SELECT 1 FROM token_transactions t WHERE ${placementTokens}) GROUP BY c.id`,
      values,
    ),
    statement(
      `UPDATE cache_cards AS c SET tokens_earned = tokens_earned + t.amount FROM token_transactions t
       WHERE c.id IN (${awaitedCards}) AND ${placementTokens} AND ${hasNoKey}`,
      values,
    ),
    grantKeys(awaitedCards, values),
    statement(
      `UPDATE cache_cards SET placement_confirmed_at = w.at
       FROM (SELECT c.id, min(f.email_verified_at) AS at ${confirmedPlacements} ${awaitedScans} GROUP BY c.id) w WHERE cache_cards.id = w.id`,
      values,
    ),
    statement(`UPDATE card_scans SET is_awaiting_verification = 0 WHERE user_id IN (${verified}) AND is_awaiting_verification = 1`, values),
  ];
}

/**
 * Pays tokens for placements. `placements` selects the cards' `id` and `card_id`, the `owner_id`, the time `at`, and `nth`, which numbers
 * each owner's cards. Whether a placement is the owner's first ever is determined inside the batch because D1 serializes batches. Paying
 * twice for a placement violates a UNIQUE index.
 */
function payTokens(placements: string, values: Values): Statement {
  const { code } = tokenKinds.placement;
  const hasEarlier = `EXISTS (SELECT 1 FROM token_transactions t WHERE t.user_id = p.owner_id AND t.kind = ${code})`;
  return statement(
    `INSERT INTO ${tokenColumns}
     SELECT p.owner_id, iif(p.nth > 1 OR ${hasEarlier}, ${tokensForLaterPlacement}, ${tokensForFirstPlacement}), ${code}, p.id, 0, 0,
       'Placement of Cache Card ' || p.card_id || ' was confirmed by a find', p.at FROM (${placements}) p`,
    values,
  );
}

const hasNoKey = `NOT EXISTS (SELECT 1 FROM key_events k WHERE ${placementKeys('c.id', 'c.user_id')})`;

function grantKeys(cards: string, values: Values): Statement {
  return statement(
    `INSERT INTO ${keyColumns}
     SELECT t.user_id, ${keyKinds.placement.code}, ${communityKeysPerPlacement}, c.id, 0, 0, t.created_at
     FROM cache_cards c JOIN token_transactions t ON ${placementTokens} WHERE c.id IN (${cards}) AND ${hasNoKey}`,
    values,
  );
}
