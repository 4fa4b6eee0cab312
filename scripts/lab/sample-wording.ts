/**
 * `node scripts/lab/sample-wording.ts [--seed 7] [--only comments]`: draws samples of comments, interface sentences, email sentences and
 * names, and lists all error messages, for a reviewer who sees nothing else. Samples are found by pattern, so a few are not sentences.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { errorCatalogue } from '#schema/errors.ts';

const { values } = parseArgs({ options: { seed: { type: 'string', default: '7' }, only: { type: 'string' } } });

const comment = /\/\*\*?[\s\S]*?\*\/|(?<=^|\s)\/\/ .*(?:\n\s*\/\/ .*)*/gm;
const sentence = /(?<=['"`>]|^\s*)[A-Z“][\w’$]*(?:[^'"`<>=;\n|/\\](?!\s*=>)){12,}[^'"`<>=;\n|/\\({](?=['"`<]|$)/gm;
const name = /(?<=(?:function|const|let|interface|type) )[A-Za-z]\w{3,}/g;

const samples: Record<string, { size: number; texts: () => string[] }> = {
  comments: { size: 200, texts: () => matches(['schema', 'worker', 'web', 'scripts', 'tests', '*.ts'], comment) },
  interface: { size: 100, texts: () => matches(['web/features', 'web/pages', 'web/ui'], sentence) },
  emails: { size: 50, texts: () => matches(['worker/mails'], sentence) },
  errors: {
    size: Number.POSITIVE_INFINITY,
    texts: () => Object.entries(errorCatalogue).map(([code, [, wording]]) => `${code}: ${wording}`),
  },
  names: { size: 60, texts: () => matches(['schema', 'worker', 'web', 'scripts'], name) },
};

for (const [kind, { size, texts }] of Object.entries(samples)) {
  if (values.only !== undefined && values.only !== kind) continue;
  const all = [...new Set(texts())];
  console.log(`\n## ${kind}: ${Math.min(size, all.length)} of ${all.length}\n`);
  for (const [index, text] of draw(all, size, Number(values.seed)).entries()) console.log(`${index + 1}. ${text}`);
}

function matches(paths: string[], pattern: RegExp): string[] {
  const files = execFileSync('git', ['ls-files', '--', ...paths], { encoding: 'utf8' })
    .trim()
    .split('\n');
  const sources = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file));
  return sources.flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    const text = pattern === comment ? source : source.replace(comment, '');
    return (text.match(pattern) ?? []).map((match) => `${match.replace(/\s*\n\s*(?:\*(?!\/)|\/\/ )?\s*/g, ' ').trim()} (${file})`);
  });
}

/** Draws samples without replacement. The same seed and input give the same sample (mulberry32). */
function draw(texts: string[], size: number, seed: number): string[] {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const rankedTexts = texts.map((text) => [random(), text] as const).sort(([a], [b]) => a - b);
  return (size < texts.length ? rankedTexts.slice(0, size) : rankedTexts).map(([, text]) => text);
}
