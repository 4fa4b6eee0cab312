/** Test orders at the card printer, and a member's cards from the paid order to the parcel. */
import { type APIRequestContext, request } from '@playwright/test';
import type { AcceptedOrder } from '#scripts/fakes/card-printer/state.ts';
import { addAdminSession } from '#tests/support/admin/admin.ts';
import { addSession, newCaller } from '#tests/support/browser/callers.ts';
import { testOrigin } from '#tests/support/browser/demo.ts';
import { expect, otherBrowser } from '#tests/support/browser/quiet-console.ts';
import { violations } from '#tests/support/browser/screens.ts';
import { test } from '#tests/support/browser/shared-page.ts';
import { findMail } from '#tests/support/messages/mailbox.ts';
import { buy } from '#tests/support/orders/pay-with-card.ts';

test.use({ provoked: [/status of 400/] });

/** Connects to the fake printer. It listens on the third port after the product's, or on the next free port if that one is taken. */
async function printer(): Promise<APIRequestContext> {
  const productPort = Number(new URL(testOrigin).port);
  for (let port = productPort + 3; port < productPort + 10; port += 1) {
    const api = await request.newContext({ baseURL: `http://localhost:${port}` });
    const answer = await api.get('/fake/orders').catch(() => undefined);
    if (answer?.ok()) return api;
    await api.dispose();
  }
  throw new Error('The card printer fake does not answer');
}

async function acceptedOrders(api: APIRequestContext): Promise<AcceptedOrder[]> {
  return (await (await api.get('/fake/orders')).json()) as AcceptedOrder[];
}

test('a sandbox print is ordered at once, one for production after its cost was confirmed', { tag: '@long' }, async ({ page }) => {
  await addAdminSession(page);
  await page.goto('/admin/test-card-api');
  const form = page.getByRole('form', { name: 'Test card order' });
  const count = form.getByRole('spinbutton', { name: 'Number of cards' });
  await expect(count).toHaveValue('1');
  await form.getByRole('slider').press('ArrowRight');
  await expect(count).toHaveValue('2');
  await count.fill('');
  await form.getByLabel('Design URL').fill('http://192.168.1.1/card.pdf');
  await expect(count).toHaveValue('1');
  await count.fill('12');
  await form.getByRole('button', { name: 'Submit Request' }).click();
  await expect(form.getByText('The design URL must begin with https://')).toBeVisible();
  await form.getByLabel('Design URL').fill('');
  await form.getByRole('button', { name: 'Submit Request' }).click();
  await expect(page.getByText('Order Submitted Successfully')).toBeVisible();
  await expect(page.getByText('12 cards, Standard (about 4.1x2.9 in), Sandbox')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Quote Information' })).toContainText('$9.89');
  await expect(page.getByRole('table', { name: 'Order Information' })).toContainText('12');
  expect(await violations(page)).toEqual([]);

  const api = await printer();
  const before = (await acceptedOrders(api)).length;
  await form.getByLabel('Card size').selectOption({ label: 'Large (about 5.8x4.1 in)' });
  await form.getByLabel('Environment').selectOption('Production');
  await form.getByRole('button', { name: 'Submit Request' }).click();
  const dialog = page.getByRole('dialog', { name: 'Place a production order?' });
  await expect(dialog).toContainText('$12.68');
  expect(await acceptedOrders(api)).toHaveLength(before);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Order for $12.68' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('table', { name: 'Order Information' })).toContainText('Production');
  const [taken] = await acceptedOrders(api);
  expect(taken).toMatchObject({ environment: 'production', items: [{ count: 12 }], price: 126_800 });
  await expect(page.getByRole('table', { name: 'Recent test orders' }).getByText('12 large cards').first()).toBeVisible();
});

test('a member’s cards are sent to print, and the member sees their progress', { tag: '@long' }, async ({ page, browser }) => {
  const member = await newCaller();
  await buy(member.api, 'membership', 'basic');
  const home = {
    name: 'Robin Trail',
    line1: '1 Ridge Road',
    line2: null,
    city: 'Boone',
    state: 'North Carolina',
    zip: '28607',
    country: 'United States',
    phone: '+1 828 555 0100',
  };
  const orderId = await buy(member.api, 'cache-cards', '2', { shipTo: home });

  await addAdminSession(page);
  await page.goto('/admin/dashboard?tab=orders');
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(`order ${orderId}`);
  await page.getByRole('button', { name: new RegExp(`order ${orderId}$`) }).click();
  await page.getByRole('menuitem', { name: 'Send to print' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Get a quote' }).click();
  await dialog.getByLabel(/Ground, tracked/).check();
  await expect(dialog.getByText('The member paid $2.00.')).toBeVisible();
  await expect(dialog.getByText('$8.07 loss')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Order for $10.07' }).click();
  await expect(dialog.getByRole('heading', { name: `Order ${orderId}` })).toBeVisible();
  await expect(dialog.getByText(/Production, 2 standard cards, \$10\.07 \$8\.07 loss/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Send to print…' })).toBeHidden();

  const api = await printer();
  const [taken] = await acceptedOrders(api);
  expect(taken?.address).toMatchObject({
    firstname: 'Robin',
    lastname: 'Trail',
    street1: '1 Ridge Road',
    state: 'NC',
    country: 'US',
    phone: home.phone,
  });
  expect(taken?.items).toHaveLength(2);

  const memberPage = await otherBrowser(browser);
  await addSession(memberPage, member);
  await memberPage.goto('/dashboard/cache-cards');
  const parcels = memberPage.getByRole('region', { name: 'Card deliveries' });
  await expect(parcels).toContainText('Being printed');

  // Sends the webhooks in reverse order, each one twice.
  const signals = ['ItemShipped', 'ItemProduced', 'ItemProduce'].map((type, index) => ({
    type,
    datetime: new Date(Date.now() - index * 60_000).toISOString(),
    tracking: '1Z999AA10123456784',
  }));
  const signalsAnswer = await api.post('/fake/signals', { data: { reference: taken?.reference, signals, times: 2 } });
  expect(((await signalsAnswer.json()) as { statuses: number[] }).statuses.every((status) => status === 200)).toBe(true);
  await memberPage.reload();
  await expect(parcels).toContainText('Shipped');
  await expect(parcels).toContainText('1Z999AA10123456784');
  expect(await violations(memberPage)).toEqual([]);
  const mail = await findMail(member.api, member.user.email, /on their way/);
  expect(mail.text).toContain('1Z999AA10123456784');
  await memberPage.close();
});
