/** Screen checks: nothing is clipped at any window size, and axe-core reports no violations. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { isLongRun } from '#tests/support/browser/demo.ts';
import { findCutElements } from '#tests/support/browser/edges.ts';
import { windows } from '#tests/support/browser/windows.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Window sizes and color schemes: a common phone (light), the narrowest phone (light), and a desktop (dark). */
const looks = [
  { width: 390, colorScheme: 'light' },
  { width: 320, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
] as const;
/**
 * Returns the window sizes and color schemes in which axe-core checks a screen. Axe-core takes most of the time, so `npm test` checks one
 * color scheme per screen: light for half of the screens, dark for the others.
 */
const checkedLooks = (name: string) => (isLongRun ? [0, 2] : [name.length % 2 === 0 ? 0 : 2]);
const height = 844;
/** Whether to store screenshots in dist/screens (set `SCREENS=1`). */
const hasPictures = Boolean(process.env.SCREENS);

interface PageVisit {
  /** axe-core rules that do not apply to the checked screen. */
  excludedRules?: string[];
}

/** Checks the page in its current state, without reloading; if a dialog is open, checks only the dialog. */
export async function checkScreen(page: Page, name: string, { excludedRules = [] }: PageVisit = {}): Promise<void> {
  for (const [index, { width, colorScheme }] of looks.entries()) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    if (checkedLooks(name).includes(index)) expect(await violations(page, excludedRules), `${width} px, ${colorScheme}`).toEqual([]);
    expect(await findCutElements(page), `${width} px: cut or broken`).toEqual([]);
  }
  if (hasPictures) await takePictures(page, name);
}

/** Returns axe-core's violations in the current page and window. */
export async function violations(page: Page, excludedRules: string[] = []): Promise<string[]> {
  for (const frame of page.frames()) {
    const isAxeLoaded = await frame.evaluate(() => 'axe' in globalThis);
    if (!isAxeLoaded) await frame.evaluate(axeSource);
  }
  return page.evaluate(async (excludedRules) => {
    const { axe: checker } = globalThis as unknown as { axe: typeof axe };
    // Elements behind an open dialog are not checked.
    const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
    // axe-core takes the outline of these names for their text color when the land below them is not drawn yet.
    const context = { include: dialog ?? document, exclude: '.map-town, .map-origin > .map-pin-name' };
    const { violations } = await checker.run(context, {
      resultTypes: ['violations'],
      // Skips preloading media for axe-core's audio check because the site has no media.
      preload: false,
      rules: Object.fromEntries(excludedRules.map((id) => [id, { enabled: false }])),
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`);
  }, excludedRules);
}

async function takePictures(page: Page, name: string): Promise<void> {
  for (const [window, size] of Object.entries(windows)) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `dist/screens/${name}-${window}-${colorScheme}.png`, fullPage: true });
    }
  }
}

/** Returns a function that tags a screen as checked only by `npm run test:long`, unless it is one of the `usual` screens. */
export function tagScreens(usual: readonly string[]): (screen: { name: string }) => string[] {
  return ({ name }) => (usual.includes(name) ? [] : ['@long']);
}
