import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { User } from '#schema/accounts/user.ts';
import { errorMessage } from '#schema/errors.ts';
import type { Membership, Payment } from '#schema/memberships/membership.ts';
import { fakeServer, member, type SentRequest } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { refused } from '#tests/web/support/refused.ts';
import { signInAs } from '#tests/web/support/signed-in.ts';
import { dismissToast } from '#web/lib/react/toast.ts';
import { AccountPage } from '#web/pages/account/AccountPage.tsx';
import { AccountTab } from '#web/pages/dashboard/AccountTab.tsx';

const paidUntil = '2027-11-21T12:00:00.000Z';
const free: Membership = {
  tier: 'free',
  state: 'free',
  paidUntil: null,
  graceUntil: null,
  yearlyPrice: null,
  renewalAmount: null,
  dispute: null,
};
const basic: Membership = {
  tier: 'basic',
  state: 'active',
  paidUntil,
  graceUntil: null,
  yearlyPrice: 5_000,
  renewalAmount: 5_000,
  dispute: null,
};
const cancelling: Membership = { ...basic, state: 'cancelling', renewalAmount: null, dispute: null };
const grace: Membership = { ...basic, state: 'grace', paidUntil: '2026-11-20T12:00:00.000Z', graceUntil: '2026-11-27T12:00:00.000Z' };

const payment = (id: number, changes: Partial<Payment> = {}): Payment => ({
  id,
  description: 'Basic membership, one year',
  amount: 5_000,
  refunded: 0,
  owed: 0,
  status: 'paid',
  paidAt: '2026-11-21T12:00:00.000Z',
  fromBalance: 0,
  hasReceipt: true,
  ...changes,
});

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(() => {
  answers = {
    'GET /api/payments': { json: { payments: [], nextCursor: null } },
    'GET /api/membership/card': { json: { card: null } },
  };
  sent = fakeServer(answers);
});
afterEach(() => {
  act(dismissToast);
  vi.unstubAllGlobals();
});

async function visit(membership: Membership, user: Partial<User> = { role: membership.tier }) {
  answers['GET /api/membership'] = { json: membership };
  answers['GET /api/user'] = { json: { ...member, ...user } };
  await signInAs(user);
  const { hook, searchHook } = memoryLocation({ path: '/account', searchPath: 'tab=membership' });
  render(
    <Router hook={hook} searchHook={searchHook}>
      <PageFrame>
        <AccountPage />
      </PageFrame>
    </Router>,
  );
  return within(await screen.findByRole('region', { name: 'Your membership' }));
}

