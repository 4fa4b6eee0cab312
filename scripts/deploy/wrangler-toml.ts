/** Edits wrangler.toml in place and preserves everything else, including comments. */

/**
 * Returns the text from a table's header to the next header, or undefined if the table is missing. An empty header selects the top level.
 */
export function readTable(toml: string, header: string): string | undefined {
  const range = findRange(toml, header);
  return range && toml.slice(...range);
}

/**
 * Replaces a value in a table or appends it.
 * @param value TOML literal
 * @throws if the table is missing
 */
export function setValue(toml: string, header: string, key: string, value: string): string {
  return edit(toml, header, (lines) => {
    const previousLine = new RegExp(`^${key} = (?:"[^"]*"|\\[[^\\n#]*\\])`, 'm');
    // Uses a replacer function because `$` is special in replacement strings.
    if (previousLine.test(lines)) return lines.replace(previousLine, () => `${key} = ${value}`);
    return lines.replace(/\n*$/, (end) => `\n${key} = ${value}${end || '\n'}`);
  });
}

export function setLocation(toml: string, header: string, location: string): string {
  return edit(toml, header, (lines) => {
    const line = `# location: ${location}`;
    const previousLine = /^# location:.*$/m;
    return previousLine.test(lines) ? lines.replace(previousLine, line) : lines.replace(/\n*$/, (end) => `\n${line}${end || '\n'}`);
  });
}

/**
 * Removes the # of a table that is a comment, up to the next line without one. Does nothing if the table exists already.
 * @throws if there is neither
 */
export function enableTable(toml: string, header: string): string {
  if (readTable(toml, header) !== undefined) return toml;
  const start = `\n${toml}`.indexOf(`\n# ${header}\n`);
  if (start < 0) throw new Error(`wrangler.toml has no ${header}.`);
  const [table = ''] = /^(?:# .*\n)+/.exec(toml.slice(start)) ?? [];
  return toml.slice(0, start) + table.replace(/^# /gm, '') + toml.slice(start + table.length);
}

function edit(toml: string, header: string, change: (lines: string) => string): string {
  const range = findRange(toml, header);
  if (!range) throw new Error(`wrangler.toml has no ${header}.`);
  const [start, end] = range;
  return toml.slice(0, start) + change(toml.slice(start, end)) + toml.slice(end);
}

function findRange(toml: string, header: string): [number, number] | undefined {
  const start = header === '' ? 0 : `\n${toml}`.indexOf(`\n${header}`);
  if (start < 0) return undefined;
  const next = toml.indexOf('\n[', start);
  return [start, next < 0 ? toml.length : next + 1];
}
