import { useSearchParams } from 'wouter';
import '#web/pages/admin/dashboard/charts/charts.css';
import '#web/pages/admin/dashboard/numbers/numbers.css';
import { type NumberPeriod, type Numbers, NumbersAnswer, numberPeriods, numbersPath, type Range } from '#schema/admin/numbers.ts';
import { ExportButton } from '#web/features/admin/lists/ExportButton.tsx';
import { useQuery } from '#web/lib/api/query.ts';
import { dateFormat } from '#web/lib/format.ts';
import { Cohorts } from '#web/pages/admin/dashboard/numbers/Cohorts.tsx';
import { FigureRows } from '#web/pages/admin/dashboard/numbers/FigureRows.tsx';
import { FigureTile } from '#web/pages/admin/dashboard/numbers/FigureTile.tsx';
import { groups, isListed } from '#web/pages/admin/dashboard/numbers/figures.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

const periodLabels: Record<NumberPeriod, string> = { '28days': '28 days', month: 'Month', year: 'Year' };

export function NumbersTab() {
  const [search] = useSearchParams();
  const period = numberPeriods.find((one) => one === search.get('period')) ?? '28days';
  const figure = search.get('figure') ?? '';
  return isListed(figure) ? <FigureRows key={figure} figure={figure} period={period} /> : <AllFigures period={period} />;
}

function AllFigures({ period }: { period: NumberPeriod }) {
  const [, setSearch] = useSearchParams();
  const numbers = useQuery(`${numbersPath}?period=${period}`, NumbersAnswer, { revalidatesOnMount: true, keepsPreviousData: true });
  return (
    <div className="stack numbers">
      <div className="spread">
        <h2>Numbers</h2>
        <fieldset className="span-presets">
          <legend className="visually-hidden">Period</legend>
          {numberPeriods.map((one) => (
            <button
              key={one}
              type="button"
              className="ghost"
              aria-pressed={period === one}
              onClick={() => setSearch({ tab: 'numbers', period: one })}
            >
              {periodLabels[one]}
            </button>
          ))}
        </fieldset>
      </div>
      <Loaded query={numbers} subject="The numbers" blocks={['9rem', '9rem', '9rem', '9rem']}>
        {({ numbers: data }) =>
          data === null ? (
            <EmptyState title="No numbers yet">They are counted each night (UTC), once the first member has joined.</EmptyState>
          ) : (
            <Figures numbers={data} period={period} />
          )
        }
      </Loaded>
    </div>
  );
}

function Figures({ numbers: { period, previous, figures, cohorts }, period: name }: { numbers: Numbers; period: NumberPeriod }) {
  return (
    <>
      <div className="spread">
        <p className="muted">
          {formatRange(period)}, compared with {formatRange(previous)}. Days are UTC days.
        </p>
        <ExportButton path={`${numbersPath}/export.csv?period=${name}`} />
      </div>
      {groups.map(({ title, figures: names }) => (
        <section key={title} className="stack gap-2" aria-label={title}>
          <h3>{title}</h3>
          <div className="figure-grid">
            {names.map((figure) => (
              <FigureTile key={figure} name={figure} figure={figures[figure] ?? nothing} range={period} period={name} />
            ))}
          </div>
        </section>
      ))}
      <Cohorts cohorts={cohorts} />
    </>
  );
}

const nothing = { value: null, previous: null };
const dayFormat = dateFormat({ month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
const formatRange = ({ from, to }: Range) => `${dayFormat().format(Date.parse(from))} to ${dayFormat().format(Date.parse(to))}`;
