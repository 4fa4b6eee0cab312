import { MoneyMonths as Months } from '#schema/orders/money-months.ts';
import { ExportButton } from '#web/features/admin/lists/ExportButton.tsx';
import { useQuery } from '#web/lib/api/query.ts';
import { monthName } from '#web/lib/format.ts';
import { formatFigure } from '#web/pages/admin/dashboard/charts/figures.ts';
import { Loaded } from '#web/ui/states/Loaded.tsx';

const path = '/api/admin/charts/months';

export function MoneyMonths() {
  const months = useQuery(path, Months, { revalidatesOnMount: true, keepsPreviousData: true });
  return (
    <div className="stack gap-3">
      <div className="spread">
        <h2>Money by month</h2>
        <ExportButton path={`${path}/export.csv`} />
      </div>
      <Loaded query={months} subject="Monthly figures" lines={4}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="muted">No payments yet.</p>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
            <section className="table-scroll chart-table" aria-label="Money by month" tabIndex={0}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">Month (UTC)</th>
                    {['Revenue', 'Refunds', 'Fees', 'Net'].map((header) => (
                      <th key={header} scope="col" className="chart-figure">
                        {header}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map(({ month, revenueCents, returnedCents, feeCents, netCents }) => (
                    <tr key={month}>
                      <th scope="row">{monthName(month)}</th>
                      {Object.entries({ revenueCents, returnedCents, feeCents, netCents }).map(([name, cents]) => (
                        <td key={name} className="chart-figure">
                          {formatFigure(cents, true)}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          )
        }
      </Loaded>
      <p className="muted small">Refunds include lost disputes and count in the month they happen. Stripe’s fees are added a day later.</p>
    </div>
  );
}
