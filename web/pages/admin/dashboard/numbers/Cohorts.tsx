import { type CSSProperties, useState } from 'react';
import { type Cohort, numbersPath } from '#schema/admin/numbers.ts';
import { ExportButton } from '#web/features/admin/lists/ExportButton.tsx';
import { monthName, number } from '#web/lib/format.ts';
import { formatShare } from '#web/pages/admin/dashboard/numbers/figures.ts';

const measures = [
  {
    key: 'active',
    label: 'Found a card',
    meaning: 'Share of a month’s new members who found a card in each month since. Month 0 is the month they joined.',
  },
  {
    key: 'paying',
    label: 'Paying',
    meaning: 'Share of a month’s new members with a paid membership at the end of each month since. Month 0 is the month they joined.',
  },
] as const;

/** The members of each month of joining: how many of them stayed active, or paid, in the months since. */
export function Cohorts({ cohorts }: { cohorts: readonly Cohort[] }) {
  const [measure, setMeasure] = useState<(typeof measures)[number]>(measures[0]);
  // The oldest cohort has the most months.
  const columns = cohorts[0]?.months ?? [];
  return (
    <section className="stack gap-3" aria-labelledby="cohorts-title">
      <div className="spread">
        <h3 id="cohorts-title">By month of joining</h3>
        <ExportButton path={`${numbersPath}/cohorts/export.csv`} />
      </div>
      {cohorts.length === 0 ? (
        <p className="muted">Cohorts appear when the first month is over.</p>
      ) : (
        <>
          <fieldset className="span-presets">
            <legend className="visually-hidden">Measure</legend>
            {measures.map((one) => (
              <button key={one.key} type="button" className="ghost" aria-pressed={measure === one} onClick={() => setMeasure(one)}>
                {one.label}
              </button>
            ))}
          </fieldset>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard */}
          <section className="table-scroll cohorts" aria-label={`By month of joining: ${measure.label}`} tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col">Joined</th>
                  <th scope="col" className="chart-figure">
                    Members
                  </th>
                  {columns.map(({ month }, index) => (
                    <th key={month} scope="col" className="chart-figure">
                      <span className="visually-hidden">Month </span>
                      {index}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {cohorts.map(({ month, members, months }) => (
                  <tr key={month}>
                    <th scope="row">{monthName(month)}</th>
                    <td className="chart-figure">{number(members)}</td>
                    {months.map((counts) => {
                      const share = counts[measure.key] / members;
                      return (
                        <td key={counts.month} className="chart-figure cohort-share" style={{ '--share': share } as CSSProperties}>
                          {formatShare(share, true)}
                        </td>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          <p className="muted small">{measure.meaning}</p>
        </>
      )}
    </section>
  );
}
