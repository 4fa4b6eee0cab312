/** Looking at a screen: nothing cut in any window, and nothing for axe-core to find, on the phone and the desktop, by day and by night. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { whatIsCut } from '#tests/support/edges.ts';
import { windows } from '#tests/support/windows.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const looks = [
  { window: 'phone', colorScheme: 'light' },
  { window: 'desktop', colorScheme: 'dark' },
] as const;
/** `SCREENS=1` keeps pictures of everything in dist/screens. */
const takesPictures = Boolean(process.env.SCREENS);

interface Looking {
  /** Rules of axe-core that do not fit what is shown. */
  without?: string[];
}

/**
 * Looks at the page as it stands, without loading it again: on the phone by day and on the desktop by night, so that each
 * window and each colour scheme is checked whole. At the end, whether a narrower window or larger text cuts something.
 */
export async function lookAt(page: Page, name: string, { without = [] }: Looking = {}): Promise<void> {
  for (const frame of page.frames()) await frame.evaluate(axeSource);
  for (const { window, colorScheme } of looks) {
    await page.setViewportSize(windows[window]);
    await page.emulateMedia({ colorScheme });
    expect(await violations(page, without), `${window}, ${colorScheme}`).toEqual([]);
  }
  if (takesPictures) await takePictures(page, name);
  expect(await whatIsCut(page), 'cut or broken').toEqual([]);
}

function violations(page: Page, without: string[]): Promise<string[]> {
  return page.evaluate(async (without) => {
    const { axe: checker } = globalThis as unknown as { axe: typeof axe };
    const { violations } = await checker.run(document, {
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
