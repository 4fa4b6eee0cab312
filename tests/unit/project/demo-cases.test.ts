/** The three review cases in the demo data turn out as intended: a farm, an unclear case and a clean case. */
import { expect, test } from 'vitest';
import { demoHistory } from '#scripts/seed/demo-history.ts';
import { demoPeople } from '#scripts/seed/demo-people.ts';

const now = Date.UTC(2026, 10, 23, 1) / 1_000;
const people = demoPeople(now, 0, '!');
const history = demoHistory(now, 0, people);

const findsOf = (name: string) => history.scans.filter(({ user_id }) => user_id === people.byName.get(name)?.id);
const tokensEarnedBy = (name: string) =>
  history.tokenTransactions.reduce((sum, { user_id, amount }) => sum + (user_id === people.byName.get(name)?.id ? Number(amount) : 0), 0);

test('each demo member earned at most the cost of their certificate', () => {
  expect(['rex1', 'nia', 'ola'].map(tokensEarnedBy)).toEqual([60, 22, 24]);
});

test('no demo member exceeds the daily limits of finds, with or without codes', () => {
  for (const { rewarded_scans, codeless_scans } of history.memberDays) {
    expect(Number(rewarded_scans)).toBeLessThanOrEqual(50);
    expect(Number(codeless_scans)).toBeLessThanOrEqual(10);
  }
});

test('the farm’s finds are seconds apart from one address, the family’s minutes apart', () => {
  const gaps = (name: string) =>
    findsOf(name)
      .map(({ scan_date }) => Number(scan_date))
      .map((at, index, all) => at - (all[index - 1] ?? at))
      .slice(1);
  expect(gaps('rex1').filter((gap) => gap === 2)).toHaveLength(58);
  expect(new Set(findsOf('rex1').map(({ address_hash }) => address_hash)).size).toBe(1);
  expect(Math.min(...gaps('ola'))).toBe(540);
  expect(findsOf('nia').filter(({ code_was_right }) => code_was_right === 0)).toHaveLength(18);
});
