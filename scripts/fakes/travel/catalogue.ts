/** Terms and destinations of the fake travel provider. Costs are in US cents, for the whole stay. */
import type { TermsByType } from '#schema/stays/catalogue.ts';

const unitedStates = 'United States';
const regional = [
  { id: 'asheville', name: 'Asheville, North Carolina', country: unitedStates },
  { id: 'sedona', name: 'Sedona, Arizona', country: unitedStates },
  { id: 'bar-harbor', name: 'Bar Harbor, Maine', country: unitedStates },
  { id: 'lake-tahoe', name: 'South Lake Tahoe, California', country: unitedStates },
  { id: 'black-forest', name: 'Freiburg, Black Forest', country: 'Germany' },
  { id: 'lake-district', name: 'Keswick, Lake District', country: 'United Kingdom' },
];
const internationalDestinations = [
  { id: 'lisbon', name: 'Lisbon', country: 'Portugal' },
  { id: 'kyoto', name: 'Kyoto', country: 'Japan' },
  { id: 'queenstown', name: 'Queenstown', country: 'New Zealand' },
  { id: 'cusco', name: 'Cusco', country: 'Peru' },
  { id: 'reykjavik', name: 'Reykjavík', country: 'Iceland' },
  { id: 'cape-town', name: 'Cape Town', country: 'South Africa' },
];

const holidays = 'Not available from December 20 to January 3, or on long holiday weekends.';
const noFlights = 'Flights and other travel to the destination are not included.';
const family = 'Room for 2 adults and 2 children under 12';

export const terms: TermsByType = {
  'regional-short': {
    includes: ['3 or 4 nights in a hotel room or studio', family],
    maxTravelers: 4,
    destinations: regional,
    rules: [holidays, noFlights],
    costs: [
      { name: 'Occupancy and city taxes', chargedBy: 'the hotel', when: 'at check-in', fromCents: 1_800, toCents: 6_900 },
      { name: 'Resort or cleaning fee', chargedBy: 'the hotel', when: 'at check-in', fromCents: 2_500, toCents: 9_500 },
    ],
    examples: [
      { place: 'Asheville', month: '2026-03', extraCents: 7_940 },
      { place: 'Keswick', month: '2026-05', extraCents: 5_600 },
      { place: 'South Lake Tahoe', month: '2026-09', extraCents: 14_275 },
    ],
  },
  'regional-long': {
    includes: ['5 to 7 nights in a studio or one-bedroom apartment', family],
    maxTravelers: 4,
    destinations: regional,
    rules: [holidays, noFlights],
    costs: [
      { name: 'Occupancy and city taxes', chargedBy: 'the hotel', when: 'at check-in', fromCents: 3_200, toCents: 12_000 },
      { name: 'Resort or cleaning fee', chargedBy: 'the hotel', when: 'at check-in', fromCents: 5_500, toCents: 16_500 },
    ],
    examples: [
      { place: 'Sedona', month: '2026-02', extraCents: 18_720 },
      { place: 'Freiburg', month: '2026-05', extraCents: 11_380 },
      { place: 'Bar Harbor', month: '2026-07', extraCents: 21_460 },
    ],
  },
  global: {
    includes: ['5 to 7 nights in a hotel room or apartment', 'Room for 2 adults'],
    maxTravelers: 2,
    destinations: internationalDestinations,
    rules: [holidays, noFlights, 'Visas and travel insurance are up to you.'],
    costs: [
      { name: 'Booking fee', chargedBy: 'the travel provider', when: 'when you accept the offer', fromCents: 4_900, toCents: 9_900 },
      { name: 'Tourist taxes', chargedBy: 'the hotel', when: 'at check-in', fromCents: 1_200, toCents: 8_400 },
      { name: 'Resort or cleaning fee', chargedBy: 'the hotel', when: 'at check-in', fromCents: 0, toCents: 12_500 },
    ],
    examples: [
      { place: 'Lisbon', month: '2026-04', extraCents: 8_850 },
      { place: 'Kyoto', month: '2026-01', extraCents: 11_930 },
      { place: 'Cape Town', month: '2026-10', extraCents: 17_300 },
    ],
  },
};
