/** The tokens of a certificate that is cancelled or refused go back, once; and are taken again where that was a mistake. */
import { isOfCause } from './causes.ts';
import { type Statement, statement } from './sql.ts';

/** `refund:VC-1`; then, where it was undone and comes once more, `refund:VC-1:2` and so on. */
const nextCause = `'refund:' || c.number || coalesce((SELECT ':' || (count(*) + 1) FROM token_transactions r
  WHERE ${isOfCause('r.cause', `'refund:' || c.number`)} HAVING count(*) > 0), '')`;

/** Gives back what the certificate `c` cost, where it is what was decided on: a condition of ours, whose values begin at ?1. */
export function refundTokens(still: string, values: (string | number)[], now: number): Statement {
  return statement(
    `INSERT INTO token_transactions (user_id, amount, type, related_entity_type, related_entity_id, description, cause, created_at)
     SELECT c.user_id, c.tokens_redeemed, 'refund', 'vacation_certificate', c.number, 'Certificate ' || c.number || ' was cancelled',
       ${nextCause}, ?${values.length + 1} FROM vacation_certificates c WHERE ${still}`,
    ...values,
    now,
  );
}

/** The opposite of a refund, counted like it: the certificate `c` stands again. */
export function chargeAgain(which: string, values: (string | number)[], now: number): Statement {
  return statement(
    `INSERT INTO token_transactions (user_id, amount, type, related_entity_type, related_entity_id, description, cause, created_at)
     SELECT c.user_id, -c.tokens_redeemed, 'refund', 'vacation_certificate', c.number, 'Certificate ' || c.number || ' stands again',
       ${nextCause}, ?${values.length + 1} FROM vacation_certificates c WHERE ${which}`,
    ...values,
    now,
  );
}
