/** The stays offered by the local travel provider. */
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { certificateTypes } from '#schema/certificates/certificate.ts';
import { minStayNights, secondsPerDay } from '#schema/rules.ts';
import { terms } from '#scripts/fakes/travel/catalogue.ts';
import { makeQuote } from '#scripts/fakes/travel/quotes.ts';
import { Desk } from '#scripts/fakes/travel/state.ts';
import { Quote } from '#worker/clients/travel-provider.ts';

const today = Date.now();
const dayIn = (days: number) => new Date(today + days * secondsPerDay * 1_000).toISOString().slice(0, 10);
const validUntil = `${dayIn(365)}T23:59:59.000Z`;
const monthIn4Months = dayIn(120).slice(0, 7);

describe.each(certificateTypes)('%s', (type) => {
  const wanted = (wish: object) => ({
    ...{ number: 'VC-7K2M-9QXA', type, validUntil },
    wishes: [{ destinationId: null, month: monthIn4Months, arrival: null, travelers: 2, ...wish }],
  });

  test.each(terms[type].destinations.map(({ id }) => id))('in %s, an offer is complete and within the terms', (destinationId) => {
    const quote = v.parse(Quote, makeQuote(wanted({ destinationId }), terms[type], 'Q-1'));
    expect(quote).toMatchObject({ quoteId: 'Q-1', destinationId });
    expect(quote.arrival.slice(0, 7)).toBe(monthIn4Months);
    expect((Date.parse(quote.departure) - Date.parse(quote.arrival)) / 1_000).toBe(minStayNights[type] * secondsPerDay);
    for (const [index, { cents }] of quote.costs.entries()) {
      const { fromCents, toCents } = terms[type].costs[index] ?? { fromCents: 0, toCents: 0 };
      expect([cents >= fromCents, cents <= toCents]).toEqual([true, true]);
    }
  });

  test('quotes the first wish that can be met', () => {
    const impossible = [
      { travelers: 9 },
      { month: null, arrival: dayIn(-1) },
      { month: null, arrival: dayIn(364) },
      { destinationId: 'atlantis' },
    ];
    const { wishes } = wanted({});
    const all = [...impossible.flatMap((change) => wanted(change).wishes), ...wishes];
    expect(makeQuote({ ...wanted({}), wishes: all }, terms[type], 'Q-1')?.arrival.slice(0, 7)).toBe(monthIn4Months);
    expect(makeQuote({ ...wanted({}), wishes: all.slice(0, -1) }, terms[type], 'Q-1')).toBeUndefined();
  });
});

test.each([
  [14, true, 'canceled_free'],
  [13, false, 'booked'],
])('a booking with %d days to the arrival is released: %s', (days, isReleased, status) => {
  const [desk, number] = [new Desk(), 'VC-7K2M-9QXA'];
  const wish = { destinationId: 'lisbon', month: monthIn4Months, arrival: null, travelers: 2 };
  const quote = v.parse(Quote, makeQuote({ number, type: 'global', validUntil, wishes: [wish] }, terms.global, 'Q-1'));
  desk.addQuote({ number, request: '', quote: { ...quote, arrival: dayIn(days) }, hasRaisedPrice: false });
  expect(desk.release(number)).toBe(true);
  desk.book({ number, quoteId: 'Q-1', travelerName: 'Ada Traveler' });
  expect([desk.release(number), desk.statusOf(number)]).toEqual([isReleased, status]);
});
