import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { routeAt, routes } from '#schema/routes.ts';

interface Icon {
  src: string;
  sizes: string;
}
const manifest = JSON.parse(readFileSync('web/public/manifest.webmanifest', 'utf8')) as {
  start_url: string;
  icons: Icon[];
  shortcuts: { short_name: string; url: string; icons: Icon[] }[];
};
const pageOf = (url: string) => routeAt(new URL(url, 'https://cards.test').pathname);

test('the installed app opens at a member page, one tap from the camera', () => {
  expect(pageOf(manifest.start_url)).toBe('dashboard');
});

test('the installed app has shortcuts to the scanner, which opens at once, and to finding cards', () => {
  expect(manifest.shortcuts.map(({ short_name, url }) => [short_name, url])).toEqual([
    ['Scan', '/dashboard?scan'],
    ['Find', '/dashboard/find'],
  ]);
  for (const { url } of manifest.shortcuts) expect(routes[pageOf(url) ?? 'notFound'].guard).toBe('member');
});

test('every icon of the installed app has the size that the manifest states', () => {
  const icons = [...manifest.icons, ...manifest.shortcuts.flatMap((shortcut) => shortcut.icons)];
  for (const { src, sizes } of icons) {
    const file = `web/public${src}`;
    expect(existsSync(file), src).toBe(true);
    const png = readFileSync(file);
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, src).toBe(sizes);
  }
});
