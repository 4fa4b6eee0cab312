import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#scripts/setup/run.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

const folder = join(root, 'dist', 'test-reports');

/** Deletes the previous report and returns the path for a new one. @param {string} name */
export function createReportPath(name) {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.json`);
  rmSync(path, { force: true });
  return path;
}

/** @param {string} path */
export function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

/**
 * Returns the counts of a test run. A run that exited with an error but has no failed test (because it crashed or found no tests) counts as
 * one failure.
 * @param {number} code @param {Counts} counts
 */
export function countsOrFailure(code, counts) {
  return code === 0 ? counts : { ...counts, failed: Math.max(1, counts.failed) };
}
