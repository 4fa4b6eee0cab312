/** @module-tag long */
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { User } from '#schema/accounts/user.ts';
import { errorMessage } from '#schema/errors.ts';
import { cardOrder, confirmCall, membershipOrder, paidOrder, payable } from '#tests/web/support/fake-orders.ts';
import { fakeServer, member, type SentRequest } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { refused } from '#tests/web/support/refused.ts';
import { signInAs } from '#tests/web/support/signed-in.ts';
import { site } from '#tests/web/support/site-config.ts';
import { CardOrderDialog } from '#web/features/orders/CardOrderDialog.tsx';
import { dismissToast } from '#web/lib/react/toast.ts';
import { CardsPage } from '#web/pages/cards/CardsPage.tsx';
import { DashboardPage } from '#web/pages/dashboard/DashboardPage.tsx';
import '#web/pages/dashboard/rest.tsx';
import { loadHomePage } from '#web/pages/home/HomePage.tsx';

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(() => {
  answers = {
    'GET /api/config': { json: site },
    'GET /api/cache-cards': { json: [] },
    'GET /api/orders': { json: [] },
    'GET /api/earnings': refused('internal'),
  };
  sent = fakeServer(answers);
});
afterEach(() => {
  vi.unstubAllGlobals();
  act(dismissToast);
});

async function visit(Page: ComponentType, user: Partial<User>, path = '/dashboard') {
  await signInAs(user);
  answers['GET /api/user'] = { json: { ...member, ...user } };
  const [pathname = '', search = ''] = path.split('?');
  const location = memoryLocation({ path: pathname, searchPath: search, record: true });
  render(
    <Router hook={location.hook} searchHook={location.searchHook}>
      <PageFrame>
        <Page />
      </PageFrame>
    </Router>,
  );
  return location;
}

const calls = (call: string) => sent.filter(({ method, path }) => `${method} ${path}` === call);
const upgradeDialog = async () => within(await screen.findByRole('dialog', { name: 'Upgrade Membership' }));
const orderDialog = async () => within(await screen.findByRole('dialog', { name: 'Order Cache Cards' }));

/** The dashboard has two, of which its styles show one: at the top in wide windows, next to the cards on phones. */
async function pressOrder(): Promise<void> {
  const [button] = await screen.findAllByRole('button', { name: 'Order Cache Cards' });
  await userEvent.click(button as HTMLElement);
}

async function openOrderDialog(user: Partial<User> = { role: 'basic' }) {
  const location = await visit(DashboardPage, user);
  await pressOrder();
  return { ...location, dialog: await orderDialog() };
}

async function payWith(number: string) {
  await screen.findByRole('form', { name: 'Card payment' });
  await userEvent.type(screen.getByLabelText('Card number'), number);
  await userEvent.type(screen.getByLabelText('Expiry'), '1240');
  await userEvent.type(screen.getByLabelText('Security code'), '123');
  await userEvent.click(screen.getByRole('button', { name: /^Pay \$/ }));
}

