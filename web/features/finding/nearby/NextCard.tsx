import { t } from '@lingui/core/macro';
import '#web/features/finding/nearby/next-card.css';
import { useState } from 'react';
import { Link } from 'wouter';
import { CardName } from '#web/features/finding/nearby/CardName.tsx';
import { CardWay } from '#web/features/finding/nearby/CardWay.tsx';
import { findNextCard, getDirection } from '#web/features/finding/nearby/card-directions.ts';
import { useNearestCards } from '#web/features/finding/nearby/places-api.ts';
import { readSearchPlace } from '#web/features/finding/nearby/search-place.ts';
import { useLastFind } from '#web/features/finding/nearby/use-last-find.ts';
import { useProgress } from '#web/features/progress/progress-api.ts';
import { describeTrailGoal, isTrailAtStake } from '#web/features/progress/trail-labels.ts';
import { useNewestFinds } from '#web/features/scans/found/found-api.ts';
import { paths } from '#web/lib/paths.ts';
import { MapPinIcon } from '#web/ui/icons/found-icons.tsx';

/**
 * Shows the nearest card that the member has not found, measured from the location of their last search or else from a recent find. If
 * neither is known, shows a link for choosing a location. Also shows the weekly trail's goal while this week has no find.
 */
export function NextCard({ memberId }: { memberId: number }) {
  const [searched] = useState(() => readSearchPlace(memberId));
  const { data: finds } = useNewestFinds(searched === null);
  const find = useLastFind(searched === null);
  const lastFind = find.isRecent ? find.place : null;
  const origin = searched ?? lastFind;
  const { data } = useNearestCards(origin);
  const { data: progress } = useProgress();
  const card = data && origin ? findNextCard(data.cards, origin) : undefined;
  const trailGoal = progress && isTrailAtStake(progress.trail) && describeTrailGoal(progress.trail);
  const way = card && origin && <CardWay direction={getDirection(origin, card)} isShort />;
  return (
    <Link href={paths.findCards} className="next-card">
      <MapPinIcon />
      <span className="next-card-text">
        {card ? (
          <>
            <span>
              {t`Next card`}
              {searched?.source === 'device' && way}
            </span>{' '}
            <strong>
              <CardName name={card.name} />
            </strong>{' '}
            {searched?.source !== 'device' && (
              <span>
                {way} <span>{searched ? t`Around ${searched.name}` : t`From your last find`}</span>
              </span>
            )}
            {trailGoal && <span className="next-card-goal">{trailGoal}</span>}
          </>
        ) : (
          <>
            <strong>{finds?.finds.length === 0 ? t`Find your first card` : t`Find your next card`}</strong>{' '}
            <span className={trailGoal ? 'next-card-goal' : undefined}>
              {trailGoal || (searched ? t`Around ${searched.name}` : t`See which ones are near you`)}
            </span>
          </>
        )}
      </span>
      <span className="next-card-arrow" aria-hidden="true" />
    </Link>
  );
}
