import { describe, expect, test } from 'vitest';
import { parseTypedPlace } from '#web/lib/typed-place.ts';

describe('typed coordinates', () => {
  test.each([
    ['35.595, -82.551'],
    ['35.595 -82.551'],
    ['35.595,-82.551'],
    ['35,595 -82,551'],
    ['35,595, -82,551'],
    ['35,595; -82,551'],
    ['35.595°, −82.551°'],
    ['35.595° N, 82.551° W'],
    ['N35.595 W82.551'],
    ['N 35° 35.700 W 082° 33.060'],
    ['N 35° 35.700’ W 082° 33.060’'],
    ['35° 35\' 42" N 82° 33\' 3.6" W'],
    ['W 082° 33.060 N 35° 35.700'],
    ['lat: 35.595, lng: -82.551'],
  ])('are read as the same place in the form %s', (typed) => {
    expect(parseTypedPlace(typed)).toEqual({ place: { latitude: 35.595, longitude: -82.551 } });
  });

  test.each([
    ['48,1 11,5', 48.1, 11.5],
    ['0, 0', 0, 0],
    ['-90 180', -90, 180],
    ['S 33° 51.4 E 151° 12.9', -33.856667, 151.215],
    ['48, 11', 48, 11],
    ['48 11', 48, 11],
  ])('are read with sign and decimals: %s', (typed, latitude, longitude) => {
    expect(parseTypedPlace(typed)).toEqual({ place: { latitude, longitude } });
  });

  test.each([
    ['-122.6, 45.5', /swap the two/],
    ['95, 200', /Latitude must be between -90 and 90/],
    ['45, 200', /Longitude must be between -180 and 180/],
    ['N 35° 75.0 W 082° 33.0', /can’t read these coordinates/],
    ['N 35.5 S 82.5', /must be N or S/],
    ['35.595', /can’t read these coordinates/],
    ['1 2 3 4 5 6 7', /can’t read these coordinates/],
  ])('%s are refused with a reason', (typed, words) => {
    expect(parseTypedPlace(typed)).toEqual({ refusal: expect.stringMatching(words) });
  });

  test.each(['Asheville', 'New York', '', '100 Mile House', 'Neu-Ulm'])('do not include “%s”', (typed) => {
    expect(parseTypedPlace(typed)).toBeNull();
  });
});
