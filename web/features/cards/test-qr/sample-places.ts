export const samplePlaces = [
  'Central Park, by the fountain',
  'City library, reading room',
  'Museum of natural history, entrance hall',
  'Beach boardwalk, north end',
  'Old lighthouse, foot of the stairs',
  'Botanical garden, palm house',
  'Farmers market, clock tower',
  'Riverside trail, wooden bridge',
  'Train station, main hall',
  'University campus, old oak',
] as const;

export function randomPlace(): string {
  return samplePlaces[Math.floor(Math.random() * samplePlaces.length)] ?? samplePlaces[0];
}
