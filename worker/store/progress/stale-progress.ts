import { type Statement, statement } from '#worker/store/sql.ts';
import { paysOwnerFor, tokensFor } from '#worker/store/tokens/ledger-kinds.ts';

/**
 * Marks members whose progress must be derived again. `members` is SQL that selects their ids in a column; erased members are ignored.
 */
export function markProgressStale(members: string, values: readonly (string | number)[] = []): Statement {
  return statement(
    `INSERT INTO member_progress (user_id) SELECT u.id FROM users u WHERE u.id IN (${members}) AND u.erased_at IS NULL
     ON CONFLICT (user_id) DO UPDATE SET revision = revision + 1`,
    values,
  );
}

/** SQL for the members whose progress the effects `e` of a group decision change: finders, and the owners who were paid for the finds. */
export const progressOfDecision = (
  effects: string,
) => `SELECT s.user_id FROM review_effects e JOIN card_scans s ON s.id = e.entity_id WHERE e.kind = 'find' AND ${effects}
  UNION SELECT o.user_id FROM review_effects e JOIN card_scans s ON s.id = e.entity_id
    JOIN token_transactions f ON ${tokensFor('scan', 's.user_id', 's.card_id', 'f')} JOIN token_transactions o ON ${paysOwnerFor}
    WHERE e.kind = 'find' AND ${effects}`;
