import type { Filter } from '#web/ui/data-table/table-view.ts';

/** Options with the same labels as the column: for all states, or the given ones. */
export function toOptions<State extends string>(
  words: Record<State, { word: string }>,
  states = Object.keys(words) as State[],
): Filter['options'] {
  return states.map((state) => ({ value: state, label: words[state].word }));
}
