import { machine, markdownTable, median } from '#scripts/lab/bench/report.ts';

export interface LighthouseReport {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
  configSettings: { throttling: { cpuSlowdownMultiplier: number } };
  /** Milliseconds. */
  cpuBlockingTime: number;
}

export interface VisitedPage {
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
  { audit: 'first-contentful-paint', name: 'FCP', formatValue: seconds },
  { audit: 'largest-contentful-paint', name: 'LCP', formatValue: seconds },
  { audit: 'cumulative-layout-shift', name: 'CLS', formatValue: (value: number) => value.toFixed(3) },
  { audit: 'total-blocking-time', name: 'TBT', formatValue: (value: number) => `${Math.round(value)} ms` },
];

export interface Targets {
  /** Minimum score in each category, from 0 to 100. */
  scores: Record<string, number>;
  /** Maximum value for each audit, in milliseconds. Cumulative layout shift has no unit. */
  metrics: Record<string, number>;
}

export const publicTargets: Targets = {
  scores: Object.fromEntries(Object.keys(categories).map((category) => [category, 100])),
  metrics: { 'largest-contentful-paint': 1_200, 'cumulative-layout-shift': 0, 'total-blocking-time': 50 },
};
export const signedInTargets: Targets = { scores: { performance: 95 }, metrics: { 'cumulative-layout-shift': 0.05 } };

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(2)} s`;
}

function score({ runs }: VisitedPage, category: string): number {
  return Math.round(100 * median(runs.map((run) => run.categories[category]?.score ?? 0)));
}

function metric(page: VisitedPage, audit: string): number {
  return median(listAuditValues(page, audit));
}

function listAuditValues({ runs }: VisitedPage, audit: string): number[] {
  return runs.map((run) => run.audits[audit]?.numericValue ?? Number.NaN);
}

export function table(pages: VisitedPage[]): string {
  const head = ['Page', ...Object.values(categories), ...metrics.map(({ name }) => name), 'Worst TBT', 'TBT by CPU time'];
  const rows = pages.map((page) => [
    `\`${page.path}\``,
    ...Object.keys(categories).map((category) => String(score(page, category))),
    ...metrics.map(({ audit, formatValue }) => formatValue(metric(page, audit))),
    `${Math.round(Math.max(...listAuditValues(page, 'total-blocking-time')))} ms`,
    `${Math.round(median(page.runs.map((run) => run.cpuBlockingTime)))} ms`,
  ]);
  return markdownTable(head, rows);
}

export function findMissedTargets(pages: VisitedPage[], targets: Targets): string[] {
  return pages.flatMap((page) => [
    ...Object.entries(categories)
      .filter(([category]) => score(page, category) < (targets.scores[category] ?? 0))
      .map(([category, name]) => `${page.path}: ${name} is ${score(page, category)}`),
    ...metrics.flatMap(({ audit, name, formatValue }) => {
      const most = targets.metrics[audit];
      if (most === undefined || metric(page, audit) <= most) return [];
      return [`${page.path}: ${name} is ${formatValue(metric(page, audit))}, expected at most ${formatValue(most)}`];
    }),
  ]);
}

export function circumstances(pages: VisitedPage[], version: string, at: Date): string {
  const visits = pages[0]?.runs.length ?? 0;
  return `\`npm run lighthouse\`, ${at.toISOString().slice(0, 10)}, Lighthouse ${version}, medians of ${visits} visits per page, on ${machine()}:`;
}
