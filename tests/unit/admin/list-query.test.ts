import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ListCapabilities, readListQuery, writeCursor } from '#worker/domain/admin/list-query.ts';

const offer: ListCapabilities = {
  sorts: { created: '', email: '', tokens: '' },
  defaultSort: '-created',
  filters: {
    role: { values: ['free', 'basic'], isNumber: false, sorts: ['created', 'email'] },
    user: { values: undefined, isNumber: true, sorts: ['tokens'] },
    day: { values: undefined, isNumber: false, sorts: ['created'] },
    state: { values: ['in', 'out'], isNumber: false, sorts: ['tokens'], within: 'user' },
  },
  dates: { sorts: ['created'] },
};
const read = (query: Record<string, string>) => readListQuery({ q: '', limit: 50, ...query }, offer);
const readAccepted = (query: Record<string, string>) => {
  const result = read(query);
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  return result.value;
};
const refusal = (query: Record<string, string>) => {
  const result = read(query);
  return result.ok ? 'taken' : result.refusal;
};

describe('a list query', () => {
  test('defaults to the list’s own order and its first page', () => {
    const sort = { name: 'created', isDescending: true };
    expect(readAccepted({})).toEqual({ q: '', limit: 50, sort, filters: [], dates: null, after: null, total: null });
  });

  test('sorts by any offered order, ascending or descending', () => {
    expect(readAccepted({ sort: 'email' }).sort).toEqual({ name: 'email', isDescending: false });
    expect(readAccepted({ sort: '-tokens' }).sort).toEqual({ name: 'tokens', isDescending: true });
    expect(readAccepted({ sort: '' }).sort).toEqual({ name: 'created', isDescending: true });
    for (const sort of ['shoe-size', '--email', 'email;', 'constructor', '__proto__', '-']) {
      expect(refusal({ sort })).toEqual({ sort: 'Sort by one of created, email, tokens' });
    }
  });

  test('accepts any combination of the list’s filters, each with a known value', () => {
    expect(readAccepted({ role: 'free' }).filters).toEqual([{ name: 'role', value: 'free' }]);
    expect(readAccepted({ role: '' }).filters).toEqual([]);
    expect(readAccepted({ day: 'x', role: 'free' }).filters).toEqual([
      { name: 'role', value: 'free' },
      { name: 'day', value: 'x' },
    ]);
    expect(refusal({ role: 'king' })).toEqual({ role: 'Choose one of free, basic' });
    expect(refusal({ role: 'toString' })).toEqual({ role: 'Choose one of free, basic' });
    expect(refusal({ user: 'seven' })).toEqual({ user: 'This must be a whole number' });
    expect(refusal({ user: '-1' })).toEqual({ user: 'This must be a whole number' });
    expect(refusal({ user: '1'.repeat(16) })).toEqual({ user: 'This must be a whole number' });
    expect(refusal({ state: 'in', sort: 'tokens' })).toEqual({ state: 'This filter needs the filter user' });
    expect(readAccepted({ user: '7', state: 'in', sort: 'tokens' }).filters).toHaveLength(2);
    expect(refusal({ role: 'free', day: 'x', sort: 'email' })).toEqual({ sort: 'With this filter, sort by created' });
  });

  test('accepts a range of UTC days, both included', () => {
    const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / 1_000;
    expect(readAccepted({ from: '2026-02-27', to: '2026-02-28' }).dates).toEqual({ from: day('2026-02-27'), until: day('2026-03-01') });
    expect(readAccepted({ from: '2026-02-27' }).dates).toEqual({ from: day('2026-02-27'), until: null });
    expect(readAccepted({ to: '2024-02-29', from: '' }).dates).toEqual({ from: null, until: day('2024-03-01') });
    expect(readAccepted({ from: '', to: '' }).dates).toBeNull();
    expect(refusal({ from: '2026-03-02', to: '2026-03-01' })).toEqual({ from: 'The start date must not be after the end date' });
    for (const text of ['2026-02-29', '2026-13-01', 'yesterday', '2026-1-1', '1', '2026-01-01T00:00:00Z', '+012026-01-01', '%00']) {
      expect(refusal({ from: text })).toEqual({ from: 'This date does not exist. Use YYYY-MM-DD' });
      expect(refusal({ to: text })).toEqual({ to: 'This date does not exist. Use YYYY-MM-DD' });
    }
    expect(readListQuery({ q: '', limit: 50, to: '2026-01-01' }, { ...offer, dates: null })).toMatchObject({
      refusal: { to: 'This list cannot be filtered by date' },
    });
  });

  test('with a date range, accepts only the sort orders that support it; a search accepts all', () => {
    expect(refusal({ from: '2026-01-01', sort: 'tokens' })).toEqual({ sort: 'With this filter, sort by created' });
    expect(readAccepted({ from: '2026-01-01', sort: 'tokens', q: 'anna' }).sort.name).toBe('tokens');
  });

  test('ignores other parameters, even those named like inherited properties', () => {
    for (const name of ['tab', 'toString', 'constructor', 'hasOwnProperty']) expect(readAccepted({ [name]: 'x' }).filters).toEqual([]);
  });

  test('with a filter, accepts only the sort orders that an index serves; a search accepts all', () => {
    expect(readAccepted({ role: 'free', sort: 'email' }).sort.name).toBe('email');
    expect(refusal({ role: 'free', sort: 'tokens' })).toEqual({ sort: 'With this filter, sort by created or email' });
    expect(readAccepted({ role: 'free', sort: 'tokens', q: 'anna' }).sort.name).toBe('tokens');
    // No index supports sorting by creation date with the `user` filter, so the list is sorted by tokens instead.
    expect(readAccepted({ user: '7' }).sort).toEqual({ name: 'tokens', isDescending: true });
  });
});

describe('a list’s cursor', () => {
  test('round-trips, with text in any script, and carries the total', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null)),
        fc.integer({ min: 1 }),
        fc.option(fc.record({ count: fc.nat(), isMinimum: fc.boolean() })),
        (place, id, total) => {
          const { after, total: carried } = readAccepted({ cursor: writeCursor({ place, id }, total) });
          expect(after).toEqual({ place: Object.is(place, -0) ? 0 : place, id });
          expect(carried).toEqual(total);
        },
      ),
    );
  });

  test('that is malformed is refused', () => {
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const garbage = ['', ' ', 'x', '%%%', 'null', encode(null), encode([1]), encode([1, 2]), encode([{}, 2, null])];
    for (const cursor of [...garbage, encode([1, 2.5, null]), encode([1, '2', null]), encode([1, 2, 'many'])]) {
      expect(refusal({ cursor })).toEqual({ cursor: 'This page no longer exists. Please start from the first page' });
    }
  });
});
