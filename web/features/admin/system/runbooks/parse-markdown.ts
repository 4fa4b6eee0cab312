/** Parses the Markdown that docs/operations.md uses; a test rejects any other syntax there. */
export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'table'; rows: string[][] }
  | { kind: 'list'; isOrdered: boolean; items: Block[][] };

const marker = /^(\s*)(\d+\.|-) +/;
const getIndent = (line: string) => line.length - line.trimStart().length;
const isBlockStart = (line: string) => /^(#+ |```|\|)/.test(line.trimStart()) || marker.test(line);

export function parseMarkdown(markdown: string): Block[] {
  const lines = markdown.split('\n');
  const blocks: Block[] = [];
  while (lines.length > 0) {
    if (lines[0]?.trim() === '') lines.shift();
    else blocks.push(takeBlock(lines));
  }
  return blocks;
}

/** Removes the first block from `lines` and returns it. */
function takeBlock(lines: string[]): Block {
  const first = lines[0] ?? '';
  const [, hashes] = /^(#+) /.exec(first) ?? [];
  if (hashes) return { kind: 'heading', level: hashes.length, text: (lines.shift() ?? '').slice(hashes.length + 1) };
  if (first.trimStart().startsWith('```')) return takeCode(lines);
  if (first.startsWith('|')) return takeTable(lines);
  if (marker.test(first)) return takeList(lines);
  return { kind: 'paragraph', text: [lines.shift(), ...takeWhile(lines, (line) => line.trim() !== '' && !isBlockStart(line))].join(' ') };
}

function takeCode(lines: string[]): Block {
  lines.shift();
  const code = takeWhile(lines, (line) => !line.trimStart().startsWith('```'));
  lines.shift();
  return { kind: 'code', text: dedent(code).join('\n') };
}

function takeTable(lines: string[]): Block {
  const rows = takeWhile(lines, (line) => line.startsWith('|')).map((line) => line.split('|').slice(1, -1));
  return { kind: 'table', rows: rows.filter((cells) => !cells.every((cell) => /^[\s-]*$/.test(cell))) };
}

/** Lines indented deeper than an item's marker belong to the item, even after a blank line. */
function takeList(lines: string[]): Block {
  const isOrdered = /\d/.test(marker.exec(lines[0] ?? '')?.[2] ?? '');
  const items: Block[][] = [];
  while (marker.test(lines[0] ?? '')) {
    const [whole = '', indent = ''] = marker.exec(lines[0] ?? '') ?? [];
    const text = (lines.shift() ?? '').slice(whole.length);
    const remainder = takeWhile(lines, (line) => line.trim() === '' || getIndent(line) > indent.length);
    items.push(parseMarkdown([text, ...dedent(remainder)].join('\n')));
  }
  return { kind: 'list', isOrdered, items };
}

function takeWhile(lines: string[], isTaken: (line: string) => boolean): string[] {
  const end = lines.findIndex((line) => !isTaken(line));
  return lines.splice(0, end < 0 ? lines.length : end);
}

function dedent(lines: string[]): string[] {
  const indent = Math.min(...lines.filter((line) => line.trim() !== '').map(getIndent));
  return lines.map((line) => line.slice(indent));
}

/** Returns a heading's anchor, as GitHub generates it. */
export function toSlug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

export interface Topic {
  slug: string;
  text: string;
  level: number;
}

export function listTopics(blocks: readonly Block[]): Topic[] {
  return blocks.flatMap((block) =>
    block.kind === 'heading' && block.level > 1 ? [{ slug: toSlug(block.text), text: block.text, level: block.level }] : [],
  );
}

/** Returns the blocks below a heading, up to the next heading at the same level; undefined for an unknown heading. */
export function findSection(blocks: readonly Block[], slug: string): { topic: Topic; blocks: Block[] } | undefined {
  const start = blocks.findIndex((block) => block.kind === 'heading' && toSlug(block.text) === slug);
  const heading = blocks[start];
  if (heading?.kind !== 'heading') return undefined;
  const remainder = blocks.slice(start + 1);
  const end = remainder.findIndex((block) => block.kind === 'heading' && block.level <= heading.level);
  return { topic: { slug, text: heading.text, level: heading.level }, blocks: end < 0 ? remainder : remainder.slice(0, end) };
}
