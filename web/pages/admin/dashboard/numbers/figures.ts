/** Names, definitions and links of the founder's numbers. */
import { type ListedFigure, listedFigures, rangeOfRows } from '#schema/admin/number-rows.ts';
import type { FigureName, FigureUnit, NumberPeriod, Range } from '#schema/admin/numbers.ts';
import {
  assumedTokenCostCents,
  conversionDays,
  factsRecountDays,
  olderFactsRecountDays,
  renewalGraceSeconds,
  secondsPerDay,
} from '#schema/rules.ts';
import { dollars, formatDollars, number, numberFormat } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';

interface Definition {
  label: string;
  definition: string;
}

const graceDays = renewalGraceSeconds / secondsPerDay;
const recounted = `Counted again daily for ${factsRecountDays} days, then every ${olderFactsRecountDays} days, because some are reversed later.`;

export const definitions: Record<FigureName, Definition> = {
  active7: {
    label: 'Active in 7 days',
    definition:
      'Members who found at least one card in the 7 days up to the end of the period, each counted once. Finds that were taken back later still count.',
  },
  active28: {
    label: 'Active in 28 days',
    definition:
      'Members who found at least one card in the 28 days up to the end of the period, each counted once. Finds that were taken back later still count.',
  },
  newMembers: {
    label: 'New members',
    definition: 'Accounts created in the period, including those deleted since.',
  },
  payingBasic: {
    label: 'Paying, Basic',
    definition: `Members with a paid Basic membership at the end of the period, including the ${graceDays} days after it ends in which it can still be renewed. Granted memberships don’t count.`,
  },
  payingPremium: {
    label: 'Paying, Premium',
    definition: `Members with a paid Premium membership at the end of the period, including the ${graceDays} days after it ends in which it can still be renewed. Granted memberships don’t count.`,
  },
  conversion: {
    label: 'Conversion',
    definition: `Share of members who paid for a membership within ${conversionDays} days of joining. Covers the members whose ${conversionDays} days ended in the period, so everyone had the same time.`,
  },
  churn: {
    label: 'Churn',
    definition: `Members who stopped paying in the period, divided by the members paying when it began. A membership counts as ended ${graceDays} days after its last paid day. Someone who returns later counts as new.`,
  },
  retention: {
    label: 'Net revenue retention',
    definition:
      'Yearly price of the memberships that last year’s paying members have now, divided by the yearly price of those they had a year ago. Includes upgrades and cancellations, but no new members. Compares the end of the period with the same day a year before.',
  },
  memberships: {
    label: 'New memberships',
    definition: 'Payments for first memberships, returns and upgrades, on the day of payment. Refunds are not deducted.',
  },
  renewals: {
    label: 'Renewals',
    definition: 'Payments for yearly renewals, on the day of payment. Refunds are not deducted.',
  },
  cards: {
    label: 'Cache Cards',
    definition: 'Payments for card orders, on the day of payment. Refunds are not deducted.',
  },
  refunds: {
    label: 'Refunds and disputes',
    definition: 'Refunds and lost disputes on the day they happened, minus failed refunds and disputes won on appeal.',
  },
  fees: {
    label: 'Stripe fees',
    definition: 'What Stripe charged for payments and disputes. Fees arrive a day late.',
  },
  printCost: {
    label: 'Print cost',
    definition:
      'Price of the print orders created in the period and sent to the printer, with delivery and replaced parcels. Sandbox prints don’t count.',
  },
  printLoss: {
    label: 'Loss on printing',
    definition:
      'Part of the print cost that the members’ orders didn’t cover: for each print order, its price minus what the member paid for the cards, if that is positive. Replaced parcels are a loss in full.',
  },
  commissions: {
    label: 'Commissions',
    definition: `Commissions earned in the period, paid or not, including those on hold, minus later deductions from paid ones. ${recounted}`,
  },
  chests: {
    label: 'Treasure chests',
    definition: `Treasure chests opened in the period, paid or not, including those on hold. ${recounted}`,
  },
  tokensIssued: {
    label: 'Tokens issued',
    definition: 'Rewards for finds and placements, and tokens given by administrators.',
  },
  tokensRedeemed: {
    label: 'Tokens redeemed',
    definition: 'Tokens spent on certificates. Tokens that were returned later are deducted on the day they were spent.',
  },
  tokensOutstanding: {
    label: 'Tokens outstanding',
    definition: 'Tokens that members held at the end of the period: all tokens issued, minus those redeemed or withdrawn.',
  },
  tokenLiability: {
    label: 'Token liability',
    definition: `What the outstanding tokens would cost us if members redeemed them all: their number times our cost per token, which is the cost of last year’s stays divided by the tokens redeemed for them. Until a stay has a known cost, we assume ${dollars(assumedTokenCostCents)} a token.`,
  },
  stays: {
    label: 'Stays',
    definition: `Stays that took place, on the day of departure. Leaves out those that the member or the hotel reported as missed. Counted again daily for ${factsRecountDays} days, then every ${olderFactsRecountDays} days, because answers arrive later.`,
  },
};

