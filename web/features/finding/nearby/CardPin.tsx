import '#web/features/finding/map/pins.css';
import type { MarkerKind } from '#web/features/finding/map/map-content.ts';
import { renderPin } from '#web/features/finding/map/pins.ts';

/** Shows the pin that the map has for an exact location. Decorative: the caller names its meaning. */
export function CardPin({ pin }: { pin: MarkerKind }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant SVG, shared with the map
  return <span className={`map-pin map-pin-${pin} card-pin`} dangerouslySetInnerHTML={{ __html: renderPin(pin, 'exact') }} />;
}
