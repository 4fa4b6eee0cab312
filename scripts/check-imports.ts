/**
 * `npm run check:imports`: checks import rules that Biome cannot express. Import cycles are checked here too because Biome's module graph
 * would add ten seconds of CPU time to each lint run, and eight when linting a single file (Biome 2.5).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import packageJson from '../package.json' with { type: 'json' };

export interface SourceFile {
  path: string;
  text: string;
}

const topLevelFolders = ['schema', 'worker', 'web', 'scripts', 'tests'];

interface Rule {
  /** Path prefix of the files that this rule covers. */
  from: string;
  /**
   * Path prefixes and full package names that the files covered by `from` may import. The longest match in `allowedImports` and
   * `forbiddenImports` wins.
   */
  allowedImports: string[];
  forbiddenImports?: string[];
  /** Forbidden packages; an `@scope` entry forbids every package in that scope. */
  without?: string[];
}

/** Import rule for business logic, which must not depend on HTTP or cron code. */
const flowRule = {
  allowedImports: [
    'worker/domain/',
    'worker/store/',
    'worker/clients/',
    'worker/security/',
    'worker/pdf/',
    'worker/words/',
    'worker/env.ts',
    'worker/errors.ts',
    'worker/log.ts',
    'schema/',
  ],
  forbiddenImports: ['schema/tables/'],
  without: ['hono', 'drizzle-orm', 'stripe'],
};

/** For each file, the first rule whose `from` matches applies. */
const rules: Rule[] = [
  { from: 'schema/tables/', allowedImports: ['schema/'], without: ['hono', '@hono', 'react', 'react-dom'] },
  {
    from: 'schema/',
    allowedImports: ['schema/'],
    forbiddenImports: ['schema/tables/'],
    without: ['hono', '@hono', 'drizzle-orm', 'react', 'react-dom'],
  },
  {
    from: 'worker/domain/',
    allowedImports: ['worker/domain/', 'schema/'],
    forbiddenImports: ['schema/tables/'],
    without: ['hono', 'drizzle-orm', 'stripe'],
  },
  {
    from: 'worker/store/',
    allowedImports: ['worker/store/', 'worker/domain/', 'worker/env.ts', 'worker/log.ts', 'schema/'],
    without: ['hono'],
  },
  {
    from: 'worker/security/',
    allowedImports: ['worker/security/', 'worker/domain/', 'worker/env.ts', 'worker/fifo-cache.ts', 'worker/log.ts', 'schema/'],
    forbiddenImports: ['schema/tables/'],
    without: ['hono'],
  },
  {
    from: 'worker/clients/',
    allowedImports: ['worker/clients/', 'worker/domain/', 'worker/env.ts', 'schema/'],
    forbiddenImports: ['schema/tables/'],
  },
  { ...flowRule, from: 'worker/flows/', allowedImports: [...flowRule.allowedImports, 'worker/flows/'] },
  {
    from: 'worker/jobs/',
    allowedImports: ['worker/', 'schema/'],
    forbiddenImports: ['worker/routes/', 'worker/middleware/', 'worker/app.ts', 'schema/tables/'],
    without: ['hono', 'drizzle-orm'],
  },
  {
    from: 'worker/middleware/',
    allowedImports: ['worker/', 'schema/'],
    forbiddenImports: ['worker/routes/', 'worker/jobs/', 'worker/app.ts', 'schema/tables/'],
    without: ['drizzle-orm'],
  },
  // Only this route may import jobs, because it runs them.
  {
    from: 'worker/routes/admin/system/jobs.ts',
    allowedImports: ['worker/', 'schema/'],
    forbiddenImports: ['worker/app.ts', 'schema/tables/'],
    without: ['drizzle-orm'],
  },
  {
    from: 'worker/routes/',
    allowedImports: ['worker/', 'schema/'],
    forbiddenImports: ['worker/app.ts', 'worker/jobs/', 'schema/tables/'],
    without: ['drizzle-orm'],
  },
  {
    from: 'worker/mails/',
    allowedImports: ['worker/', 'schema/', 'hono/html'],
    forbiddenImports: ['worker/routes/', 'worker/jobs/', 'worker/middleware/', 'worker/app.ts', 'schema/tables/'],
    without: ['hono', 'drizzle-orm'],
  },
  { from: 'worker/', allowedImports: ['worker/', 'schema/'], forbiddenImports: ['schema/tables/'], without: ['drizzle-orm'] },
  { from: 'web/ui/', allowedImports: ['web/ui/', 'web/lib/'], forbiddenImports: ['web/lib/api/', 'web/lib/paths.ts'] },
  { from: 'web/lib/', allowedImports: ['web/lib/', 'schema/'], forbiddenImports: ['schema/tables/'] },
  {
    from: 'web/features/',
    allowedImports: ['web/ui/', 'web/lib/', 'web/styles/', 'web/art/', 'schema/'],
    forbiddenImports: ['schema/tables/'],
  },
  {
    from: 'web/pages/',
    allowedImports: ['web/features/', 'web/ui/', 'web/lib/', 'web/styles/', 'web/art/', 'schema/'],
    forbiddenImports: ['schema/tables/'],
  },
  { from: 'web/', allowedImports: ['web/', 'schema/'], forbiddenImports: ['schema/tables/'] },
];

