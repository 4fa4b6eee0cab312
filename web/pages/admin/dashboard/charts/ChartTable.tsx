import { formatFigure } from '#web/pages/admin/dashboard/charts/figures.ts';
import { type Figures, type Period, sumFigures } from '#web/pages/admin/dashboard/charts/spans.ts';

const columns: { figure: keyof Figures; header: string }[] = [
  { figure: 'tokensIssued', header: 'Tokens issued' },
  { figure: 'tokensRedeemed', header: 'Redeemed' },
  { figure: 'tokensWithdrawn', header: 'Withdrawn' },
  { figure: 'scans', header: 'Scans' },
  { figure: 'signUps', header: 'Sign-ups' },
  { figure: 'revenueCents', header: 'Revenue' },
];

export function ChartTable({ periods }: { periods: readonly Period[] }) {
  const cells = (figures: Figures) =>
    columns.map(({ figure }) => (
      <td key={figure} className="chart-figure">
        {formatFigure(figures[figure], figure === 'revenueCents')}
      </td>
    ));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
    <section className="table-scroll chart-table" aria-label="Figures for the selected days" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Day (UTC)</th>
            {columns.map(({ figure, header }) => (
              <th key={figure} scope="col" className="chart-figure">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className="chart-sums">
            <th scope="row">Total</th>
            {cells(sumFigures(periods))}
          </tr>
          {[...periods].reverse().map((period) => (
            <tr key={period.from}>
              <th scope="row">{period.name}</th>
              {cells(period)}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
