import { describe, expect, test } from 'vitest';
import { bearingDegrees, metersBetween, metersPerDegree, type Place, wrapLongitude } from '#schema/finding/geo.ts';
import { getShownPlace } from '#schema/finding/shown-place.ts';

/** Returns a seeded random generator of numbers from 0 to 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
const next = numbers(7);
const doors = Array.from({ length: 1_000 }, (): Place => ({ latitude: next() * 140 - 70, longitude: next() * 360 - 180 }));
function showPlace(place: Place, visibility: 'near' | 'area'): Place {
  const at = getShownPlace(place, visibility);
  if (!at) throw new Error('It is not shown');
  return at;
}

describe('the shown place', () => {
  test('is about 76 m from the door on average, or 765 m, and at most half a diagonal', () => {
    for (const [visibility, mean] of [
      ['near', 76.5],
      ['area', 765],
    ] as const) {
      const distances = doors.map((door) => metersBetween(door, showPlace(door, visibility)));
      expect(distances.reduce((sum, one) => sum + one, 0) / distances.length / mean).toBeCloseTo(1, 1);
      expect(Math.max(...distances)).toBeLessThan(mean * 1.9);
    }
  });

  test('is the same for all places in a cell', () => {
    for (const door of doors) {
      const middle = showPlace(door, 'near');
      const acrossMeter = 1 / metersPerDegree;
      for (const [north, east] of [
        [99, 0],
        [-99, 0],
        [0, 95],
        [0, -95],
      ] as const) {
        const longitude = middle.longitude + (east * acrossMeter) / Math.cos((middle.latitude * Math.PI) / 180);
        expect(showPlace({ latitude: middle.latitude + north * acrossMeter, longitude: wrapLongitude(longitude) }, 'near')).toEqual(middle);
      }
    }
  });

  test('exists at the poles and at the date line', () => {
    expect(getShownPlace({ latitude: 90, longitude: 12 }, 'near')?.latitude).toBeCloseTo(90, 2);
    expect(getShownPlace({ latitude: -90, longitude: 180 }, 'area')?.latitude).toBeCloseTo(-90, 1);
    expect(getShownPlace({ latitude: 10, longitude: 180 }, 'near')).toEqual(getShownPlace({ latitude: 10, longitude: -180 }, 'near'));
  });

  test('is the exact place if the owner shows it, and absent if it is hidden', () => {
    expect(getShownPlace({ latitude: 35.59511234, longitude: -82.55149876 }, 'exact')).toEqual({
      latitude: 35.595112,
      longitude: -82.551499,
    });
    expect(getShownPlace({ latitude: 35, longitude: -82 }, 'hidden')).toBeNull();
  });
});

test('a bearing starts at north and goes clockwise', () => {
  const origin = { latitude: 0, longitude: 0 };
  expect(bearingDegrees(origin, { latitude: 1, longitude: 0 })).toBeCloseTo(0, 6);
  expect(bearingDegrees(origin, { latitude: 0, longitude: 1 })).toBeCloseTo(90, 6);
  expect(bearingDegrees(origin, { latitude: -1, longitude: 0 })).toBeCloseTo(180, 6);
  expect(bearingDegrees({ latitude: 0, longitude: 179 }, { latitude: 0, longitude: -179 })).toBeCloseTo(90, 6);
});
