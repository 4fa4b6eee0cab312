import { formatDollars, number, numberFormat } from '#web/lib/format.ts';
import type { Figures } from '#web/pages/admin/dashboard/charts/spans.ts';

export interface Series {
  figure: keyof Figures;
  words: readonly [string, string];
  /** Shape of the mark. A pin is a thin stem with a head, so that it differs from a bar even without color. */
  mark: 'bar' | 'pin';
}

export interface ChartPlan {
  id: string;
  title: string;
  series: readonly [Series, ...Series[]];
  isMoney: boolean;
}

export const chartPlans: readonly ChartPlan[] = [
  {
    id: 'tokens',
    title: 'Tokens',
    series: [
      { figure: 'tokensIssued', words: ['issued', 'issued'], mark: 'bar' },
      { figure: 'tokensRedeemed', words: ['redeemed', 'redeemed'], mark: 'pin' },
    ],
    isMoney: false,
  },
  { id: 'scans', title: 'Rewarded scans', series: [{ figure: 'scans', words: ['scan', 'scans'], mark: 'bar' }], isMoney: false },
  { id: 'sign-ups', title: 'Sign-ups', series: [{ figure: 'signUps', words: ['sign-up', 'sign-ups'], mark: 'bar' }], isMoney: false },
  { id: 'revenue', title: 'Revenue', series: [{ figure: 'revenueCents', words: ['', ''], mark: 'bar' }], isMoney: true },
];

/** Formats a figure: `1,204` or `$12.00`. */
export function figureText(value: number, isMoney: boolean): string {
  return isMoney ? formatDollars(value / 100) : number(value).replace('-', '−');
}

/** Lists the figures of a day: `12 issued, 3 redeemed`. */
export function figuresText({ series, isMoney }: ChartPlan, figures: Figures): string {
  return series
    .map(({ figure, words }) => `${figureText(figures[figure], isMoney)} ${words[figures[figure] === 1 ? 0 : 1]}`.trim())
    .join(', ');
}

const short = numberFormat({ notation: 'compact', maximumFractionDigits: 1 });
const shortMoney = numberFormat({ notation: 'compact', maximumFractionDigits: 1, style: 'currency', currency: 'USD' });

/** Formats a figure for the axis: `1.2K`, `$500`. */
export function axisText(value: number, isMoney: boolean): string {
  return (isMoney ? shortMoney().format(value / 100) : short().format(value)).replace('-', '−');
}
