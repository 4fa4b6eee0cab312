/** Clock for the fakes: system time plus the product's offset (`npm run clock`), read from a file next to their state. */
import { readState, writeState } from '#scripts/fakes/core/state-file.ts';

interface ClockFile {
  offsetSeconds: number;
}

let followedClock: string | undefined;

export function followClock(file: string | undefined): void {
  followedClock = file;
}

export function fakeNow(): number {
  return Date.now() + readOffset(followedClock) * 1_000;
}

/** Returns the offset in seconds; 0 if the clock was never moved. */
export function readOffset(file: string | undefined): number {
  return readState<ClockFile>(file)?.offsetSeconds ?? 0;
}

export function saveOffset(file: string, offsetSeconds: number): void {
  writeState(file, { offsetSeconds } satisfies ClockFile);
}