/**
 * Features of the site in dependency order: each may import only those listed before it. A file belongs to the feature with the longest
 * matching path.
 */
const features = [
  'accounts/session',
  'accounts/account',
  'memberships',
  'tokens',
  'progress/medals',
  'finding/map',
  'notifications',
  'cards',
  'scans/finds',
  'scans/found',
  'printing',
  'orders',
  'stays',
  'progress',
  'scans/scanning',
  'finding/nearby',
  'finding/world',
  'cards/placement',
  'certificates',
  'chests',
  'referrals',
  'claims',
  'faq',
  'accounts/joining',
  'messages',
  'accounts/password-reset',
  'accounts/sign-in',
  'admin',
  'admin/lists',
  'admin/session',
  'cards/admin',
  'cards/test-qr',
  'certificates/admin',
  'stays/admin',
  'claims/admin',
  'messages/admin',
  'printing/admin',
  'printing/test-card-api',
  'disputes/admin',
  'orders/admin',
  'payouts/admin',
  'tokens/admin',
  'accounts/admin',
  'reviews/admin',
  'admin/search',
  'admin/frame',
  'admin/account',
  'admin/audit',
  'admin/system',
];

/** Dev dependencies and Worker test modules. Production code may import only types from them. */
const developmentModules = ['cloudflare:test', ...Object.keys(packageJson.devDependencies)];
const deployedFolders = /^(schema|worker|web)\//;

const forbiddenNames = /^(utils?|helpers?|common|misc)$|(-|[a-z](?=[A-Z]))(utils?|helpers?)$/i;

