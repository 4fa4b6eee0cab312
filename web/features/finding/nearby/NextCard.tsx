import { t } from '@lingui/core/macro';
import '#web/features/finding/nearby/next-card.css';
import { useState } from 'react';
import { Link } from 'wouter';
import { CardName } from '#web/features/finding/nearby/CardName.tsx';
import { CardWay } from '#web/features/finding/nearby/CardWay.tsx';
import { getDirection } from '#web/features/finding/nearby/card-directions.ts';
import { useNearestCards } from '#web/features/finding/nearby/places-api.ts';
import { readSearchPlace } from '#web/features/finding/nearby/search-place.ts';
import { paths } from '#web/lib/paths.ts';
import { MapPinIcon } from '#web/ui/icons/found-icons.tsx';

/**
 * Shows the nearest card that the member has not found, measured from the location of their last search. If the member has not searched
 * yet, shows a link for choosing a location. `isMain` makes it the page's main action.
 */
export function NextCard({ memberId, isMain }: { memberId: number; isMain: boolean }) {
  const [place] = useState(() => readSearchPlace(memberId));
  const { data } = useNearestCards(place);
  const card = data?.cards.find(({ found }) => found === 'no');
  return (
    <Link href={paths.findCards} className={isMain ? 'next-card next-card-main' : 'next-card'}>
      <MapPinIcon />
      <span className="next-card-text">
        {card && place ? (
          <>
            <span>
              {t`Next card`}
              <CardWay direction={getDirection(place, card)} isShort />
            </span>{' '}
            <strong>
              <CardName name={card.name} />
            </strong>
          </>
        ) : (
          <>
            <strong>{t`Find your next card`}</strong> <span>{place ? t`Around ${place.name}` : t`See which ones are near you`}</span>
          </>
        )}
      </span>
      <span className="next-card-arrow" aria-hidden="true" />
    </Link>
  );
}
