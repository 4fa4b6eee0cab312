/** URL parameters of map links, by priority: first those with the pinned location, then those with the map view. */
const pinParameters = ['coordinate', 'q', 'query', 'destination', 'daddr', 'll', 'cp', 'center', 'sll'];

/**
 * Returns the coordinates in a map link (Google, Apple, OpenStreetMap and others) or a `geo:` URI. Prefers the pin to the center of the map
 * view. Returns `none` for other links, and null if the text contains no link.
 */
export function readMapLink(text: string): string | 'none' | null {
  const geo = /\bgeo:([^\s?;]+)\S*/i.exec(text);
  if (geo) return /[?&]q=(-?[\d.]+,-?[\d.]+)/.exec(geo[0])?.[1] ?? geo[1]?.split(',').slice(0, 2).join(', ') ?? null;
  const link = /https?:\/\/[^\s<>]+|(?:[\w-]+\.)+[a-z]{2,}\/[^\s<>]+/i.exec(text)?.[0];
  if (!link) return null;
  try {
    const url = new URL(/^http/i.test(link) ? link : `https://${link}`);
    return readPin(url) ?? readView(url) ?? 'none';
  } catch {
    return 'none';
  }
}

const pairPattern = /^\s*-?\d+\.?\d*\s*[,~]\s*-?\d+\.?\d*/;

function readPin({ href, pathname, searchParams }: URL): string | undefined {
  // Google Maps encodes the pin as `!3d` and `!4d`; the map view follows the `@`.
  const pin = [...href.matchAll(/!3d(-?[\d.]+)!4d(-?[\d.]+)/g)].at(-1);
  if (pin) return `${pin[1]}, ${pin[2]}`;
  for (const [north, east] of [
    ['mlat', 'mlon'],
    ['lat', 'lon'],
    ['lat', 'lng'],
    ['latitude', 'longitude'],
  ] as const) {
    const [latitude, longitude] = [searchParams.get(north), searchParams.get(east)];
    if (latitude && longitude) return `${latitude}, ${longitude}`;
  }
  const parameters = pinParameters.map((name) => searchParams.get(name)?.replace(/^loc:/, '') ?? '');
  // Reads the path from its end because the last location in a directions link is the destination.
  const segments = pathname
    .split('/')
    .map((segment) => decodeURIComponent(segment.replaceAll('+', ' ')))
    .reverse();
  const typed = [...parameters, ...segments].find(
    (value) => pairPattern.test(value) || /^[NS\d][\dNSEWO.,°'"′″\s-]*[EWO\d'"′″]$/i.test(value),
  );
  return typed && (pairPattern.exec(typed)?.[0].replace(/[,~]/, ', ') ?? typed);
}

function readView({ href }: URL): string | undefined {
  const view = /@(-?[\d.]+),(-?[\d.]+)|#map=[\d.]+\/(-?[\d.]+)\/(-?[\d.]+)/.exec(href);
  return view ? `${view[1] ?? view[3]}, ${view[2] ?? view[4]}` : undefined;
}
