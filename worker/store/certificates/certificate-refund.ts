/** Refunds the tokens for a canceled or refused certificate exactly once, and charges them again if the cancellation is reversed. */
import { tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import { type Statement, statement } from '#worker/store/sql.ts';
import { nextTurnSql, tokenColumns } from '#worker/store/tokens/ledger-kinds.ts';

export function refundTokens(condition: string, values: (string | number)[], now: number): Statement {
  return moveTokens('c.tokens_redeemed', 'was canceled', condition, values, now);
}

export function chargeTokens(condition: string, values: (string | number)[], now: number): Statement {
  return moveTokens('-c.tokens_redeemed', 'was reinstated', condition, values, now);
}

function moveTokens(amount: string, event: string, condition: string, values: (string | number)[], now: number): Statement {
  return statement(
    `INSERT INTO ${tokenColumns}
     SELECT c.user_id, ${amount}, ${tokenKinds.refund.code}, c.id, 0, ${nextTurnSql('refund', 'c.user_id', 'c.id')},
       'Certificate ' || c.number || ' ${event}', ?${values.length + 1} FROM vacation_certificates c WHERE ${condition}`,
    [...values, now],
  );
}
