import '#web/features/finding/map/pin-legend.css';
import type { ShownVisibility } from '#schema/finding/shown-place.ts';
import type { MarkerKind } from '#web/features/finding/map/map-content.ts';
import { pinPicture } from '#web/features/finding/map/pins.ts';

const signs: [MarkerKind, ShownVisibility, string][] = [
  ['unfound', 'exact', 'Not found yet'],
  ['found', 'exact', 'Found'],
  ['own', 'exact', 'Yours'],
  ['unfound', 'near', 'In a square of 200 m, or just beside it'],
  ['unfound', 'area', 'In a square of 2 km, or just beside it'],
];

/** Each pin's accessible name says the same. */
export function PinLegend() {
  return (
    <details className="pin-legend">
      <summary>What the pins mean</summary>
      <ul className="plain-list">
        {signs.map(([kind, visibility, words]) => (
          <li key={words}>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the map's own drawing, the same on the map and here */}
            <span className={`map-pin map-pin-${kind}`} dangerouslySetInnerHTML={{ __html: pinPicture(kind, visibility) }} />
            {words}
          </li>
        ))}
      </ul>
    </details>
  );
}
