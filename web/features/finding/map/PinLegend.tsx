import { t } from '@lingui/core/macro';
import '#web/features/finding/map/pins.css';
import { cellMeters, type ShownVisibility } from '#schema/finding/shown-place.ts';
import type { MarkerKind } from '#web/features/finding/map/map-content.ts';
import { renderPin } from '#web/features/finding/map/pins.ts';
import { formatRoundDistance } from '#web/lib/distance/distance-format.ts';
import { type DistanceUnit, useDistanceUnit } from '#web/lib/distance/distance-unit.ts';

const getPinLabels = (unit: DistanceUnit): [MarkerKind, ShownVisibility, string][] => [
  ['unfound', 'exact', t`Not found yet`],
  ['found', 'exact', t`Found`],
  ['own', 'exact', t`Yours`],
  ['unfound', 'near', t`Approximate: in or near this ${formatRoundDistance(cellMeters.near, unit)} square`],
  ['unfound', 'area', t`Approximate: in or near this ${formatRoundDistance(cellMeters.area, unit)} square`],
];

/** Explains the pins. Hidden from screen readers because each pin has an accessible name. */
export function PinLegend() {
  const unit = useDistanceUnit();
  return (
    <details className="pin-legend">
      <summary>{t`What the pins mean`}</summary>
      <ul className="plain-list">
        {getPinLabels(unit).map(([kind, visibility, label]) => (
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
