import '#tests/web/support/jsdom/map.ts';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Place } from '#schema/finding/geo.ts';
import { cellAround } from '#schema/finding/shown-place.ts';
import { fakeServer } from '#tests/web/support/fake-server.ts';
import { site } from '#tests/web/support/site-config.ts';
import { getCenter, hasContentIn } from '#web/features/finding/map/area-around.ts';
import type { MapMarker, MapView } from '#web/features/finding/map/map-content.ts';
import { PlaceMap } from '#web/features/finding/map/PlaceMap.tsx';

const view: MapView = { latitude: 35.6, longitude: -82.5, zoom: 12 };
const pin = (id: string, changes: Partial<MapMarker> = {}): MapMarker => ({
  id,
  label: `Card ${id}`,
  latitude: 35.6,
  longitude: -82.5,
  kind: 'unfound',
  ...changes,
});

beforeEach(() => {
  fakeServer({ 'GET /api/config': { json: site } });
});
const map = () => screen.findByRole('application', { name: 'Cards near Asheville' });

describe('a map', () => {
  test('has a name, instructions for the keyboard, and its attribution', async () => {
    render(<PlaceMap label="Cards near Asheville" view={view} />);
    const description = (await map()).getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(description)?.textContent).toContain('Arrow keys move the map');
    expect(await screen.findByText('Natural Earth, GeoNames (CC BY 4.0)')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Zoom in' })).toBeTruthy();
  });

  test('reports its window, at first and after each move', async () => {
    const moved = vi.fn();
    const { rerender } = render(<PlaceMap label="Cards near Asheville" view={view} onMove={moved} />);
    await map();
    await waitFor(() => expect(moved).toHaveBeenCalled());
    expect(moved.mock.lastCall?.[1]).toBe(12);
    rerender(<PlaceMap label="Cards near Asheville" view={{ latitude: 48, longitude: 181, zoom: 5 }} onMove={moved} />);
    await waitFor(() => expect(moved.mock.lastCall?.[0]).toMatchObject({ south: expect.closeTo(48, 0), west: expect.closeTo(-179, 0) }));
  });

  test('is removed cleanly right after the window was resized', async () => {
    const { unmount } = render(<PlaceMap label="Cards near Asheville" view={view} onMove={() => {}} />);
    const element = await map();
    await screen.findByText('Natural Earth, GeoNames (CC BY 4.0)');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    vi.spyOn(element, 'clientWidth', 'get').mockReturnValue(200);
    fireEvent(window, new Event('resize'));
    await new Promise(requestAnimationFrame);
    unmount();
    expect(() => vi.runAllTimers()).not.toThrow();
  });

  test('has its pins as named buttons; pins at one place are one', async () => {
    const select = vi.fn();
    const markers = [pin('a'), pin('b', { kind: 'found' }), pin('c', { latitude: 35.61 })];
    render(<PlaceMap label="Cards near Asheville" view={view} markers={markers} selectedId="c" onSelect={select} />);
    const both = await screen.findByRole('button', { name: '2 cards here: Card a; Card b' });
    both.focus();
    await userEvent.keyboard('{Enter}');
    expect(select).toHaveBeenCalledExactlyOnceWith(['a', 'b']);
    expect(screen.getByRole('button', { name: 'Card c', current: true })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Card c' }));
    expect(select).toHaveBeenLastCalledWith(['c']);
  });

  test('draws pins that would cover each other as one, which zooms in until they separate', async () => {
    const moved = vi.fn();
    const markers = [pin('found', { kind: 'found', name: 'Weir' }), pin('b', { latitude: 35.602, name: 'Mill' })];
    render(<PlaceMap label="Cards near Asheville" view={view} markers={markers} labeledId="b" onMove={moved} onSelect={() => {}} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Mill: 2 cards close together, zoom in' }));
    await waitFor(() => expect(moved.mock.lastCall?.[1]).toBeGreaterThan(12));
    expect((await screen.findByRole('button', { name: 'Card b' })).textContent).toBe('Mill');
    expect(screen.getByRole('button', { name: 'Card found' }).textContent).toBe('');
  });

  describe('with a selected pin', () => {
    const origin = { latitude: 35.6, longitude: -82.5 };
    const isShown = (place: Place) => hasContentIn(moved.mock.lastCall?.[0], [place]);
    const moved = vi.fn();

    /** Shows the map, and returns a function that renders it again. */
    async function open(place: Place, { width = 600, height = 600, zoom = 12 } = {}) {
      onTestFinished(() => void vi.restoreAllMocks());
      vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
      vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(height);
      const props = {
        label: 'Cards near Asheville',
        view: { ...view, zoom },
        onMove: moved,
        onSelect: () => {},
        markers: [pin('a', place)],
      };
      moved.mockReset();
      const { rerender } = render(<PlaceMap {...props} />);
      await map();
      await waitFor(() => expect(moved).toHaveBeenCalled());
      return (changes: Partial<Parameters<typeof PlaceMap>[0]>) => rerender(<PlaceMap {...props} {...changes} />);
    }

    test.each([
      { title: 'zooms out to keep the origin in view', place: { latitude: 35.6, longitude: -82.3 }, zoom: 11, isOriginShown: true },
      { title: 'leaves an origin that is too far away', place: { latitude: 35.6, longitude: -70 }, zoom: 12, isOriginShown: false },
    ])('$title, and returns afterward', async ({ place, zoom, isOriginShown }) => {
      const show = await open(place);
      const before = moved.mock.lastCall;
      show({ selectedId: 'a', zoomFocus: [place, origin] });
      await waitFor(() => expect(isShown(place)).toBe(true));
      expect(moved.mock.lastCall?.[1]).toBe(zoom);
      expect(isShown(origin)).toBe(isOriginShown);
      show({});
      await waitFor(() => expect(isShown(place)).toBe(false));
      expect(moved.mock.lastCall).toEqual(before);
    });

    test('stays in view at the lowest zoom, and the map returns when it is closed', async () => {
      const place = { latitude: 35, longitude: -170 };
      const show = await open(place, { zoom: 2 });
      const before = moved.mock.lastCall;
      show({ selectedId: 'a', zoomFocus: [place, { latitude: 35, longitude: 20 }] });
      expect(isShown(place)).toBe(true);
      show({});
      expect(moved.mock.lastCall).toEqual(before);
    });

    test('keeps its area and the origin in view, on a small map too', async () => {
      const place = { latitude: 35.585, longitude: -82.52 };
      const show = await open(place, { width: 390, height: 230, zoom: 14 });
      const area = cellAround(place, 'area');
      show({ selectedId: 'a', area, zoomFocus: [place, origin] });
      await waitFor(() => expect(moved.mock.lastCall?.[1]).toBeLessThan(14));
      const corners = [{ latitude: area.south, longitude: area.west }, { latitude: area.north, longitude: area.east }, origin];
      expect(corners.map(isShown)).toEqual([true, true, true]);
    });

    test('stays where the user has moved it', async () => {
      const place = { latitude: 35.6, longitude: -82.3 };
      const show = await open(place);
      show({ selectedId: 'a', zoomFocus: [place, origin] });
      await waitFor(() => expect(isShown(place)).toBe(true));
      await userEvent.click(screen.getByRole('button', { name: 'Zoom out' }));
      await waitFor(() => expect(moved.mock.lastCall?.[1]).toBe(10));
      show({});
      await new Promise(requestAnimationFrame);
      expect(moved.mock.lastCall?.[1]).toBe(10);
    });

    test('goes to a new view that is given when the selection ends', async () => {
      const place = { latitude: 35.6, longitude: -82.3 };
      const show = await open(place);
      show({ selectedId: 'a', zoomFocus: [place, origin] });
      await waitFor(() => expect(isShown(place)).toBe(true));
      onTestFinished(() => void vi.unstubAllGlobals());
      // An animated move begins at the selection, so the map is still there when the selection ends.
      vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
      moved.mockClear();
      show({ view: { latitude: 35.7, longitude: -82.3, zoom: 11 } });
      await waitFor(() => expect(moved).toHaveBeenCalled());
      const [area, zoom] = moved.mock.lastCall ?? [];
      expect(getCenter(area)).toEqual({ latitude: expect.closeTo(35.7, 2), longitude: expect.closeTo(-82.3, 2) });
      expect(zoom).toBe(11);
    });
  });

  test('has a skip link past all pins, unless there are none', async () => {
    const mapWith = (markers: MapMarker[]) => (
      <>
        <PlaceMap label="Cards near Asheville" view={view} markers={markers} onSelect={() => {}} />
        <button type="button">After the map</button>
      </>
    );
    const { rerender } = render(mapWith([]));
    await map();
    expect(screen.queryByRole('link', { name: 'Skip the map' })).toBeNull();
    rerender(mapWith([pin('a'), pin('b', { latitude: 35.61 })]));
    await screen.findByRole('button', { name: 'Card b' });
    await userEvent.tab();
    expect(document.activeElement?.textContent).toBe('Skip the map');
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement?.textContent).toBe('End of the map');
    await userEvent.tab();
    expect(document.activeElement?.textContent).toBe('After the map');
    expect(location.hash).toBe('');
  });

  test('draws pins by the precision of their place', async () => {
    const exactnesses = ['exact', 'near', 'area'] as const;
    const markers = exactnesses.map((visibility, index) => pin(visibility, { visibility, latitude: 35.6 + index / 20 }));
    render(<PlaceMap label="Cards near Asheville" view={view} markers={markers} onSelect={() => {}} />);
    await screen.findByRole('button', { name: 'Card exact' });
    const rings = exactnesses.map((name) => screen.getByRole('button', { name: `Card ${name}` }).querySelectorAll('.ring').length);
    expect(rings).toEqual([0, 1, 2]);
  });

  test.each([
    [179.9999, { west: -180, east: -179.97 }],
    [-179.9999, { west: 179.97, east: 180 }],
    [35, { west: 34.985, east: 35.015 }],
  ])('at longitude %d draws the neighboring cell, also across the date line, unless it is smaller than a pin', async (longitude, sides) => {
    const area = { ...sides, south: -0.015, north: 0.015 };
    const mapAt = (zoom: number) => <PlaceMap label="Cards near Asheville" view={{ latitude: 0, longitude, zoom }} area={area} />;
    const farAway = render(mapAt(8)).container;
    await waitFor(() => expect(farAway.querySelector('.leaflet-control-scale')).toBeTruthy());
    expect(farAway.querySelector('.map-area')).toBeNull();
    const { container } = render(mapAt(12));
    await waitFor(() => expect(container.querySelector('.map-area')).toBeTruthy());
    // Leaflet draws an area far outside the window as the empty path `M0 0`, so this path would mean that the area is misplaced.
    expect(container.querySelector('.map-area')?.getAttribute('d')).not.toBe('M0 0');
  });

  test('keeps the focus on a pin while others are added', async () => {
    const mapWith = (markers: MapMarker[]) => <PlaceMap label="Cards near Asheville" view={view} markers={markers} onSelect={() => {}} />;
    const { rerender } = render(mapWith([pin('a')]));
    (await screen.findByRole('button', { name: 'Card a' })).focus();
    rerender(mapWith([pin('a'), pin('b', { latitude: 35.61 })]));
    await screen.findByRole('button', { name: 'Card b' });
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Card a');
  });

  test('zooms in when a count is pressed', async () => {
    const moved = vi.fn();
    const counts = [{ latitude: 35.6, longitude: -82.5, count: 1_234 }];
    render(<PlaceMap label="Cards near Asheville" view={{ ...view, zoom: 4 }} counts={counts} onMove={moved} />);
    await userEvent.click(await screen.findByRole('button', { name: '1,234 cards, zoom in' }));
    await waitFor(() => expect(moved.mock.lastCall?.[1]).toBe(6));
  });

  test('merges counts whose circles would overlap, at their average position', async () => {
    const counts = [
      { latitude: 35, longitude: -82, count: 300 },
      { latitude: 36, longitude: -82, count: 100 },
      { latitude: 50, longitude: 10, count: 20 },
    ];
    render(<PlaceMap label="Cards near Asheville" view={{ ...view, zoom: 4 }} counts={counts} />);
    const merged = await screen.findByRole('button', { name: '400 cards, zoom in' });
    expect(merged.dataset.pin).toBe('count-35.25,-82');
    expect(screen.getByRole('button', { name: '20 cards, zoom in' })).toBeTruthy();
  });

  test('shows the device’s position', async () => {
    render(<PlaceMap label="Cards near Asheville" view={view} userPosition={{ latitude: 35.6, longitude: -82.5, accuracy: 12.4 }} />);
    expect(await screen.findByRole('img', { name: 'You are here, accurate to about 40 ft' })).toBeTruthy();
  });

  test('marks the point from which distances are measured unless the device’s position is known', async () => {
    const origin = { latitude: 35.6, longitude: -82.5, label: 'Around Asheville' };
    const { rerender } = render(<PlaceMap label="Cards near Asheville" view={view} origin={origin} />);
    expect(await screen.findByRole('img', { name: 'Around Asheville' })).toBeTruthy();
    const userPosition = { latitude: 35.6, longitude: -82.5, accuracy: 12.4 };
    rerender(<PlaceMap label="Cards near Asheville" view={view} origin={origin} userPosition={userPosition} />);
    expect(await screen.findByRole('img', { name: /You are here/ })).toBeTruthy();
    expect(screen.queryByRole('img', { name: 'Around Asheville' })).toBeNull();
  });

  test.each([
    ['with a sheet over its lower edge', 280, 20, ['Card a', 'Card e']],
    ['with a sheet, before the attribution is shown', 280, 0, ['Card a', 'Card e']],
    ['without a sheet', 300, 20, ['Card a', 'Card c', 'Card e']],
  ])('shows the pins that are clear of its controls, with three quarters inside its edges, %s', async (_, cornerBottom, attributionHeight, names) => {
    const boxes: [selector: string, left: number, top: number, right: number, bottom: number][] = [
      ['[data-pin="a"]', 0, 216, 44, 260],
      ['[data-pin="b"]', 0, 217, 44, 261],
      ['[data-pin="c"]', 120, 266, 164, 310],
      ['[data-pin="d"]', 307, 20, 351, 64],
      ['[data-pin="e"]', 306, 20, 350, 64],
      ['[data-pin="f"]', 100, -14, 144, 30],
      ['.leaflet-control-scale', 10, 260, 110, 280],
      ['.leaflet-control-attribution', 200, 260, 390, 260 + attributionHeight],
      ['.leaflet-control-zoom', 350, 10, 390, 100],
      ['.leaflet-bottom', 0, 260, 120, cornerBottom],
      ['.map', 0, 0, 400, 300],
    ];
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const [, left, top, right, bottom] = boxes.find(([selector]) => this.matches(selector)) ?? ['', 0, 0, 0, 0];
      return new DOMRect(left, top, right - left, bottom - top);
    });
    onTestFinished(() => void vi.restoreAllMocks());
    const markers = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, index) => pin(id, { latitude: 35.5 + index / 20 }));
    render(<PlaceMap label="Cards near Asheville" view={view} markers={markers} onSelect={() => {}} />);
    await screen.findByRole('button', { name: 'Card a' });
    const pins = screen.getAllByRole('button', { name: /^Card/ });
    expect(pins.map((element) => element.getAttribute('aria-label'))).toEqual(names);
  });

  test('treats Enter as a tap on its center', async () => {
    const tapped = vi.fn();
    render(<PlaceMap label="Cards near Asheville" view={view} onTap={tapped} />);
    // Waits for the map to load because it ignores keys until then.
    await screen.findByRole('button', { name: 'Zoom in' });
    fireEvent.keyDown(await map(), { key: 'Enter' });
    expect(tapped).toHaveBeenCalledExactlyOnceWith({ latitude: expect.closeTo(35.6, 3), longitude: expect.closeTo(-82.5, 3) });
  });
});
