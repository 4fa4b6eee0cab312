import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { errorMessage } from '#schema/errors.ts';
import type { AdminChest, AdminCommission, DecisionEffects, DuePayout } from '#schema/payouts/admin-payouts.ts';
import type { LedgerCheck, LedgerEntry } from '#schema/tokens/admin-tokens.ts';
import { signInAsAdmin } from '#tests/web/support/admin-signed-in.ts';
import { fakeServer, type SentRequest } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { refused } from '#tests/web/support/refused.ts';
import { HeldRows } from '#web/features/payouts/admin/decisions/HeldRows.tsx';
import { PayoutsTab } from '#web/features/payouts/admin/PayoutsTab.tsx';
import { TokensPanel } from '#web/features/tokens/admin/TokensPanel.tsx';
import { TokensTab } from '#web/features/tokens/admin/TokensTab.tsx';

const at = '2026-11-01T10:00:00.000Z';
const owed = (id: number, name: string, netCents: number, changes: Partial<DuePayout> = {}): DuePayout => ({
  id,
  email: `${name.toLowerCase()}@demo.test`,
  name,
  state: 'to_pay',
  netCents,
  entries: 1,
  oldestAt: at,
  isOverdue: false,
  isPremium: false,
  runId: null,
  address: 'confirmed',
  version: 4,
  payoutAddress: { email: `pay.${name.toLowerCase()}@paypal.test`, heldUntil: null },
  rows: [{ kind: 'commission', id: id * 10, amountCents: netCents, createdAt: at, friend: 'fern', month: null }],
  ...changes,
});
const fay = owed(7, 'Fay', 2_000, { isOverdue: true });
const gus = owed(8, 'Gus', 600, { payoutAddress: { email: 'gus@paypal.test', heldUntil: '2026-11-28T10:00:00.000Z' } });
const owing = owed(9, 'Hal', -1_000, { state: 'carried_over', oldestAt: null });
const held: AdminCommission = {
  id: 70,
  kind: 'commission',
  member: { id: 7, email: 'fay@demo.test', name: 'Fay' },
  friend: { id: 12, email: 'fern@demo.test', name: 'Fern' },
  amountCents: 1_000,
  treasureKeys: 2,
  status: 'held',
  heldReason: 'same_card,same_address',
  hasLeft: false,
  isSuspended: false,
  paidAt: null,
  paidBy: null,
  reference: null,
  createdAt: at,
  version: 3,
  isOverdue: false,
};
const base = '/api/admin/payouts';

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];

beforeEach(() => {
  answers = {
    [`GET ${base}`]: { json: [fay, gus, owing], headers: { 'X-Total-Count': '3' } },
    [`GET ${base}/without-address`]: { json: { members: 0, cents: 0, toRemind: 0 } },
    [`GET ${base}/summary`]: { json: { owedCents: 2_600, owedMembers: 2, overdue: 1, heldCommissions: 100, heldChests: 0 } },
    [`GET ${base}/due?members=7,8`]: { json: [fay, gus] },
    [`GET ${base}/commissions`]: { json: [held], headers: { 'X-Total-Count': '1' } },
  };
  sent = fakeServer(answers);
});
afterEach(async () => {
  await signInAsAdmin(null);
  localStorage.clear();
  history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
});

async function open(Tab: ComponentType, search = '?tab=payouts', role: 'admin' | 'super_admin' = 'super_admin') {
  await signInAsAdmin({ role });
  history.replaceState(null, '', `/admin/dashboard${search}`);
  render(
    <PageFrame>
      <Tab />
    </PageFrame>,
  );
  return userEvent.setup();
}
const postings = () => sent.filter(({ method }) => method === 'POST');