export const groups: readonly { title: string; figures: readonly FigureName[] }[] = [
  { title: 'Members', figures: ['active7', 'active28', 'newMembers', 'conversion'] },
  { title: 'Memberships', figures: ['payingBasic', 'payingPremium', 'churn', 'retention'] },
  { title: 'Revenue', figures: ['memberships', 'renewals', 'cards', 'refunds'] },
  { title: 'Costs', figures: ['fees', 'printCost', 'printLoss', 'commissions', 'chests'] },
  { title: 'Tokens and stays', figures: ['tokensIssued', 'tokensRedeemed', 'tokensOutstanding', 'tokenLiability', 'stays'] },
];

const percent = numberFormat({ style: 'percent', maximumFractionDigits: 1 });
const roundPercent = numberFormat({ style: 'percent', maximumFractionDigits: 0 });
const points = numberFormat({ maximumFractionDigits: 1 });

/** Shares and growth from this factor on are shown as multiples, because nobody reads 85,050%. */
const maxPercentages = 10;

/** Formats a share as `12.5%`. */
export const formatShare = (share: number, isRound = false) => (isRound ? roundPercent() : percent()).format(share);

export function formatValue(value: number | null, unit: FigureUnit): string {
  if (value === null) return '–';
  if (unit === 'share') return value >= maxPercentages ? `${number(Math.round(value))}×` : formatShare(value);
  return unit === 'money' ? formatDollars(value / 100) : number(value).replace('-', '−');
}

/** Compares a figure with the previous period: `+12% from 1,204`, `−1.5 points from 12.5%`. */
export function describeChange(value: number | null, previous: number | null, unit: FigureUnit): string {
  if (previous === null) return 'No earlier figure';
  const before = formatValue(previous, unit);
  if (value === null || value === previous) return `${value === null ? 'Was' : 'Same as'} ${before}`;
  const sign = value > previous ? '+' : '−';
  if (unit === 'share' && value < maxPercentages && previous < maxPercentages)
    return `${sign}${points().format(Math.abs(value - previous) * 100)} points from ${before}`;
  if (previous <= 0) return `Up from ${before}`;
  if (value >= maxPercentages * previous) return `${number(Math.floor(value / previous))} times ${before}`;
  return `${sign}${formatShare(Math.abs(value - previous) / previous, true)} from ${before}`;
}

/** Returns the address of the rows behind a figure. Only the tokens that members hold today have a list. */
export function rowsUrl(figure: FigureName, range: Range, period: NumberPeriod): string {
  if (!isListed(figure)) return `${paths.adminDashboard('users')}&sort=-tokens`;
  return `${paths.adminDashboard('numbers')}&${new URLSearchParams({ period, figure, ...rangeOfRows(figure, range) })}`;
}

export const isListed = (figure: string): figure is ListedFigure => listedFigures.some((listed) => listed === figure);
