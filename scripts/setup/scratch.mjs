import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
/** Required free memory in bytes: more than any full test run has used. */
const neededBytes = 2 * 1_024 ** 3;

/**
 * Keeps temporary folders in memory, if there is enough of it, until this process ends. Otherwise every commit in a test database waits for
 * the disk.
 */
export function keepScratchInMemory() {
  if (!hasRoom()) return;
  const folder = mkdtempSync(join(memory, 'cache-cards-tests-'));
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= neededBytes;
  } catch {
    return false;
  }
}
