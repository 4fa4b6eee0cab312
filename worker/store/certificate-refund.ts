/** The tokens of a certificate that is cancelled or refused go back, once. */
import { type Statement, statement } from './sql.ts';

/** Gives back what the certificate `c` cost, where it is what was decided on: a condition of ours, whose values begin at ?1. */
export function refundTokens(still: string, values: (string | number)[], now: number): Statement {
  return statement(
    `INSERT INTO token_transactions (user_id, amount, type, related_entity_type, related_entity_id, description, cause, created_at)
     SELECT c.user_id, c.tokens_redeemed, 'refund', 'vacation_certificate', c.number, 'Certificate ' || c.number || ' was cancelled',
       'refund:' || c.number, ?${values.length + 1} FROM vacation_certificates c WHERE ${still}`,
    ...values,
    now,
  );
}
