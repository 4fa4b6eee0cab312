import '#web/features/finding/map/pins.css';
import type { ShownVisibility } from '#schema/finding/shown-place.ts';
import type { MarkerKind } from '#web/features/finding/map/map-content.ts';
import { renderPin } from '#web/features/finding/map/pins.ts';

const pinLabels: [MarkerKind, ShownVisibility, string][] = [
  ['unfound', 'exact', 'Not found yet'],
  ['found', 'exact', 'Found'],
  ['own', 'exact', 'Yours'],
  ['unfound', 'near', 'Approximate: in or near this 200 m square'],
  ['unfound', 'area', 'Approximate: in or near this 2 km square'],
];

/** Explains the pins. Hidden from screen readers, because each pin has an accessible name. */
export function PinLegend() {
  return (
    <details className="pin-legend">
      <summary>What the pins mean</summary>
      <ul className="plain-list">
        {pinLabels.map(([kind, visibility, label]) => (
          <li key={label}>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant SVG, shared with the map */}
            <span className={`map-pin map-pin-${kind}`} dangerouslySetInnerHTML={{ __html: renderPin(kind, visibility) }} />
            {label}
          </li>
        ))}
      </ul>
    </details>
  );
}
