import { isFirstScan } from '#worker/store/scans/scan-kinds.ts';
import { type Statement, statement } from '#worker/store/sql.ts';

/** SQL for the id of the last find of card `c`; NULL if there is none. */
export const lastFindId = `(SELECT n.id FROM card_scans n WHERE n.card_id = c.id AND ${isFirstScan('n')} ORDER BY n.id DESC LIMIT 1)`;

/**
 * Records where cards `c` are so that reviewers can see where the cards' finds were made. Must precede every change of their locations or
 * owners in the same batch. All finds at a location share one row, so a card without finds since its last move adds no row. A row without
 * coordinates keeps finds made before the owner entered any from being judged by later ones.
 */
export function recordFormerPlaces(where: string, values: Statement['values']): Statement {
  return statement(
    `INSERT INTO card_places (card_id, through_scan_id, user_id, latitude, longitude, placement_at)
     SELECT c.id, s.id, c.user_id, c.latitude, c.longitude, c.placement_at
     FROM cache_cards c JOIN card_scans s ON s.id = ${lastFindId}
     WHERE c.user_id IS NOT NULL AND ${where} ON CONFLICT (card_id, through_scan_id) DO NOTHING`,
    values,
  );
}
