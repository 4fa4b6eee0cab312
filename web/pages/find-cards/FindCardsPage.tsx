import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import '#web/features/finding/nearby/finding.css';
import '#web/features/cards/cards-pages.css';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { User } from '#schema/accounts/user.ts';
import { dailyCards } from '#schema/finding/daily-cards.ts';
import type { NearCard } from '#schema/finding/finding.ts';
import type { Place } from '#schema/finding/geo.ts';
import { VerifyEmailNotice } from '#web/features/accounts/account/VerifyEmailNotice.tsx';
import { useUser } from '#web/features/accounts/session/session.ts';
import { PinLegend } from '#web/features/finding/map/PinLegend.tsx';
import { type FoundFilter, findNextCard, listDistantCards } from '#web/features/finding/nearby/card-directions.ts';
import { CarriedRegion } from '#web/features/finding/nearby/carried/CarriedRegion.tsx';
import { CarryCardsButton } from '#web/features/finding/nearby/carried/CarryCardsButton.tsx';
import { FollowStatus } from '#web/features/finding/nearby/FollowButton.tsx';
import { listBlocks, NearbyCards } from '#web/features/finding/nearby/NearbyCards.tsx';
import { PlaceChooser } from '#web/features/finding/nearby/PlaceChooser.tsx';
import { PopularPlaces } from '#web/features/finding/nearby/PopularPlaces.tsx';
import { useCountry } from '#web/features/finding/nearby/places-api.ts';
import { parseNearParameter, type SearchPlace } from '#web/features/finding/nearby/search-place.ts';
import { useNearbyCards } from '#web/features/finding/nearby/use-nearby-cards.ts';
import { useSearchPlace } from '#web/features/finding/nearby/use-search-place.ts';
import { FindMap, useMapCards } from '#web/features/finding/world/FindMap.tsx';
import { BackToMap, SheetGrip, useMapSheet } from '#web/features/finding/world/MapSheet.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

export function FindCardsPage() {
  const { user } = useUser();
  return user ? <FindCards user={user} /> : null;
}

/**
 * Shows the map with a list of the cards around a location. On desktops the list is next to the map; on phones it is a sheet over the map.
 */
