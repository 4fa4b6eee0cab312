import type { ChartQuery, DayTotals } from '#schema/admin/charts.ts';
import { defaultChartDays, maxChartDays, secondsPerDay } from '#schema/rules.ts';
import { parseDay } from '#worker/domain/instant.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import { utcDay } from '#worker/domain/time.ts';

/** An inclusive range of UTC days, each as YYYY-MM-DD. */
export interface ChartSpan {
  from: string;
  to: string;
}

export function readSpan({ from, to }: ChartQuery, now: number): Result<ChartSpan, Record<string, string>> {
  const lastDay = to ?? utcDay(now);
  if (parseDay(lastDay) === undefined) return err({ to: 'This date does not exist' });
  const firstDay = from ?? utcDay(parseDaySeconds(lastDay) - (defaultChartDays - 1) * secondsPerDay);
  if (parseDay(firstDay) === undefined) return err({ from: 'This date does not exist' });
  const days = daysBetween(firstDay, lastDay);
  if (days < 1) return err({ from: 'The start date must not be after the end date' });
  if (days > maxChartDays) return err({ from: `Choose at most ${maxChartDays} days` });
  return ok({ from: firstDay, to: lastDay });
}

export function fillMissingDays({ from, to }: ChartSpan, totals: readonly DayTotals[]): DayTotals[] {
  const totalsByDay = new Map(totals.map((row) => [row.day, row]));
  const firstSecond = parseDaySeconds(from);
  return Array.from({ length: daysBetween(from, to) }, (_, index) => {
    const day = utcDay(firstSecond + index * secondsPerDay);
    return totalsByDay.get(day) ?? { day, signUps: 0, scans: 0, tokensIssued: 0, tokensRedeemed: 0, tokensWithdrawn: 0, revenueCents: 0 };
  });
}

function parseDaySeconds(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 1_000;
}

function daysBetween(from: string, to: string): number {
  return Math.round((parseDaySeconds(to) - parseDaySeconds(from)) / secondsPerDay) + 1;
}
