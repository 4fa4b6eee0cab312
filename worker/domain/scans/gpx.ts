/** Exports finds as GPX 1.1 (https://www.topografix.com/GPX/1/1/). */
import type { Place } from '#schema/finding/geo.ts';

export interface Waypoint extends Place {
  /** Time of the find, as an ISO 8601 timestamp. */
  time: string;
  name: string;
  description: string;
  link: string;
}

/** Formats a GPX file. Geocaching devices show each waypoint with the symbol in `sym`. `createdAt` is the time of the export (ISO 8601). */
export function formatGpx(title: string, createdAt: string, waypoints: readonly Waypoint[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Cache Cards" xmlns="http://www.topografix.com/GPX/1/1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd">
<metadata><name>${escapeXml(title)}</name><time>${createdAt}</time></metadata>
${waypoints.map(waypoint).join('')}</gpx>
`;
}

/** Writes the elements in the order that the GPX schema requires. */
function waypoint({ latitude, longitude, time, name, description, link }: Waypoint): string {
  return `<wpt lat="${latitude.toFixed(6)}" lon="${longitude.toFixed(6)}"><time>${time}</time><name>${escapeXml(name)}</name><desc>${escapeXml(description)}</desc><link href="${escapeXml(link)}"><text>${escapeXml(name)}</text></link><sym>Geocache Found</sym><type>Cache Card</type></wpt>
`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Escapes XML and removes characters that XML 1.0 forbids: control characters, lone surrogates, U+FFFE and U+FFFF. */
function escapeXml(text: string): string {
  return text.replace(/(?![\t\n\r])\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]/gu, '').replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
