import { expect, test } from 'vitest';
import { median } from '#scripts/lab/bench/report.ts';
import { cpuBlockingTime } from '#scripts/lab/lighthouse/cpu-blocking-time.ts';
import {
  circumstances,
  findMissedTargets,
  type LighthouseReport,
  publicTargets,
  signedInTargets,
  table,
} from '#scripts/lab/lighthouse/report.ts';

const measured = { configSettings: { throttling: { cpuSlowdownMultiplier: 4 } }, cpuBlockingTime: 7 };
const report = (lcp: number, tbt = 10, performance: number | null = 1): LighthouseReport => ({
  categories: { performance: { score: performance }, accessibility: { score: 1 }, 'best-practices': { score: 1 }, seo: { score: 1 } },
  ...measured,
  audits: {
    'first-contentful-paint': { numericValue: 700 },
    'largest-contentful-paint': { numericValue: lcp },
    'cumulative-layout-shift': { numericValue: 0 },
    'total-blocking-time': { numericValue: tbt },
  },
});

test('the median is the middle value, or the higher of the two middle ones', () => {
  expect(median([5, 1, 9])).toBe(5);
  expect(median([2, 1])).toBe(2);
  expect(median([])).toBeNaN();
});

test('one slow visit of several does not affect the result', () => {
  const visits = [{ path: '/', runs: [report(900, 4), report(9_000, 900, 0.4), report(1_000)] }];
  expect(findMissedTargets(visits, publicTargets)).toEqual([]);
  expect(table(visits)).toContain('| `/` | 100 | 100 | 100 | 100 | 0.70 s | 1.00 s | 0.000 | 10 ms | 900 ms | 7 ms |');
  expect(circumstances(visits, '1.2.3', new Date('2026-11-21T10:00:00Z'))).toContain(
    '2026-11-21, Lighthouse 1.2.3, medians of 3 visits per page',
  );
});

test('a missed target is listed, and so is a figure that could not be measured', () => {
  expect(findMissedTargets([{ path: '/faq', runs: [report(1_300, 51, 0.97)] }], publicTargets)).toEqual([
    '/faq: Performance is 97',
    '/faq: LCP is 1.30 s, expected at most 1.20 s',
    '/faq: TBT is 51 ms, expected at most 50 ms',
  ]);
  expect(findMissedTargets([{ path: '/faq', runs: [{ ...measured, categories: {}, audits: {} }] }], publicTargets)).toHaveLength(7);
});

test('pages behind the sign-in have their own targets', () => {
  const visit = (performance: number, shift: number): LighthouseReport => {
    const { audits, ...rest } = report(3_000, 200, performance);
    return { ...rest, audits: { ...audits, 'cumulative-layout-shift': { numericValue: shift } } };
  };
  expect(findMissedTargets([{ path: '/dashboard', runs: [visit(0.95, 0.05)] }], signedInTargets)).toEqual([]);
  expect(findMissedTargets([{ path: '/dashboard', runs: [visit(0.94, 0.06)] }], signedInTargets)).toEqual([
    '/dashboard: Performance is 94',
    '/dashboard: CLS is 0.060, expected at most 0.050',
  ]);
});

test('TBT by CPU time counts the page’s long tasks after the first contentful paint, without the time they wait for a CPU', () => {
  const thread = { pid: 7, tid: 1, ph: 'X', name: 'RunTask', args: {} };
  const events = [
    { ...thread, ph: 'M', name: 'thread_name', ts: 0, args: { name: 'CrRendererMain' } },
    { ...thread, ts: 0, dur: 90_000, tdur: 80_000 },
    { ...thread, ph: 'I', name: 'firstContentfulPaint', ts: 100_000 },
    { ...thread, ts: 200_000, dur: 300_000, tdur: 20_000 },
    { ...thread, ts: 600_000, dur: 300_000, tdur: 12_000 },
    { ...thread, ts: 950_000, dur: 9 },
    { ...thread, pid: 8, ts: 200_000, dur: 90_000, tdur: 80_000 },
  ];
  expect(cpuBlockingTime(events, 4)).toBe(30);
});
