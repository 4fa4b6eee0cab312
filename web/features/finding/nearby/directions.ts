import type { Place } from '#schema/finding/geo.ts';

const formatPlace = ({ latitude, longitude }: Place) => `${latitude},${longitude}`;

/** Returns a `geo:` URL, which opens the map app on most phones. */
export function geoUrl(place: Place, name: string): string {
  // Parentheses in the name would end the label, so replace them.
  return `geo:${formatPlace(place)}?q=${formatPlace(place)}(${encodeURIComponent(name.replace(/[()]/g, ' '))})`;
}

export function openStreetMapUrl({ latitude, longitude }: Place): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
}
