import type { Place } from '#worker/domain/reviews/facts.ts';
import type { Random } from './random.ts';

const metersPerDegree = 111_320;

export const towns: readonly Place[] = [
  { latitude: 36.22, longitude: -81.67 },
  { latitude: 35.6, longitude: -82.55 },
  { latitude: 33.75, longitude: -84.39 },
  { latitude: 47.61, longitude: -122.33 },
  { latitude: 48.14, longitude: 11.58 },
  { latitude: 51.51, longitude: -0.13 },
  { latitude: -33.87, longitude: 151.21 },
  { latitude: 35.68, longitude: 139.69 },
];

export function getTownPlace(number: number): Place {
  return towns[number % towns.length] as Place;
}

export function offsetPlace({ latitude, longitude }: Place, east: number, north: number): Place {
  return {
    latitude: latitude + north / metersPerDegree,
    longitude: longitude + east / (metersPerDegree * Math.cos((latitude * Math.PI) / 180)),
  };
}

export function randomPlaceNear(place: Place, reach: number, random: Random): Place {
  return offsetPlace(place, random.between(-reach, reach), random.between(-reach, reach));
}
