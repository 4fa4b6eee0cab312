/** The map with tiles. The tiles come from the map fixture instead of the product, which has none in these tests. */
import type { Page } from '@playwright/test';
import { PMTiles } from 'pmtiles';
import { makeMapFixture } from '#scripts/lab/map-fixture/make.ts';
import { addSession, demoCaller } from '#tests/support/browser/callers.ts';
import { expect, test } from '#tests/support/browser/quiet-console.ts';

const names = ['--map-land', '--map-water', '--map-wood', '--map-road', '--map-path', '--map-building'];

async function serveFixture(page: Page): Promise<void> {
  const file = await makeMapFixture();
  const getBytes = async (offset: number, length: number) => ({ data: file.slice(offset, offset + length).buffer as ArrayBuffer });
  const tiles = new PMTiles({ getKey: () => 'fixture', getBytes });
  await page.route('**/api/config', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), mapTiles: '/api/tiles/{z}/{x}/{y}?of=fixture' } });
  });
  await page.route('**/api/tiles/**', async (route) => {
    const [zoom = 0, x = 0, y = 0] = (/(\d+)\/(\d+)\/(\d+)\?of=fixture$/.exec(route.request().url()) ?? []).slice(1).map(Number);
    const tile = await tiles.getZxy(zoom, x, y);
    await route.fulfill(tile ? { status: 200, body: Buffer.from(tile.data) } : { status: 204 });
  });
}

/** Runs in the browser. Counts the map's pixels in the color of each design token, with some tolerance for soft edges. */
function countPixels(names: string[]): Record<string, number> {
  const style = getComputedStyle(document.documentElement);
  // Reads pixels from a copy because reading a map canvas repeatedly makes Chromium log a warning.
  const copy = document.createElement('canvas').getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
  const counted = names.map((name) => {
    copy.fillStyle = style.getPropertyValue(name);
    copy.fillRect(0, 0, 1, 1);
    return { name, color: [...copy.getImageData(0, 0, 1, 1).data], count: 0 };
  });
  for (const tile of document.querySelectorAll<HTMLCanvasElement>('canvas.leaflet-tile')) {
    if (tile.width === 0) continue;
    [copy.canvas.width, copy.canvas.height] = [tile.width, tile.height];
    copy.drawImage(tile, 0, 0);
    const { data } = copy.getImageData(0, 0, tile.width, tile.height);
    for (let at = 0; at < data.length; at += 4)
      for (const item of counted)
        if ([0, 1, 2].every((channel) => Math.abs((data[at + channel] ?? 0) - (item.color[channel] ?? 0)) <= 10)) item.count += 1;
  }
  return Object.fromEntries(counted.map(({ name, count }) => [name, count]));
}

test('the map draws paths, roads, water, woods and buildings in our colors, light and dark', { tag: '@long' }, async ({ page }) => {
  await serveFixture(page);
  await addSession(page, await demoCaller('premium'));
  await page.emulateMedia({ colorScheme: 'light' });
  // Centers the map on a point near the river, a wood and houses so that it draws all of them.
  await page.goto('/dashboard/find?near=35.5887,-82.562');
  const map = page.getByRole('application');
  await expect(map).toContainText('OpenStreetMap');
  // The map opens with the nearest cards in view. Zooms in because houses are drawn only at a larger scale.
  await expect(async () => {
    if (!(await map.getByText('1000 ft').isVisible())) await map.getByRole('button', { name: 'Zoom in', exact: true }).click();
    await expect(map.getByText('1000 ft')).toBeVisible({ timeout: 500 });
  }).toPass();
  await map.press('ArrowDown');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(async () => {
      const counts = await page.evaluate(countPixels, names);
      for (const name of names) expect(counts[name], `${name}, ${colorScheme}`).toBeGreaterThan(20);
    }).toPass();
  }
});
