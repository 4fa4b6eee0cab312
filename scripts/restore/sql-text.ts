/**
 * Matches strings, quoted names, comments, words, white space, and any other character. An unterminated token extends to the end of the
 * text.
 */
const token =
  /'[^']*(?:''[^']*)*(?:'|$)|"[^"]*(?:""[^"]*)*(?:"|$)|`[^`]*(?:``[^`]*)*(?:`|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\w+|\s+|[\s\S]/gu;

const isBlank = (text: string) => /^(?:\s|--|\/\*)/.test(text);

export function tokenize(sql: string): string[] {
  return (sql.match(token) ?? []).filter((text) => !isBlank(text));
}

export function unquote(name: string): string {
  const quote = name[0] ?? '';
  return '"`'.includes(quote) ? name.slice(1, -1).replaceAll(quote + quote, quote) : name;
}

/**
 * Returns the index after the first statement's semicolon, or -1 if the text ends before it. As in sqlite3_complete(), a trigger ends with
 * the keyword END between two semicolons.
 */
function findStatementEnd(text: string): number {
  let tokens: string[] = [];
  const scan = new RegExp(token);
  for (let match = scan.exec(text); match !== null; match = scan.exec(text)) {
    const [part] = match;
    if (isBlank(part)) continue;
    if (part === ';') {
      const isTrigger = /^CREATE (?:TEMP |TEMPORARY )?TRIGGER\b/.test(tokens.slice(0, 3).join(' '));
      if (!isTrigger || tokens.slice(-2).join(' ') === '; END') return scan.lastIndex;
    }
    // Tracks five tokens of a statement. The first three identify the kind of statement, and the last two show whether the statement is
    // complete.
    tokens = tokens.length < 5 ? [...tokens, part.toUpperCase()] : [...tokens.slice(0, 3), tokens[4] ?? '', part.toUpperCase()];
  }
  return -1;
}

/** Yields the statements of SQL text that arrives in chunks. Throws if the last statement lacks a semicolon. */
export function* splitStatements(chunks: Iterable<string>): Generator<string> {
  let text = '';
  for (const chunk of chunks) {
    text += chunk;
    for (let end = findStatementEnd(text); end >= 0; end = findStatementEnd(text)) {
      yield text.slice(0, end).trim();
      text = text.slice(end);
    }
  }
  if (tokenize(text).length > 0) throw new Error(`The SQL ends in the middle of a statement: ${text.trim().slice(0, 80)}`);
}
