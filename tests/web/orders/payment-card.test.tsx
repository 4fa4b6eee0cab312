import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { errorMessage } from '#schema/errors.ts';
import type { Membership } from '#schema/memberships/membership.ts';
import { fakeServer, member, type SentRequest } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { refused } from '#tests/web/support/refused.ts';
import { signInAs } from '#tests/web/support/signed-in.ts';
import { site } from '#tests/web/support/site-config.ts';
import { dismissToast } from '#web/lib/react/toast.ts';
import { AccountPage } from '#web/pages/account/AccountPage.tsx';

const leave = vi.hoisted(() => ({ for: vi.fn() }));
vi.mock('#web/lib/redirect-to.ts', () => ({ redirectTo: leave.for }));

const visa = { brand: 'visa', last4: '4242', expMonth: 3, expYear: 2040 };
const mastercard = { brand: 'mastercard', last4: '4444', expMonth: 12, expYear: 2040 };
const basic: Membership = {
  tier: 'basic',
  state: 'active',
  paidUntil: '2027-11-21T12:00:00.000Z',
  graceUntil: null,
  yearlyPrice: 5_000,
  renewalAmount: 5_000,
  isDisputed: false,
};
const grace: Membership = { ...basic, state: 'grace', graceUntil: '2026-11-28T12:00:00.000Z' };
const giving = 'POST /api/local-stripe/v1/setup_intents/seti_1/confirm';
const confirming = 'POST /api/membership/card/confirm';

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(() => {
  answers = {
    'GET /api/config': { json: site },
    'GET /api/payments': { json: { payments: [], nextCursor: null } },
    'GET /api/membership/card': { json: { card: visa } },
    'POST /api/membership/card': { json: { clientSecret: 'seti_1_secret_abc' } },
    [giving]: { json: { id: 'seti_1', status: 'succeeded' } },
    [confirming]: { json: { card: mastercard, membership: basic, renewal: 'none' } },
  };
  sent = fakeServer(answers);
});
afterEach(() => {
  act(dismissToast);
  vi.unstubAllGlobals();
});

async function visit(membership: Membership, search = 'tab=membership') {
  answers['GET /api/membership'] = { json: membership };
  answers['GET /api/user'] = { json: { ...member, role: membership.tier } };
  await signInAs({ role: membership.tier });
  const location = memoryLocation({ path: '/account', searchPath: search, record: true });
  render(
    <Router hook={location.hook} searchHook={location.searchHook}>
      <PageFrame>
        <AccountPage />
      </PageFrame>
    </Router>,
  );
  return location;
}

const cardRegion = async () => within(await screen.findByRole('region', { name: 'Card on file' }));
const calls = (call: string) => sent.filter(({ method, path }) => `${method} ${path}` === call);

async function giveCard() {
  await userEvent.click((await cardRegion()).getByRole('button', { name: 'Change card' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change your card' }));
  await dialog.findByRole('form', { name: 'New card' });
  await userEvent.type(dialog.getByLabelText('Card number'), '5555555555554444');
  await userEvent.type(dialog.getByLabelText('Expiry'), '1240');
  await userEvent.type(dialog.getByLabelText('Security code'), '123');
  await userEvent.click(dialog.getByRole('button', { name: 'Save this card' }));
  return dialog;
}

describe('the card on file', () => {
  test('shows brand, last digits and expiry', async () => {
    await visit(basic);
    expect(await (await cardRegion()).findByText('Visa ending in 4242, expires 03/2040')).toBeTruthy();
  });

  test('is not requested for members who pay nothing', async () => {
    await visit({
      tier: 'free',
      state: 'free',
      paidUntil: null,
      graceUntil: null,
      yearlyPrice: null,
      renewalAmount: null,
      isDisputed: false,
    });
    await screen.findByText('With Basic, for $50 a year:');
    expect(screen.queryByRole('region', { name: 'Card on file' })).toBeNull();
    expect(calls('GET /api/membership/card')).toHaveLength(0);
  });

  test('is changed on the server’s confirmation, and shown', async () => {
    await visit(basic);
    await giveCard();
    expect(await (await cardRegion()).findByText('Mastercard ending in 4444, expires 12/2040')).toBeTruthy();
    expect(screen.getByText('Card changed')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(calls(confirming)[0]?.body).toEqual({ setupIntent: 'seti_1' });
  });

  test('shows at its button what is charged', async () => {
    await visit(grace);
    await userEvent.click((await cardRegion()).getByRole('button', { name: 'Change card' }));
    const save = await screen.findByRole('button', {
      name: 'Save this card',
      description: /^We’ll charge this card \$50\.00 now for your unpaid renewal/,
    });
    expect(save).toBeTruthy();
  });

  test('stays when the new one is declined, and the form keeps the input', async () => {
    answers[giving] = {
      status: 402,
      json: { error: { message: 'Your card was declined.', setup_intent: { status: 'requires_payment_method' } } },
    };
    await visit(basic);
    const dialog = await giveCard();
    expect(await dialog.findByText('Your card was declined.')).toBeTruthy();
    expect(dialog.getByLabelText('Card number')).toHaveProperty('value', '5555 5555 5555 4444');
    expect(calls(confirming)).toHaveLength(0);
  });

  test('leads to the bank’s page if the bank requires it', async () => {
    const url = 'https://bank.test/ask';
    answers[giving] = { json: { status: 'requires_action', next_action: { redirect_to_url: { url } } } };
    await visit(basic);
    await giveCard();
    expect(leave.for).toHaveBeenCalledWith(url);
  });

  test('is loaded when the bank leads back', async () => {
    const { history } = await visit(basic, 'tab=membership&setup_intent=seti_1&redirect_status=succeeded');
    expect(await (await cardRegion()).findByText(/^Mastercard ending in 4444/)).toBeTruthy();
    expect(history?.at(-1)).toBe('/account?tab=membership');
    expect(calls(confirming)).toHaveLength(1);
  });

  test('explains why the bank’s answer changed nothing', async () => {
    answers[confirming] = refused('card_not_confirmed');
    await visit(basic, 'tab=membership&setup_intent=seti_1&redirect_status=failed');
    expect((await (await cardRegion()).findByRole('alert')).textContent).toContain(errorMessage('card_not_confirmed'));
  });

  test('that is declined for an open renewal is still stored, with a note', async () => {
    answers[confirming] = { json: { card: mastercard, membership: grace, renewal: 'declined' } };
    await visit(grace);
    await giveCard();
    const alert = await (await cardRegion()).findByRole('alert');
    expect(alert.textContent).toContain('Your renewal is still unpaid');
    expect(alert.textContent).toContain('Mastercard ending in 4444 was saved, but the payment was declined.');
  });
});
