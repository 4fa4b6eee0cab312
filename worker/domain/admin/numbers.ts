/** Periods and figures of the founder's numbers. The page defines each figure for its readers. */
import type { Cohort, FactKind, Figure, FigureName, NumberPeriod, Range } from '#schema/admin/numbers.ts';
import { addDays } from '#schema/calendar.ts';
import { assumedTokenCostCents, cohortMonths } from '#schema/rules.ts';
import { getLastSecond, monthsLater } from '#worker/domain/chests/months.ts';
import { utcDay } from '#worker/domain/time.ts';

export interface DayTotalSums {
  signUps: number;
  tokensIssued: number;
  tokensRedeemed: number;
  returnedCents: number;
  feeCents: number;
}

export interface PeriodFacts {
  sums: Partial<Record<FactKind, number>>;
  /** Facts of the last day, and of the day before the first one. */
  atEnd: Partial<Record<FactKind, number>>;
  before: Partial<Record<FactKind, number>>;
  totals: DayTotalSums;
  tokensOutstanding: number;
  /** Our cost of the stays in the year up to the last day, and the tokens redeemed for them. */
  stayCosts: { cents: number; tokens: number };
}

export interface CohortFact {
  cohort: string;
  members: number;
  month: string;
  active: number;
  paying: number;
}

/** The facts and totals of one day; `outstanding` is the number of tokens at its end. */
export type DayFigures = Partial<Record<FactKind | keyof DayTotalSums | 'outstanding', number>>;

/** Returns the last period that ends by the day `through`, and the one of the same length before it. Months and years are calendar months. */
export function findPeriods(period: NumberPeriod, through: string): { period: Range; previous: Range } {
  if (period === '28days') {
    const from = addDays(through, -27);
    return { period: { from, to: through }, previous: { from: addDays(from, -28), to: addDays(from, -1) } };
  }
  const months = period === 'month' ? 1 : 12;
  const last = lastMonth(through);
  return {
    period: monthRange(monthsLater(last, 1 - months), last),
    previous: monthRange(monthsLater(last, 1 - 2 * months), monthsLater(last, -months)),
  };
}

/** Returns the range of the cohorts: the months of joining up to the last complete month. */
export function findCohortRange(through: string): { fromMonth: string; to: string } {
  const last = lastMonth(through);
  return { fromMonth: monthsLater(last, 1 - cohortMonths), to: monthRange(last, last).to };
}

/** The month of the day if the day is its last one, otherwise the month before. */
const lastMonth = (day: string) => monthsLater(addDays(day, 1).slice(0, 7), -1);
const monthRange = (first: string, last: string): Range => ({ from: `${first}-01`, to: utcDay(getLastSecond(last)) });

const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);

function figuresOf({ sums, atEnd, before, totals, tokensOutstanding, stayCosts }: PeriodFacts): Record<FigureName, number | null> {
  const sum = (kind: FactKind) => sums[kind] ?? 0;
  const end = (kind: FactKind) => atEnd[kind] ?? 0;
  const payingBefore = (before.paying_basic ?? 0) + (before.paying_premium ?? 0);
  const tokenCostCents = stayCosts.tokens > 0 ? stayCosts.cents / stayCosts.tokens : assumedTokenCostCents;
  return {
    active7: end('active_7'),
    active28: end('active_28'),
    newMembers: totals.signUps,
    payingBasic: end('paying_basic'),
    payingPremium: end('paying_premium'),
    conversion: share(sum('converted'), sum('joined_month_ago')),
    churn: share(sum('churned'), payingBefore),
    retention: share(end('kept_cents'), end('year_ago_cents')),
    memberships: sum('membership_cents'),
    renewals: sum('renewal_cents'),
    cards: sum('card_cents'),
    refunds: totals.returnedCents,
    fees: totals.feeCents,
    printCost: sum('print_cents'),
    printLoss: sum('print_loss_cents'),
    commissions: sum('commission_cents'),
    chests: sum('chest_cents'),
    tokensIssued: totals.tokensIssued,
    tokensRedeemed: totals.tokensRedeemed,
    tokensOutstanding,
    tokenLiability: Math.round(tokensOutstanding * tokenCostCents),
    stays: sum('stays'),
  };
}

export function compareFigures(current: PeriodFacts, earlier: PeriodFacts): Record<FigureName, Figure> {
  const previous = figuresOf(earlier);
  return Object.fromEntries(
    Object.entries(figuresOf(current)).map(([name, value]) => [name, { value, previous: previous[name as FigureName] }]),
  ) as Record<FigureName, Figure>;
}

/** Groups the rows, which are sorted by cohort and month. */
export function groupCohorts(facts: readonly CohortFact[]): Cohort[] {
  return [...Map.groupBy(facts, ({ cohort }) => cohort)].map(([month, rows]) => ({
    month,
    members: rows[0]?.members ?? 0,
    months: rows.map(({ month, active, paying }) => ({ month, active, paying })),
  }));
}

/** Columns of the daily CSV that belong to each figure, with their headers. Figures that are computed from others have several. */
export const dayColumns: Record<FigureName, readonly { key: keyof DayFigures; header: string; isMoney?: true }[]> = {
  active7: [{ key: 'active_7', header: 'Active, 7 days' }],
  active28: [{ key: 'active_28', header: 'Active, 28 days' }],
  newMembers: [{ key: 'signUps', header: 'New members' }],
  payingBasic: [{ key: 'paying_basic', header: 'Paying, Basic' }],
  payingPremium: [{ key: 'paying_premium', header: 'Paying, Premium' }],
  conversion: [
    { key: 'joined_month_ago', header: 'Joined 30 days before' },
    { key: 'converted', header: 'Of them, paid within 30 days' },
  ],
  churn: [{ key: 'churned', header: 'Stopped paying' }],
  retention: [
    { key: 'year_ago_cents', header: 'Yearly price a year before (USD)', isMoney: true },
    { key: 'kept_cents', header: 'Yearly price of the same members (USD)', isMoney: true },
  ],
  memberships: [{ key: 'membership_cents', header: 'New memberships (USD)', isMoney: true }],
  renewals: [{ key: 'renewal_cents', header: 'Renewals (USD)', isMoney: true }],
  cards: [{ key: 'card_cents', header: 'Cache Cards (USD)', isMoney: true }],
  refunds: [{ key: 'returnedCents', header: 'Refunds (USD)', isMoney: true }],
  fees: [{ key: 'feeCents', header: 'Stripe fees (USD)', isMoney: true }],
  printCost: [{ key: 'print_cents', header: 'Print cost (USD)', isMoney: true }],
  printLoss: [{ key: 'print_loss_cents', header: 'Loss on printing (USD)', isMoney: true }],
  commissions: [{ key: 'commission_cents', header: 'Commissions (USD)', isMoney: true }],
  chests: [{ key: 'chest_cents', header: 'Treasure chests (USD)', isMoney: true }],
  tokensIssued: [{ key: 'tokensIssued', header: 'Tokens issued' }],
  tokensRedeemed: [{ key: 'tokensRedeemed', header: 'Tokens redeemed' }],
  tokensOutstanding: [{ key: 'outstanding', header: 'Tokens outstanding' }],
  tokenLiability: [
    { key: 'outstanding', header: 'Tokens outstanding' },
    { key: 'stay_cents', header: 'Cost of stays (USD)', isMoney: true },
    { key: 'stay_tokens', header: 'Tokens redeemed for them' },
  ],
  stays: [{ key: 'stays', header: 'Stays' }],
};
