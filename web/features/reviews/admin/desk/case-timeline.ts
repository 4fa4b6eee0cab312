/** Lays out the finds of a case on a timeline: one row per person, one tick per find, with bursts marked. Times are in milliseconds. */

import type { AdminReviewCase } from '#schema/reviews/admin-review-case.ts';
import { plural } from '#web/lib/format.ts';
import { groupBy } from '#web/lib/group-by.ts';

export interface TimelineRow {
  id: string;
  label: string;
  isInGroup: boolean;
  times: number[];
}

export interface Burst {
  from: number;
  to: number;
  finds: number;
}

export interface TimeSpan {
  name: string;
  from: number;
  to: number;
}

const maxRows = 20;
const second = 1_000;
const day = 86_400 * second;
/** A burst has at least `finds` finds within `withinMs`. */
const burst = { withinMs: 60 * second, finds: 4 };

/** Returns the rows in order: the certificate's member, other group members, other accounts. */
export function timelineRows({ accounts, finds }: AdminReviewCase): TimelineRow[] {
  const times = groupBy(finds, ({ userId }) => userId);
  const rows = accounts.flatMap(({ id, name, isInGroup }) => {
    const createdTimes = times
      .get(id)
      ?.map(({ at }) => Date.parse(at))
      .sort((one, other) => one - other);
    return createdTimes ? [{ id: String(id), label: name, isInGroup, times: createdTimes }] : [];
  });
  if (rows.length <= maxRows) return rows;
  const overflowRows = rows.slice(maxRows - 1);
  const others = {
    id: 'others',
    label: `${overflowRows.length} others`,
    isInGroup: overflowRows.some(({ isInGroup }) => isInGroup),
    times: overflowRows.flatMap((row) => row.times).sort((one, other) => one - other),
  };
  return [...rows.slice(0, maxRows - 1), others];
}

export function findBursts(times: readonly number[]): Burst[] {
  const bursts: Burst[] = [];
  for (const at of times) {
    const last = bursts.at(-1);
    if (last && at - last.to <= burst.withinMs) Object.assign(last, { to: at, finds: last.finds + 1 });
    else bursts.push({ from: at, to: at, finds: 1 });
  }
  return bursts.filter(({ finds }) => finds >= burst.finds);
}

/** Describes a burst: `20 in 19 s`. */
export function burstLabel({ from, to, finds }: Burst): string {
  return `${finds} in ${durationLabel(to - from)}`;
}

function durationLabel(ms: number): string {
  const units = [
    [day, 'day'],
    [3_600 * second, 'hour'],
    [60 * second, 'minute'],
  ] as const;
  for (const [unit, name] of units) if (ms >= 2 * unit) return plural(Math.round(ms / unit), name);
  return `${Math.round(ms / second)} s`;
}

/**
 * Returns the time spans to choose from: everything, the busiest day and the busiest ten minutes. Omits spans that would barely zoom in.
 */
export function timeSpans(rows: readonly TimelineRow[]): TimeSpan[] {
  const times = rows.flatMap((row) => row.times).sort((one, other) => one - other);
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return [];
  const spans: TimeSpan[] = [padSpan('Everything', first, last)];
  for (const [name, within] of [
    ['Busiest day', day],
    ['Busiest ten minutes', 600 * second],
  ] as const) {
    const busiest = findBusiestSpan(times, within);
    const closeSpan = padSpan(name, busiest.from, busiest.to);
    const previousSpan = spans.at(-1);
    // A time span is worth offering if it is at most half as long as the previous one.
    if (previousSpan && busiest.finds > 1 && previousSpan.to - previousSpan.from >= 2 * (closeSpan.to - closeSpan.from))
      spans.push(closeSpan);
  }
  return spans;
}

function findBusiestSpan(times: readonly number[], within: number): Burst {
  let most: Burst = { from: 0, to: 0, finds: 0 };
  let first = 0;
  for (const [last, at] of times.entries()) {
    while (at - (times[first] ?? at) > within) first += 1;
    if (last - first + 1 > most.finds) most = { from: times[first] ?? at, to: at, finds: last - first + 1 };
  }
  return most;
}

/** Adds padding on both sides so that the time span is never empty. */
function padSpan(name: string, from: number, to: number): TimeSpan {
  const padding = Math.max((to - from) * 0.03, 5 * second);
  return { name, from: from - padding, to: to + padding };
}

const steps = [
  1,
  5,
  15,
  30,
  60,
  300,
  900,
  1_800,
  3_600,
  3 * 3_600,
  6 * 3_600,
  12 * 3_600,
  86_400,
  2 * 86_400,
  7 * 86_400,
  14 * 86_400,
  30 * 86_400,
  91 * 86_400,
  182 * 86_400,
  365 * 86_400,
];

/** Returns at most `maxTicks` ticks, at round times. */
export function axisTicks({ from, to }: TimeSpan, maxTicks: number): { at: number; label: string }[] {
  const step = (steps.find((seconds) => (to - from) / (seconds * second) <= maxTicks) ?? 365 * 86_400) * second;
  const ticks: { at: number; label: string }[] = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) ticks.push({ at, label: axisLabel(at, step) });
  return ticks;
}

/** Formats a time in UTC because the product's days are UTC days. */
function axisLabel(at: number, step: number): string {
  const iso = new Date(at).toISOString();
  if (step < 60 * second) return iso.slice(11, 19);
  if (step < day) return iso.slice(11, 16);
  return step < 30 * day ? iso.slice(5, 10) : iso.slice(0, 7);
}
