import type { Filter } from '#web/ui/data-table/table-view.ts';

/** Returns filter options with the same labels as the table column. Includes only the given `states`, or all of them if omitted. */
export function toOptions<State extends string>(
  labels: Record<State, { label: string }>,
  states = Object.keys(labels) as State[],
): Filter['options'] {
  return Object.fromEntries(states.map((state) => [state, labels[state].label]));
}
