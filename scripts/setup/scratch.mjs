/** Where tests keep what goes away with them: databases, browsers' profiles. */
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
/** More than a whole run has ever held there. */
const neededBytes = 2 * 1_024 ** 3;

/**
 * From now on temporary folders lie in memory, where there is enough of it, until this process ends: databases of tests wait
 * for the disk at every commit, and nobody reads them again.
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
