/**
 * Terms of the stays, used while no travel provider is configured. The site's owner edits them. They must list every mandatory cost besides
 * tokens, with real examples. Costs are in US cents for the whole stay. Illustrations of the destinations are in web/art/destinations, by
 * id.
 */
import type { TermsByType } from '#schema/stays/catalogue.ts';

const holidayRule = 'Not available from December 20 to January 3, or on long holiday weekends.';
const noFlights = 'Flights and other travel to the destination are not included.';

const asheville = { id: 'asheville', name: 'Asheville, North Carolina', country: 'United States' };
const barHarbor = { id: 'bar-harbor', name: 'Bar Harbor, Maine', country: 'United States' };
const sedona = { id: 'sedona', name: 'Sedona, Arizona', country: 'United States' };
const blackForest = { id: 'black-forest', name: 'Freiburg, Black Forest', country: 'Germany' };

export const ownTerms: TermsByType = {
  'regional-short': {
    includes: ['3 or 4 nights in a hotel room or studio', 'Room for 2 adults and 2 children under 12'],
    maxTravelers: 4,
    destinations: [asheville, barHarbor, sedona],
    rules: [holidayRule, noFlights],
    costs: [
      { name: 'Occupancy and city taxes', chargedBy: 'the hotel', when: 'at check-in', fromCents: 2_400, toCents: 7_200 },
      { name: 'Resort or cleaning fee', chargedBy: 'the hotel', when: 'at check-in', fromCents: 3_000, toCents: 10_000 },
    ],
    examples: [
      { place: 'Asheville', month: '2026-03', extraCents: 8_400 },
      { place: 'Bar Harbor', month: '2026-06', extraCents: 13_150 },
      { place: 'Sedona', month: '2026-09', extraCents: 11_700 },
    ],
  },
  'regional-long': {
    includes: ['5 to 7 nights in a studio or one-bedroom apartment', 'Room for 2 adults and 2 children under 12'],
    maxTravelers: 4,
    destinations: [asheville, barHarbor, sedona, blackForest],
    rules: [holidayRule, noFlights],
    costs: [
      { name: 'Occupancy and city taxes', chargedBy: 'the hotel', when: 'at check-in', fromCents: 4_000, toCents: 12_600 },
      { name: 'Resort or cleaning fee', chargedBy: 'the hotel', when: 'at check-in', fromCents: 6_000, toCents: 17_500 },
    ],
    examples: [
      { place: 'Sedona', month: '2026-02', extraCents: 19_400 },
      { place: 'Freiburg', month: '2026-05', extraCents: 12_250 },
      { place: 'Asheville', month: '2026-10', extraCents: 16_800 },
    ],
  },
  global: {
    includes: ['5 to 7 nights in a hotel room or apartment', 'Room for 2 adults'],
    maxTravelers: 2,
    destinations: [
      { id: 'lisbon', name: 'Lisbon', country: 'Portugal' },
      { id: 'kyoto', name: 'Kyoto', country: 'Japan' },
      { id: 'queenstown', name: 'Queenstown', country: 'New Zealand' },
    ],
    rules: [holidayRule, noFlights, 'Visas and travel insurance are up to you.'],
    costs: [
      {
        name: 'Booking and service fee',
        chargedBy: 'the travel provider',
        when: 'when you accept the offer',
        fromCents: 4_900,
        toCents: 9_900,
      },
      { name: 'Tourist taxes', chargedBy: 'the hotel', when: 'at check-in', fromCents: 1_500, toCents: 9_000 },
      { name: 'Resort or cleaning fee', chargedBy: 'the hotel', when: 'at check-in', fromCents: 0, toCents: 14_000 },
    ],
    examples: [
      { place: 'Lisbon', month: '2026-04', extraCents: 9_300 },
      { place: 'Kyoto', month: '2026-01', extraCents: 12_600 },
      { place: 'Queenstown', month: '2026-08', extraCents: 21_450 },
    ],
  },
};
