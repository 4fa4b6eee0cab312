/** Looking at a screen: nothing cut in any window, and nothing for axe-core to find, on the phone and the desktop, by day and by night. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { whatIsCut } from '#tests/support/browser/edges.ts';
import { windows } from '#tests/support/browser/windows.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/**
 * The most common phone by day; the narrowest one, for whom up to 360 px the same rules of styles hold; and a desk by night. So
 * each window and each colour scheme is checked whole, and every page is laid out anew for each of them once.
 */
const looks = [
  { width: 390, colorScheme: 'light', isChecked: true },
  { width: 320, colorScheme: 'light', isChecked: false },
  { width: 1440, colorScheme: 'dark', isChecked: true },
] as const;
const height = 844;
/** `SCREENS=1` keeps pictures of everything in dist/screens. */
const takesPictures = Boolean(process.env.SCREENS);

interface Looking {
  /** Rules of axe-core that do not fit what is shown. */
  without?: string[];
}

/** Looks at the page as it stands, without loading it again; where a dialog is open, at that. */
export async function lookAt(page: Page, name: string, { without = [] }: Looking = {}): Promise<void> {
  for (const { width, colorScheme, isChecked } of looks) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    if (isChecked) expect(await violations(page, without), `${width} px, ${colorScheme}`).toEqual([]);
    expect(await whatIsCut(page), `${width} px: cut or broken`).toEqual([]);
  }
  if (takesPictures) await takePictures(page, name);
}

/** What axe-core finds in the page as it stands, in its window. */
export async function violations(page: Page, without: string[] = []): Promise<string[]> {
  for (const frame of page.frames()) {
    const isThere = await frame.evaluate(() => 'axe' in globalThis);
    if (!isThere) await frame.evaluate(axeSource);
  }
  return page.evaluate(async (without) => {
    const { axe: checker } = globalThis as unknown as { axe: typeof axe };
    // What is behind an open dialog is looked at without it.
    const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
    const { violations } = await checker.run(dialog ?? document, {
      resultTypes: ['violations'],
      // What it would load first is how long sounds are: there are none.
      preload: false,
      rules: Object.fromEntries(without.map((id) => [id, { enabled: false }])),
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`);
  }, without);
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
