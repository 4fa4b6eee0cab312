/** What Lighthouse saw, in numbers: medians, and what is not as wanted. */
import { cpus, totalmem } from 'node:os';

export interface LighthouseReport {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
}

export interface Looked {
  path: string;
  runs: LighthouseReport[];
}

const categories = {
  performance: 'Performance',
  accessibility: 'Accessibility',
  'best-practices': 'Best Practices',
  seo: 'SEO',
};
const metrics = [
  { audit: 'first-contentful-paint', name: 'FCP', atMost: Number.POSITIVE_INFINITY, shown: seconds },
  { audit: 'largest-contentful-paint', name: 'LCP', atMost: 1_200, shown: seconds },
  { audit: 'cumulative-layout-shift', name: 'CLS', atMost: 0, shown: (value: number) => value.toFixed(3) },
  { audit: 'total-blocking-time', name: 'TBT', atMost: 50, shown: (value: number) => `${Math.round(value)} ms` },
];

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(2)} s`;
}

/** The middle one; of an even number the lower of the two. */
export function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}

/** Of 100. What Lighthouse could not judge counts as nothing. */
function score({ runs }: Looked, category: string): number {
  return Math.round(100 * median(runs.map((run) => run.categories[category]?.score ?? 0)));
}

function metric(looked: Looked, audit: string): number {
  return median(ofEachVisit(looked, audit));
}

function ofEachVisit({ runs }: Looked, audit: string): number[] {
  return runs.map((run) => run.audits[audit]?.numericValue ?? Number.NaN);
}

/** One row a page. */
export function table(looked: Looked[]): string {
  const head = ['Page', ...Object.values(categories), ...metrics.map(({ name }) => name), 'Least TBT'];
  const rows = looked.map((one) => [
    `\`${one.path}\``,
    ...Object.keys(categories).map((category) => String(score(one, category))),
    ...metrics.map(({ audit, shown }) => shown(metric(one, audit))),
    `${Math.round(Math.min(...ofEachVisit(one, 'total-blocking-time')))} ms`,
  ]);
  return [head, ['---', ...head.slice(1).map(() => '---:')], ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** A sentence for each figure that is not as wanted; a figure that is missing is not. */
export function misses(looked: Looked[]): string[] {
  return looked.flatMap((one) => [
    ...Object.entries(categories)
      .filter(([category]) => score(one, category) < 100)
      .map(([category, name]) => `${one.path}: ${name} is ${score(one, category)}`),
    ...metrics
      .filter(({ audit, atMost }) => Number.isFinite(atMost) && !(metric(one, audit) <= atMost))
      .map(({ audit, name, shown, atMost }) => `${one.path}: ${name} is ${shown(metric(one, audit))}, wanted are ${shown(atMost)} at most`),
  ]);
}

/** docs/lighthouse.md. */
export function page(looked: Looked[], version: string, day: string): string {
  const missed = misses(looked);
  return `# Lighthouse

Made by \`npm run lighthouse -- --write\` on ${day}, with Lighthouse ${version} (mobile preset: a slow 4G network and a processor four times
slower are simulated), on a machine with ${cpus().length} cores and ${Math.round(totalmem() / 2 ** 30)} GB of memory. The product is the built one, served by \`wrangler dev\` over HTTP/1.1 on the
same machine. Each figure is the median of ${looked[0]?.runs.length ?? 0} visits with an empty cache.

Wanted: 100 in all four categories, LCP at most 1.2 s, CLS 0, TBT at most 50 ms. TBT is the processor's alone: a machine that is busy with
other things, or whose host is, shows more of it. What stands in the last column, of the visit that was disturbed least, is nearest to what the
page itself takes.

${table(looked)}

${missed.length === 0 ? 'Everything is as wanted.' : `Not as wanted:\n\n${missed.map((sentence) => `- ${sentence}`).join('\n')}`}
`;
}
