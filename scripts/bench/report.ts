/** The table of docs/benchmarks.md, and what in it misses its target. */
import { availableParallelism, totalmem } from 'node:os';
import type { Measurement } from '#scripts/bench/measure.ts';

export interface Run {
  members: number;
  measurements: Measurement[];
}

const leastRatio = 0.8;
const mostRowsRead = 10;

export function table({ measurements }: Run): string {
  const head = [
    'Call',
    'requests/s',
    'floor/s',
    'ratio',
    'CPU ms',
    'floor CPU ms',
    'CPU ratio',
    'KV reads',
    'D1 round trips',
    'statements',
    'rows read',
    'rows written',
  ];
  const rows = measurements.map((one) => [
    one.label,
    one.perSecond.toFixed(0),
    one.floorPerSecond.toFixed(0),
    one.ratio.toFixed(2),
    milliseconds(one.cpuMs),
    milliseconds(one.floorCpuMs),
    one.cpuMs && one.floorCpuMs ? (one.floorCpuMs / one.cpuMs).toFixed(2) : '',
    ...[one.kvReads, one.roundTrips, one.statements, one.rowsRead, one.rowsWritten].map(String),
  ]);
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

function milliseconds(value: number | undefined): string {
  return value?.toFixed(2) ?? '';
}

/** What each statement of the calls reads and writes. */
export function statementList({ measurements }: Run): string {
  const lines = measurements.flatMap(({ label, typical }) => [
    `\n${label}`,
    ...typical.roundTrips.flatMap((trip, number) =>
      trip.map(
        (used) =>
          `  trip ${number + 1}: ${used.rowsRead} read, ${used.rowsWritten} written  ${used.sql.replace(/\s+/g, ' ').slice(0, 110)}`,
      ),
    ),
  ]);
  return lines.join('\n');
}

/** Sentences on what is not as wanted. */
export function misses(runs: Run[]): string[] {
  const found: string[] = [];
  for (const { members, measurements } of runs) {
    for (const one of measurements) {
      const at = `${one.label}, at ${members.toLocaleString('en')}:`;
      const tripsAllowed = one.label.startsWith('POST /api/scan') ? 2 : 1;
      if (one.ratio < leastRatio) found.push(`${at} ${one.ratio.toFixed(2)} of the floor, wanted ${leastRatio}`);
      if (one.roundTrips > tripsAllowed) found.push(`${at} ${one.roundTrips} D1 round trips, wanted ${tripsAllowed}`);
      if (one.rowsRead > mostRowsRead) found.push(`${at} ${one.rowsRead} rows read, wanted at most ${mostRowsRead}`);
      const elsewhere = runs
        .flatMap((run) => run.measurements)
        .find((other) => other.label === one.label && other.rowsRead !== one.rowsRead);
      if (elsewhere && members === runs[0]?.members) found.push(`${at} ${one.rowsRead} rows read, ${elsewhere.rowsRead} at another size`);
    }
  }
  return found;
}

export function page(runs: Run[], day: string): string {
  const machine = `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB of memory`;
  const tables = runs.map((run) => `## ${run.members.toLocaleString('en')} members and cards\n\n${table(run)}`).join('\n\n');
  const missed = misses(runs);
  return `# Benchmarks

Made by \`npm run bench -- --write\` on ${day}, on a machine with ${machine} that asks and answers at once.

The Worker runs in workerd through Miniflare, with D1 and KV on disk, and is asked over 12 kept-alive HTTP connections. The floor is a bare
Hono route in the same isolate that makes as many KV reads and as many D1 round trips of as many statements; its reads find one row by
primary key, its writes add one row to a table without indexes or triggers. Both are asked in turns of 0.5 s (rewarded scans: at most 120 calls),
21 rounds; figures are medians, the ratio is the median of the rounds' ratios.
CPU is workerd's processor time a request, D1 included; its ratio holds also where the machine was busy with other things. Rows are what D1 itself reports (\`meta.rows_read\`,
\`meta.rows_written\`: index entries and what triggers write count too), the most of 20 calls.

Wanted: at least ${leastRatio} of the floor, one round trip for reads and two for a scan, at most ${mostRowsRead} rows read, the same at both sizes.

${tables}

## Not as wanted

${missed.length === 0 ? 'Nothing.' : missed.map((sentence) => `- ${sentence}`).join('\n')}
`;
}