function FindCards({ user }: { user: User }) {
  const memberId = user.id;
  const [query] = useSearchParams();
  const { searchPlace, lastFind, isLoading, origin, userPosition, device, changePlace } = useSearchPlace(
    memberId,
    parseNearParameter(query),
  );
  const nearby = useNearbyCards(searchPlace, origin);
  const distant = useMemo(() => ({ cards: origin ? listDistantCards(nearby.cards, origin) : [], counts: [] }), [nearby.cards, origin]);
  const isDistant = distant.cards.length > 0;
  // At the daily limit, the cards around the location are unknown.
  const isUnknown = isDistant && nearby.isDayUsedUp;
  const hasList = searchPlace !== null && !isUnknown && (nearby.query.data ? nearby.cards.length > 0 : nearby.query.error === undefined);
  const [chosenFilter, setFilter] = useState<FoundFilter>();
  // The filter buttons are in the list, so without it the map shows all cards.
  const filter = hasList ? (chosenFilter ?? 'unfound') : 'all';
  const nextCard = origin && filter !== 'found' ? findNextCard(nearby.cards, origin) : undefined;
  const country = useCountry(searchPlace === null);
  const mapCards = useMapCards();
  const sheet = useMapSheet();
  const [openCard, setOpenCard] = useState<NearCard | null>(null);
  const [selectedIds, setSelectedIds] = useState<string[]>([]);
  /**
   * Search location that the member wants to replace. The location chooser is open as long as this is still the search location, so
   * choosing another one closes the chooser.
   */
  const [replacedPlace, setReplacedPlace] = useState<SearchPlace | null>();
  const isAsking = !searchPlace && !isLoading;
  const isChoosing = isAsking || replacedPlace === searchPlace;
  const changeFromList = (place: SearchPlace) => {
    // The sheet may be scrolled or fully open; show the map and the top of the new list.
    sheet.moveTo('half');
    changePlace(place);
  };
  const changeToTown = ({ name, latitude, longitude }: Place & { name: string }) =>
    changeFromList({ name, latitude, longitude, source: 'typed' });

  return (
    <div ref={sheet.page} className="find-cards" data-stop={sheet.stop} data-has-list={searchPlace ? '' : undefined}>
      <section className="find-map" aria-label={t`Map`} data-filter={chosenFilter && filter}>
        <FindMap
          searchPlace={searchPlace}
          country={country}
          origin={origin}
          userPosition={userPosition}
          nearest={nearby.query.data && (isUnknown ? [] : nearby.cards)}
          nextCard={nextCard}
          openCard={nearby.cards.find(({ id }) => id === openCard?.id) ?? null}
          selectedIds={selectedIds}
          onSelect={setSelectedIds}
          filter={filter}
          hasFilterNote={chosenFilter !== undefined && filter !== 'all'}
          device={device}
          mapCards={mapCards}
          hasListFailed={nearby.query.error !== undefined}
          onPlaceChange={userPosition && !isChoosing ? undefined : changePlace}
        />
      </section>
      <div className="stack gap-3 find-panel">
        <SheetGrip sheet={sheet} />
        <header className="find-head">
          <h1>{t`Find Cards`}</h1>
          {searchPlace && origin && !isDistant && <CarryCardsButton memberId={memberId} searchPlace={{ ...searchPlace, ...origin }} />}
          {searchPlace && (
            <div className="find-around">
              <h2>{searchPlace.source === 'device' ? t`Around you` : t`Around ${searchPlace.name}`}</h2>
              <button type="button" className="link-button" onClick={() => setReplacedPlace(isChoosing ? undefined : searchPlace)}>
                {isChoosing ? (
                  t`Cancel`
                ) : (
                  <Trans>
                    Change <span className="visually-hidden">place</span>
                  </Trans>
                )}
              </button>
            </div>
          )}
        </header>
        {isLoading && (
          <Loaded query={nearby.query} subject={t`Nearby cards`} heading="h2" blocks={listBlocks}>
            {() => null}
          </Loaded>
        )}
        {isAsking && <p>{t`Where do you want to look? We’ll list the cards there, closest first.`}</p>}
        {isChoosing ? (
          <PlaceChooser device={device} lastFind={isAsking ? lastFind : null} onChoose={changeFromList} />
        ) : (
          <FollowStatus device={device} />
        )}
        {isAsking && mapCards.data && <PopularPlaces content={mapCards.data} onChoose={changeToTown} />}
        <VerifyEmailNotice
          user={user}
          isCompact={!isUnknown}
          reason={
            isUnknown
              ? describeUnknownCards(mapCards)
              : nearby.isDayUsedUp
                ? t`You’ve seen today’s ${dailyCards(false)} cards. Verify your email to see more.`
                : t`Verify your email to see all cards.`
          }
        />
        {searchPlace && origin && (
          <NearbyCards
            nearby={nearby}
            origin={origin}
            placeName={searchPlace.name}
            onOpen={setOpenCard}
            markedIds={selectedIds}
            filter={filter}
            onFilter={setFilter}
            filterEnd={<BackToMap sheet={sheet} />}
            isDistant={isDistant}
            elsewhere={
              isDistant && (
                <PopularPlaces
                  content={distant}
                  origin={origin}
                  title={isUnknown ? t`Places with cards you’ve seen today` : undefined}
                  onChoose={changeToTown}
                />
              )
            }
          />
        )}
        {!isUnknown && <PinLegend />}
        <CarriedRegion memberId={memberId} isNeeded={false} />
      </div>
    </div>
  );
}

/** At the daily limit, the map has only card counts, as for visitors. */
function describeUnknownCards({ shown }: ReturnType<typeof useMapCards>): string {
  const count = shown.counts.reduce((sum, area) => sum + area.count, 0);
  return count > 0
    ? plural(count, {
        one: 'Then you can see the card around here.',
        other: 'Then you can see the # cards around here.',
      })
    : t`You’ve seen today’s ${dailyCards(false)} cards. Once you verify, you can search here, too.`;
}
