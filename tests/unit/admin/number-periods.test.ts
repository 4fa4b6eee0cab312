import { expect, test } from 'vitest';
import { findCohortRange, findPeriods } from '#worker/domain/admin/numbers.ts';

test.each([
  ['28days', '2026-03-10', ['2026-02-11', '2026-03-10'], ['2026-01-14', '2026-02-10']],
  // A month counts once its last day is complete.
  ['month', '2028-02-28', ['2028-01-01', '2028-01-31'], ['2027-12-01', '2027-12-31']],
  ['month', '2028-02-29', ['2028-02-01', '2028-02-29'], ['2028-01-01', '2028-01-31']],
  ['year', '2026-03-10', ['2025-03-01', '2026-02-28'], ['2024-03-01', '2025-02-28']],
] as const)('the numbers of %s up to %s', (period, through, [from, to], [previousFrom, previousTo]) => {
  expect(findPeriods(period, through)).toEqual({ period: { from, to }, previous: { from: previousFrom, to: previousTo } });
});

test('cohorts are those of the last twelve complete months', () => {
  expect(findCohortRange('2026-03-10')).toEqual({ fromMonth: '2025-03', to: '2026-02-28' });
});
