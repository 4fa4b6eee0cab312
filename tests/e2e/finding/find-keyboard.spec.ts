import { addSession, newCaller } from '#tests/support/browser/callers.ts';
import { expect, test } from '#tests/support/browser/quiet-console.ts';

test('Find works by keyboard alone: filter, open a card, close it', { tag: ['@long'] }, async ({ page }) => {
  await addSession(page, await newCaller());
  await page.goto('/dashboard/find?near=35.6132,-82.5662');
  const rows = page.locator('.card-row');
  await expect(rows.nth(2)).toBeVisible();
  const focused = page.locator(':focus');
  const tabTo = async (selector: string) => {
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab');
      if (await focused.evaluateAll((elements, wanted) => elements.some((element) => element.matches(wanted)), selector)) return;
    }
    throw new Error(`Tab does not reach ${selector}`);
  };

  await tabTo('.found-filter .chip[aria-pressed="false"]');
  await expect(focused).toContainText('All');
  await page.keyboard.press('Space');
  await expect(focused).toHaveAttribute('aria-pressed', 'true');

  await tabTo('.card-row');
  const name = (await focused.locator('.card-row-name').textContent()) ?? '';
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name });
  await expect(sheet).toBeVisible();
  await tabTo(':is(dialog, [role="dialog"]) a:is([href*="/directions?to="], [href^="geo:"])');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(focused.locator('.card-row-name')).toHaveText(name);
});
