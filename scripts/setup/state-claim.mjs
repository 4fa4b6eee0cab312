import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from './steps.mjs';

/**
 * Claims a folder of local state for this process, so that the product and a seeding never write to it at once. Throws a Problem if
 * another running process has claimed it. A claim whose process has ended does not count.
 * @param {string} folder @param {string} user name of this process, which starts the sentence that refuses others
 * @returns a function that releases the claim
 */
export function claimState(folder, user) {
  const file = join(folder, 'claim.json');
  const claim = readClaim(file);
  if (claim && claim.pid !== process.pid && isRunning(claim.pid))
    throw new Problem(
      `${claim.user} (process ${claim.pid}) is using ${folder}. Stop it first. If that process is something else, delete ${file}.`,
    );
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify({ pid: process.pid, user }));
  return () => rmSync(file, { force: true });
}

/** @param {string} file @returns {{ pid: number, user: string } | undefined} */
function readClaim(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // There is no claim, or its writer was killed while writing.
    return undefined;
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
