/**
 * `npm run bench -- admin`: measures the rows read and the time taken by every list, tile, chart and search in the admin area on a large
 * database.
 */
import { randomBytes } from 'node:crypto';
import {
  type AdminCase,
  type AdminRoutes,
  backlogs,
  type CaseKind,
  listCases,
  searchesOverAll,
  withId,
} from '#scripts/lab/bench/admin/admin-cases.ts';
import { type MeasuredExport, measureExport } from '#scripts/lab/bench/admin/admin-export.ts';
import { ask, type CallResponse, meterCall, readUsage } from '#scripts/lab/bench/load.ts';
import { markdownTable, median, section, verdict } from '#scripts/lab/bench/report.ts';
import { type Runtime, startRuntime } from '#scripts/lab/bench/runtime.ts';
import { sumRows } from '#scripts/lab/bench/usage.ts';
import { seedBulk } from '#scripts/seed/bulk/bulk.ts';
import { seedBulkAdmins } from '#scripts/seed/bulk/bulk-admin-data.ts';
import { runAndRebuildTotals } from '#scripts/seed/bulk/bulk-totals.ts';
import { step } from '#scripts/setup/steps.mjs';

const maxima = { rowsRead: 500, roundTrips: 2, ms: 300 };
const repetitions = 3;
const exportedLists = ['/api/admin/users', '/api/admin/cards'];

interface MeasuredCase extends AdminCase {
  rowsRead: number;
  roundTrips: number;
  ms: number;
  rows: number | undefined;
}

export async function benchAdmin(members: number): Promise<string> {
  const size = { members, cards: members, scans: members };
  const now = Math.floor(Date.now() / 1_000);
  const runtime = await startRuntime();
  try {
    await step(`Filling a database with ${members} members, cards and finds`, async () =>
      runAndRebuildTotals(runtime.db, () => seedBulk(runtime.db, size, now, (sizedRows) => seedBulkAdmins(runtime.db, sizedRows, now))),
    );
    const token = await signIn(runtime, now);
    const { lists, others } = (await (await fetch(new URL('/bench/admin-routes', runtime.origin))).json()) as AdminRoutes;
    const id = Math.ceil(members / 2);
    const measurements: MeasuredCase[] = [];
    await step(`Requesting ${lists.length} lists and ${others.length} other URLs`, async () => {
      for (const path of others) measurements.push(...(await measureOther(runtime.origin, withId(path, id), token)));
      for (const search of searchesOverAll) measurements.push((await measure(runtime.origin, search, token)).measurement);
      for (const list of lists) {
        for (const listCase of await listCases(runtime.db, { ...list, path: withId(list.path, id) }, now)) {
          measurements.push(...(await measureCase(runtime.origin, listCase, token)));
        }
      }
    });
    const exports: MeasuredExport[] = [];
    for (const path of exportedLists) {
      exports.push(await step(`Exporting ${path}`, () => measureExport(runtime.origin, `${path}/export.csv`, token, members)));
    }
    return section('admin', { size, measured: measurements, exports }, [
      formatMaxima(measurements),
      formatExports(exports),
      verdict(findMissedLimits(measurements)),
    ]);
  } finally {
    await runtime.dispose();
  }
}

async function signIn({ db, origin }: Runtime, now: number): Promise<string> {
  const email = 'bench@admin.test';
  const sessionHash = randomBytes(32).toString('base64url');
  const admin = await db
    .prepare(`INSERT INTO admins (email, email_key, password_hash, role, created_at) VALUES (?1, ?1, '!', 'super_admin', ?2) RETURNING id`)
    .bind(email, now)
    .first<{ id: number }>();
  const id = admin?.id ?? 0;
  await db
    .prepare('INSERT INTO admin_sessions (id_hash, admin_id, created_at, expires_at) VALUES (?, ?, ?, ?)')
    .bind(sessionHash, id, now, now + 86_400)
    .run();
  const response = await fetch(new URL('/bench/admin-token', origin), { method: 'POST', body: JSON.stringify({ id, email, sessionHash }) });
  return response.text();
}

