/** What a stand-in keeps on disk. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes the value as JSON beside the file and renames, so that a reader never sees half of it. */
export function replaceFile(path: string, value: unknown): void {
  const beside = `${path}.${process.pid}.new`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(beside, JSON.stringify(value), { mode: 0o600 });
  renameSync(beside, path);
}
