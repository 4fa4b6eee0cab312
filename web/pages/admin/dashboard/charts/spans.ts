/** Date ranges of charts. Days are UTC days in the format YYYY-MM-DD. */

import type { DayTotals } from '#schema/admin/charts.ts';
import { addDays } from '#schema/calendar.ts';
import { maxChartDays } from '#schema/rules.ts';
import { dateFormat } from '#web/lib/format.ts';

export interface Span {
  from: string;
  to: string;
}

export const presets = [7, 30, 90, 365] as const;

/** Maximum number of bars in a chart. Longer ranges are shown in weeks because more bars would be unreadable. */
const maxBars = 100;
const dayMs = 86_400_000;

/** Returns the range of the last `days` days, including today. */
export function getLastDays(days: number, now: Date): Span {
  const to = now.toISOString().slice(0, 10);
  return { from: addDays(to, 1 - days), to };
}

export function getSpanError({ from, to }: Span): string | undefined {
  if (from === '' || to === '') return 'Please choose both dates';
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days < 1) return 'The start date must not be after the end date';
  return days > maxChartDays ? `Choose at most ${maxChartDays} days` : undefined;
}

export type Figures = Omit<DayTotals, 'day'>;

/** A period of a chart, either a day or a week, as an inclusive date range. */
export interface Period extends Figures, Span {
  isDay: boolean;
  /** First day, as shown on the axis: `Nov 21`. */
  label: string;
  /** Name of the period: `Fri, Nov 21, 2026`, or `Nov 15 to Nov 21, 2026`. */
  name: string;
}

/** Groups days into weeks if there are too many days to show. The last week ends on the last day, so only the first week may be short. */
export function groupIntoPeriods(days: readonly DayTotals[]): Period[] {
  const size = days.length > maxBars ? 7 : 1;
  const periods: Period[] = [];
  for (let end = days.length; end > 0; end -= size) periods.unshift(toPeriod(days.slice(Math.max(0, end - size), end)));
  return periods;
}

const axisDay = dateFormat({ month: 'short', day: 'numeric', timeZone: 'UTC' });
const longDay = dateFormat({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
const yearDay = dateFormat({ month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });

function toPeriod(days: readonly DayTotals[]): Period {
  const from = days[0]?.day ?? '';
  const to = days.at(-1)?.day ?? '';
  const isDay = from === to;
  return {
    ...sumFigures(days),
    from,
    to,
    isDay,
    label: axisDay().format(Date.parse(from)),
    name: isDay ? longDay().format(Date.parse(from)) : `${axisDay().format(Date.parse(from))} to ${yearDay().format(Date.parse(to))}`,
  };
}

export function sumFigures(parts: readonly Figures[]): Figures {
  const sum = { signUps: 0, scans: 0, tokensIssued: 0, tokensRedeemed: 0, tokensWithdrawn: 0, revenueCents: 0 };
  for (const part of parts) {
    sum.signUps += part.signUps;
    sum.scans += part.scans;
    sum.tokensIssued += part.tokensIssued;
    sum.tokensRedeemed += part.tokensRedeemed;
    sum.tokensWithdrawn += part.tokensWithdrawn;
    sum.revenueCents += part.revenueCents;
  }
  return sum;
}
