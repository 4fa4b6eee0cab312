import type { CaseFind, StatedTimeBelief } from '#schema/reviews/admin-review-case.ts';
import { plural } from '#web/lib/format.ts';

/** Returns a sentence about how credible the scan times reported by devices are; null if all of them match the finds' arrival times. */
export function statedTimesSentence(finds: readonly CaseFind[]): string | null {
  const beliefs = finds.flatMap(({ at, stated }) => (stated && stated.at !== at ? [stated.belief] : []));
  const count = (belief: StatedTimeBelief) => beliefs.filter((one) => one === belief).length;
  const [believed, contradictory, outOfBounds] = [count('believed'), count('contradictory'), count('out_of_bounds')];
  const parts = [
    ...(believed > 0 ? [`The reported times of ${plural(believed, 'find')} are plausible`] : []),
    ...(contradictory > 0
      ? [
          `${plural(contradictory, 'find')} ${contradictory === 1 ? 'counts' : 'count'} by arrival because the times contradict each other or the places`,
        ]
      : []),
    ...(outOfBounds > 0
      ? [
          `${plural(outOfBounds, 'find')} ${outOfBounds === 1 ? 'counts' : 'count'} by arrival because a time is in the future, before the placement or before the last sync`,
        ]
      : []),
  ];
  return parts.length > 0 ? `${parts.join('; ')}.` : null;
}
