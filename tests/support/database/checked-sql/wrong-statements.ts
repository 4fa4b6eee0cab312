/** Statements with one mistake each, which the check of the store's SQL has to find. */
import { type Statement, statement } from '#worker/store/sql.ts';

interface WrongStatement {
  play: () => Statement<unknown>;
  mistake: string;
}

const owner = 'SELECT c.id AS "id", u.email AS "email" FROM cache_cards c LEFT JOIN users u ON u.id = c.user_id';

function passedOn<Row, Told extends keyof Row = never>(sql: string): Statement<Row> {
  return statement<Row, Told>(sql);
}

export const wrongStatements: Record<string, WrongStatement> = {
  'a number that is a text': {
    play: () => statement<{ id: number; email: number }>('SELECT id, email FROM users'),
    mistake: 'declares email as number',
  },
  'a text that is a number': {
    play: () => statement<{ id: string }>('UPDATE users SET version = version RETURNING id'),
    mistake: 'declares id as text',
  },
  'null that is not expected': {
    play: () => statement<{ phone: string }>('SELECT phone FROM users'),
    mistake: 'does not vouch for phone',
  },
  'null that never comes': {
    play: () => statement<{ email: string | null }>('SELECT email FROM users'),
    mistake: 'does not vouch for email',
  },
  'a row of an outer join that is taken for granted': {
    play: () => statement<{ id: number; email: string }>(owner),
    mistake: 'does not vouch for email',
  },
  'an expression that nobody vouches for': {
    play: () => statement<{ count: number }>('SELECT count(*) AS "count" FROM users'),
    mistake: 'does not vouch for count',
  },
  'a word that is not needed': {
    play: () => statement<{ id: number; email: string | null }, 'email'>(owner),
    mistake: 'vouches for email, which SQLite knows',
  },
  'a column by another name': {
    play: () => statement<{ userId?: number }>('SELECT id FROM users'),
    mistake: 'answers id, which it does not declare',
  },
  'a column that is not selected': {
    play: () => statement<{ id: number; email: string }>('SELECT id FROM users'),
    mistake: 'declares email, which it does not answer',
  },
  'rows of which nothing is declared': {
    play: () => statement('DELETE FROM users RETURNING id'),
    mistake: 'answers id and declares no row',
  },
  'the second half of a union': {
    play: () =>
      statement<{ id: number; email: string }>('SELECT id, email FROM users UNION ALL SELECT id, tracking FROM print_orders ORDER BY 1'),
    mistake: 'does not vouch for email',
  },
  'a row that a function declares for its caller': {
    play: () => passedOn<{ email: number }>('SELECT email FROM users'),
    mistake: 'declares email as number',
  },
  'a column that the tables do not have': {
    play: () => statement('UPDATE users SET colour = 1'),
    mistake: 'SQLite refuses it: .*no such column: colour',
  },
};
