/** The banner about the member's most urgent problem. Each member page shows at most one banner, with a button that fixes the problem. */
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { User } from '#schema/accounts/user.ts';
import { fakeServer, member, type SentRequest } from '#tests/web/support/fake-server.ts';
import { refused } from '#tests/web/support/refused.ts';
import { signInAs } from '#tests/web/support/signed-in.ts';
import { Layout } from '#web/frame/Layout.tsx';
import { memberBar } from '#web/frame/member-bar.tsx';
import { dismissToast } from '#web/lib/react/toast.ts';
import { ToastProvider } from '#web/ui/states/Toast.tsx';

const paidUntil = '2027-11-26T12:00:00.000Z';
const basic: User['membership'] = {
  ...member.membership,
  tier: 'basic',
  state: 'active',
  paidUntil,
  yearlyPrice: 5_000,
  renewalAmount: 5_000,
};
const failed: Partial<User> = {
  notice: 'renewal_failed',
  membership: { ...basic, state: 'grace', graceUntil: '2027-12-03T12:00:00.000Z' },
};
const ending: Partial<User> = { notice: 'membership_ending', membership: { ...basic, state: 'cancelling', renewalAmount: null } };
const owing: Partial<User> = { notice: 'tokens_owed', owedTokens: 3, tokenBalance: 2 };

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(() => {
  answers = {};
  sent = fakeServer(answers);
});
afterEach(() => {
  act(dismissToast);
  vi.unstubAllGlobals();
  localStorage.clear();
});

async function visit(user: Partial<User>, path = '/dashboard') {
  await signInAs(user);
  answers['GET /api/user'] = { json: { ...member, ...user } };
  const { hook, searchHook } = memoryLocation({ path });
  render(
    <Router hook={hook} searchHook={searchHook}>
      <ToastProvider>
        <Layout>
          <h1>A page</h1>
        </Layout>
      </ToastProvider>
    </Router>,
  );
}
const name = 'Important for your account';
const banner = () => screen.findByRole('region', { name });

describe('the banner', () => {
  test.each([
    '/dashboard',
    '/dashboard/find',
    '/dashboard/cache-cards/TC-0000001',
    '/account',
    '/checkout/cache-cards/5',
  ])('is the first thing on the page at %s, without a request', async (path) => {
    await visit(failed, path);
    const region = await banner();
    expect(screen.getByRole('main').firstElementChild).toBe(region.parentElement);
    expect(sent.filter(({ path: called }) => called !== '/api/config')).toEqual([]);
  });

  test.each<[why: string, user: Partial<User>, path: string]>([
    ['nothing is wrong', {}, '/dashboard'],
    ['the page is not a member’s', failed, '/about'],
    ['the page is the one where the renewal is paid', failed, '/checkout/membership/basic'],
  ])('is absent if %s', async (_why, user, path) => {
    await memberBar.preload();
    await visit(user, path);
    await screen.findByRole('navigation', { name: 'Member' });
    expect(document.querySelector('.member-banner')).toBeNull();
  });

  test('after a failed renewal shows the amount and the last day, and leads to the form for a new card', async () => {
    await visit(failed);
    const region = within(await banner());
    expect(region.getByText(/Pay \$50 by Dec 3, 2027 to stay a Basic member\./)).toBeTruthy();
    expect(region.getByRole('link', { name: 'Update card' }).getAttribute('href')).toBe('/account?tab=membership&card=change');
  });

  test('about a dispute shows its amount and date, and leads to us', async () => {
    await visit({ notice: 'payment_disputed', membership: { ...basic, dispute: { amount: 5_000, since: '2027-01-20T12:00:00.000Z' } } });
    const region = within(await banner());
    expect(region.getByText(/\$50 has been in dispute since Jan 20, 2027\. Earnings from it are on hold\./)).toBeTruthy();
    expect(region.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe('/contact');
  });

  test('resumes a membership that ends, next to the renewal terms', async () => {
    await visit(ending);
    const region = within(await banner());
    expect(region.getByText('Your Basic membership ends on Nov 26, 2027.')).toBeTruthy();
    await userEvent.click(region.getByRole('button', { name: 'Resume' }));
    answers['POST /api/membership/resume'] = { json: basic };
    answers['GET /api/user'] = { json: { ...member, membership: basic } };
    const dialog = within(await screen.findByRole('dialog', { name: 'Resume your membership?' }));
    const resume = dialog.getByRole('button', {
      name: 'Resume membership',
      description: /\$50\.00, charged to your card, until you cancel/,
    });
    await userEvent.click(resume);
    expect(await screen.findByText('Your membership renews on Nov 26, 2027.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('region', { name })).toBeNull());
  });

  test('pays back owed tokens as far as the balance reaches', async () => {
    await visit(owing);
    expect((await banner()).textContent).toContain('You owe 3 Treasure Tokens.');
    answers['POST /api/tokens/pay-back'] = { json: { paidBack: 2, tokenBalance: 0, owedTokens: 1 } };
    answers['GET /api/user'] = { json: { ...member, ...owing, owedTokens: 1, tokenBalance: 0 } };
    await userEvent.click(screen.getByRole('button', { name: 'Pay back 2 tokens' }));
    expect(await screen.findByText('You still owe 1 Treasure Token.')).toBeTruthy();
    expect((await screen.findByRole('link', { name: 'Find cards' })).getAttribute('href')).toBe('/dashboard/find');
  });

  test('reports tokens that could not be paid back, and stays', async () => {
    await visit(owing);
    answers['POST /api/tokens/pay-back'] = refused('internal');
    await userEvent.click(await screen.findByRole('button', { name: 'Pay back 2 tokens' }));
    expect(await screen.findByText('Couldn’t pay back your tokens')).toBeTruthy();
    expect(await banner()).toBeTruthy();
  });
});
