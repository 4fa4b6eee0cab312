/** The time that fakes go by: the machine's, moved as far as the product's own (`npm run clock`). A file beside their state says how far. */
import { readState, writeState } from '#scripts/fakes/core/state-file.ts';

interface ClockFile {
  offsetSeconds: number;
}

let followed: string | undefined;

/** From now on this process goes by that file; without one, by the machine's time. */
export function followClock(file: string | undefined): void {
  followed = file;
}

/** Unix milliseconds. */
export function fakeNow(): number {
  return Date.now() + readOffset(followed) * 1_000;
}

/** Seconds; 0 where the clock was never moved. */
export function readOffset(file: string | undefined): number {
  return readState<ClockFile>(file)?.offsetSeconds ?? 0;
}

export function saveOffset(file: string, offsetSeconds: number): void {
  writeState(file, { offsetSeconds } satisfies ClockFile);
}
