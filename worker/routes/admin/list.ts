/** HTTP part of administrators' lists: query parameters, headers and CSV export. Product rules: Administrators. */
import { type Context, Hono } from 'hono';
import type { ListParameters } from '#schema/admin/list.ts';
import { ListParameters as ListParametersSchema, scannedRowsHeader, totalHeader, totalIsMinimumHeader } from '#schema/admin/list.ts';
import { type ListCapabilities, type ListQuery, readListQuery, writeCursor } from '#worker/domain/admin/list-query.ts';
import { ApiError } from '#worker/errors.ts';
import { type AdminEnv, isBackgroundCall, requireAdmin, requireAdminOrLink, superAdminOnly } from '#worker/middleware/admin.ts';
import { query } from '#worker/middleware/json-body.ts';
import { acceptsAnyValue, type ListPage, type ListRowsQuery, type ListShape } from '#worker/store/admin/list.ts';
import type { Store } from '#worker/store/store.ts';
import { type CsvColumn, exportCsv } from './csv.ts';

interface AdminList<Row, Shown> {
  shape: ListShape;
  read: (store: Store, request: ListRowsQuery, c: Context<AdminEnv>) => Promise<ListPage<Row>>;
  present: (row: Row, c: Context<AdminEnv>) => Shown | Promise<Shown>;
  csv: { fileName: string; columns: CsvColumn<Shown>[] };
  isForSuperAdmins?: boolean;
}

/** Rows per query of an export. D1 allows 1,000 queries per invocation, so an export can have up to 2,000,000 rows. */
const exportPageRows = 2_000;

const shapes = new WeakMap<object, ListShape>();

/** Returns a list handler's `ListShape`; undefined for other handlers. Used by tests and benchmarks that cover all lists. */
export function getListShape(handler: object): ListShape | undefined {
  return shapes.get(handler);
}

/** Creates the routes `GET /` and `GET /export.csv` for a list. */
export function adminList<Row, Shown>({ shape, read, present, csv, isForSuperAdmins = false }: AdminList<Row, Shown>) {
  const capabilities = getCapabilities(shape);
  const routes = new Hono<AdminEnv>()
    .get('/', requireAdmin, query(ListParametersSchema), async (c) => {
      if (isForSuperAdmins) superAdminOnly(c);
      const request = parseListQuery(c.req.valid('query'), capabilities);
      const page = await read(c.var.store, { ...request, omitsTotal: isBackgroundCall(c) }, c);
      const total = request.total ?? page.total;
      if (total) c.header(totalHeader, String(total.count));
      if (total?.isMinimum) c.header(totalIsMinimumHeader, 'true');
      if (page.scannedRows !== null) c.header(scannedRowsHeader, String(page.scannedRows));
      if (page.next) c.header('Link', `<${nextAddress(c, writeCursor(page.next, total))}>; rel="next"`);
      return c.json(await Promise.all(page.rows.map((row) => present(row, c))));
    })
    .get('/export.csv', requireAdminOrLink, query(ListParametersSchema), (c) => {
      if (isForSuperAdmins) superAdminOnly(c);
      const request = parseListQuery(c.req.valid('query'), capabilities);
      async function* rows() {
        for (let after = request.after; ; ) {
          const page = await read(c.var.store, { ...request, limit: exportPageRows, after }, c);
          yield await Promise.all(page.rows.map((row) => present(row, c)));
          if (!page.next) return;
          after = page.next;
        }
      }
      return exportCsv(c, csv.fileName, csv.columns, rows(), describeQuery(c.req.valid('query'), request, capabilities));
    });
  const page = routes.routes.findLast(({ path }) => path === '/');
  if (page) shapes.set(page.handler, shape);
  return routes;
}

function getCapabilities({ sorts, defaultSort, filters = {}, dates }: ListShape): ListCapabilities {
  const filterDefinitions = Object.entries(filters).map(([name, { conditions, sorts, within }]) => {
    const anyValueCondition = acceptsAnyValue(conditions) ? conditions : undefined;
    return [
      name,
      { values: anyValueCondition ? undefined : Object.keys(conditions), isNumber: anyValueCondition?.kind === 'number', sorts, within },
    ] as const;
  });
  return { sorts, defaultSort, filters: Object.fromEntries(filterDefinitions), dates: dates ?? null };
}

function parseListQuery(parameters: ListParameters, capabilities: ListCapabilities): ListQuery {
  const query = readListQuery(parameters, capabilities);
  if (!query.ok) throw new ApiError('invalid_input', { fields: query.refusal });
  return query.value;
}

/** Returns a validated query for the audit log: values that the list defines, numbers and dates. Other text counts as a search. */
function describeQuery({ sort, from, to }: ListParameters, { q, filters, after }: ListQuery, capabilities: ListCapabilities) {
  const isDefined = (name: string) => capabilities.filters[name]?.values !== undefined || capabilities.filters[name]?.isNumber === true;
  return {
    ...Object.fromEntries(filters.filter(({ name }) => isDefined(name)).map(({ name, value }) => [name, value])),
    ...(sort ? { sort } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(q !== '' || filters.some(({ name }) => !isDefined(name)) ? { isSearch: true } : {}),
    ...(after ? { isContinued: true } : {}),
  };
}

function nextAddress(c: Context, cursor: string): string {
  const url = new URL(c.req.url);
  url.searchParams.set('cursor', cursor);
  return url.pathname + url.search;
}
