/** Statements with one deliberate mistake each. The SQL check must report every one. */
import { type Statement, statement } from '#worker/store/sql.ts';

interface WrongStatement {
  play: () => Statement<unknown>;
  mistake: string;
}

const owner = 'SELECT c.id AS "id", u.email AS "email" FROM cache_cards c LEFT JOIN users u ON u.id = c.user_id';

function createStatement<Row, UncheckedColumns extends keyof Row = never>(sql: string): Statement<Row> {
  return statement<Row, UncheckedColumns>(sql);
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
  'a nullable column declared NOT NULL': {
    play: () => statement<{ phone: string }>('SELECT phone FROM users'),
    mistake: 'does not list phone in UncheckedColumns',
  },
  'a NOT NULL column declared nullable': {
    play: () => statement<{ email: string | null }>('SELECT email FROM users'),
    mistake: 'does not list email in UncheckedColumns',
  },
  'a column of an outer join that is declared NOT NULL': {
    play: () => statement<{ id: number; email: string }>(owner),
    mistake: 'does not list email in UncheckedColumns',
  },
  'an expression that is not listed as unchecked': {
    play: () => statement<{ count: number }>('SELECT count(*) AS "count" FROM users'),
    mistake: 'does not list count in UncheckedColumns',
  },
  'a column that is listed as unchecked without need': {
    play: () => statement<{ id: number; email: string | null }, 'email'>(owner),
    mistake: 'lists email in UncheckedColumns, but SQLite knows it',
  },
  'a column by another name': {
    play: () => statement<{ userId?: number }>('SELECT id FROM users'),
    mistake: 'answers id, which it does not declare',
  },
  'a column that is not selected': {
    play: () => statement<{ id: number; email: string }>('SELECT id FROM users'),
    mistake: 'declares email, which it does not answer',
  },
  'rows without a declared type': {
    play: () => statement('DELETE FROM users RETURNING id'),
    mistake: 'answers id and declares no row',
  },
  'the second half of a union': {
    play: () =>
      statement<{ id: number; email: string }>('SELECT id, email FROM users UNION ALL SELECT id, tracking FROM print_orders ORDER BY 1'),
    mistake: 'does not list email in UncheckedColumns',
  },
  'a row that a function declares for its caller': {
    play: () => createStatement<{ email: number }>('SELECT email FROM users'),
    mistake: 'declares email as number',
  },
  'a column that the tables do not have': {
    play: () => statement('UPDATE users SET color = 1'),
    mistake: 'SQLite refuses it: .*no such column: color',
  },
};
