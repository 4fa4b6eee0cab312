/** Daily chart data for administrators, as the API returns it. */
import type { DayTotals } from '#schema/admin/charts.ts';

export const zeros = { signUps: 0, scans: 0, tokensIssued: 0, tokensRedeemed: 0, tokensWithdrawn: 0, revenueCents: 0 };

/** Returns `count` days, each with one more scan than the day before. */
export const days = (count: number, first = '2026-11-01'): DayTotals[] =>
  Array.from({ length: count }, (_, index) => ({
    ...zeros,
    day: new Date(Date.parse(first) + index * 86_400_000).toISOString().slice(0, 10),
    scans: index,
  }));
