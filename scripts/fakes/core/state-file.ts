/** What a fake keeps, in memory and in one JSON file beside the local database. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The value of a file that `writeState` wrote; undefined without a file. */
export function readState<State>(path: string | undefined): State | undefined {
  return path !== undefined && existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as State) : undefined;
}

/** Writes beside the file and renames, so that a reader never sees half of it. Does nothing without a file. */
export function writeState(path: string | undefined, value: unknown): void {
  if (path === undefined) return;
  const temporaryPath = `${path}.${process.pid}.new`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(temporaryPath, JSON.stringify(value), { mode: 0o600 });
  renameSync(temporaryPath, path);
}
