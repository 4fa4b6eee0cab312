/** Where other programs show the way. */
import type { Place } from '#schema/finding/geo.ts';

const at = ({ latitude, longitude }: Place) => `${latitude},${longitude}`;

/** The device's own program for maps, which most phones have. */
export function geoAddress(place: Place, name: string): string {
  // A bracket in the name would end it.
  return `geo:${at(place)}?q=${at(place)}(${encodeURIComponent(name.replace(/[()]/g, ' '))})`;
}

export function openStreetMapAddress({ latitude, longitude }: Place): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
}
