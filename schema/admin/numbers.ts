/** The founder's numbers: kinds of daily facts, and the response of GET /api/admin/numbers. The page defines each figure. */
import * as v from 'valibot';

export const numbersPath = '/api/admin/numbers';

/**
 * Kinds of rows in `day_facts`. Counts of members and prices hold at the end of the day; the other facts happened on that day. Facts about a
 * cohort are stored on the last day of a month.
 */
export const factKinds = [
  'active_7',
  'active_28',
  'paying_basic',
  'paying_premium',
  'churned',
  'year_ago_cents',
  'kept_cents',
  'joined_month_ago',
  'converted',
  'membership_cents',
  'renewal_cents',
  'card_cents',
  'print_cents',
  'print_loss_cents',
  'commission_cents',
  'chest_cents',
  'stays',
  'stay_cents',
  'stay_tokens',
  'cohort_active',
  'cohort_paying',
] as const;
export type FactKind = (typeof factKinds)[number];

export const numberPeriods = ['28days', 'month', 'year'] as const;
export type NumberPeriod = (typeof numberPeriods)[number];

/** The founder's numbers with their units. Money is in cents, shares are fractions. */
export const figureUnits = {
  active7: 'count',
  active28: 'count',
  newMembers: 'count',
  payingBasic: 'count',
  payingPremium: 'count',
  conversion: 'share',
  churn: 'share',
  retention: 'share',
  memberships: 'money',
  renewals: 'money',
  cards: 'money',
  refunds: 'money',
  fees: 'money',
  printCost: 'money',
  printLoss: 'money',
  commissions: 'money',
  chests: 'money',
  tokensIssued: 'count',
  tokensRedeemed: 'count',
  tokensOutstanding: 'count',
  tokenLiability: 'money',
  stays: 'count',
} as const;
export type FigureName = keyof typeof figureUnits;
export type FigureUnit = (typeof figureUnits)[FigureName];
export const figureNames = Object.keys(figureUnits) as FigureName[];

export const NumbersQuery = v.looseObject({ period: v.optional(v.picklist(numberPeriods)) });
export const NumbersExportQuery = v.looseObject({
  period: v.optional(v.picklist(numberPeriods)),
  figure: v.optional(v.picklist(figureNames)),
});

/** Inclusive range of UTC days, YYYY-MM-DD. */
const Range = v.object({ from: v.string(), to: v.string() });
export type Range = v.InferOutput<typeof Range>;

/** Null: cannot be computed, for example a share of no members. */
const Figure = v.object({ value: v.nullable(v.number()), previous: v.nullable(v.number()) });
export type Figure = v.InferOutput<typeof Figure>;

/** Members who joined in a month, with how many of them found a card in, and paid at the end of, each month since. */
const Cohort = v.object({
  /** YYYY-MM. */
  month: v.string(),
  members: v.number(),
  months: v.array(v.object({ month: v.string(), active: v.number(), paying: v.number() })),
});
export type Cohort = v.InferOutput<typeof Cohort>;

export const Numbers = v.object({
  /** Last day that is counted completely. */
  through: v.string(),
  period: Range,
  previous: Range,
  figures: v.record(v.picklist(figureNames), Figure),
  cohorts: v.array(Cohort),
});
export type Numbers = v.InferOutput<typeof Numbers>;

/** Null until the first day is counted. */
export const NumbersAnswer = v.object({ numbers: v.nullable(Numbers) });
export type NumbersAnswer = v.InferOutput<typeof NumbersAnswer>;
