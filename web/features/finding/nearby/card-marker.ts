import type { CardPlace } from '#schema/finding/finding.ts';
import { describeExactness } from '#web/features/finding/map/exactness.ts';
import type { MapMarker } from '#web/features/finding/map/map-content.ts';
import { splitCardName } from '#web/features/finding/nearby/card-name.ts';
import { foundStates } from '#web/features/finding/nearby/found-states.ts';

export function toCardMarker({ id, name, latitude, longitude, visibility, found }: CardPlace): MapMarker {
  const { label: state, pin } = foundStates()[found];
  const label = `${name}, ${state.toLowerCase()}, ${describeExactness(visibility)}`;
  return { id: String(id), label, name: splitCardName(name)[0], latitude, longitude, kind: pin, visibility };
}
