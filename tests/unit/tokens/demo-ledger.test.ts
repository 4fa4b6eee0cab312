/** The demo ledger must be indistinguishable from one written in real time. */
import { expect, test } from 'vitest';
import { tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import { demoHistory } from '#scripts/seed/demo-history.ts';
import { demoLedger } from '#scripts/seed/demo-office.ts';
import { demoPeople } from '#scripts/seed/demo-people.ts';

const now = 1_795_000_000;

test('the demo ledger’s rows are in chronological order, and no member spends tokens before earning them', () => {
  const people = demoPeople(now, 0, '!');
  const ledger = demoLedger(now, people, demoHistory(now, 0, people).tokenTransactions, 0);
  const times = ledger.map(({ created_at }) => Number(created_at));
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  const balances = new Map<unknown, number>();
  for (const { user_id, amount } of ledger) {
    const balance = (balances.get(user_id) ?? 0) + Number(amount);
    expect(balance).toBeGreaterThanOrEqual(0);
    balances.set(user_id, balance);
  }
  expect([...people.byName.values()].find(({ id }) => balances.get(id) === 300)?.username).toBe('pru');
});

test('in the demo ledger the owner’s row of each find comes right after the finder’s', () => {
  const people = demoPeople(now, 0, '!');
  const ledger = demoLedger(now, people, demoHistory(now, 0, people).tokenTransactions, 0);
  const { scan, owner_scan } = tokenKinds;
  expect(ledger.some(({ kind }) => kind === owner_scan.code)).toBe(true);
  for (const [index, { kind, subject_id, other_id }] of ledger.entries())
    if (kind === owner_scan.code) expect(ledger[index - 1]).toMatchObject({ kind: scan.code, subject_id, user_id: other_id });
});
