/** Checks that a migration file is safe to send to D1, which splits it into statements on the server. */
import { splitStatements, tokenize, unquote } from '#scripts/restore/sql-text.ts';

/**
 * Splits a migration file into statements, reproducing the bugs reported for D1's server. It does not recognize comments (workers-sdk
 * #4713), treats every semicolon at the end of a line as the end of a statement (#15690), and fails on CRLF (#14991). It detects the end of
 * a trigger by uppercase BEGIN and END, so a CASE ends the trigger early (#15178).
 */
export function splitLikeServer(sql: string): string[] {
  if (sql.includes('\r')) throw new Error('incomplete input');
  const statements: string[] = [];
  let start = 0;
  let isBody = false;
  for (const { 0: part, index } of sql.matchAll(/'[^']*(?:'|$)|\w+|;\n?/g)) {
    if (part === 'BEGIN') isBody = true;
    if (part === 'END') isBody = false;
    if (part.startsWith(';') && (!isBody || part === ';\n')) {
      statements.push(sql.slice(start, index + 1).trim());
      start = index + part.length;
      isBody = false;
    }
  }
  if (sql.slice(start).trim() !== '') throw new Error('incomplete input');
  return statements;
}

/** Lists the problems in a migration file. `tableNames` contains the tables of earlier files; the file's own tables are added to it. */
export function shapeProblems(sql: string, tableNames: Set<string>): string[] {
  const problems: string[] = [];
  if (/\r/.test(sql)) problems.push('has CR line ends');
  // Rejects drizzle-kit's way of rebuilding a table because it fails on D1 or loses triggers. See docs/adding-things.md for a safe recipe.
  if (/__new_|PRAGMA foreign_keys/i.test(sql)) problems.push('rebuilds a table as drizzle-kit does');
  if (/--|\/\*/.test(sql.replaceAll(/'[^']*'/g, "''"))) problems.push('has a comment');
  // D1 refuses longer patterns, but only once the table has a row.
  for (const [, pattern = ''] of sql.matchAll(/\b(?:GLOB|LIKE) '([^']*)'/gi))
    if (Buffer.byteLength(pattern) > 50) problems.push('has a pattern of more than 50 bytes');
  for (const statement of splitStatements([sql])) {
    const words = tokenize(statement);
    const [create, kind, name = ''] = words;
    if (create === 'CREATE' && kind === 'TRIGGER') {
      if (/[\n\t]/.test(statement)) problems.push(`${name} is not on one line`);
      if (!words.includes('BEGIN') || words.slice(-2).join('') !== 'END;') problems.push(`${name} lacks an upper-case BEGIN or END`);
      if (words.some((word) => word.toUpperCase() === 'CASE')) problems.push(`${name} has a CASE`);
    }
    if (create === 'CREATE' && kind === 'TABLE') {
      tableNames.add(unquote(name));
      for (const [index, word] of words.entries()) {
        const target = unquote(words[index + 1] ?? '');
        if (word === 'REFERENCES' && !tableNames.has(target)) problems.push(`${unquote(name)} references ${target}, which comes later`);
      }
    }
  }
  return problems;
}