describe('members to pay', () => {
  test('are listed with overdue and carried-over amounts, and the reason', async () => {
    await open(PayoutsTab);
    const rows = within(await screen.findByRole('table', { name: 'Members to pay' }));
    expect(await rows.findByRole('row', { name: /Fay.*\$20\.00.*Overdue/ })).toBeDefined();
    expect(
      rows.getByRole('row', { name: /Hal.*−\$10\.00.*Carried over.*Reversals or earlier overpayments exceed the amount owed/ }),
    ).toBeDefined();
    expect(rows.getByRole('checkbox', { name: 'Select gus@demo.test' })).toBeDefined();
    expect(rows.queryByRole('checkbox', { name: 'Select hal@demo.test' })).toBeNull();
  });

  test('without a PayPal address are neither overdue nor selectable, and are reminded by one button', async () => {
    Object.assign(answers, {
      [`GET ${base}?sort=queue`]: { json: [] },
      [`GET ${base}?address=none&limit=200`]: { json: [fay, gus] },
      [`GET ${base}/without-address`]: { json: { members: 3, cents: 4_000, toRemind: 2 } },
      [`POST ${base}/without-address/reminders`]: {
        json: {
          results: [
            { id: 7, isDone: true, reason: null },
            { id: 8, isDone: false, reason: 'Already reminded.' },
          ],
        },
      },
    });
    const user = await open(PayoutsTab);
    await screen.findByRole('link', { name: '3 members without a PayPal address ($40.00)' });
    await user.click(screen.getByRole('button', { name: 'Remind them…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remind 2 members' }));
    await user.click(dialog.getByRole('button', { name: 'Remind 2 members' }));
    await dialog.findByText('1 member reminded.');
    expect(dialog.getByRole('list', { name: 'Rejected' }).textContent).toMatch(/^Already reminded\.gus@demo\.test/);
    expect(postings()).toMatchObject([{ path: `${base}/without-address/reminders`, body: { members: [7, 8] } }]);
    await user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    await user.click(screen.getByRole('link', { name: /without a PayPal address/ }));
    await waitFor(() => expect(sent.some(({ path }) => path.includes('address=none'))).toBe(true));
  });

  test('can be paid by super administrators only', async () => {
    await open(PayoutsTab, '?tab=payouts', 'admin');
    const rows = within(await screen.findByRole('table', { name: 'Members to pay' }));
    await rows.findByRole('row', { name: /Fay/ });
    expect(rows.queryAllByRole('checkbox')).toEqual([]);
    expect(screen.getByText(/Only super administrators can make payments/)).toBeDefined();
  });

  async function openPayment() {
    const user = await open(PayoutsTab);
    for (const email of ['fay@demo.test', 'gus@demo.test'])
      await user.click(await screen.findByRole('checkbox', { name: `Select ${email}` }));
    await user.click(screen.getByRole('button', { name: 'Mark as paid' }));
    return { user, dialog: within(await screen.findByRole('dialog', { name: 'Mark 2 members as paid' })) };
  }

  test('are paid in bulk as shown; a retry uses the same key, and the input stays', async () => {
    const { user, dialog } = await openPayment();
    const button = await dialog.findByRole('button', { name: 'Mark $26.00 as paid' });
    await user.click(button);
    expect(await dialog.findByText('Please enter the payment reference')).toBeDefined();
    expect(postings()).toEqual([]);
    const paidTo = dialog.getAllByText(/^PayPal address/).map(({ textContent }) => textContent);
    expect(paidTo).toEqual([
      'PayPal address: pay.fay@paypal.test',
      expect.stringMatching(/^PayPal address: gus@paypal\.test, new: on hold until .*28/),
    ]);
    await user.type(dialog.getByLabelText('Payment reference'), 'PO-17');
    answers[`POST ${base}/payments`] = new Error('offline');
    await user.click(button);
    expect(await dialog.findByText('We don’t know whether this went through')).toBeDefined();
    expect(dialog.getByText(/^No connection\. .* no one is paid twice\.$/)).toBeDefined();
    answers[`POST ${base}/payments`] = {
      json: {
        paid: [fay, gus].map(({ id, email, name, netCents }) => ({ id, member: { id, email, name }, amountCents: netCents })),
        changed: [],
        totalCents: 2_600,
      },
    };
    await user.click(button);
    expect(await screen.findByText('$26.00 marked as paid')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    const [first, second] = postings();
    expect(second?.body).toEqual({
      reference: 'PO-17',
      members: [
        { id: 7, version: 4 },
        { id: 8, version: 4 },
      ],
    });
    expect(second?.headers.get('Idempotency-Key')).toMatch(/^[\w-]{8,100}$/);
    expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'));
  });

  test('who were left unpaid are named, and can be reviewed again', { tags: 'long' }, async () => {
    const { user, dialog } = await openPayment();
    answers[`POST ${base}/payments`] = {
      json: {
        paid: [{ id: 1, member: { id: 7, email: fay.email, name: 'Fay' }, amountCents: 2_000 }],
        changed: [{ id: 8, email: gus.email, name: 'Gus' }],
        totalCents: 2_000,
      },
    };
    answers[`GET ${base}/due?members=8`] = { json: [{ ...gus, netCents: 1_600, version: 5 }] };
    await user.type(await dialog.findByLabelText('Payment reference'), 'PO-18');
    await user.keyboard('{Enter}');
    expect(await dialog.findByText('1 member left unpaid')).toBeDefined();
    expect(dialog.getByText('Gus')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Review them' }));
    expect(await dialog.findByRole('button', { name: 'Mark $16.00 as paid' })).toBeDefined();
  });

  test('who were sent the amount before it changed can be recorded as such', { tags: 'long' }, async () => {
    const { user, dialog } = await openPayment();
    const changed = [{ id: 8, email: gus.email, name: 'Gus' }];
    answers[`POST ${base}/payments`] = { json: { paid: [], changed, totalCents: 0 } };
    await user.type(await dialog.findByLabelText('Payment reference'), 'PO-18');
    await user.keyboard('{Enter}');
    answers[`POST ${base}/payments`] = {
      json: { paid: [{ id: 2, member: changed[0], amountCents: gus.netCents }], changed: [], totalCents: gus.netCents },
    };
    const sum = `$${(gus.netCents / 100).toFixed(2)}`;
    await user.click(await dialog.findByRole('button', { name: `Record ${sum} as sent` }));
    expect(await screen.findByText(`${sum} marked as paid`)).toBeDefined();
    expect(postings().at(-1)?.body).toEqual({ reference: 'PO-18', members: [{ id: 8, version: 4, sentCents: gus.netCents }] });
  });

  test('have an explanation if they cannot be loaded, and if nothing can be paid', async () => {
    answers[`GET ${base}/due?members=7,8`] = refused('internal');
    const { user, dialog } = await openPayment();
    expect(await dialog.findByText('Couldn’t load the amounts owed')).toBeDefined();
    answers[`GET ${base}/due?members=7,8`] = { json: [owing] };
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText(/There’s nothing left to pay/)).toBeDefined();
  });
});

describe('an unpaid commission', () => {
  const pending: Partial<AdminCommission> = { status: 'pending', heldReason: null };
  const nothing: DecisionEffects = { treasureKeys: 0, chests: [], heldNote: null };
  const goldGoes = { month: '2026-10', levelBefore: 3, levelAfter: 0, centsBefore: 2_000, centsAfter: 0 };

  async function openMenu(changes: Partial<AdminCommission> = {}, role: 'admin' | 'super_admin' = 'super_admin') {
    answers[`GET ${base}/commissions`] = { json: [{ ...held, ...changes }] };
    const user = await open(PayoutsTab, '?tab=payouts&view=commissions', role);
    return user;
  }

  async function decide(label: 'Hold' | 'Release' | 'Refuse', changes: Partial<AdminCommission> = {}, effects = nothing) {
    const address = `GET ${base}/commissions/70/effects?decision=${label.toLowerCase()}&version=3`;
    answers[address] ??= { json: effects };
    const user = await openMenu(changes);
    await user.click(await screen.findByRole('button', { name: 'Actions for commission for Fay from Fern' }));
    await user.click(screen.getByRole('menuitem', { name: label }));
    return { user, address, dialog: within(await screen.findByRole('dialog', { name: `${label} this commission?` })) };
  }
  const lines = (dialog: Awaited<ReturnType<typeof decide>>['dialog']) =>
    dialog.getAllByRole('listitem').map(({ textContent }) => textContent);

  test('is held with a reason, after its effects were shown', async () => {
    const silver = { month: '2026-09', levelBefore: 3, levelAfter: 2, centsBefore: 2_000, centsAfter: 600 };
    const { user, dialog } = await decide('Hold', pending, { ...nothing, treasureKeys: -2, chests: [silver, goldGoes] });
    expect(await dialog.findByText('$10.00 and 2 Treasure Keys')).toBeDefined();
    await dialog.findByRole('heading', { name: 'Effects' });
    expect(lines(dialog)).toEqual([
      'This commission−$10.00',
      'Treasure Keys from this referral−2',
      'September 2026: Silver instead of Gold chest−$14.00',
      'October 2026: no Gold chest−$20.00',
      'Change to the amount owed−$44.00',
    ]);
    answers[`POST ${base}/commissions/70/hold`] = { json: { ...held, heldReason: 'administrator', version: 4 } };
    await user.type(dialog.getByLabelText('Reason'), 'Let us look at this');
    await user.click(dialog.getByRole('button', { name: 'Hold' }));
    expect(await screen.findByText('$10.00 and 2 Treasure Keys. Fay now sees it as under review.')).toBeDefined();
    expect(postings()[0]?.body).toEqual({ version: 3, reason: 'Let us look at this' });
  });

  test('is released, with the reason of the hold and what is restored', async () => {
    const opens = { month: '2026-10', levelBefore: 0, levelAfter: 1, centsBefore: 0, centsAfter: 200 };
    const { user, dialog } = await decide('Release', {}, { treasureKeys: 2, chests: [opens], heldNote: 'One card, eight names' });
    expect(dialog.getByText('both share a postal or network address; both paid with the same card')).toBeDefined();
    expect(await dialog.findByText('One card, eight names')).toBeDefined();
    expect(lines(dialog)).toEqual([
      'This commission+$10.00',
      'Treasure Keys from this referral+2',
      'October 2026: Bronze chest opens+$2.00',
      'Change to the amount owed+$12.00',
    ]);
    answers[`POST ${base}/commissions/70/release`] = { json: { ...held, status: 'pending', heldReason: null, version: 4 } };
    await user.click(dialog.getByRole('button', { name: 'Release' }));
    expect(await screen.findByText('$10.00 can now be paid.')).toBeDefined();
    expect(postings()[0]?.body).toEqual({ version: 3 });
  });

  test('opens by a click on its row, and can be decided from there', async () => {
    answers[`GET ${base}/commissions/70/effects?decision=release&version=3`] = { json: nothing };
    const user = await openMenu();
    await user.click(await screen.findByRole('cell', { name: '$10.00' }));
    const record = within(await screen.findByRole('dialog', { name: 'Commission for Fay' }));
    expect(record.getByRole('link', { name: /^Fern/ }).getAttribute('href')).toContain('tab=users&user=');
    expect(record.getByText(/both paid with the same card/)).toBeDefined();
    await user.click(record.getByRole('button', { name: 'Release' }));
    expect(await screen.findByRole('dialog', { name: 'Release this commission?' })).toBeDefined();
    expect(screen.queryByRole('dialog', { name: 'Commission for Fay' })).toBeNull();
  });

  test('can be decided from the overview, which has a line for each reason', async () => {
    answers[`GET ${base}/commissions?status=held&reason=same_card&sort=created&limit=5`] = {
      json: [held, { ...held, id: 71, heldReason: 'dispute,same_card' }],
    };
    answers[`GET ${base}/commissions/70/effects?decision=release&version=3`] = { json: nothing };
    const reasons = [
      { reason: 'same_card', count: 240, cents: 240_000 },
      { reason: 'dispute', count: 72, cents: 96_000 },
    ];
    const all = { count: 312, cents: 336_000, isMinimum: false, reasons };
    const user = await open(() => <HeldRows kind="commissions" held={all} />, '?tab=overview');
    expect(await screen.findByText('72 commissions, $960.00')).toBeDefined();
    await user.click(screen.getByText('240 commissions, $2,400.00'));
    expect((await screen.findByRole('link', { name: 'All 240 commissions' })).getAttribute('href')).toContain(
      'view=commissions&status=held&reason=same_card',
    );
    expect(screen.getByText(/also: the payment is disputed/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Release $10.00 and 2 Treasure Keys for Fay' }));
    expect(screen.getByRole('link', { name: 'Open disputes' }).getAttribute('href')).toContain('view=disputes&state=needs_response');
    answers[`POST ${base}/commissions/70/release`] = { json: { ...held, status: 'pending', heldReason: null, version: 4 } };
    await user.click(await within(screen.getByRole('dialog')).findByRole('button', { name: 'Release' }));
    expect(await screen.findByText('$10.00 can now be paid.')).toBeDefined();
  });

  test('is refused with a reason, which stays if the server rejects it', async () => {
    const { user, dialog } = await decide('Refuse');
    expect(await dialog.findByText('Nothing else changes: it was already on hold.')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Refuse' }));
    expect(await dialog.findByText('Please enter a reason')).toBeDefined();
    answers[`POST ${base}/commissions/70/refuse`] = refused('changed_meanwhile');
    await user.type(dialog.getByLabelText('Reason'), 'One person');
    await user.click(dialog.getByRole('button', { name: 'Refuse' }));
    expect(await dialog.findByText(errorMessage('changed_meanwhile'))).toBeDefined();
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('One person');
    expect(postings()[0]?.body).toEqual({ version: 3, reason: 'One person' });
  });

  test('cannot be decided before its effects have loaded', async () => {
    answers[`GET ${base}/commissions/70/effects?decision=refuse&version=3`] = refused('internal');
    const { user, address, dialog } = await decide('Refuse', pending);
    expect(await dialog.findByText('Couldn’t load the effects')).toBeDefined();
    expect(dialog.queryByRole('button', { name: 'Refuse' })).toBeNull();
    answers[address] = { json: { ...nothing, treasureKeys: -2, chests: [goldGoes] } };
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText('October 2026: no Gold chest')).toBeDefined();
    expect(dialog.getByRole('button', { name: 'Refuse' })).toBeDefined();
  });

  test.each([
    ['a dispute', { heldReason: 'dispute' }],
    ['a member who has left', { heldReason: 'member_left', hasLeft: true }],
  ])('of %s can only be refused', async (_, changes) => {
    await decide('Refuse', changes);
    await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Release' })).toBeNull());
  });

  test.each<[string, Partial<AdminCommission>, 'admin' | 'super_admin']>([
    ['that is paid', { status: 'paid', heldReason: null }, 'super_admin'],
    ['that was taken back', { kind: 'reversal', amountCents: -1_000, status: 'pending', heldReason: null }, 'super_admin'],
    ['seen by a plain administrator', pending, 'admin'],
  ])('%s cannot be decided', async (_, changes, role) => {
    await openMenu(changes, role);
    await screen.findByRole('row', { name: /Fay.*Fern/ });
    expect(screen.queryByRole('button', { name: 'Actions for commission for Fay from Fern' })).toBeNull();
  });

  test('of a free referrer consists of keys only', async () => {
    const { dialog } = await decide('Hold', { ...pending, amountCents: 0, treasureKeys: 1 }, { ...nothing, treasureKeys: -1 });
    expect(screen.getByRole('row', { name: /Fay.*Fern.*–.*1.*Keys only/ })).toBeDefined();
    expect(await dialog.findByText('1 Treasure Key, no money')).toBeDefined();
    expect(lines(dialog)).toEqual(['Treasure Keys from this referral−1', 'Change to the amount owed$0.00']);
  });

  test('can also be a chest', { tags: 'long' }, async () => {
    const { kind, friend, isOverdue, treasureKeys, ...same } = held;
    const chest: AdminChest = { ...same, id: 80, status: 'pending', heldReason: null, month: '2026-10', level: 3, isPremium: true };
    answers[`GET ${base}/chests`] = { json: [chest] };
    answers[`GET ${base}/chests/80/effects?decision=hold&version=3`] = { json: nothing };
    const user = await open(PayoutsTab, '?tab=payouts&view=chests');
    await user.click(await screen.findByRole('button', { name: 'Actions for chest for Fay, October 2026' }));
    await user.click(screen.getByRole('menuitem', { name: 'Hold' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Hold this treasure chest?' }));
    expect(await dialog.findByText('This treasure chest')).toBeDefined();
    answers[`POST ${base}/chests/80/hold`] = { json: { ...chest, status: 'held', heldReason: 'administrator', version: 4 } };
    await user.type(dialog.getByLabelText('Reason'), 'Wait');
    await user.click(dialog.getByRole('button', { name: 'Hold' }));
    expect(await screen.findByText('$10.00. Fay now sees it as under review.')).toBeDefined();
  });
});

test('the ledger shows every entry with its sign, and whether it adds up', async () => {
  const entry: LedgerEntry = {
    id: 5,
    member: { id: 7, email: 'fay@demo.test', name: 'Fay' },
    amount: -60,
    type: 'redemption',
    description: '3-4 Night Regional Stay',
    related: 'Certificate VC-1',
    createdAt: at,
  };
  const ledgerCheck: LedgerCheck = {
    startedAt: at,
    finishedAt: at,
    addsUp: true,
    entries: 1_234,
    ledger: 40,
    held: 40,
    runningEntries: 1_234,
    runningBalance: 40,
    issued: 100,
    redeemed: 60,
    withdrawn: 0,
    owed: 0,
    owedLedger: 0,
    differing: 0,
    members: [],
  };
  answers['GET /api/admin/tokens/check'] = { json: { last: null, runningSince: null, runningDiffering: 0 } };
  answers['GET /api/admin/tokens'] = { json: [entry], headers: { 'X-Total-Count': '1' } };
  answers['GET /api/admin/tokens/totals'] = {
    json: { balance: 40, owed: 0, entries: 1_234, lately: { issued: 100, redeemed: 60, withdrawn: 0 } },
  };
  await open(TokensTab, '?tab=tokens');
  expect(await screen.findByRole('row', { name: /Fay.*−60.*Redemption.*3-4 Night Regional Stay.*Certificate VC-1/ })).toBeDefined();
  cleanup();
  const user = await open(TokensPanel, '?tab=overview');
  expect(await screen.findByText('1,234')).toBeDefined();
  const press = () => user.click(screen.getByRole('button', { name: 'Check the ledger' }));
  expect(await screen.findByText('Not checked yet. Checks run every day.')).toBeDefined();
  answers['POST /api/admin/tokens/check'] = { json: { last: ledgerCheck, runningSince: null, runningDiffering: 0 } };
  await press();
  expect(await screen.findByText(/^The ledger added up on .*2026/)).toBeDefined();
  const members = [{ id: 7, email: 'fay@demo.test', balance: 1_040, ledger: 40, owed: 0, owedLedger: 0 }];
  const differs = { ...ledgerCheck, addsUp: false, held: 1_040, differing: 1, members };
  answers['POST /api/admin/tokens/check'] = { json: { last: differs, runningSince: null, runningDiffering: 0 } };
  await press();
  const alert = (await screen.findByText(/^The ledger did not add up on/)).closest('[role=alert]');
  expect(alert?.textContent).toContain('fay@demo.test holds 1,040, entries add up to 40');
  answers['POST /api/admin/tokens/check'] = { json: { last: ledgerCheck, runningSince: at, runningDiffering: 0 } };
  await press();
  expect(await screen.findByText(/It resumes every hour until it’s done/)).toBeDefined();
  answers['POST /api/admin/tokens/check'] = refused('internal');
  await press();
  expect(await screen.findByText('The ledger could not be checked')).toBeDefined();
});
