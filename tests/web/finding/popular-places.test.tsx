/** The towns with the most cards, which Find offers while no place is chosen. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { PopularPlaces } from '#web/features/finding/nearby/PopularPlaces.tsx';

const towns = vi.hoisted(() => ({ find: (_latitude: number): string | undefined => undefined }));
vi.mock('#web/features/finding/map/towns/nearest-towns.ts', () => ({
  findNearestTowns: async (places: { id: string; latitude: number }[]) =>
    new Map(
      places.flatMap(({ id, latitude }) => {
        const name = towns.find(latitude);
        return name === undefined ? [] : [[id, { name, region: 'Oregon|US', countryCode: 'US' }]];
      }),
    ),
}));

const card = { cardId: null, name: 'Old mill', visibility: 'near', found: 'no' } as const;

test('lists towns with the most cards first, and leads there', async () => {
  towns.find = (latitude) => (latitude > 60 ? undefined : latitude > 44 ? 'Portland' : 'Bend');
  const content = {
    cards: [
      { ...card, id: 1, latitude: 44.1, longitude: -121.3 },
      { ...card, id: 2, latitude: 44.1, longitude: -121.3 },
      { ...card, id: 3, latitude: 43.6, longitude: -121.3 },
    ],
    counts: [
      { latitude: 45.5, longitude: -122.6, count: 14 },
      { latitude: 45.4, longitude: -123.7, count: 5 },
      { latitude: 70, longitude: 20, count: 100 },
    ],
    isDayUsedUp: false,
  };
  const choose = vi.fn();
  render(
    <PageFrame>
      <PopularPlaces content={content} onChoose={choose} />
    </PageFrame>,
  );
  const portland = await screen.findByRole('button', { name: /^Portland 19 cards$/ });
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Portland 19 cards', 'Bend 3 cards']);
  await userEvent.click(portland);
  expect(choose).toHaveBeenCalledWith(expect.objectContaining({ name: 'Portland', latitude: 45.5, longitude: -122.6 }));
});

test('shows nothing where no town is near', () => {
  towns.find = () => undefined;
  const content = { cards: [], counts: [{ latitude: 70, longitude: 20, count: 3 }], isDayUsedUp: false };
  render(
    <PageFrame>
      <PopularPlaces content={content} onChoose={() => undefined} />
    </PageFrame>,
  );
  expect(screen.queryByText('Places with the most cards')).toBeNull();
});
