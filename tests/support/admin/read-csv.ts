/**
 * Parses CSV strictly (RFC 4180): lines end with CRLF, a cell is either quoted completely or not at all, and every line has the same number
 * of cells.
 */
export function readCsv(text: string): string[][] {
  const lines: string[][] = [];
  let at = 0;
  while (at < text.length) {
    const cells: string[] = [];
    for (;;) {
      const [cell, end] = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at);
      cells.push(cell);
      at = end;
      if (text[at] === ',') at += 1;
      else if (text.startsWith('\r\n', at)) break;
      else throw new Error(`Expected a comma or the end of the line at ${at}`);
    }
    at += 2;
    lines.push(cells);
  }
  if (new Set(lines.map(({ length }) => length)).size > 1) throw new Error('Lines of different lengths');
  return lines;
}

function quotedCell(text: string, at: number): [string, number] {
  let cell = '';
  for (let index = at + 1; index < text.length; index += 1) {
    if (text[index] !== '"') cell += text[index];
    else if (text[index + 1] === '"') {
      cell += '"';
      index += 1;
    } else return [cell, index + 1];
  }
  throw new Error(`The quote at ${at} is not closed`);
}

function plainCell(text: string, at: number): [string, number] {
  const end = text.slice(at).search(/,|\r\n/);
  const cell = end < 0 ? text.slice(at) : text.slice(at, at + end);
  if (/["\r\n]/.test(cell)) throw new Error(`A quote or a line's end in a plain cell at ${at}`);
  return [cell, at + cell.length];
}
