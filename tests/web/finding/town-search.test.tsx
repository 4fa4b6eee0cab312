import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { type NamedPlace, TownSearch } from '#web/features/finding/map/towns/TownSearch.tsx';
import { searchTowns, type Town } from '#web/features/finding/map/towns/towns.ts';

vi.mock('#web/features/finding/map/towns/towns.ts', () => ({ searchTowns: vi.fn(), townsAttribution: 'Towns: GeoNames, CC BY 4.0' }));

const paris: Town = {
  name: 'Paris',
  regionName: 'Texas, United States',
  shortName: 'Paris, Texas',
  latitude: 33.661,
  longitude: -95.556,
  isFullMatch: true,
};
const other: Town = {
  name: 'Paris',
  regionName: 'Île-de-France, France',
  shortName: 'Paris, Île-de-France',
  latitude: 48.853,
  longitude: 2.349,
  isFullMatch: true,
};
const chosen = vi.fn<(place: NamedPlace) => void>();
const send = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());

beforeEach(() => {
  vi.mocked(searchTowns).mockReset().mockResolvedValue([other, paris]);
  chosen.mockReset();
  render(
    <form onSubmit={send}>
      <TownSearch label="Town" onChoose={chosen} />
    </form>,
  );
});
const box = () => screen.getByRole('combobox', { name: 'Town' });

test('the town search chooses a town by keyboard, without submitting the form around it', async () => {
  await userEvent.type(box(), 'paris');
  expect(await screen.findAllByRole('option')).toHaveLength(2);
  expect(box().getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByText('2 towns')).toBeTruthy();
  expect(screen.getByText('Towns: GeoNames, CC BY 4.0')).toBeTruthy();
  expect(screen.queryByRole('option', { selected: true })).toBeNull();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  const active = screen.getByRole('option', { selected: true });
  expect(active.textContent).toBe('Paris, Texas, United States');
  expect(box().getAttribute('aria-activedescendant')).toBe(active.id);
  await userEvent.keyboard('{Enter}');
  expect(chosen).toHaveBeenCalledExactlyOnceWith({
    ...{ name: 'Paris, Texas, United States', shortName: 'Paris, Texas' },
    ...{ latitude: 33.661, longitude: -95.556 },
  });
  expect(box()).toHaveProperty('value', 'Paris, Texas, United States');
  expect(screen.queryByRole('option')).toBeNull();
  expect(send).not.toHaveBeenCalled();
});

test('the town search shows several matches on Enter without choosing; the next Enter chooses', { tags: 'long' }, async () => {
  await userEvent.type(box(), 'paris{Enter}');
  expect(await screen.findByText('2 towns match. Please choose one.')).toBeTruthy();
  expect(screen.getAllByRole('option')).toHaveLength(2);
  expect(chosen).not.toHaveBeenCalled();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(chosen).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'Paris, Texas, United States' }));
});

test('the town search runs once per text, so that the note after Enter stays', { tags: 'long' }, async () => {
  let answer = (_: Town[]) => {};
  vi.mocked(searchTowns).mockReturnValue(new Promise((resolve) => (answer = resolve)));
  await userEvent.type(box(), 'paris{Enter}');
  // Waits for less than the typing delay, so only Enter can have started the search.
  await new Promise((resolve) => setTimeout(resolve, 300));
  answer([other, paris]);
  expect(await screen.findByText(/^2 towns match/)).toBeTruthy();
  expect(searchTowns).toHaveBeenCalledOnce();
});

test.each([
  ['it is the only one', [paris]],
  ['the only one whose name was typed whole', [paris, { ...other, name: 'Parishville', isFullMatch: false }]],
])('the town search chooses a town on Enter if %s, for the latest input', async (_, towns) => {
  await userEvent.type(box(), 'par');
  await screen.findAllByRole('option');
  vi.mocked(searchTowns).mockResolvedValue(towns);
  await userEvent.type(box(), 'is, texas{Enter}');
  await waitFor(() => expect(chosen).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ latitude: paris.latitude })));
  expect(searchTowns).toHaveBeenLastCalledWith('paris, texas');
  expect(screen.queryByRole('option')).toBeNull();
});

test('the town search chooses a town on a press; Escape closes the list and keeps the text', async () => {
  await userEvent.type(box(), 'paris');
  await screen.findAllByRole('option');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('option')).toBeNull();
  expect(box()).toHaveProperty('value', 'paris');
  await userEvent.type(box(), ' t');
  await userEvent.click((await screen.findAllByRole('option'))[0] as HTMLElement);
  expect(chosen.mock.lastCall?.[0].latitude).toBe(48.853);
});

test('the town search suggests what to do if there is no town of this name', async () => {
  vi.mocked(searchTowns).mockResolvedValue([]);
  await userEvent.type(box(), 'Xyzzy');
  expect(await screen.findByText(/^No town found. Check the spelling, or type coordinates/)).toBeTruthy();
});

test('the town search explains that it needs a network', { tags: 'long' }, async () => {
  vi.mocked(searchTowns).mockRejectedValue(new TypeError('Failed to fetch'));
  await userEvent.type(box(), 'Boone');
  expect(await screen.findByText(/needs a connection/)).toBeTruthy();
});

test('the town search accepts coordinates, and explains invalid ones', async () => {
  await userEvent.type(box(), 'N 35° 35.706 W 082° 33.090');
  await userEvent.click(await screen.findByRole('option', { name: '35.5951, -82.5515' }));
  expect(chosen).toHaveBeenCalledWith({
    name: '35.5951, -82.5515',
    shortName: '35.5951, -82.5515',
    latitude: 35.5951,
    longitude: -82.5515,
  });
  await userEvent.clear(box());
  await userEvent.type(box(), '-122.6, 45.5');
  expect(await screen.findByText(/Did you swap the two\?/)).toBeTruthy();
  expect(searchTowns).not.toHaveBeenCalled();
});
