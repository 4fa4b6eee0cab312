import type { Seconds } from '#worker/domain/time.ts';

export interface Agenda {
  plan(at: Seconds, act: (now: Seconds) => void): void;
  play(): void;
}

interface Entry {
  at: Seconds;
  order: number;
  act: (now: Seconds) => void;
}

export function createAgenda(): Agenda {
  // Scheduled entries in reverse order. The next entry is last, so removals and typical insertions are cheap.
  const entries: Entry[] = [];
  let isPlaying = false;
  let plannedCount = 0;
  return {
    plan(at, act) {
      plannedCount += 1;
      const entry = { at: Math.floor(at), order: plannedCount, act };
      if (isPlaying) entries.splice(findPosition(entry, entries), 0, entry);
      else entries.push(entry);
    },
    play() {
      entries.sort((one, other) => (comesBefore(one, other) ? 1 : -1));
      isPlaying = true;
      for (let entry = entries.pop(); entry; entry = entries.pop()) entry.act(entry.at);
      isPlaying = false;
    },
  };
}

function comesBefore(one: Entry, other: Entry): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}

function findPosition(entry: Entry, entries: Entry[]): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (comesBefore(entry, entries[middle] as Entry)) low = middle + 1;
    else high = middle;
  }
  return low;
}
