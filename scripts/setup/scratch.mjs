import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
/** Minimum amount of free memory, in bytes, for storing temporary folders in memory. A full test run has never used this much. */
const neededBytes = 2 * 1_024 ** 3;

/**
 * If enough memory is free, stores temporary folders in memory until this process ends. On disk, every commit in a test database would wait
 * for the disk.
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
