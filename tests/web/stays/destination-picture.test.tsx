import { render } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { terms } from '#scripts/fakes/travel/catalogue.ts';
import { DestinationPicture } from '#web/features/stays/DestinationPicture.tsx';

const drawings = import.meta.glob<string>('#web/art/destinations/*.svg', { eager: true, query: '?raw', import: 'default' });
const destinationIds = new Set(Object.values(terms).flatMap(({ destinations }) => destinations.map(({ id }) => id)));

const show = (id: string) => render(<DestinationPicture id={id} />).container.querySelector('img');

describe('the picture of a destination', () => {
  test.each([...destinationIds])('shows a drawing of its own for %s, from the local provider', (id) => {
    expect(show(id)?.getAttribute('src')).toMatch(new RegExp(`/destinations/${id}\\.svg$`));
  });

  test.each(['atlantis', 'constructor'])('shows a neutral landscape for the unknown id %s', (id) => {
    expect(show(id)?.getAttribute('src')).toMatch(/\/elsewhere\.svg$/);
  });

  test('is decorative, loads when it scrolls into view, and reserves its space', () => {
    const { alt, width, height, loading } = show('lisbon')?.attributes as unknown as Record<string, Attr>;
    expect([alt?.value, width?.value, height?.value, loading?.value]).toEqual(['', '240', '160', 'lazy']);
  });
});

test.each(Object.entries(drawings))('%s is a small drawing for light and dark pages, without text or ids', (_, source) => {
  expect(new TextEncoder().encode(source).length).toBeLessThanOrEqual(2_500);
  const drawing = new DOMParser().parseFromString(source, 'image/svg+xml');
  expect(drawing.documentElement.nodeName).toBe('svg');
  expect(drawing.documentElement.getAttribute('viewBox')).toBe('0 0 240 160');
  expect(drawing.querySelector('style')?.textContent).toContain('prefers-color-scheme:dark');
  expect(drawing.querySelectorAll('parsererror, text, image, [id]')).toHaveLength(0);
});
