/** What a run of the benchmark says: its table for docs/benchmarks.md, what misses its target, and the whole in a file. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join, relative } from 'node:path';
import type { Measurement } from '#scripts/lab/bench/measure.ts';
import { root } from '#scripts/setup/run.mjs';

export interface Run {
  members: number;
  measurements: Measurement[];
}

/** Of the floor, which writes as many rows as the call. */
const leastRatio = { reads: 0.85, writes: 0.8 };
/** What a larger database leaves of a ratio. */
const leastOfSmallest = 0.85;
/** A call that only reads, and a rewarded scan of a card with an owner. */
const mostRows = { reads: { read: 10, written: 0 }, writes: { read: 14, written: 14 } };

/** A table in markdown; all columns but the first hold numbers. */
export function markdownTable(head: string[], rows: string[][]): string {
  return [head, head.map((_, column) => (column === 0 ? '---' : '---:')), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

export function machine(): string {
  return `${availableParallelism()} cores and ${Math.round(totalmem() / 2 ** 30)} GB of memory`;
}

/** What is not as wanted, a sentence each, as a list. */
export function verdict(missed: string[]): string {
  return missed.length === 0 ? 'Everything is as wanted.' : `Not as wanted:\n\n${missed.map((sentence) => `- ${sentence}`).join('\n')}`;
}

/** When and where a run was made: the first line of each part of docs/benchmarks.md. */
export function circumstances(command: string): string {
  return `\`${command}\`, ${new Date().toISOString().slice(0, 10)}, on ${machine()}:`;
}

/** Keeps all that a run has measured in a file that git ignores. Answers its path from the repository's root. */
export function keepWhole(name: string, measured: unknown): string {
  const folder = join(root, 'dist', 'benchmarks');
  const file = join(folder, `${name}.json`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(measured, null, 2)}\n`);
  return relative(root, file);
}

/**
 * The calls, one a row: each size's speed and processor time against the floor, and what D1 is asked for at most. Requests a
 * second say more of what else the machine did; they are in the whole.
 */
export function callsTable(runs: Run[]): string {
  const sizes = runs.map(({ members }) => members.toLocaleString('en'));
  const ratios = sizes.flatMap((size) => [`speed at ${size}`, `CPU at ${size}`]);
  const rows = (runs[0]?.measurements ?? []).map(({ label }) => {
    const ofSizes = runs.flatMap(({ measurements }) => measurements.filter((one) => one.label === label));
    const most = (key: 'roundTrips' | 'rowsRead' | 'rowsWritten') => String(Math.max(...ofSizes.map((one) => one[key])));
    return [
      label,
      ...ofSizes.flatMap((one) => [one.ratio.toFixed(2), cpuRatio(one)?.toFixed(2) ?? '']),
      ofSizes.at(-1)?.cpuMs?.toFixed(1) ?? '',
      most('roundTrips'),
      most('rowsRead'),
      most('rowsWritten'),
    ];
  });
  return markdownTable(['Call', ...ratios, 'CPU ms', 'D1 round trips', 'rows read', 'rows written'], rows);
}

/** 1 is as little processor time as the floor takes. */
function cpuRatio({ cpuMs, floorCpuMs }: Measurement): number | undefined {
  return cpuMs && floorCpuMs ? floorCpuMs / cpuMs : undefined;
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
      const kind = one.label === 'POST /api/scan, rewarded' ? 'writes' : 'reads';
      const smallest = runs[0]?.measurements.find((other) => other.label === one.label) ?? one;
      const least = one === smallest ? leastRatio[kind] : smallest.ratio * leastOfSmallest;
      if (one.ratio < least) found.push(`${at} ${one.ratio.toFixed(2)} of the floor, wanted ${least.toFixed(2)}`);
      if (one.roundTrips > tripsAllowed) found.push(`${at} ${one.roundTrips} D1 round trips, wanted ${tripsAllowed}`);
      const most = mostRows[kind];
      if (one.rowsRead > most.read) found.push(`${at} ${one.rowsRead} rows read, wanted at most ${most.read}`);
      if (one.rowsWritten > most.written) found.push(`${at} ${one.rowsWritten} rows written, wanted at most ${most.written}`);
      const elsewhere = runs
        .flatMap((run) => run.measurements)
        .find((other) => other.label === one.label && other.rowsRead !== one.rowsRead);
      if (elsewhere && members === runs[0]?.members) found.push(`${at} ${one.rowsRead} rows read, ${elsewhere.rowsRead} at another size`);
    }
  }
  return found;
}
