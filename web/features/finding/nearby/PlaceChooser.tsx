import { t } from '@lingui/core/macro';
import { TownSearch } from '#web/features/finding/map/towns/TownSearch.tsx';
import { FollowButton } from '#web/features/finding/nearby/FollowButton.tsx';
import type { SearchPlace } from '#web/features/finding/nearby/search-place.ts';
import type { DevicePlace } from '#web/features/finding/nearby/use-device-place.ts';

export function PlaceChooser({ device, onChoose }: { device: DevicePlace; onChoose: (place: SearchPlace) => void }) {
  return (
    <section className="stack place-chooser" aria-label={t`Where to look`}>
      <FollowButton device={device} isMain>{t`Use my location`}</FollowButton>
      <TownSearch onChoose={({ shortName, latitude, longitude }) => onChoose({ name: shortName, latitude, longitude, source: 'typed' })} />
      <p className="muted small">{t`Or choose a point on the map.`}</p>
    </section>
  );
}
