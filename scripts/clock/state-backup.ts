/**
 * Backs up the local state before the clock is moved: the database, KV and the fakes' files. No process may have these files open during a
 * backup or restore. If an operation is interrupted, the next call completes it.
 */
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * File that stores the clock's offset (scripts/fakes/core/clock.ts). It is part of the state, so restoring the state also restores the
 * time.
 */
export const offsetFile = (state: string) => join(state, 'clock.json');
const backupPath = (state: string) => `${state}.before-clock`;
/** Folder that holds the moved clock's state while the backup is being restored. If this folder exists, the restore did not finish. */
const displacedPath = (state: string) => `${state}.moved`;

export function isMoved(state: string): boolean {
  return existsSync(offsetFile(state));
}

/** Backs up the state, replacing an earlier backup. */
export function backUpState(state: string): void {
  const incompleteBackup = `${backupPath(state)}.new`;
  rmSync(incompleteBackup, { recursive: true, force: true });
  cpSync(state, incompleteBackup, { recursive: true });
  rmSync(backupPath(state), { recursive: true, force: true });
  renameSync(incompleteBackup, backupPath(state));
}

/** Restores the backup. Call this only if the clock was moved. */
export function restoreState(state: string): void {
  if (!existsSync(backupPath(state))) throw new Error(`The data backed up before the clock was moved is missing: ${backupPath(state)}.`);
  rmSync(displacedPath(state), { recursive: true, force: true });
  renameSync(state, displacedPath(state));
  finishRestoringState(state);
}

export function finishRestoringState(state: string): void {
  if (!existsSync(displacedPath(state))) return;
  if (!existsSync(state)) renameSync(backupPath(state), state);
  rmSync(displacedPath(state), { recursive: true, force: true });
}
