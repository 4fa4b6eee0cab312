import type { Trip } from '#schema/progress/progress.ts';
import { certificateOptions } from '#schema/rules.ts';
import type { StayCatalogue } from '#schema/stays/catalogue.ts';

/** Returns the trip to a destination with the cheapest stay there; null if the terms no longer list the destination. */
export function planTrip(destinationId: string | null, { terms }: StayCatalogue): Trip | null {
  const options = [...certificateOptions].sort((one, other) => one.tokenCost - other.tokenCost);
  for (const { type, tokenCost } of options) {
    const destination = terms[type].destinations.find(({ id }) => id === destinationId);
    if (destination)
      return { destinationId: destination.id, name: destination.name, country: destination.country, type, tokens: tokenCost };
  }
  return null;
}
