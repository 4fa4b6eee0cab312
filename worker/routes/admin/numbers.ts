import { Hono } from 'hono';
import { type FigureName, figureNames, type NumbersAnswer, NumbersExportQuery, NumbersQuery, type Range } from '#schema/admin/numbers.ts';
import { addDays } from '#schema/calendar.ts';
import {
  type CohortFact,
  compareFigures,
  type DayFigures,
  dayColumns,
  findCohortRange,
  findPeriods,
  groupCohorts,
} from '#worker/domain/admin/numbers.ts';
import { type AdminEnv, requireAdmin, requireAdminOrLink } from '#worker/middleware/admin.ts';
import { query } from '#worker/middleware/json-body.ts';
import { type CsvColumn, exportCsv } from './csv.ts';

const defaultPeriod = '28days';

export const numberRoutes = new Hono<AdminEnv>()
  .get('/', requireAdmin, query(NumbersQuery), async (c) => {
    const { numbers } = c.var.store.admin;
    const through = await numbers.through();
    if (through === null) return c.json({ numbers: null } satisfies NumbersAnswer);
    const { period, previous } = findPeriods(c.req.valid('query').period ?? defaultPeriod, through);
    const { fromMonth, to } = findCohortRange(through);
    const [current, earlier, cohorts] = await Promise.all([
      numbers.period(period),
      numbers.period(previous),
      numbers.cohorts(fromMonth, to),
    ]);
    const figures = compareFigures(current, earlier);
    return c.json({ numbers: { through, period, previous, figures, cohorts: groupCohorts(cohorts) } } satisfies NumbersAnswer);
  })
  .get('/export.csv', requireAdminOrLink, query(NumbersExportQuery), (c) => {
    const { period = defaultPeriod, figure } = c.req.valid('query');
    const { numbers } = c.var.store.admin;
    async function* days() {
      const through = await numbers.through();
      if (through === null) return;
      const periods = findPeriods(period, through);
      const range = { from: periods.previous.from, to: periods.period.to };
      yield listDays(range, await numbers.days(range));
    }
    return exportCsv(c, `numbers-${figure ?? period}.csv`, columnsOf(figure ? [figure] : figureNames), days(), { period, figure });
  })
  .get('/cohorts/export.csv', requireAdminOrLink, (c) => {
    const { numbers } = c.var.store.admin;
    async function* months() {
      const through = await numbers.through();
      if (through === null) return;
      const { fromMonth, to } = findCohortRange(through);
      yield await numbers.cohorts(fromMonth, to);
    }
    return exportCsv(c, 'cohorts.csv', cohortColumns, months());
  });

type Day = DayFigures & { day: string };

/** Lists every day of the range. A day without ledger rows leaves the number of outstanding tokens as it was. */
function listDays({ from, to }: Range, days: ReadonlyMap<string, DayFigures>): Day[] {
  const list: Day[] = [];
  let outstanding = [...days].find(([day]) => day < from)?.[1].outstanding ?? 0;
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const figures = days.get(day);
    outstanding = figures?.outstanding ?? outstanding;
    list.push({ ...figures, outstanding, day });
  }
  return list;
}

function columnsOf(figures: readonly FigureName[]): CsvColumn<Day>[] {
  const columns = new Map(figures.flatMap((figure) => dayColumns[figure]).map((column) => [column.key, column]));
  return [
    { header: 'Day (UTC)', value: ({ day }) => day },
    ...[...columns.values()].map(({ key, header, isMoney }) => ({
      header,
      value: (day: Day) => (isMoney ? { cents: day[key] ?? 0 } : (day[key] ?? 0)),
    })),
  ];
}

const cohortColumns: CsvColumn<CohortFact>[] = [
  { header: 'Joined (UTC)', value: ({ cohort }) => cohort },
  { header: 'Members', value: ({ members }) => members },
  { header: 'Month (UTC)', value: ({ month }) => month },
  { header: 'Found a card', value: ({ active }) => active },
  { header: 'Paying', value: ({ paying }) => paying },
];