async function measureCase(origin: URL, adminCase: AdminCase, token: string): Promise<MeasuredCase[]> {
  const { measurement, response } = await measure(origin, adminCase, token);
  if (response.status !== 200) throw new Error(`${adminCase.path} answered ${response.status}: ${response.body}`);
  const next = /<([^>]*)>; rel="next"/.exec(String(response.headers.link ?? ''))?.[1];
  if (next === undefined) return [measurement];
  // The second page is `indexed` rather than `counted` because rows are counted only for the first page of a list.
  const second = await measure(origin, { kind: adminCase.kind === 'counted' ? 'indexed' : adminCase.kind, path: next }, token);
  return [measurement, { ...second.measurement, path: `${adminCase.path}, page 2` }];
}

async function measureOther(origin: URL, path: string, token: string): Promise<MeasuredCase[]> {
  const { measurement, response } = await measure(origin, { path, kind: backlogs.includes(path) ? 'backlog' : 'indexed' }, token);
  return response.status === 200 ? [measurement] : [];
}

async function measure(
  origin: URL,
  { path, kind }: AdminCase,
  token: string,
): Promise<{ measurement: MeasuredCase; response: CallResponse }> {
  const call = { method: 'GET', path, headers: { Authorization: `Bearer ${token}` } } as const;
  const response = await ask(origin, meterCall(call));
  const usage = readUsage(response);
  const times: number[] = [];
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    const startedAt = performance.now();
    await ask(origin, call);
    times.push(performance.now() - startedAt);
  }
  const body: unknown = response.headers['content-type']?.includes('json') ? JSON.parse(response.body) : undefined;
  const measurement = {
    path,
    kind,
    rowsRead: sumRows(usage, 'rowsRead'),
    roundTrips: usage.roundTrips.length,
    ms: median(times),
    rows: Array.isArray(body) ? body.length : undefined,
  };
  return { measurement, response: response };
}

const kinds: Record<CaseKind, string> = {
  indexed: 'a later page',
  counted: 'sorted, filtered, by date: first page with count',
  scanned: 'combined filters',
  searched: 'a search',
  backlog: 'counts of pending work',
};

function formatMaxima(measurements: MeasuredCase[]): string {
  const maxRow = (name: string, candidates: MeasuredCase[], key: 'rowsRead' | 'roundTrips' | 'ms', atMost: string) => {
    const [worst] = candidates.toSorted((one, other) => other[key] - one[key]);
    return worst ? [[name, worst[key].toFixed(0), atMost, `\`${worst.path}\``]] : [];
  };
  const rows = [
    ...Object.entries(kinds).flatMap(([kind, name]) => {
      const candidates = measurements.filter((measured) => measured.kind === kind);
      const maxRows = kind === 'indexed' ? String(maxima.rowsRead) : '';
      return [
        ...maxRow(`rows read, ${name}`, candidates, 'rowsRead', maxRows),
        ...maxRow(`milliseconds, ${name}`, candidates, 'ms', String(maxima.ms)),
      ];
    }),
    ...maxRow('D1 round trips', measurements, 'roundTrips', String(maxima.roundTrips)),
  ];
  return markdownTable([`Maximum of ${measurements.length} URLs`, 'is', 'expected at most', 'at'], rows);
}

function formatExports(exports: MeasuredExport[]): string {
  const megabytes = (value: number | undefined) => value?.toFixed(0) ?? '';
  const rows = exports.map((measured) => [
    `\`${measured.path}\``,
    measured.lines.toLocaleString('en'),
    measured.megabytes.toFixed(1),
    measured.seconds.toFixed(1),
    megabytes(measured.memoryBefore),
    megabytes(measured.memoryPeak),
  ]);
  return markdownTable(['Export', 'lines', 'MB', 'seconds', 'MB of memory before', 'at most'], rows);
}

function findMissedLimits(measurements: MeasuredCase[]): string[] {
  return measurements.flatMap(({ path, kind, rowsRead, roundTrips, ms }) => {
    const missedLimits = [
      kind === 'indexed' && rowsRead > maxima.rowsRead && `${rowsRead} rows read`,
      roundTrips > maxima.roundTrips && `${roundTrips} round trips`,
      ms > maxima.ms && `${ms.toFixed(0)} ms`,
    ].filter(Boolean);
    return missedLimits.length > 0 ? [`\`${path}\`: ${missedLimits.join(', ')}`] : [];
  });
}
