import { addSession, demoCaller, ownCard } from '#tests/support/browser/callers.ts';
import { expect } from '#tests/support/browser/quiet-console.ts';
import { test } from '#tests/support/browser/shared-page.ts';

test('an owner opens a card, sees its QR code and finds, and corrects its place', async ({ page }) => {
  await addSession(page, await demoCaller('basic'));
  await page.goto('/dashboard/cache-cards/TC-0000001');
  await expect(page.getByRole('img', { name: 'QR code for TC-0000001' })).toBeVisible();
  await page.getByRole('button', { name: 'Move or edit' }).click();
  const form = page.getByRole('form', { name: 'Placement' });
  const place = `Old mill, gate ${Date.now() % 1_000}`;
  await form.getByRole('textbox', { name: 'Location' }).fill(place);
  await form.getByLabel('Description').fill('Under the flat stone left of the gate');
  await form.getByRole('button', { name: 'Save placement' }).click();
  const heading = page.getByRole('heading', { level: 1, name: place });
  await expect(heading).toBeVisible();
  await page.reload();
  await expect(heading).toBeVisible();
});

// Uses a location far from the card in finding.spec.ts, where that card must remain the nearest one.
test('an owner types a card’s coordinates, and sees on the map what others will see', { tag: '@long' }, async ({ page }) => {
  const owner = await demoCaller('basic');
  await addSession(page, owner);
  await page.goto('/dashboard/cache-cards/TC-0000002');
  await page.getByRole('button', { name: 'Move or edit' }).click();
  const form = page.getByRole('form', { name: 'Placement' });
  if (!(await form.getByLabel('Latitude').isVisible())) await form.getByText(/^(Enter c|C)oordinates$/).click();
  await form.getByLabel('Latitude').fill('35.9606');
  await form.getByLabel('Longitude').fill('-83.9207');
  const map = form.getByRole('application', { name: 'Map of the card’s location' });
  await expect(map.getByText('Natural Earth, GeoNames (CC BY 4.0)')).toBeVisible();
  await form.getByRole('radio', { name: 'About 330 ft' }).check();
  await expect(form.getByText('Others see the square it’s in, accurate to about 330 ft.')).toBeVisible();
  await expect(map.getByRole('img', { name: 'Where the card is' })).toBeVisible();
  await form.getByRole('radio', { name: 'Exact' }).check();
  await expect(form.getByText('Others see the exact spot.')).toBeVisible();
  await form.getByRole('button', { name: 'Save placement' }).click();
  await expect(page.getByText('Placement updated')).toBeVisible();
  const { latitude, longitude } = await ownCard(owner, 'TC-0000002');
  expect(latitude).toBeCloseTo(35.96, 1);
  expect(longitude).toBeCloseTo(-83.92, 1);
});
