import '#web/features/finding/nearby/finding.css';
import '#web/features/cards/cards-pages.css';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { User } from '#schema/accounts/user.ts';
import { dailyCards } from '#schema/finding/daily-cards.ts';
import { VerifyEmailNotice } from '#web/features/accounts/account/VerifyEmailNotice.tsx';
import { useUser } from '#web/features/accounts/session/session.ts';
import { CarriedRegion } from '#web/features/finding/nearby/carried/CarriedRegion.tsx';
import { CarryCardsButton } from '#web/features/finding/nearby/carried/CarryCardsButton.tsx';
import { FollowButton } from '#web/features/finding/nearby/FollowButton.tsx';
import { PlaceChooser } from '#web/features/finding/nearby/PlaceChooser.tsx';
import { parseNearParameter, type SearchPlace } from '#web/features/finding/nearby/search-place.ts';
import { useSearchPlace } from '#web/features/finding/nearby/use-search-place.ts';
import { paths } from '#web/lib/paths.ts';
import { NearbyCardsTabs } from '#web/pages/find-cards/NearbyCardsTabs.tsx';
import { BackIcon } from '#web/ui/icons/icons.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { EmptyTrail } from '#web/ui/states/EmptyTrail.tsx';

export function FindCardsPage() {
  const { user } = useUser();
  return user ? <FindCards user={user} /> : null;
}

function FindCards({ user }: { user: User }) {
  const memberId = user.id;
  const [query] = useSearchParams();
  const { searchPlace, origin, userPosition, device, changePlace } = useSearchPlace(memberId, parseNearParameter(query.get('near')));
  /** Location that the member wants to replace. Choosing another location closes the chooser. */
  const [replacedPlace, setReplacedPlace] = useState<SearchPlace | null>();
  const isChoosing = !searchPlace || replacedPlace === searchPlace;

  return (
    <div className="stack find-cards">
      <Link href={paths.dashboard()} className="back-link in-bar">
        <BackIcon />
        Dashboard
      </Link>
      <header>
        <h1>Find Cards</h1>
        {!searchPlace && <p className="muted">Cards near you, closest first.</p>}
      </header>
      {isChoosing && <PlaceChooser device={device} onChoose={changePlace} />}
      {!(searchPlace && origin) && (
        <EmptyState title="Where do you want to look?" heading="h2" art={<EmptyTrail />}>
          <p>Use your location or type a town to see the cards around it.</p>
        </EmptyState>
      )}
      {searchPlace && origin && (
        <>
          <div className="spread">
            <div className="stack gap-1">
              <h2>Around {searchPlace.name}</h2>
              {searchPlace.source === 'device' && !isChoosing && <FollowButton device={device}>Use my location</FollowButton>}
            </div>
            <div className="cluster find-ways">
              <button
                type="button"
                className="secondary button-small"
                aria-expanded={isChoosing}
                onClick={() => setReplacedPlace(isChoosing ? undefined : searchPlace)}
              >
                Change place
              </button>
              <CarryCardsButton memberId={memberId} searchPlace={{ ...searchPlace, ...origin }} />
            </div>
          </div>
          <VerifyEmailNotice user={user} reason={`Until then, you see up to ${dailyCards(false)} different cards a day.`} />
          <NearbyCardsTabs searchPlace={searchPlace} origin={origin} userPosition={userPosition} onPlaceChange={changePlace} />
        </>
      )}
      <CarriedRegion memberId={memberId} isNeeded={false} />
    </div>
  );
}
