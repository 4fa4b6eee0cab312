import { optionsByCost } from '#schema/certificates/vacation-progress.ts';
import type { Trip } from '#schema/progress/progress.ts';
import type { StayCatalogue } from '#schema/stays/catalogue.ts';

/** Returns the trip to a destination with the cheapest stay there; null if the terms no longer list the destination. */
export function planTrip(destinationId: string | null, { terms }: StayCatalogue): Trip | null {
  for (const { type, tokenCost } of optionsByCost) {
    const destination = terms[type].destinations.find(({ id }) => id === destinationId);
    if (destination)
      return { destinationId: destination.id, name: destination.name, country: destination.country, type, tokens: tokenCost };
  }
  return null;
}
