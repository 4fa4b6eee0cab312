import { describe, expect, test } from 'vitest';
import { maxSummarizedFinds } from '#schema/rules.ts';
import { type SummarizedFind, summarizeFinds } from '#worker/domain/scans/find-summary.ts';

const noPlace = { latitudeE6: null, longitudeE6: null, visibility: null };
const at = (iso: string) => Date.parse(iso) / 1_000;
const find = (id: number, iso: string, place: Partial<SummarizedFind> = {}): SummarizedFind => ({
  id,
  foundAt: at(iso),
  ...noPlace,
  ...place,
});

describe('the summary of finds', () => {
  test('counts UTC months, and numbers finds from the oldest', () => {
    const park = { latitudeE6: 35_600_100, longitudeE6: -82_600_200, visibility: 'exact' as const };
    expect(
      summarizeFinds([find(30, '2026-11-01T00:00:00Z', park), find(20, '2026-10-31T23:59:59Z'), find(10, '2026-10-01T00:00:00Z')]),
    ).toEqual({
      total: 3,
      months: [
        { month: '2026-11', finds: 1, newestId: 30, number: 3 },
        { month: '2026-10', finds: 2, newestId: 20, number: 2 },
      ],
      points: [[30, 3, 35.6001, -82.6002, 'exact']],
    });
  });

  test('of no finds is empty', () => {
    expect(summarizeFinds([])).toEqual({ total: 0, months: [], points: [] });
  });

  test.each([
    [maxSummarizedFinds, maxSummarizedFinds],
    [maxSummarizedFinds + 1, null],
  ])('of %i finds has the total %s', (count, total) => {
    const summary = summarizeFinds(Array.from({ length: count }, (_, index) => find(count - index, '2026-11-01T00:00:00Z')));
    expect(summary).toMatchObject({ total, months: [{ finds: maxSummarizedFinds, newestId: count, number: total }] });
  });
});