describe('the membership tab', () => {
  test('is one of My Account’s, which still starts with the profile', async () => {
    await signInAs({});
    const { hook, searchHook } = memoryLocation({ path: '/account' });
    render(
      <Router hook={hook} searchHook={searchHook}>
        <PageFrame>
          <AccountPage />
        </PageFrame>
      </Router>,
    );
    expect(screen.getByRole('tab', { name: 'Profile Information', selected: true })).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Membership' })).toBeTruthy();
    expect(sent.map(({ path }) => path)).toEqual(['/api/user/bounce']);
  });

  test('shows the renewal, its date and amount', async () => {
    const panel = await visit(basic);
    expect(await panel.findByText('Renews on Nov 21, 2027 for $50.')).toBeTruthy();
    expect(panel.getByText('Premium is $100 a year.')).toBeTruthy();
    expect(panel.getByRole('link', { name: 'Upgrade to Premium' }).getAttribute('href')).toBe('/dashboard?upgrade=premium');
  });

  test('shows a free member the benefits of Basic', async () => {
    const panel = await visit(free);
    expect(await panel.findByText('With Basic, for $50 a year:')).toBeTruthy();
    expect(panel.getByRole('link', { name: 'Upgrade to Basic' }).getAttribute('href')).toBe('/dashboard?upgrade=basic');
    expect(panel.queryByRole('button')).toBeNull();
  });

  test('leads to the checkout after a failed renewal', async () => {
    const panel = await visit(grace);
    expect(await panel.findByText('Payment failed')).toBeTruthy();
    expect(panel.getByText(/Pay by Nov 27, 2026 to keep your membership\./)).toBeTruthy();
    expect(panel.getByRole('link', { name: 'Pay now $50' }).getAttribute('href')).toBe('/checkout/membership/basic');
    expect(panel.queryByRole('link', { name: 'Upgrade to Premium' })).toBeNull();
  });

  test('whose payment is in dispute says so instead of a renewal date', async () => {
    const panel = await visit({ ...basic, dispute: { amount: 5_000, since: '2026-11-20T12:00:00.000Z' } });
    expect(panel.getByText('In dispute')).toBeTruthy();
    expect(panel.getByText('One of your payments is in dispute. You keep your benefits until your bank decides.')).toBeTruthy();
    expect(panel.queryByText(/Renews on/)).toBeNull();
  });

  test('shows granted memberships', async () => {
    const panel = await visit({ ...basic, tier: 'premium', state: 'granted', renewalAmount: null, dispute: null });
    expect(await panel.findByText('Ends on Nov 21, 2027. You won’t be charged.')).toBeTruthy();
    expect(panel.queryByRole('button')).toBeNull();
    expect(panel.queryByRole('link')).toBeNull();
  });

  test('can be loaded again', async () => {
    answers['GET /api/payments'] = refused('internal');
    const panel = await visit(basic);
    answers['GET /api/membership'] = new TypeError('offline');
    expect(await screen.findByRole('heading', { name: 'Couldn’t load your payments' })).toBeTruthy();
    answers['GET /api/payments'] = { json: { payments: [payment(1)], nextCursor: null } };
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('list', { name: 'Payments' })).toBeTruthy();
    expect(panel.getByText('Basic')).toBeTruthy();
  });
});

