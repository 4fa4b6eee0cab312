import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
/** Minimum free memory in bytes for temporary folders in memory. No full test run has used this much. */
const neededBytes = 2 * 1_024 ** 3;

/**
 * Stores temporary folders in memory until this process ends, if enough memory is free. Otherwise every commit in a test database waits for
 * the disk.
 */
export function keepScratchInMemory() {
  if (!hasFreeMemory()) return;
  const folder = mkdtempSync(join(memory, 'cache-cards-tests-'));
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}

function hasFreeMemory() {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= neededBytes;
  } catch {
    return false;
  }
}
