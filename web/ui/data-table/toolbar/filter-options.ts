import type { Filter } from '#web/ui/data-table/table-view.ts';

/** An option for each state, or for these alone, in the words that the list's column says. */
export function optionsOf<State extends string>(
  words: Record<State, { word: string }>,
  states = Object.keys(words) as State[],
): Filter['options'] {
  return states.map((state) => ({ value: state, label: words[state].word }));
}