describe('canceling a membership', () => {
  async function ask() {
    const panel = await visit(basic);
    await userEvent.click(await panel.findByRole('button', { name: 'Cancel membership' }));
    return within(await screen.findByRole('dialog', { name: 'Cancel your membership?' }));
  }

  test('asks first, with the end date and what ends, then shows until when it continues', async () => {
    const dialog = await ask();
    expect(dialog.getByText('Nov 21, 2027')).toBeTruthy();
    expect(dialog.getByText(/Monthly Treasure Chests/)).toBeTruthy();
    answers['POST /api/membership/cancel'] = { json: cancelling };
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel membership' }));
    expect(await screen.findByText('Ends on Nov 21, 2027. You keep all your benefits until then.')).toBeTruthy();
    expect(screen.getByText('Membership canceled')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Ends on Nov 21, 2027'));
    expect(sent.filter(({ path }) => path === '/api/user')).toHaveLength(1);
  });

  test('in the grace period ends it at once', async () => {
    const panel = await visit(grace);
    await userEvent.click(await panel.findByRole('button', { name: 'Cancel membership' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('right away')).toBeTruthy();
    answers['POST /api/membership/cancel'] = { json: free };
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel membership' }));
    expect(await screen.findByText('You’re now a Free member.')).toBeTruthy();
    expect(await panel.findByRole('link', { name: 'Upgrade to Basic' })).toBeTruthy();
  });

  test('can be abandoned', async () => {
    const dialog = await ask();
    await userEvent.click(dialog.getByRole('button', { name: 'Keep membership' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent.some(({ method }) => method === 'POST')).toBe(false);
  });

  test('shows the reason for a rejection in the dialog', async () => {
    const dialog = await ask();
    answers['POST /api/membership/cancel'] = refused('payment_provider_unavailable');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel membership' }));
    expect(await dialog.findByText(errorMessage('payment_provider_unavailable'))).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Cancel membership' })).toBeTruthy();
  });

  test('can be undone with Resume', async () => {
    const panel = await visit(cancelling);
    answers['POST /api/membership/resume'] = { json: basic };
    const resume = await panel.findByRole('button', {
      name: 'Resume membership',
      description: /^If you resume, it renews every year at \$50\.00/,
    });
    await userEvent.click(resume);
    expect(await panel.findByText('Renews on Nov 21, 2027 for $50.')).toBeTruthy();
    expect(screen.getByText('Membership resumed')).toBeTruthy();
  });

  test('that cannot be undone shows the reason and the current state', async () => {
    const panel = await visit(cancelling);
    answers['POST /api/membership/resume'] = refused('no_subscription');
    await panel.findByRole('button', { name: 'Resume membership' });
    answers['GET /api/membership'] = { json: free };
    await userEvent.click(panel.getByRole('button', { name: 'Resume membership' }));
    expect(await screen.findByText(errorMessage('no_subscription'))).toBeTruthy();
    expect(await panel.findByText('With Basic, for $50 a year:')).toBeTruthy();
  });
});

describe('the payment history', () => {
  test('shows refunds and disputes, and links to the receipts', async () => {
    answers['GET /api/payments'] = {
      json: {
        payments: [
          payment(4),
          payment(3, { description: '5 Cache Cards', amount: 500, refunded: 250, status: 'partially_refunded' }),
          payment(2, { status: 'refunded', refunded: 5_000, hasReceipt: false }),
          payment(1, { status: 'disputed', hasReceipt: false }),
          payment(5, { status: 'charged_back', hasReceipt: false }),
          payment(6, { status: 'refunded', owed: 5_000, hasReceipt: false }),
        ],
        nextCursor: null,
      },
    };
    await visit(basic);
    const rows = within(await screen.findByRole('list', { name: 'Payments' })).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      'Basic membership, one year$50.00Nov 21, 2026ReceiptPaid',
      '5 Cache Cards$5.00Nov 21, 2026Receipt$2.50 refunded',
      'Basic membership, one year$50.00Nov 21, 2026Refunded',
      'Basic membership, one year$50.00Nov 21, 2026In dispute',
      'Basic membership, one year$50.00Nov 21, 2026Charged back',
      'Basic membership, one year$50.00Nov 21, 2026Refund by other means: $50.00',
    ]);
    const receipt = screen.getByRole('link', { name: 'Receipt for 5 Cache Cards, Nov 21, 2026 (opens in a new tab)' });
    expect(receipt.getAttribute('href')).toBe('/api/payments/3/receipt');
    expect(receipt.getAttribute('target')).toBe('_blank');
  });

  test('loads more with Show more', async () => {
    answers['GET /api/payments'] = { json: { payments: [payment(2)], nextCursor: '2' } };
    answers['GET /api/payments?cursor=2'] = { json: { payments: [payment(1, { amount: 150 })], nextCursor: null } };
    await visit(basic);
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
    expect((await screen.findByText('$1.50')).closest('li')).toBe(document.activeElement);
  });

  test('explains when it is empty', async () => {
    await visit(free);
    expect(await screen.findByRole('heading', { name: 'No payments yet' })).toBeTruthy();
  });
});

describe('the dashboard’s account tab', () => {
  test('shows the state of the membership and links to the rest', async () => {
    answers['GET /api/membership'] = { json: basic };
    await signInAs({ role: 'basic' });
    render(
      <PageFrame>
        <AccountTab user={{ ...member, role: 'basic' }} />
      </PageFrame>,
    );
    const panel = within(screen.getByRole('region', { name: 'Membership' }));
    expect(await panel.findByText('Renews on Nov 21, 2027 for $50.')).toBeTruthy();
    expect(panel.queryByRole('button', { name: 'Cancel membership' })).toBeNull();
    expect(panel.getByRole('link', { name: 'Membership and payments' }).getAttribute('href')).toBe('/account?tab=membership');
  });
});