describe('the upgrade dialog', () => {
  test('offers a free member both plans, basic first, and leads to checkout', async () => {
    const { history } = await visit(DashboardPage, { role: 'free' });
    await userEvent.click(await screen.findByRole('button', { name: 'Upgrade to Basic' }));
    const dialog = await upgradeDialog();
    expect((await dialog.findByRole('tab', { name: 'Basic' })).getAttribute('aria-selected')).toBe('true');
    expect(dialog.getByText('$50')).toBeTruthy();
    await userEvent.click(dialog.getByRole('tab', { name: 'Premium' }));
    expect(dialog.getByText('$100')).toBeTruthy();
    const go = dialog.getByRole('link', { name: 'Continue to Payment', description: /^Renews every year at \$\d+\.00.* until you cancel/ });
    await userEvent.click(go);
    expect(history.at(-1)).toBe('/checkout/membership/premium');
  });

  test('opens at the plan in the address, and removes it when closed', async () => {
    const { history } = await visit(DashboardPage, { role: 'free' }, '/dashboard?tab=referrals&upgrade=premium');
    const dialog = await upgradeDialog();
    expect((await dialog.findByRole('tab', { name: 'Premium' })).getAttribute('aria-selected')).toBe('true');
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(history.at(-1)).toBe('/dashboard?tab=referrals');
  });

  test('prevents a basic member from buying basic again', async () => {
    await visit(DashboardPage, { role: 'basic' });
    await userEvent.click(screen.getByRole('button', { name: 'Upgrade to Premium' }));
    const dialog = await upgradeDialog();
    const premium = await dialog.findByRole('tab', { name: 'Premium' });
    const basic = dialog.getByRole('tab', { name: 'Basic (your plan)' });
    expect(basic.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(basic);
    premium.focus();
    await userEvent.keyboard('{ArrowLeft}{Home}');
    expect(premium.getAttribute('aria-selected')).toBe('true');
    expect(dialog.getByRole('link', { name: 'Continue to Payment' }).getAttribute('href')).toBe('/checkout/membership/premium');
  });

  test('offers nothing to a premium member', async () => {
    await visit(DashboardPage, { role: 'premium' }, '/dashboard?upgrade=premium');
    expect(await (await upgradeDialog()).findByText('Membership Status: already a Premium member')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Continue to Payment' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Upgrade/ })).toBeNull();
  });

  test('pays an unpaid upgrade in place', async () => {
    answers['GET /api/orders'] = { json: [membershipOrder] };
    answers['GET /api/payment-intent/membership/basic'] = { json: payable(membershipOrder) };
    answers[confirmCall] = { json: { status: 'succeeded' } };
    answers['POST /api/orders/41/confirm'] = { json: paidOrder(membershipOrder) };
    await visit(DashboardPage, { role: 'free' }, '/dashboard?upgrade=basic');
    const dialog = await upgradeDialog();
    expect(await dialog.findByText('You have an unpaid order')).toBeTruthy();
    expect(dialog.getByText('Basic membership, one year')).toBeTruthy();
    expect(dialog.getByText('$50.00')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Pay now' }));
    answers['GET /api/user'] = { json: { ...member, role: 'basic' } };
    await payWith('4242424242424242');
    expect(await dialog.findByRole('heading', { name: 'Upgrade Successful!' })).toBeTruthy();
    await waitFor(() => expect(calls('GET /api/user').length).toBeGreaterThan(0));
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the order dialog', () => {
  test('counts within its bounds and ignores anything but numbers', { tags: 'long' }, async () => {
    const { dialog, history } = await openOrderDialog();
    const quantity = await dialog.findByLabelText('Number of cards');
    expect(quantity).toHaveProperty('value', '5');
    expect(dialog.getByText('$5.00')).toBeTruthy();
    await userEvent.type(quantity, 'x.-');
    expect(quantity).toHaveProperty('value', '5');
    await userEvent.click(dialog.getByRole('button', { name: 'Add one card' }));
    expect(dialog.getByText('$6.00')).toBeTruthy();
    await userEvent.clear(quantity);
    await userEvent.type(quantity, '101');
    expect(dialog.getByText('Maximum 100 cards')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Continue to Payment' }));
    expect(history.at(-1)).toBe('/dashboard');
    await userEvent.click(dialog.getByRole('button', { name: 'Remove one card' }));
    expect(quantity).toHaveProperty('value', '100');
    expect(dialog.getByRole('button', { name: 'Add one card' })).toHaveProperty('disabled', true);
    await userEvent.clear(quantity);
    await userEvent.type(quantity, '0');
    expect(dialog.getByText('Minimum 1 card')).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Remove one card' })).toHaveProperty('disabled', true);
    await userEvent.clear(quantity);
    await userEvent.type(quantity, '12{Enter}');
    expect(history.at(-1)).toBe('/checkout/cache-cards/12');
  });

  test('starts with 5 again after it was closed', async () => {
    const { dialog } = await openOrderDialog();
    await userEvent.type(await dialog.findByLabelText('Number of cards'), '0');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await pressOrder();
    expect(await (await orderDialog()).findByLabelText('Number of cards')).toHaveProperty('value', '5');
  });

  test('shows members whose membership ends meanwhile how to get access', async () => {
    const { history } = await visit(() => <CardOrderDialog open tier="free" onClose={() => {}} />, { role: 'free' });
    const dialog = await orderDialog();
    expect(dialog.getByText('Membership Required: Upgrade to Basic or Premium membership to order Cache Cards')).toBeTruthy();
    expect(calls('GET /api/orders')).toEqual([]);
    await userEvent.click(dialog.getByRole('link', { name: 'See memberships' }));
    expect(history.at(-1)).toBe('/dashboard?upgrade=basic');
  });

  test('pays an unpaid order in place, also after a decline, and lists the cards', async () => {
    answers['GET /api/orders'] = { json: [cardOrder] };
    answers['GET /api/payment-intent/cache-cards/2'] = { json: payable({ ...cardOrder, delivery: 'self_print' }) };
    answers[confirmCall] = { status: 402, json: { error: { message: 'Your card was declined.' } } };
    const { dialog } = await openOrderDialog();
    await userEvent.click(await dialog.findByRole('button', { name: 'Pay now' }));
    await payWith('4000000000000002');
    expect(await dialog.findAllByText('Your card was declined.')).toHaveLength(2);
    answers[confirmCall] = { json: { status: 'succeeded' } };
    answers['POST /api/orders/42/confirm'] = { json: paidOrder({ ...cardOrder, delivery: 'self_print' }) };
    await userEvent.click(dialog.getByRole('button', { name: /^Pay \$/ }));
    expect(await dialog.findByRole('heading', { name: 'Order Successful!' })).toBeTruthy();
    expect(dialog.getByText('Processing')).toBeTruthy();
    expect(within(dialog.getByRole('list', { name: '2 new cards' })).getByText('TC-0000102')).toBeTruthy();
    expect(calls('GET /api/cache-cards').length).toBeGreaterThan(1);
  });

  test('discards an unpaid order', async () => {
    answers['GET /api/orders'] = { json: [cardOrder, membershipOrder] };
    answers['POST /api/orders/42/cancel'] = new TypeError('Failed to fetch');
    const { dialog } = await openOrderDialog();
    expect(await dialog.findByText('2 Cache Cards')).toBeTruthy();
    expect(dialog.queryByText('Basic membership, one year')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Discard' }));
    expect(await screen.findByText('Order Failed')).toBeTruthy();
    answers['POST /api/orders/42/cancel'] = { json: { ...cardOrder, status: 'cancelled' } };
    await userEvent.click(dialog.getByRole('button', { name: 'Discard' }));
    expect(await dialog.findByLabelText('Number of cards')).toBeTruthy();
  });

  test('shows an order as paid if discarding it reveals that it was paid', async () => {
    answers['GET /api/orders'] = { json: [cardOrder] };
    answers['POST /api/orders/42/cancel'] = { json: paidOrder(cardOrder) };
    const { dialog } = await openOrderDialog();
    await userEvent.click(await dialog.findByRole('button', { name: 'Discard' }));
    expect(await dialog.findByRole('heading', { name: 'Order Successful!' })).toBeTruthy();
  });

  test('leaves an unpaid order for a new one', async () => {
    answers['GET /api/orders'] = { json: [cardOrder] };
    const { dialog } = await openOrderDialog();
    await userEvent.click(await dialog.findByRole('button', { name: 'Start a new order' }));
    expect(dialog.getByLabelText('Number of cards')).toBeTruthy();
  });

  test('shows why an order cannot be paid now, and tries again', async () => {
    answers['GET /api/orders'] = { json: [cardOrder] };
    answers['GET /api/payment-intent/cache-cards/2'] = refused('payment_unavailable');
    const { dialog } = await openOrderDialog();
    await userEvent.click(await dialog.findByRole('button', { name: 'Pay now' }));
    expect(await dialog.findAllByText(errorMessage('payment_unavailable'))).toHaveLength(2);
    answers['GET /api/payment-intent/cache-cards/2'] = { json: payable({ ...cardOrder, delivery: 'self_print' }) };
    await userEvent.click(dialog.getByRole('button', { name: 'Try Again' }));
    expect(await dialog.findByRole('form', { name: 'Card payment' })).toBeTruthy();
  });

  test('works if unpaid orders cannot be loaded', async () => {
    answers['GET /api/orders'] = refused('internal');
    const { dialog } = await openOrderDialog();
    expect(await dialog.findByLabelText('Number of cards')).toBeTruthy();
  });
});

describe('the ways to an order', () => {
  test('of a free member’s dashboard offer no cards, and its chests lead to the upgrade', async () => {
    const { history } = await visit(DashboardPage, { role: 'free' }, '/dashboard?tab=treasure-chests');
    const panel = within(screen.getByRole('tabpanel', { name: 'Treasure Chests' }));
    await userEvent.click(await panel.findByRole('button', { name: 'Upgrade to Basic' }));
    expect(history.at(-1)).toBe('/dashboard?tab=treasure-chests&upgrade=basic');
    expect(await upgradeDialog()).toBeTruthy();
  });

  test('show a premium member their tier', async () => {
    await visit(DashboardPage, { role: 'premium' });
    expect(screen.getByRole('button', { name: 'Premium Member' })).toHaveProperty('disabled', true);
    expect(screen.getAllByRole('button', { name: 'Order Cache Cards' })).not.toHaveLength(0);
    await screen.findByText('No Cache Cards Found');
  });

  test.each([
    ['free', ['Upgrade to Basic', 'Upgrade to Premium']],
    ['basic', ['Upgrade to Premium']],
    ['premium', []],
  ] as const)('on Home offer a %s member the higher tiers', async (role, offers) => {
    await visit(await loadHomePage(), { role }, '/');
    const links = screen.queryAllByRole('link', { name: /^Upgrade/ });
    expect(links.map((link) => link.textContent)).toEqual(offers);
    for (const link of links) expect(link.getAttribute('href')).toMatch(/^\/dashboard\?upgrade=(basic|premium)$/);
  });

  test('include printing ordered cards', async () => {
    const card = { id: 1, cardId: 'TC-0000101', location: null, description: null, latitude: null, longitude: null, visibility: null };
    const rest = {
      isTakenOff: false,
      placedDate: null,
      shippedAt: null,
      totalScans: 0,
      tokensEarned: 0,
      createdAt: '2026-10-01T08:00:00.000Z',
    };
    answers['GET /api/cache-cards'] = { json: [{ ...card, ...rest, status: 'ordered' }] };
    await visit(CardsPage, { role: 'basic' }, '/dashboard/cache-cards');
    expect((await screen.findByRole('link', { name: 'Print PDF' })).getAttribute('href')).toBe('/api/cache-cards/print.pdf?paper=regional');
  });
});
