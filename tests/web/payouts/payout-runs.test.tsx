/** @module-tag long */
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { User } from '#schema/accounts/user.ts';
import { errorMessage } from '#schema/errors.ts';
import type { RunDetails, RunLine } from '#schema/payouts/admin-payout-runs.ts';
import { eachVariant } from '#tests/support/variants.ts';
import { signInAsAdmin } from '#tests/web/support/admin-signed-in.ts';
import { fakeServer, member, type SentRequest } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { refused } from '#tests/web/support/refused.ts';
import { PayoutsTab } from '#web/features/payouts/admin/PayoutsTab.tsx';
import { PayoutAddressSection } from '#web/features/referrals/PayoutAddressSection.tsx';

const at = '2026-11-01T10:00:00.000Z';
const base = '/api/admin/payouts';
const run = (changes: Partial<RunDetails> = {}): RunDetails => ({
  id: 7,
  scope: 'all',
  until: null,
  status: 'frozen',
  lines: 2,
  totalCents: 2_805,
  expectedLines: 2,
  paidLines: 0,
  outLines: 0,
  returnedLines: 0,
  returnedCents: 0,
  filesVersion: 1,
  createdAt: at,
  createdBy: 'ada@demo.test',
  approvedAt: null,
  approvedBy: null,
  paidAt: null,
  paidBy: null,
  cancelledAt: null,
  version: 3,
  out: [],
  isApprovable: true,
  approvers: [],
  downloads: [],
  gifts: [],
  undoUntil: null,
  ...changes,
});
const line: RunLine = {
  id: 70,
  runId: 7,
  member: { id: 1, email: 'fay@demo.test', name: 'Fay' },
  address: 'fay@paypal.test',
  amountCents: 2_200,
  entries: 1,
  reference: 'CC-7-70',
  status: 'paid',
  reason: null,
  outVersion: null,
  paymentId: 12,
};

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(() => {
  answers = {
    [`GET ${base}`]: { json: [], headers: { 'X-Total-Count': '0' } },
    [`GET ${base}/without-address`]: { json: { members: 0, cents: 0, toRemind: 0 } },
    [`GET ${base}/summary`]: { json: { owedCents: 2_805, owedMembers: 2, overdue: 0, heldCommissions: 0, heldChests: 0 } },
    [`GET ${base}/runs/preview?scope=all`]: {
      json: { members: 2, totalCents: 2_805, excluded: [{ reason: 'no_address', members: 3, cents: 1_500 }], waitsForComparison: false },
    },
    [`POST ${base}/runs`]: { status: 201, json: run({ status: 'collecting', lines: 0, totalCents: 0 }) },
    [`POST ${base}/runs/7/continue`]: {
      json: run({
        gifts: [{ member: { id: 1, email: 'fay@demo.test' }, amountCents: 1_000, action: 'user.referrer', by: 'bo@demo.test', at }],
      }),
    },
    [`GET ${base}/runs/lines?run=7&sort=queue`]: { json: [line], headers: { 'X-Total-Count': '1' } },
  };
  sent = fakeServer(answers);
});
afterEach(async () => {
  await signInAsAdmin(null);
  localStorage.clear();
  history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
});

async function open(search = '?tab=payouts', role: 'admin' | 'super_admin' = 'super_admin') {
  await signInAsAdmin({ role });
  history.replaceState(null, '', `/admin/dashboard${search}`);
  render(
    <PageFrame>
      <PayoutsTab />
    </PageFrame>,
  );
  return userEvent.setup();
}
const postings = () => sent.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);

