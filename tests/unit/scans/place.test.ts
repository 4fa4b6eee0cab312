import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { metersBetween, type Place } from '#schema/finding/geo.ts';
import { statedDistance } from '#worker/domain/scans/place.ts';

const place = (latitude: number, longitude: number): Place => ({ latitude, longitude });
const places = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

describe('the distance between two places', () => {
  test.each([
    ['a place and itself', place(35.5, -82.5), place(35.5, -82.5), 0],
    ['a degree along the equator', place(0, 0), place(0, 1), 111_195],
    ['across the date line', place(0, 179.5), place(0, -179.5), 111_195],
    ['the poles', place(90, 17), place(-90, -40), 20_015_087],
    ['Paris and New York', place(48.8566, 2.3522), place(40.7128, -74.006), 5_837_000],
    ['two ends of a meadow', place(35.5, -82.5), place(35.5009, -82.5), 100],
  ])('%s', (_, one, other, meters) => {
    const distance = metersBetween(one, other);
    expect(Math.abs(distance - meters)).toBeLessThanOrEqual(Math.max(0.5, meters * 0.001));
  });

  test('is symmetric, never negative, and at most half the earth’s circumference', () => {
    fc.assert(
      fc.property(places, places, (one, other) => {
        const distance = metersBetween(one, other);
        expect(distance).toBeGreaterThanOrEqual(0);
        expect(distance).toBeLessThanOrEqual(20_015_087);
        expect(metersBetween(other, one)).toBeCloseTo(distance, 3);
      }),
    );
  });
});

describe('the stored part of a position', () => {
  const card = place(35.5, -82.5);
  const fix = { latitude: 35.5009, longitude: -82.5, accuracy: 7.6 };

  test('is its distance from the card and its accuracy, in whole meters', () => {
    expect(statedDistance(fix, card)).toEqual({ distanceMeters: 100, accuracyMeters: 8 });
    expect(statedDistance({ latitude: 0, longitude: 0, accuracy: 0 }, place(0, 0))).toEqual({ distanceMeters: 0, accuracyMeters: 0 });
  });

  test.each([
    ['no latitude', { ...fix, latitude: null }, card],
    ['no longitude', { latitude: 35.5, accuracy: 8 }, card],
    ['no accuracy', { latitude: 35.5, longitude: -82.5 }, card],
    ['nothing', {}, card],
    ['a card without a place', fix, { latitude: null, longitude: null }],
  ])('is empty with %s', (_, given, target) => {
    expect(statedDistance(given, target)).toBeNull();
  });

  test('is a whole number for any accuracy that a device reports', () => {
    expect(statedDistance({ ...fix, accuracy: 1e300 }, card)?.accuracyMeters).toBe(20_015_087);
  });
});
