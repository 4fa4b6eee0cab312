/** `npm run check:imports`: who may import what. The rules of the layout, so that it stays one-way. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface SourceFile {
  /** From the repository's root, with slashes. */
  path: string;
  text: string;
}

interface Rule {
  /** Files that the rule speaks of: they begin with this. */
  from: string;
  /** What of the repository these may import, by beginnings; the longest match of `may` and `mayNot` decides. */
  may: string[];
  mayNot?: string[];
  /** Packages that these must do without. */
  without?: string[];
}

/** The first rule whose `from` fits speaks for a file. */
const rules: Rule[] = [
  { from: 'schema/tables/', may: ['schema/'] },
  { from: 'schema/', may: ['schema/'], mayNot: ['schema/tables/'], without: ['hono', 'drizzle-orm', 'react'] },
  { from: 'worker/domain/', may: ['worker/domain/', 'schema/'], mayNot: ['schema/tables/'], without: ['hono', 'drizzle-orm'] },
  { from: 'worker/store/', may: ['worker/store/', 'worker/domain/', 'worker/env.ts', 'schema/'], without: ['hono'] },
  {
    from: 'worker/security/',
    may: ['worker/security/', 'worker/domain/', 'worker/env.ts', 'worker/recent.ts', 'schema/'],
    mayNot: ['schema/tables/'],
    without: ['hono'],
  },
  { from: 'worker/clients/', may: ['worker/clients/', 'worker/domain/', 'worker/env.ts', 'schema/'], mayNot: ['schema/tables/'] },
  {
    from: 'worker/payments/',
    may: ['worker/payments/', 'worker/domain/', 'worker/store/', 'worker/clients/', 'worker/security/', 'worker/env.ts', 'schema/'],
    mayNot: ['schema/tables/'],
    without: ['hono', 'drizzle-orm', 'stripe'],
  },
  {
    from: 'worker/jobs/',
    may: ['worker/', 'schema/'],
    mayNot: ['worker/routes/', 'worker/middleware/', 'worker/app.ts', 'schema/tables/'],
    without: ['hono'],
  },
  { from: 'worker/middleware/', may: ['worker/', 'schema/'], mayNot: ['worker/routes/', 'worker/app.ts', 'schema/tables/'] },
  {
    from: 'worker/routes/',
    may: ['worker/', 'schema/'],
    mayNot: ['worker/app.ts', 'worker/jobs/', 'schema/tables/'],
    without: ['drizzle-orm'],
  },
  { from: 'worker/', may: ['worker/', 'schema/'], mayNot: ['schema/tables/'] },
  { from: 'web/features/', may: ['web/', 'schema/'], mayNot: ['web/features/', 'web/app.tsx', 'web/main.tsx', 'schema/tables/'] },
  { from: 'web/routes.ts', may: ['web/', 'schema/'], mayNot: ['schema/tables/'] },
  { from: 'web/app.tsx', may: ['web/', 'schema/'], mayNot: ['schema/tables/'] },
  { from: 'web/main.tsx', may: ['web/', 'schema/'], mayNot: ['schema/tables/'] },
  { from: 'web/', may: ['web/', 'schema/'], mayNot: ['web/features/', 'schema/tables/'] },
];

const forbiddenNames = /^(utils?|helpers?|common|misc)$/;

/** Every breach, as `path:line: what is wrong`. */
export function findBreaches(files: SourceFile[]): string[] {
  return files.flatMap((file) => [...nameBreaches(file.path), ...importBreaches(file)]);
}

function nameBreaches(path: string): string[] {
  const parts = path.replace(/(\.[a-z]+)+$/, '').split('/');
  const breaches: string[] = [];
  const vague = parts.find((part) => forbiddenNames.test(part));
  if (vague) breaches.push(`${path}:1: a file or folder called "${vague}" says nothing; name the thing it is about`);
  if (parts.at(-1) === 'index' && path !== 'worker/index.ts') breaches.push(`${path}:1: no barrels; import from the file itself`);
  return breaches;
}

function importBreaches(file: SourceFile): string[] {
  const rule = rules.find((candidate) => file.path.startsWith(candidate.from));
  if (!rule) return [];
  return importsOf(file).flatMap(({ specifier, line }) => {
    const reason = judge(file.path, specifier, rule);
    return reason ? [`${file.path}:${line}: ${reason}`] : [];
  });
}

function judge(path: string, specifier: string, rule: Rule): string | undefined {
  const target = inRepository(path, specifier);
  if (target === undefined) {
    const banned = rule.without?.find((name) => specifier === name || specifier.startsWith(`${name}/`));
    return banned && `${rule.from} does without ${banned}`;
  }
  if (isOwnFeature(path, target)) return undefined;
  const allowed = longestMatch(rule.may, target);
  const refused = longestMatch(rule.mayNot ?? [], target);
  if (allowed > refused) return undefined;
  if (rule.from === 'web/features/' && target.startsWith('web/features/')) {
    return `features never import features (${target}); what two share moves to web/components, web/lib or schema`;
  }
  return `${rule.from} may not import ${target}`;
}

function longestMatch(beginnings: string[], target: string): number {
  return Math.max(0, ...beginnings.filter((beginning) => target.startsWith(beginning)).map((beginning) => beginning.length));
}

function isOwnFeature(path: string, target: string): boolean {
  const feature = /^web\/features\/[^/]+\//.exec(path)?.[0];
  return feature !== undefined && target.startsWith(feature);
}

/** The repository path that a specifier names, or undefined for a package. */
function inRepository(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  return undefined;
}

const importPattern = /(?:^|[\s;}])(?:import|export)\s+(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g;

function importsOf(file: SourceFile): { specifier: string; line: number }[] {
  const code = blankComments(file.text);
  return [...code.matchAll(importPattern)].map((match) => {
    const specifier = match[1] ?? match[2] ?? '';
    return { specifier, line: code.slice(0, match.index + match[0].length).split('\n').length };
  });
}

/** Comments become blanks, so that what they quote is no import and lines keep their numbers. */
function blankComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, ' '));
}

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const rooms = ['schema', 'worker', 'web', 'scripts', 'tests'];

/** All source files of the repository. */
export function readSources(): SourceFile[] {
  return rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
      .map((name) => ({ path: `${room}/${name.replaceAll('\\', '/')}`, text: readFileSync(join(root, room, name), 'utf8') })),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sources = readSources();
  const breaches = findBreaches(sources);
  for (const breach of breaches) console.error(breach);
  console.log(`${sources.length} files, ${breaches.length} breaches of the import rules`);
  if (breaches.length > 0) process.exitCode = 1;
}
