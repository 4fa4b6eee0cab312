import type { Place } from '#schema/finding/geo.ts';

const formatPlace = ({ latitude, longitude }: Place) => `${latitude},${longitude}`;

/** Returns a `geo:` URL, which opens the map app on most phones. */
export function geoUrl(place: Place, name: string): string {
  // Parentheses in the name would end the label, so replace them.
  return `geo:${formatPlace(place)}?q=${formatPlace(place)}(${encodeURIComponent(name.replace(/[()]/g, ' '))})`;
}

const isApple = () => /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** Returns a URL that opens the phone's own maps app at the location. Computers usually have no app for `geo:` URLs. */
export function phoneMapUrl(place: Place, name: string): string {
  const query = `ll=${formatPlace(place)}&q=${encodeURIComponent(name)}`;
  return isApple() ? `https://maps.apple.com/?${query}` : geoUrl(place, name);
}

/** Returns the URL of a route to the location. OpenStreetMap asks where it starts. */
export function routeUrl(place: Place): string {
  return `https://www.openstreetmap.org/directions?to=${formatPlace(place)}`;
}

export function openStreetMapUrl({ latitude, longitude }: Place): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
}
