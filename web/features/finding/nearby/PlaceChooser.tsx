import { t } from '@lingui/core/macro';
import { TownSearch } from '#web/features/finding/map/towns/TownSearch.tsx';
import { FollowButton } from '#web/features/finding/nearby/FollowButton.tsx';
import type { SearchPlace } from '#web/features/finding/nearby/search-place.ts';
import type { DevicePlace } from '#web/features/finding/nearby/use-device-place.ts';
import { useMediaQuery } from '#web/lib/react/use-media-query.ts';

interface PlaceChooserProps {
  device: DevicePlace;
  lastFind: SearchPlace | null;
  onChoose: (place: SearchPlace) => void;
}

export function PlaceChooser({ device, lastFind, onChoose }: PlaceChooserProps) {
  const isNarrow = useMediaQuery('(max-width: 59.99rem)');
  return (
    <section className="stack place-chooser" aria-label={t`Where to look`}>
      <FollowButton device={device} isMain>{t`Use my location`}</FollowButton>
      {lastFind && (
        <button type="button" className="secondary" onClick={() => onChoose(lastFind)}>
          {t`Around ${lastFind.name}`}
        </button>
      )}
      <TownSearch
        // On a phone, this leaves room for the results above the keyboard.
        isScrolledToTopOnTap={isNarrow}
        onChoose={({ shortName, latitude, longitude }) => onChoose({ name: shortName, latitude, longitude, source: 'typed' })}
      />
      <p className="muted small">{t`Or choose a point on the map.`}</p>
    </section>
  );
}
