import { formatDollars, number, numberFormat } from '#web/lib/format.ts';
import type { Figures } from '#web/pages/admin/dashboard/charts/spans.ts';

export interface Series {
  figure: keyof Figures;
  labels: readonly [string, string];
  /** Shape of the mark. A pin is a thin stem with a head and looks different from a bar even without color. */
  mark: 'bar' | 'pin';
}

export interface ChartConfig {
  id: string;
  title: string;
  series: readonly [Series, ...Series[]];
  isMoney: boolean;
}

export const chartConfigs: readonly ChartConfig[] = [
  {
    id: 'tokens',
    title: 'Tokens',
    series: [
      { figure: 'tokensIssued', labels: ['issued', 'issued'], mark: 'bar' },
      { figure: 'tokensRedeemed', labels: ['redeemed', 'redeemed'], mark: 'pin' },
    ],
    isMoney: false,
  },
  { id: 'scans', title: 'Rewarded scans', series: [{ figure: 'scans', labels: ['scan', 'scans'], mark: 'bar' }], isMoney: false },
  { id: 'sign-ups', title: 'Sign-ups', series: [{ figure: 'signUps', labels: ['sign-up', 'sign-ups'], mark: 'bar' }], isMoney: false },
  { id: 'revenue', title: 'Revenue', series: [{ figure: 'revenueCents', labels: ['', ''], mark: 'bar' }], isMoney: true },
];

/** Formats a figure: `1,204` or `$12.00`. */
export function formatFigure(value: number, isMoney: boolean): string {
  return isMoney ? formatDollars(value / 100) : number(value).replace('-', '−');
}

/** Lists the figures of a day: `12 issued, 3 redeemed`. */
export function formatFigures({ series, isMoney }: ChartConfig, figures: Figures): string {
  return series
    .map(({ figure, labels }) => `${formatFigure(figures[figure], isMoney)} ${labels[figures[figure] === 1 ? 0 : 1]}`.trim())
    .join(', ');
}

const compactNumber = numberFormat({ notation: 'compact', maximumFractionDigits: 1 });
const compactMoney = numberFormat({ notation: 'compact', maximumFractionDigits: 1, style: 'currency', currency: 'USD' });

/** Formats a figure for the axis: `1.2K`, `$500`. */
export function formatAxisValue(value: number, isMoney: boolean): string {
  return (isMoney ? compactMoney().format(value / 100) : compactNumber().format(value)).replace('-', '−');
}
