/**
 * The local state as it was before the clock was moved, beside it: database, KV and the fakes' files. Nothing may have
 * the state open while it is copied or brought back. Whatever cuts a call off, the next one ends well.
 */
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** How far the clock was moved (scripts/fakes/core/clock.ts). In the state, so that whatever brings that back brings back the time. */
export const offsetFile = (state: string) => join(state, 'clock.json');
const backupPath = (state: string) => `${state}.before-clock`;
/** The state that was moved, on its way out. While it is there, bringing back has begun and not ended. */
const leaving = (state: string) => `${state}.moved`;

/** Whether the state was moved since it was kept. */
export function isMoved(state: string): boolean {
  return existsSync(offsetFile(state));
}

/** Copies the state. What was kept of an earlier one is replaced, since that one is gone. */
export function backUpState(state: string): void {
  const half = `${backupPath(state)}.new`;
  rmSync(half, { recursive: true, force: true });
  cpSync(state, half, { recursive: true });
  rmSync(backupPath(state), { recursive: true, force: true });
  renameSync(half, backupPath(state));
}

/** Puts what was kept in the place of the state. Call it of a state that is moved alone. */
export function restoreState(state: string): void {
  if (!existsSync(backupPath(state)))
    throw new Error(`What was kept of the state before the clock was moved is gone: ${backupPath(state)}.`);
  rmSync(leaving(state), { recursive: true, force: true });
  renameSync(state, leaving(state));
  finishRestoringState(state);
}

/** Ends what a bringing back that was cut off had begun; else does nothing. */
export function finishRestoringState(state: string): void {
  if (!existsSync(leaving(state))) return;
  if (!existsSync(state)) renameSync(backupPath(state), state);
  rmSync(leaving(state), { recursive: true, force: true });
}