const forbiddenPatterns: { from: string; exceptIn?: string; pattern: RegExp; explanation: string }[] = [
  { from: 'worker/', exceptIn: 'worker/store/', pattern: /\.(?:prepare|batch)\(/, explanation: 'SQL is only allowed in worker/store' },
  {
    from: 'worker/domain/',
    pattern: /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(/,
    explanation: 'worker/domain/ has no clock: `now` is a parameter',
  },
  {
    from: 'scripts/',
    exceptIn: 'scripts/lab/',
    pattern: /(?:from|import)\s*\(?\s*['"](?:#scripts|\.)\/lab\//,
    explanation: 'only tests may import scripts/lab/',
  },
];

/** Returns violations of the naming and import rules as `path:line: message`. */
export function findViolations(files: SourceFile[]): string[] {
  return [
    ...files.flatMap((file) => [...findNameViolations(file.path), ...findImportViolations(file), ...findForbiddenPatterns(file)]),
    ...findImportCycles(files),
  ];
}

function findNameViolations(path: string): string[] {
  const parts = path.replace(/(\.[a-z]+)+$/, '').split('/');
  const vague = parts.find((part) => forbiddenNames.test(part));
  return vague ? [`${path}:1: "${vague}" is too vague for a file or folder; name its subject`] : [];
}

function findImportViolations(file: SourceFile): string[] {
  const rule = rules.find((candidate) => file.path.startsWith(candidate.from));
  if (!rule) return [];
  return listImports(file).flatMap(({ specifier, line, isTypeOnly }) => {
    const reason = checkImport(file.path, specifier, rule) ?? (isTypeOnly ? undefined : checkPackage(file.path, specifier));
    return reason ? [`${file.path}:${line}: ${reason}`] : [];
  });
}

function findForbiddenPatterns({ path, text }: SourceFile): string[] {
  const relevantPatterns = forbiddenPatterns.filter(
    ({ from, exceptIn }) => path.startsWith(from) && !(exceptIn && path.startsWith(exceptIn)),
  );
  if (relevantPatterns.length === 0) return [];
  const lines = blankComments(text).split('\n');
  return relevantPatterns.flatMap(({ pattern, explanation }) =>
    lines.flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${explanation}`] : [])),
  );
}

function checkImport(path: string, specifier: string, rule: Rule): string | undefined {
  const target = resolveInRepository(path, specifier);
  if (target === undefined) {
    if (rule.allowedImports.includes(specifier)) return undefined;
    const bannedPackage = rule.without?.find((name) => matchesPackage(name, specifier));
    return bannedPackage && `${rule.from} may not use ${bannedPackage}`;
  }
  if (getFolder(path) !== undefined && getFolder(path) === getFolder(target)) return undefined;
  if (getFeature(path) && getFeature(target)) return checkFeatures(getFeature(path), getFeature(target), target);
  if (path === adminPages && target.startsWith('web/pages/admin/')) return undefined;
  const allowed = longestMatch(rule.allowedImports, target);
  const forbiddenPrefixLength = longestMatch(rule.forbiddenImports ?? [], target);
  if (allowed > forbiddenPrefixLength) return undefined;
  return `${rule.from} may not import ${target}`;
}

function checkPackage(path: string, specifier: string): string | undefined {
  const developmentModule = deployedFolders.test(path) && developmentModules.find((name) => matchesPackage(name, specifier));
  return developmentModule ? `${developmentModule} is a development dependency (package.json)` : undefined;
}

function matchesPackage(name: string, specifier: string): boolean {
  return specifier === name || specifier.startsWith(`${name}/`);
}

function longestMatch(prefixes: string[], target: string): number {
  return Math.max(0, ...prefixes.filter((prefix) => target.startsWith(prefix)).map((prefix) => prefix.length));
}

const adminPages = 'web/pages/admin/pages.ts';

function getFolder(path: string): string | undefined {
  return getFeature(path) ?? /^web\/(pages\/admin\/[^/]+|pages\/(?!admin\/)[^/]+)\//.exec(path)?.[0];
}

function getFeature(path: string): string | undefined {
  if (!path.startsWith('web/features/')) return undefined;
  const featurePath = path.slice('web/features/'.length);
  const matchingFeatures = features.filter((feature) => featurePath.startsWith(`${feature}/`));
  return matchingFeatures.sort((one, other) => other.length - one.length)[0] ?? featurePath.slice(0, featurePath.lastIndexOf('/'));
}

function checkFeatures(feature: string | undefined, used: string | undefined, target: string): string | undefined {
  const [place, placeOfUsed] = [features.indexOf(feature ?? ''), features.indexOf(used ?? '')];
  if (place < 0) return `the feature ${feature} is missing from the order of features (scripts/check-imports.ts)`;
  if (placeOfUsed >= 0 && placeOfUsed < place) return undefined;
  return `${feature} comes before ${used} in the order of features and may not import ${target}`;
}

/** Returns each import cycle once, starting at its first file. Type-only and lazy imports count too. */
function findImportCycles(files: SourceFile[]): string[] {
  const filesByPath = new Map(files.map((file) => [file.path, file]));
  const reachedFiles = new Set<string>();
  const cycles: string[] = [];
  const walk = (path: string, trail: string[]) => {
    const start = trail.indexOf(path);
    if (start >= 0) cycles.push(`${path}:1: import cycle: ${[...trail.slice(start), path].join(' -> ')}`);
    if (start >= 0 || reachedFiles.has(path)) return;
    for (const { specifier } of listImports(filesByPath.get(path) as SourceFile)) {
      const target = resolveInRepository(path, specifier);
      if (target !== undefined && filesByPath.has(target)) walk(target, [...trail, path]);
    }
    reachedFiles.add(path);
  };
  for (const { path } of files) walk(path, []);
  return cycles;
}

function resolveInRepository(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  return undefined;
}

const importPattern = /(?:^|[\s;}])(?:import|export)\s+(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g;

function listImports(file: SourceFile): { specifier: string; line: number; isTypeOnly: boolean }[] {
  const code = blankComments(file.text);
  return [...code.matchAll(importPattern)].map((match) => {
    const specifier = match[1] ?? match[2] ?? '';
    const isTypeOnly = /^\W*(import|export)\s+type\b/.test(match[0]);
    return { specifier, line: code.slice(0, match.index + match[0].length).split('\n').length, isTypeOnly };
  });
}

/** Replaces comments with blanks so that imports inside them are ignored and line numbers stay the same. */
function blankComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, ' '));
}

const root = dirname(dirname(fileURLToPath(import.meta.url)));

export function readSources(): SourceFile[] {
  return topLevelFolders.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
      .map((name) => ({ path: `${room}/${name.replaceAll('\\', '/')}`, text: readFileSync(join(root, room, name), 'utf8') })),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sources = readSources();
  const ruleViolations = findViolations(sources);
  for (const ruleViolation of ruleViolations) console.error(ruleViolation);
  console.log(`${sources.length} files, ${ruleViolations.length} violations of the import rules`);
  if (ruleViolations.length > 0) process.exitCode = 1;
}
