/** Whether a text that an administrator wrote names a member. */

/** Characters that separate words, as a JSON array in SQL. */
const separators = `'${JSON.stringify([...'.,;:!?()[]{}<>"“”‘’\'/\\-_–—+@&*#\t\n\r']).replaceAll("'", "''")}'`;

/** SQL: the words of the text, each between spaces. Recursive, because nested calls would exceed SQLite's depth of expressions. */
const wordsOf = (text: string) => `(WITH RECURSIVE split (step, rest) AS (SELECT 0, ${text}
  UNION ALL SELECT step + 1, replace(rest, s.value, ' ') FROM split JOIN json_each(${separators}) s ON s.key = step)
  SELECT ' ' || rest || ' ' FROM split ORDER BY step DESC LIMIT 1)`;

/**
 * SQL condition: the text contains the email, the username or a name of member ?1. Names in ASCII count as whole words, and first or last name
 * alone as typed or with a capital initial, since "will" and "may" are also other words. Other scripts do not always separate words.
 */
export const namesMember = (text: string) => `EXISTS (SELECT 1 FROM
  (SELECT w.words, lower(w.words) AS lowered, ${text} AS text FROM (SELECT ${wordsOf(text)} AS words) w) t,
  (SELECT u.* FROM users u WHERE u.id = ?1) u,
  json_each(json_array(u.email, u.username, u.first_name || ' ' || u.last_name, u.last_name || ' ' || u.first_name, u.first_name, u.last_name)) n
  WHERE trim(n.value) <> '' AND CASE WHEN n.value GLOB '*[^ -~]*' THEN instr(lower(t.text), lower(n.value)) > 0
    WHEN n.key < 4 THEN instr(t.lowered, lower(${wordsOf('n.value')})) > 0
    ELSE EXISTS (SELECT 1 FROM json_each(json_array(n.value, upper(substr(n.value, 1, 1)) || substr(n.value, 2), upper(n.value))) f
      WHERE instr(t.words, ${wordsOf('f.value')}) > 0) END)`;
