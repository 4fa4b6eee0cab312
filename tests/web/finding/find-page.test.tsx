/** The public Find Cards page. It shows only card counts, and only on request. */
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { signInAs } from '#tests/web/support/signed-in.ts';
import type { PlaceMap } from '#web/features/finding/map/PlaceMap.tsx';
import { FindPage } from '#web/pages/find/FindPage.tsx';

const map = vi.hoisted(() => ({ props: null as unknown }));
vi.mock('#web/features/finding/map/PlaceMap.tsx', () => ({
  PlaceMap(props: unknown) {
    map.props = props;
    return null;
  },
}));
afterEach(() => vi.unstubAllGlobals());

const inWorld = 'GET /api/cards/in?bbox=-180,-85,180,85&zoom=1';
const counts = [
  { latitude: 35, longitude: -82, count: 1_200 },
  { latitude: 48, longitude: 11, count: 34 },
];

async function openMap() {
  render(
    <PageFrame>
      <FindPage />
    </PageFrame>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Show the world map' }));
  await vi.waitFor(() => expect(map.props).not.toBeNull());
  act(() => (map.props as ComponentProps<typeof PlaceMap>).onMove?.({ west: -180, south: -85, east: 180, north: 85 }, 1));
}

test('visitors see how it works, load numbers on request, and are invited', async () => {
  await signInAs(null);
  const sent = fakeServer({ [inWorld]: { json: { cards: [], counts, isDayUsedUp: false } } });
  await openMap();
  expect(await screen.findByText('1,234 cards in 2 areas of this part of the map.')).toBeTruthy();
  expect((map.props as ComponentProps<typeof PlaceMap>).counts).toEqual(counts);
  expect(sent.map(({ path }) => path)).toEqual(['/api/cards/in?bbox=-180,-85,180,85&zoom=1']);
  expect(screen.getByRole('link', { name: 'Create a Free Account' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Find cards around you' })).toBeNull();
});

test('members find the link to their own list, and numbers here too', async () => {
  await signInAs({});
  const one = { id: 1, cardId: null, name: 'Old mill', latitude: 35.6, longitude: -82.5, visibility: 'near', found: 'no' };
  fakeServer({ [inWorld]: { json: { cards: [one], counts: [], isDayUsedUp: false } } });
  await openMap();
  expect(screen.getByRole('link', { name: 'Find cards around you' }).getAttribute('href')).toBe('/dashboard/find');
  await screen.findByText('1 card in this part of the map.');
  expect((map.props as ComponentProps<typeof PlaceMap>).counts).toEqual([{ latitude: 35.6, longitude: -82.5, count: 1 }]);
});

test('a failure to load numbers is reported', async () => {
  await signInAs(null);
  fakeServer({ [inWorld]: new TypeError('Failed to fetch') });
  await openMap();
  expect(await screen.findByText('No connection. Check your network and try again.')).toBeTruthy();
});
