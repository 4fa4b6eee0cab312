import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { StayTerms, TermsByType } from '#schema/stays/catalogue.ts';
import { sumCosts } from '#schema/stays/costs.ts';
import { ownTerms } from '#schema/stays.ts';
import { terms as localTerms } from '#scripts/fakes/travel/catalogue.ts';

describe.each([
  ['our own', ownTerms],
  ['the local provider’s', localTerms],
])('%s terms', (_, terms) => {
  test('name every cost and at least three examples for each stay', () => {
    expect(v.parse(TermsByType, terms)).toEqual(terms);
  });

  test('have examples within the range of their costs', () => {
    for (const stay of Object.values(terms)) {
      const { fromCents, toCents } = sumCosts(stay);
      for (const { extraCents } of stay.examples) expect([extraCents >= fromCents, extraCents <= toCents]).toEqual([true, true]);
    }
  });
});

test('the local provider offers 12 destinations', () => {
  expect(new Set(Object.values(localTerms).flatMap(({ destinations }) => destinations.map(({ id }) => id))).size).toBe(12);
});

test.each([
  ['no costs', { costs: [] }],
  ['two examples', { examples: ownTerms.global.examples.slice(1) }],
  ['no destination', { destinations: [] }],
  ['a cost that ends below its start', { costs: [{ name: 'Tax', chargedBy: 'the hotel', when: 'at check-in', fromCents: 2, toCents: 1 }] }],
])('terms with %s are refused', (_, change) => {
  expect(v.is(StayTerms, { ...ownTerms.global, ...change })).toBe(false);
});
