import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join, relative } from 'node:path';
import { root } from '#scripts/setup/run.mjs';

export function markdownTable(head: string[], rows: string[][]): string {
  return [head, head.map((_, column) => (column === 0 ? '---' : '---:')), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

export function machine(): string {
  return `${availableParallelism()} cores and ${Math.round(totalmem() / 2 ** 30)} GB of memory`;
}

export function verdict(missedLimits: string[]): string {
  return missedLimits.length === 0
    ? 'All targets met.'
    : `Targets missed:\n\n${missedLimits.map((sentence) => `- ${sentence}`).join('\n')}`;
}

/** Formats a section of docs/benchmarks.md, and writes all measurements to a git-ignored file. */
export function section(name: string, measurements: unknown, parts: string[]): string {
  const command = name === 'calls' ? 'npm run bench' : `npm run bench -- ${name}`;
  const folder = join(root, 'dist', 'benchmarks');
  const file = join(folder, `${name}.json`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(measurements, null, 2)}\n`);
  return [
    `\`${command}\`, ${new Date().toISOString().slice(0, 10)}, on ${machine()}:`,
    ...parts,
    `All figures are in ${relative(root, file)}.`,
  ].join('\n\n');
}

export function quantile(values: number[], part: number): number {
  return values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN;
}

export function median(values: number[]): number {
  return quantile(values, 0.5);
}
