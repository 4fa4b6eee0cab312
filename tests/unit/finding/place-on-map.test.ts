import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { metersBetween, metersPerDegree, type Place, wrapLongitude } from '#schema/finding/geo.ts';
import { getShownPlace } from '#schema/finding/shown-place.ts';
import { sharedCellMeters } from '#schema/rules.ts';
import { correctPlaceOnMap, type PlaceOnMap, placeOnMap } from '#worker/domain/finding/place-on-map.ts';

const never: Pick<PlaceOnMap, 'visibility' | 'anchor'> = { visibility: null, anchor: null };
const door: Place = { latitude: 35.5951, longitude: -82.5515 };

/** Returns the point `north` meters north and `east` meters east of a location. */
function offset(place: Place, north: number, east: number): Place {
  const latitude = place.latitude + north / metersPerDegree;
  const longitude = place.longitude + east / metersPerDegree / Math.cos((place.latitude * Math.PI) / 180);
  return { latitude, longitude: wrapLongitude(longitude) };
}
const placed = (place: Place | null, before = never, anchors: Place[] = [], visibility?: PlaceOnMap['visibility']) =>
  placeOnMap({ place, visibility: visibility ?? undefined }, before, anchors);

describe('the visibility of a card’s place', () => {
  test('defaults to about 100 m when a place is first given, and otherwise stays as chosen', () => {
    expect(placed(door).visibility).toBe('near');
    expect(placed(null).visibility).toBeNull();
    expect(placed(door, never, [], 'area').visibility).toBe('area');
    expect(placed(door, { visibility: 'hidden', anchor: null })).toMatchObject({ visibility: 'hidden', shown: null });
    expect(placed(null, { visibility: 'exact', anchor: null })).toEqual({ visibility: 'exact', anchor: null, shown: null });
  });

  test('is unaffected by an administrator’s correction of the place', () => {
    expect(correctPlaceOnMap(door, never, [])).toEqual({ visibility: null, anchor: null, shown: null });
    expect(correctPlaceOnMap(door, { visibility: 'exact', anchor: null }, []).shown).toEqual(door);
    expect(correctPlaceOnMap(null, { visibility: 'near', anchor: door }, []).shown).toBeNull();
  });
});

describe('the cell that a card is shown in', () => {
  test('is shared with the owner’s older card within 150 m, otherwise its own', () => {
    expect(placed(offset(door, 100, 100), never, [door]).shown).toEqual(getShownPlace(door, 'near'));
    const far = offset(door, 0, 160);
    expect(placed(far, never, [door]).shown).toEqual(getShownPlace(far, 'near'));
    const [near, nearer] = [offset(door, 120, 0), offset(door, -40, 0)];
    expect(placed(door, never, [near, nearer]).anchor).toEqual(nearer);
  });

  test('stays the same while the card stays near, even in another size', () => {
    const before = { visibility: 'near', anchor: door } as const;
    expect(placed(offset(door, 140, 0), before).shown).toEqual(getShownPlace(door, 'near'));
    expect(placed(offset(door, 140, 0), before, [], 'area').shown).toEqual(getShownPlace(door, 'area'));
    const moved = offset(door, 200, 0);
    expect(placed(moved, before)).toEqual({ visibility: 'near', anchor: moved, shown: getShownPlace(moved, 'near') });
  });

  test('does not hide an exact place', () => {
    const fix = offset(door, 30, 0);
    expect(placed(fix, never, [door], 'exact').shown).toEqual(getShownPlace(fix, 'exact'));
  });

  test('does not merge a whole trail into one point', () => {
    const anchors: Place[] = [];
    for (let stop = 0; stop < 20; stop += 1) {
      const { anchor } = placed(offset(door, 0, stop * 100), never, anchors);
      if (anchor && !anchors.includes(anchor)) anchors.push(anchor);
    }
    expect(anchors).toHaveLength(10);
  });

  test('is the same for twenty fixes within 75 m of a door, for one card or for twenty', () => {
    const fix = fc.record({ north: fc.double({ min: -52, max: 52, noNaN: true }), east: fc.double({ min: -52, max: 52, noNaN: true }) });
    const anyPlace = fc.record({
      latitude: fc.double({ min: -89, max: 89, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    fc.assert(
      fc.property(anyPlace, fc.array(fix, { minLength: 20, maxLength: 20 }), (home, fixes) => {
        const [first, ...others] = fixes.map(({ north, east }) => offset(home, north, east));
        const anchor = placed(first as Place).anchor as Place;
        for (const place of others) {
          expect(metersBetween(place, anchor)).toBeLessThanOrEqual(sharedCellMeters);
          expect(placed(place, never, [anchor]).shown).toEqual(getShownPlace(anchor, 'near'));
          expect(placed(place, { visibility: 'near', anchor }).shown).toEqual(getShownPlace(anchor, 'near'));
        }
      }),
      { seed: 7, numRuns: 200 },
    );
  });
});
