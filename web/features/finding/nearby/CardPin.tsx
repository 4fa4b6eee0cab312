import '#web/features/finding/map/pins.css';
import type { ShownVisibility } from '#schema/finding/shown-place.ts';
import type { MarkerKind } from '#web/features/finding/map/map-content.ts';
import { renderPin } from '#web/features/finding/map/pins.ts';

/** Shows the map's pin for a card. Decorative: the caller names its meaning. */
export function CardPin({ pin, visibility = 'exact' }: { pin: MarkerKind; visibility?: ShownVisibility }) {
  const className = `map-pin map-pin-${pin} card-pin card-pin-${visibility}`;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant SVG, shared with the map
  return <span className={className} dangerouslySetInnerHTML={{ __html: renderPin(pin, visibility) }} />;
}