describe('a payout run', () => {
  test('starts from the amounts owed, after showing the paid and the excluded members, and continues by itself', async () => {
    const user = await open();
    expect((await screen.findByText(/owed to 2 members/)).textContent).toBe('$28.05 owed to 2 members');
    await user.click(screen.getByRole('button', { name: 'Start a payout run' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Start a payout run' }));
    expect((await dialog.findByText(/3 members, \$15\.00/)).textContent).toContain('no PayPal address');
    answers[`GET ${base}/runs/7`] = { json: run({ status: 'collecting', lines: 0, totalCents: 0 }) };
    await user.click(dialog.getByRole('button', { name: 'Start run: $28.05 to 2 members' }));
    expect(await screen.findByRole('button', { name: 'Approve $28.05' })).toBeDefined();
    expect(screen.getByText(/Set who invited a member/).textContent).toMatch(/fay@demo\.test.*\$10\.00.*bo@demo\.test/);
    expect(postings()).toEqual([
      [`${base}/runs`, { scope: 'all' }],
      [`${base}/runs/7/continue`, undefined],
    ]);
  });

  eachVariant([
    ['collected', { status: 'collecting', lines: 0, totalCents: 0 }, {}, 'in', 'To pay'],
    ['paid', { status: 'paying' }, { status: 'paid', paidLines: 2 }, 'paid', 'Paid'],
  ] as const)('shows its current members once it is %s, and the current amounts', async (_, before, after, status, word) => {
    answers[`GET ${base}/runs/7`] = { json: run(before) };
    answers[`GET ${base}/runs/lines?run=7&sort=queue`] = { json: [], headers: { 'X-Total-Count': '0' } };
    let isDone = false;
    const change = () => {
      isDone = true;
      answers[`GET ${base}/runs/lines?run=7&sort=queue`] = { json: [{ ...line, status }], headers: { 'X-Total-Count': '1' } };
      answers[`GET ${base}/summary`] = { json: { owedCents: 0, owedMembers: 0, overdue: 0, heldCommissions: 0, heldChests: 0 } };
      return { json: run(after) };
    };
    Object.defineProperty(answers, `POST ${base}/runs/7/continue`, { get: change });
    await open('?tab=payouts&view=runs&run=7');
    const row = await screen.findByRole('row', { name: /fay@paypal\.test/ });
    expect(isDone).toBe(true);
    expect(within(row).getByText(word)).toBeDefined();
    expect((await screen.findByText(/owed to 0 members/)).textContent).toBe('$0.00 owed to 0 members');
  });

  test('filters its members by status; the run itself is no removable filter', { tags: 'long' }, async () => {
    answers[`GET ${base}/runs/7`] = { json: run({ status: 'paid', paidLines: 2 }) };
    answers[`GET ${base}/runs/lines?run=7&sort=queue&status=returned`] = { json: [], headers: { 'X-Total-Count': '0' } };
    const user = await open('?tab=payouts&view=runs&run=7');
    await user.click(await screen.findByRole('button', { name: 'Filters' }));
    await user.selectOptions(screen.getByLabelText('Status'), 'Returned');
    expect(await screen.findByText('Nothing matches these filters')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByRole('row', { name: /fay@paypal\.test/ })).toBeDefined();
    expect(location.search).toBe('?tab=payouts&view=runs&run=7');
  });

  test('is approved after a dialog that names members, total and what happens next', async () => {
    answers[`GET ${base}/runs/7`] = { json: run() };
    answers[`POST ${base}/runs/7/approve`] = { json: run({ status: 'approved', version: 4 }) };
    const user = await open('?tab=payouts&view=runs&run=7');
    await user.click(await screen.findByRole('button', { name: 'Approve $28.05' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve $28.05?' }));
    expect(postings()).toEqual([]);
    expect(dialog.getByText('2 members')).toBeDefined();
    expect(dialog.getByText(/Nobody is paid until someone uploads it to PayPal/)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Approve $28.05' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(postings()).toEqual([[`${base}/runs/7/approve`, { version: 3 }]]);
  });

  test('shows another administrator’s approval by itself', async () => {
    answers[`GET ${base}/runs/7`] = { json: run() };
    await open('?tab=payouts&view=runs&run=7');
    expect(await screen.findByText('Awaiting approval')).toBeTruthy();
    answers[`GET ${base}/runs/7`] = { json: run({ status: 'approved', version: 4, approvedAt: at, approvedBy: 'bea@demo.test' }) };
    window.dispatchEvent(new Event('focus'));
    expect(await screen.findByText(/by bea@demo\.test$/)).toBeTruthy();
  });

  test('above $1,000 asks for the typed total', async () => {
    answers[`GET ${base}/runs/7`] = { json: run({ totalCents: 1_553_200 }) };
    answers[`POST ${base}/runs/7/approve`] = { json: run({ status: 'approved', version: 4 }) };
    const user = await open('?tab=payouts&view=runs&run=7');
    await user.click(await screen.findByRole('button', { name: 'Approve $15,532.00' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve $15,532.00?' }));
    await user.click(dialog.getByRole('button', { name: 'Approve $15,532.00' }));
    expect(await dialog.findByText('Please type $15,532.00')).toBeDefined();
    await user.type(dialog.getByLabelText('Type the total, $15,532.00, to confirm'), '15,532');
    await user.click(dialog.getByRole('button', { name: 'Approve $15,532.00' }));
    await waitFor(() => expect(postings()).toEqual([[`${base}/runs/7/approve`, { version: 3, totalCents: 1_553_200 }]]));
  });

  test('of one administrator waits for another, and says who can approve it and when; excluded members are named', async () => {
    answers[`GET ${base}/runs/7`] = {
      json: run({
        isApprovable: false,
        approvers: [
          { email: 'ben@demo.test', from: null, isCaller: false },
          { email: 'cy@demo.test', from: '2026-12-04T10:00:00.000Z', isCaller: true },
        ],
        outLines: 1,
        filesVersion: 2,
        out: [{ ...line, id: 71, status: 'out', reason: 'suspended', outVersion: 1, paymentId: null }],
      }),
    };
    await open('?tab=payouts&view=runs&run=7');
    expect(await screen.findByText(/Someone else must approve run 7/)).toBeDefined();
    expect(screen.getByText('ben@demo.test can approve it now.')).toBeDefined();
    expect(screen.getByText(/^You can approve it from Dec 4, 2026/)).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
    expect(screen.getByText(/fay@demo\.test, \$22\.00: suspended; included in files up to version 1/)).toBeDefined();
  });

  test('that is approved has files; marking it as paid warns if they were not downloaded, and shows a refusal', async () => {
    answers[`GET ${base}/runs/7`] = {
      json: run({ status: 'approved', lines: 5_001, version: 4, downloads: [{ part: 1, filesVersion: 1, at, by: 'ada@demo.test' }] }),
    };
    answers[`POST ${base}/runs/7/pay`] = refused('changed_meanwhile');
    const user = await open('?tab=payouts&view=runs&run=7');
    expect(await screen.findByRole('button', { name: 'PayPal file 2 of 2' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Mark $28.05 as paid' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Mark $28.05 as paid?' }));
    expect(dialog.getByText('PayPal file 2 was not downloaded')).toBeDefined();
    expect(dialog.getByText(/^File 1: Nov 1, 2026.* by ada@demo\.test$/)).toBeDefined();
    expect(dialog.getByText(/5,001 members will see “Being paid”\. You can undo this for 15 minutes/)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Mark $28.05 as paid' }));
    expect(await dialog.findByText('Nothing was marked as paid')).toBeDefined();
  });

  test('is canceled after a warning if PayPal’s file was downloaded', async () => {
    answers[`GET ${base}/runs/7`] = {
      json: run({ status: 'approved', downloads: [{ part: 1, filesVersion: 1, at, by: 'ada@demo.test' }] }),
    };
    answers[`POST ${base}/runs/7/cancel`] = { json: run({ status: 'cancelled' }) };
    const user = await open('?tab=payouts&view=runs&run=7');
    await user.click(await screen.findByRole('button', { name: 'Cancel run' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel the $28.05 run?' }));
    expect(dialog.getByText(/Cancel only if PayPal hasn’t paid anyone/)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    expect(postings()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Cancel run' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel run' }));
    await waitFor(() => expect(postings()).toEqual([[`${base}/runs/7/cancel`, { version: 3 }]]));
  });

  test('marked as paid can be undone for the minutes shown', async () => {
    const undoUntil = new Date(Date.now() + 11.5 * 60_000).toISOString();
    answers[`GET ${base}/runs/7`] = { json: run({ status: 'paid', paidLines: 2, undoUntil }) };
    answers[`POST ${base}/runs/7/undo`] = refused('payout_undo_reversed');
    const user = await open('?tab=payouts&view=runs&run=7');
    expect(await screen.findByText(/^You can undo this for 12 minutes\./)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Undo marking $28.05 as paid?' }));
    await user.click(dialog.getByRole('button', { name: 'Undo $28.05' }));
    expect(await dialog.findByText(errorMessage('payout_undo_reversed'))).toBeDefined();
    expect(postings()).toEqual([[`${base}/runs/7/undo`, { version: 3 }]]);
  });

  test('accepts returned lines, each with a reason', { tags: 'long' }, async () => {
    answers[`GET ${base}/runs/7`] = { json: run({ status: 'paid', paidLines: 2 }) };
    answers[`POST ${base}/payments/12/return`] = { json: { message: 'ok' } };
    const user = await open('?tab=payouts&view=runs&run=7');
    await user.click(await screen.findByRole('button', { name: /fay@demo\.test/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Mark as returned' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Mark $22.00 as returned?' }));
    await user.click(dialog.getByRole('button', { name: 'Mark as returned' }));
    expect(await dialog.findByText('Please enter a reason')).toBeDefined();
    await user.type(dialog.getByLabelText('Reason'), 'No account');
    await user.click(dialog.getByRole('button', { name: 'Mark as returned' }));
    expect(await screen.findByText('Marked as returned')).toBeDefined();
    expect(postings()).toEqual([[`${base}/payments/12/return`, { reason: 'No account' }]]);
  });

  test('accepts excluded lines that PayPal paid, once it is paid', { tags: 'long' }, async () => {
    answers[`GET ${base}/runs/7`] = { json: run({ status: 'paid', paidLines: 1, outLines: 1 }) };
    const excludedLine = { ...line, status: 'out', reason: 'suspended', outVersion: 1, paymentId: null };
    answers[`GET ${base}/runs/lines?run=7&sort=queue`] = { json: [excludedLine], headers: { 'X-Total-Count': '1' } };
    answers[`POST ${base}/runs/7/lines/${line.id}/sent`] = { json: run({ status: 'paid', paidLines: 2, outLines: 0 }) };
    const user = await open('?tab=payouts&view=runs&run=7');
    await user.click(await screen.findByRole('button', { name: /fay@demo\.test/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Record as paid' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Did PayPal pay $22.00?' }));
    await user.click(dialog.getByRole('button', { name: 'Record as paid' }));
    expect(await screen.findByText('Recorded as paid')).toBeDefined();
    expect(postings()).toEqual([[`${base}/runs/7/lines/${line.id}/sent`, undefined]]);
  });

  test('is hidden from plain administrators', async () => {
    await open('?tab=payouts', 'admin');
    expect(await screen.findByText(/owed to 2 members/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Start a payout run' })).toBeNull();
    expect(screen.queryByRole('tab', { name: 'Runs' })).toBeNull();
  });
});

describe('a member’s payout address', () => {
  const path = '/api/payout-address';
  const show = (isOwed = true) => {
    render(
      <PageFrame>
        <PayoutAddressSection user={{ ...member, oauthProvider: null } as User} hasUnpaidEarnings={isOwed} />
      </PageFrame>,
    );
    return userEvent.setup();
  };

  test('is requested if money is owed, and waits for the link', async () => {
    answers[`GET ${path}`] = { json: { email: null, pendingEmail: null, heldUntil: null } };
    answers[`PUT ${path}`] = { json: { email: null, pendingEmail: 'fay@paypal.test', heldUntil: null } };
    const user = show();
    expect(await screen.findByText(/^Add your PayPal address to receive/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Add PayPal address' }));
    await user.type(screen.getByLabelText('Email of your PayPal account'), 'fay@paypal.test');
    await user.type(screen.getByLabelText('Current password'), 'pass-word-1');
    await user.click(screen.getByRole('button', { name: 'Send the link' }));
    expect(await screen.findByText('Confirm your PayPal address')).toBeDefined();
    expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ email: 'fay@paypal.test', currentPassword: 'pass-word-1' });
  });

  test('is shown, with the hold after a change', async () => {
    answers[`GET ${path}`] = { json: { email: 'fay@paypal.test', pendingEmail: null, heldUntil: '2026-11-28T10:00:00.000Z' } };
    show(false);
    expect(await screen.findByText('fay@paypal.test')).toBeDefined();
    expect(screen.getByText(/payouts to it start on/)).toBeDefined();
  });

  test('keeps the input after a refusal', async () => {
    answers[`GET ${path}`] = { json: { email: null, pendingEmail: null, heldUntil: null } };
    answers[`PUT ${path}`] = refused('email_unverified');
    const user = show();
    await user.click(await screen.findByRole('button', { name: 'Add PayPal address' }));
    await user.type(screen.getByLabelText('Email of your PayPal account'), 'fay@paypal.test');
    await user.click(screen.getByRole('button', { name: 'Send the link' }));
    expect(await screen.findByText(errorMessage('email_unverified'))).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Email of your PayPal account').value).toBe('fay@paypal.test');
  });
});
