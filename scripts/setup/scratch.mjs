import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
/** Free memory to require; more than any full test run has needed. */
const neededBytes = 2 * 1_024 ** 3;

/**
 * Puts temporary folders in memory, if there is enough, until this process ends: test databases otherwise wait for the disk at every
 * commit.
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
