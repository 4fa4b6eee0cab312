import { plural, t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import type { MapWindowCards } from '#schema/finding/finding.ts';
import { bearingDegrees, metersBetween, type Place } from '#schema/finding/geo.ts';
import { findLargestTown } from '#schema/finding/nearest-town.ts';
import { findNearestTowns } from '#web/features/finding/map/towns/nearest-towns.ts';
import { CardWay } from '#web/features/finding/nearby/CardWay.tsx';
import { groupBy } from '#web/lib/group-by.ts';
import { MapPinIcon } from '#web/ui/icons/found-icons.tsx';

interface PopularPlace extends Place {
  /** Town and region, which tell towns with the same name apart. */
  key: string;
  name: string;
  count: number;
}

const maxPlaces = 4;
/** More than `maxPlaces`, because groups near the same town count as one place. */
const maxGroups = 8;

type MapContent = Pick<MapWindowCards, 'cards' | 'counts'>;

interface PopularPlacesProps {
  content: MapContent;
  /** If given, the nearest towns with cards come first, instead of those with the most. */
  origin?: Place | null;
  /** Replaces the default heading. The list then shows card counts instead of distances, and no main button. */
  title?: string | undefined;
  onChoose: (place: Place & { name: string }) => void;
}

/** Lists the towns with the most cards in this part of the map. Shows nothing until they are known, or if they cannot be named. */
export function PopularPlaces({ content, origin, title, onChoose }: PopularPlacesProps) {
  const [named, setNamed] = useState<PopularPlace[]>([]);
  useEffect(() => {
    let isCurrent = true;
    const groups = groupCards(content);
    const sortedGroups = origin ? sortByDistance(groups, origin) : groups;
    nameGroups(sortedGroups.slice(0, maxGroups)).then(
      (found) => isCurrent && setNamed(found),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [content, origin]);
  if (named.length === 0) return null;
  const heading = title ?? (origin ? t`Nearest places with cards` : t`Places with the most cards`);
  const places = (origin ? sortByDistance(named, origin) : named).slice(0, maxPlaces);
  return (
    <section className="stack gap-2 popular-places" aria-label={heading}>
      <h2>{heading}</h2>
      <ul className="plain-list card-rows">
        {places.map(({ count, ...place }, index) => (
          <li key={place.key}>
            {origin && !title && index === 0 ? (
              <button type="button" className="nearest-place" onClick={() => onChoose(place)}>
                <span>{t`Show cards in ${place.name}`}</span> <CardWay direction={getWay(origin, place)} isShort />
              </button>
            ) : (
              <button type="button" className="card-row popular-place" onClick={() => onChoose(place)}>
                <MapPinIcon />
                <span className="card-row-name" translate="no">
                  {place.name}
                </span>{' '}
                {origin && !title ? (
                  <CardWay direction={getWay(origin, place)} isShort />
                ) : (
                  <span className="muted">{plural(count, { one: '# card', other: '# cards' })}</span>
                )}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const getWay = (origin: Place, place: Place) => ({
  meters: metersBetween(origin, place),
  bearing: bearingDegrees(origin, place),
  isInCardArea: false,
});

function sortByDistance<Located extends Place>(places: Located[], origin: Place): Located[] {
  return places.toSorted((a, b) => metersBetween(origin, a) - metersBetween(origin, b));
}

type Group = Place & { id: string; count: number };

/** Groups the cards by whole degrees, the largest group first, and places each group at its cards' average position. */
function groupCards({ cards, counts }: MapContent): Group[] {
  const all = [...cards.map(({ latitude, longitude }) => ({ latitude, longitude, count: 1 })), ...counts];
  const groups = groupBy(all, ({ latitude, longitude }) => `${Math.round(latitude)}|${Math.round(longitude)}`);
  return [...groups]
    .map(([id, members]) => {
      const count = members.reduce((sum, member) => sum + member.count, 0);
      const average = (axis: keyof Place) => members.reduce((sum, member) => sum + member[axis] * member.count, 0) / count;
      return { id, count, latitude: average('latitude'), longitude: average('longitude') };
    })
    .sort((a, b) => b.count - a.count);
}

/**
 * Names each group after the largest town near it, which more people know than the nearest one. Groups near the same town count as one, at
 * the place of the largest.
 */
async function nameGroups(groups: readonly Group[]): Promise<PopularPlace[]> {
  const towns = await findNearestTowns(groups, findLargestTown);
  const named = groups.flatMap(({ id, ...group }) => {
    const town = towns.get(id);
    return town ? [{ ...group, name: town.name, key: `${town.name}|${town.region}` }] : [];
  });
  return [...groupBy(named, ({ key }) => key).values()].flatMap(([largest, ...others]) =>
    largest ? [{ ...largest, count: others.reduce((sum, { count }) => sum + count, largest.count) }] : [],
  );
}
