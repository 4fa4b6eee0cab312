/** Cards stored for offline use: at most 200 cards and at most 60 KB. */
import { describe, expect, test } from 'vitest';
import type { NearCard } from '#schema/finding/finding.ts';
import { maxCarriedBytes, maxCarriedCards } from '#schema/rules.ts';
import { type CarriedCards, trimToLimits } from '#web/features/finding/nearby/carried/carried-cards.ts';

const bytes = (carried: CarriedCards) => new TextEncoder().encode(JSON.stringify(carried)).length;

function carry(count: number, text: (index: number) => Partial<NearCard>): CarriedCards {
  const cards = Array.from({ length: count }, (_, index) => ({
    id: 1_000_000 + index,
    cardId: `TC-${String(index).padStart(7, '0')}`,
    name: `Bench ${index}`,
    latitude: -35.123456,
    longitude: -182.123456,
    visibility: 'exact' as const,
    found: 'own' as const,
    hint: 'Under it',
    ...text(index),
  }));
  return { memberId: 1_000_000, place: { latitude: 35.6, longitude: -82.5 }, placeName: 'Asheville', takenAt: 1.8e12, cards };
}

test('cards within the size limit are stored unchanged', () => {
  const carried = carry(maxCarriedCards, () => ({}));
  expect(trimToLimits(carried)).toEqual(carried);
});

test('more than 200 cards are reduced to the nearest', () => {
  expect(trimToLimits(carry(230, () => ({}))).cards.map(({ id }) => id)).toEqual(carry(200, () => ({})).cards.map(({ id }) => id));
});

describe('cards over the size limit', () => {
  test('only have their longest hints truncated', () => {
    const short = 'Left of the gate';
    const fitted = trimToLimits(carry(200, (index) => ({ hint: index % 2 === 0 ? short : 'x'.repeat(500) })));
    expect(bytes(fitted)).toBeLessThanOrEqual(maxCarriedBytes);
    // Descriptions are truncated only as far as necessary.
    expect(bytes(fitted)).toBeGreaterThan(maxCarriedBytes - 200);
    expect(fitted.cards[0]?.hint).toBe(short);
    expect(fitted.cards[1]?.hint).toMatch(/^x+…$/);
  });

  test('fit even with the longest texts in four-byte letters, without splitting a letter', () => {
    const fitted = trimToLimits(carry(200, () => ({ hint: '🗺️'.repeat(250), name: '🏞'.repeat(100) })));
    expect(bytes(fitted)).toBeLessThanOrEqual(maxCarriedBytes);
    expect(fitted.cards).toHaveLength(200);
    for (const { name, hint } of fitted.cards) expect(`${name}${hint}`.isWellFormed()).toBe(true);
    expect(fitted.cards[0]?.name).toMatch(/^🏞.*…$/u);
  });
});
