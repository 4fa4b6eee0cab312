import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export function readState<State>(path: string | undefined): State | undefined {
  return path !== undefined && existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as State) : undefined;
}

/** Writes to a temporary file and renames it so that readers never see a partial file. */
export function writeState(path: string | undefined, value: unknown): void {
  if (path === undefined) return;
  const temporaryPath = `${path}.${process.pid}.new`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(temporaryPath, JSON.stringify(value), { mode: 0o600 });
  renameSync(temporaryPath, path);
}
