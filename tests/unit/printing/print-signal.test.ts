/** The status of a print order does not depend on the order in which the printer's webhooks arrive. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyWriteOff, type PrintSignal, printState, type SignalType, signalTypes } from '#worker/domain/printing/print-signal.ts';

const signal = (type: SignalType, occurredAt: number, more: Partial<PrintSignal> = {}): PrintSignal => ({
  type,
  occurredAt,
  item: type.startsWith('CloudprinterOrder') ? '' : 'one',
  tracking: null,
  message: null,
  ...more,
});

test('an order without signals has no status', () => {
  expect(printState([], 1)).toBeUndefined();
});

test.each<[SignalType[], string]>([
  [['CloudprinterOrderValidated'], 'validated'],
  [['CloudprinterOrderValidated', 'ItemValidated', 'ItemProduce'], 'producing'],
  [['ItemProduced', 'ItemProduce', 'ItemValidated'], 'produced'],
  [['ItemPacked'], 'produced'],
  [['ItemShipped', 'ItemPacked'], 'shipped'],
  [['ItemShipped', 'CloudprinterOrderCanceled'], 'cancelled'],
  [['ItemCanceled', 'ItemProduce'], 'cancelled'],
])('%j is %s', (types, status) => {
  expect(
    printState(
      types.map((type, minute) => signal(type, minute)),
      1,
    ),
  ).toMatchObject({ status });
});

describe('a print error', () => {
  const error = signal('ItemError', 50, { message: 'Too little bleed' });

  test('lasts, with the printer’s message, until a later signal for the item', () => {
    expect(printState([error, signal('ItemProduce', 40)], 1)).toMatchObject({ status: 'error', error: 'Too little bleed' });
    expect(printState([error, signal('ItemProduce', 60)], 1)).toMatchObject({ status: 'producing', error: null });
  });

  test('of one item is not cleared by another item', () => {
    expect(printState([error, signal('ItemProduce', 60, { item: 'two' })], 2)).toMatchObject({ status: 'error' });
  });

  test('is cleared once the item has shipped, regardless of the signals’ times', () => {
    expect(printState([error, signal('ItemShipped', 40)], 1)).toMatchObject({ status: 'shipped', statusAt: 40 });
  });
});

test('an order with one canceled item needs attention; with all items canceled it is canceled', () => {
  const cancelled = signal('ItemCanceled', 1);
  expect(printState([cancelled, signal('ItemProduce', 2, { item: 'two' })], 2)).toMatchObject({
    status: 'error',
    error: '1 of 2 were canceled.',
  });
  expect(printState([cancelled, signal('ItemCanceled', 2, { item: 'two' })], 2)).toMatchObject({ status: 'cancelled' });
});

describe('an order of several items', () => {
  const shipped = (item: string, occurredAt: number, tracking: string | null = null) =>
    signal('ItemShipped', occurredAt, { item, tracking });

  test('is shipped once every item is, with all parcels, oldest first', () => {
    const parcels = [shipped('two', 9, 'new'), shipped('one', 3, 'old')];
    expect(printState(parcels.slice(1), 3)).toMatchObject({ status: 'produced', tracking: 'old', shipped: 1 });
    expect(printState(parcels, 3)).toMatchObject({ status: 'produced', tracking: 'old\nnew', shipped: 2 });
    expect(printState([...parcels, shipped('three', 5, 'old')], 3)).toEqual({
      status: 'shipped',
      statusAt: 9,
      tracking: 'old\nnew',
      error: null,
      shipped: 3,
    });
  });

  test('is shipped without canceled items, and states their number', () => {
    const signals = [shipped('one', 1), signal('ItemCanceled', 2, { item: 'two' })];
    expect(printState(signals, 3)).toMatchObject({ status: 'error', error: '1 of 3 were canceled.' });
    expect(printState([...signals, shipped('three', 3)], 3)).toMatchObject({
      status: 'shipped',
      error: '1 of 3 were canceled.',
      shipped: 2,
    });
  });

  test('needs attention while one of them has a problem, even if others have shipped', () => {
    expect(printState([shipped('one', 1, '1Z'), signal('ItemError', 2, { item: 'two' })], 2)).toMatchObject({
      status: 'error',
      tracking: '1Z',
    });
  });

  test('counts an item once, regardless of its number of parcels', () => {
    expect(printState([shipped('one', 1, 'a'), shipped('one', 2, 'b')], 2)).toMatchObject({
      status: 'produced',
      tracking: 'a\nb',
      shipped: 1,
    });
  });
});

test('an order canceled here stays canceled, with a warning if the printer works on it', () => {
  const producing = printState([signal('ItemProduce', 7)], 1);
  expect(producing && applyWriteOff(producing)).toMatchObject({
    status: 'cancelled',
    statusAt: 7,
    error: expect.stringContaining('the printer accepted it'),
  });
  const cancelled = printState([signal('CloudprinterOrderCanceled', 7)], 1);
  expect(cancelled && applyWriteOff(cancelled)).toMatchObject({ status: 'cancelled', error: null });
});

test('any order and repetition of the same signals has the same result', () => {
  const anySignal = fc.record({
    type: fc.constantFrom(...signalTypes),
    occurredAt: fc.integer({ min: 0, max: 4 }),
    item: fc.constantFrom('', 'one', 'two', 'three'),
    tracking: fc.option(fc.constantFrom('1Z1', '1Z2')),
    message: fc.option(fc.constantFrom('bleed', 'fonts')),
  });
  fc.assert(
    fc.property(
      fc
        .array(anySignal, { minLength: 1, maxLength: 12 })
        .chain((signals) =>
          fc.tuple(fc.constant(signals), fc.shuffledSubarray([...signals, ...signals], { minLength: signals.length * 2 })),
        ),
      ([signals, shuffled]) => {
        expect(printState(shuffled, 3)).toEqual(printState(signals, 3));
      },
    ),
    { numRuns: 1_000 },
  );
});
