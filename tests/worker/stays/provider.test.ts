/** Offers and bookings from the travel provider: responses, failures, and overlapping calls. Product rules: Certificates. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bookingCheckSeconds, bookingDueSeconds, jobRetrySeconds, secondsPerDay, secondsPerHour } from '#schema/rules.ts';
import type { AdminStay, AdminStayDetails } from '#schema/stays/admin-stays.ts';
import { newAdmin, type TestAdmin, withProof } from '#tests/worker/support/admin/administrators.ts';
import { localTravel } from '#tests/worker/support/certificates/travel.ts';
import { advanceClock, balanceOf, change, expectError, row } from '#tests/worker/support/client.ts';
import {
  accept,
  bookedStay,
  dayIn,
  maintain,
  newQuote,
  newStay,
  nowSeconds,
  offeredStay,
  providerWith,
  readStay,
  stayMails,
  store,
  wish,
} from '#tests/worker/support/stays/member-stay.ts';
import type { BookingRequest, BookingResponse, BookingStatus, QuoteRequest } from '#worker/clients/travel-provider.ts';
import { cancelCertificate } from '#worker/flows/certificates/cancel-certificate.ts';

const control = (path: string, body?: object) =>
  fetch(`${env.TRAVEL_API_BASE}/fake/${path}`, body ? { method: 'POST', body: JSON.stringify(body) } : { method: 'DELETE' });

beforeEach(() => {
  vi.setSystemTime(Date.now());
  for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => undefined);
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await control('quotes', { mode: 'offer' });
  await control('faults');
  // Cleans up so that jobs in the next test do not process this test's data.
  await change(`UPDATE stays SET stage = 'expired', waiting_since = NULL`);
});

describe('with the local provider', () => {
  test('a wish leads to an offer at once, and accepting the offer to a booking', async () => {
    const stay = await newStay();
    const offered = await wish(stay);
    expect(offered.body.stay).toMatchObject({ stage: 'offered', offer: { status: 'open', destinationId: 'lisbon' } });
    const booked = await accept(stay.client, stay.number);
    expect(booked.body).toMatchObject({ travelPlugId: `LOCAL-${stay.number}`, stay: { stage: 'booked', offer: { status: 'accepted' } } });
    const { arrival, costCents, providerError } = await readStay(stay);
    expect({ arrival, costCents, providerError }).toEqual({
      arrival: booked.body.stay?.offer?.arrival,
      costCents: 67_500,
      providerError: null,
    });
    expect(await stayMails(stay.id)).toEqual(['stay_offered', 'stay_booked']);
    const mails = await row('SELECT group_concat(payload) AS payloads FROM outbox WHERE user_id = ?', stay.id);
    expect(JSON.stringify(mails)).not.toMatch(/Quill|zoe@|828 555/);
  });

  test('a late answer is fetched by the job, and no answer is shown to administrators', async () => {
    const stay = await newStay();
    await control('quotes', { mode: 'pending' });
    await wish(stay);
    expect(await readStay(stay)).toMatchObject({ stage: 'wished', providerError: null });
    await control('quotes', { mode: 'none' });
    await maintain(await localTravel());
    expect(await readStay(stay)).toMatchObject({
      stage: 'wished',
      providerError: 'The travel provider has no stay that fits these preferences.',
    });
    await control('quotes', { mode: 'offer' });
    advanceClock(jobRetrySeconds.first * 2);
    await maintain(await localTravel());
    expect(await readStay(stay)).toMatchObject({ stage: 'offered', providerError: null });
  });

  test('a changed price withdraws the offer, brings another, and does not count as declined', async () => {
    const stay = await newStay();
    await wish(stay);
    await control('quotes', { mode: 'price_changed' });
    expect((await accept(stay.client, stay.number)).body.stay).toMatchObject({
      stage: 'offered',
      declinedOffers: 0,
      offer: { status: 'open' },
    });
    expect(await readStay(stay)).toMatchObject({ offers: 'withdrawn open', reference: null });
    expect((await accept(stay.client, stay.number)).body.stay).toMatchObject({ stage: 'booked' });
    expect(await stayMails(stay.id)).toEqual(['stay_offered', 'stay_offered', 'stay_booked']);
  });

  test('a place that is gone brings another offer', async () => {
    const stay = await newStay();
    await wish(stay);
    await control('quotes', { mode: 'unavailable' });
    expect((await accept(stay.client, stay.number)).body.stay).toMatchObject({ stage: 'offered', declinedOffers: 0 });
    expect(await readStay(stay)).toMatchObject({ offers: 'withdrawn open' });
  });

  test('failures are left to the job, and a lost response books once', async () => {
    const stay = await newStay();
    await control('faults', { match: 'PUT /v1/quotes', status: 500 });
    expect((await wish(stay)).body.stay).toMatchObject({ stage: 'wished' });
    expect(await readStay(stay)).toMatchObject({ providerError: 'The travel provider returned status 500.' });
    const travel = await localTravel();
    await maintain(travel);
    await control('faults', { match: 'PUT /v1/bookings', status: 500 });
    expect((await accept(stay.client, stay.number)).body.stay).toMatchObject({ stage: 'offered', offer: { status: 'accepted' } });
    const book = async (request: BookingRequest) => {
      await travel.book(request);
      throw new Error('timed out');
    };
    await expect(maintain({ ...travel, book })).rejects.toThrow(
      'The travel provider is unavailable, so the rest will be retried later: timed out',
    );
    expect((await readStay(stay)).providerError).toBe('timed out');
    advanceClock(jobRetrySeconds.first);
    await Promise.all([maintain(travel), maintain(travel)]);
    expect(await readStay(stay)).toMatchObject({ stage: 'booked', reference: `LOCAL-${stay.number}`, providerError: null });
    expect(await stayMails(stay.id)).toEqual(['stay_offered', 'stay_booked']);
  });

  test('a booking whose response was lost is canceled before a second look withdraws the offer', async () => {
    const stay = await newStay();
    await wish(stay);
    await control('faults', { match: 'PUT /v1/bookings', status: 500 });
    await accept(stay.client, stay.number);
    const travel = await localTravel();
    const book = async (request: BookingRequest) => {
      await travel.book(request);
      throw new Error('timed out');
    };
    await expect(maintain({ ...travel, book })).rejects.toThrow('timed out');
    const [passer] = [await newAdmin(), await newAdmin()];
    await change(
      `INSERT INTO second_looks (certificate_id, passed_by_id, passed_at, state) VALUES (?, ?, 1, 'raised')`,
      stay.certificateId,
      passer.id,
    );
    advanceClock(bookingDueSeconds - 60);
    await maintain(travel);
    expect(await readStay(stay)).toMatchObject({ stage: 'offered', offers: 'accepted' });
    advanceClock(60);
    // Without the provider, or while it does not release the stay, the desk still has to book it.
    await maintain();
    await maintain({ ...travel, cancel: async () => false });
    expect(await readStay(stay)).toMatchObject({
      ...{ stage: 'offered', offers: 'accepted' },
      providerError: 'The travel provider has booked this stay and does not release it.',
    });
    expect(await travel.status(stay.number)).toBe('booked');
    advanceClock(secondsPerDay);
    await maintain(travel);
    expect(await readStay(stay)).toMatchObject({ stage: 'wished', offers: 'withdrawn', providerError: null });
    expect(await travel.status(stay.number)).toBe('canceled_free');
    expect(await stayMails(stay.id)).toEqual(['stay_offered', 'stay_withdrawn']);
  });

  test('a canceled booking gives the member the choice, and can be followed by another', async () => {
    const stay = await newStay();
    await wish(stay);
    await accept(stay.client, stay.number);
    await control(`bookings/${stay.number}`, { status: 'canceled_free' });
    await Promise.all([maintain(await localTravel()), maintain(await localTravel())]);
    expect(await readStay(stay)).toMatchObject({
      ...{ stage: 'wished', wasCanceled: 1, declinedOffers: 0, arrival: null, reference: null },
      ...{ former: `["LOCAL-${stay.number}"]`, offers: 'withdrawn' },
    });
    const certificate = (await wish(stay)).body;
    expect(certificate.stay).toMatchObject({ stage: 'offered', mayReturn: true });
    expect((await accept(stay.client, stay.number)).body).toMatchObject({ travelPlugId: `LOCAL-${stay.number}-2` });
    expect(await stayMails(stay.id)).toEqual(['stay_offered', 'stay_booked', 'stay_canceled', 'stay_offered', 'stay_booked']);
  });
});

describe('three bookings that fail', () => {
  test('do not keep the provider from being asked about other stays again', async () => {
    const failing = [await offeredStay(), await offeredStay(), await offeredStay()];
    for (const { client, number } of failing) await accept(client, number);
    const other = await newStay();
    await control('quotes', { mode: 'pending' });
    await wish(other);
    let books = 0;
    const travel = providerWith({
      book: async () => {
        books += 1;
        throw new Error('timed out');
      },
      quote: async () => ({ status: 'offered', quote: newQuote() }),
    });
    const outage = 'The travel provider is unavailable, so the rest will be retried later: timed out';
    const failures = '3 of 4 stays failed and will be retried. First error: timed out';
    await expect(maintain(travel)).rejects.toThrow(outage);
    expect(await readStay(other)).toMatchObject({ stage: 'wished' });
    advanceClock(secondsPerHour);
    await expect(maintain(travel)).rejects.toThrow(failures);
    expect(await readStay(other)).toMatchObject({ stage: 'offered' });
    // The interval grows, so an hourly run tries them less often.
    for (let run = 0; run < 10; run += 1) {
      advanceClock(secondsPerHour);
      await maintain(travel).catch(() => undefined);
    }
    expect(books).toBeLessThan(3 * 9);
    for (const stay of failing) expect(await readStay(stay)).toMatchObject({ stage: 'offered', offers: 'accepted' });
  });

  test.each([
    ['refuses the bookings is still asked about other stays', 422, '3 of 4 stays failed and will be retried. First error', 'offered'],
    ['rejects our key is not asked about other stays', 403, 'The travel provider is unavailable, so the rest will be retried', 'wished'],
  ])('a provider that %s (status %i)', async (_, status, message, stage) => {
    for (let stays = 0; stays < 3; stays += 1) {
      const stay = await newStay();
      await control('quotes', { mode: 'offer' });
      await wish(stay);
      await control('faults', { match: 'PUT /v1/bookings', status });
      await accept(stay.client, stay.number);
    }
    const other = await newStay();
    await control('quotes', { mode: 'pending' });
    await wish(other);
    await control('quotes', { mode: 'offer' });
    await control('faults', { match: 'PUT /v1/bookings', status, times: 10 });
    await expect(maintain(await localTravel())).rejects.toThrow(message);
    expect(await readStay(other)).toMatchObject({ stage });
  });
});

describe('a request for a quote', () => {
  test('contains nothing about the traveler, and the quotes that were declined', async () => {
    const first = newQuote();
    const stay = await offeredStay(first);
    await stay.client.post(`/api/stays/${stay.number}/decline`, {
      offerId: (await row<{ id: number }>('SELECT max(id) AS id FROM stay_offers'))?.id,
    });
    const requests: QuoteRequest[] = [];
    const travel = providerWith({
      quote: async (request) => {
        requests.push(request);
        return { status: 'offered', quote: newQuote() };
      },
    });
    // The member first gets time to change their preferences, so the job does not request a quote yet.
    await maintain(travel);
    expect(requests).toEqual([]);
    advanceClock(secondsPerDay);
    await maintain(travel);
    expect(requests).toMatchObject([{ number: stay.number, type: 'global', formerQuoteIds: [first.quoteId], wishes: [{ travelers: 2 }] }]);
    expect(JSON.stringify(requests)).not.toMatch(/Quill|zoe@|828 555/);
    expect(await readStay(stay)).toMatchObject({ stage: 'offered', declinedOffers: 1, offers: 'declined open' });
  });

  test('adds one offer if the provider answers twice at the same time', async () => {
    const stay = await newStay();
    await control('quotes', { mode: 'pending' });
    await wish(stay);
    const travel = providerWith({ quote: async () => ({ status: 'offered', quote: newQuote() }) });
    await Promise.all([maintain(travel), maintain(travel), maintain(travel)]);
    expect(await readStay(stay)).toMatchObject({ stage: 'offered', offers: 'open' });
    expect(await stayMails(stay.id)).toEqual(['stay_offered']);
  });

  const dear = { costs: [{ name: 'Tourist tax', chargedBy: 'the hotel', when: 'at check-in', cents: 2_000_00 }] };
  test.each([
    ['that was declined before', {}, 'offered an old quote'],
    [
      'outside the certificate’s validity',
      { quoteId: 'Q-late', arrival: '2099-01-01', departure: '2099-01-07' },
      'days outside the certificate’s validity',
    ],
    ['that costs more than the member saw', { quoteId: 'Q-dear', ...dear }, 'costs more than the member saw'],
  ])('refuses a quote %s', async (_, changes, reason) => {
    const quote = newQuote();
    const stay = await offeredStay(quote);
    await change(`UPDATE stay_offers SET status = 'declined' WHERE certificate_id = ?`, stay.certificateId);
    await change(`UPDATE stays SET stage = 'wished', waiting_since = ? WHERE certificate_id = ?`, nowSeconds(), stay.certificateId);
    const next = { ...quote, ...changes };
    await expect(maintain(providerWith({ quote: async () => ({ status: 'offered', quote: next }) }))).rejects.toThrow(reason);
    expect(await readStay(stay)).toMatchObject({ stage: 'wished', offers: 'declined' });
  });

  test('does not offer a stay for wishes that the member has changed', async () => {
    const stay = await newStay();
    await control('quotes', { mode: 'pending' });
    await wish(stay);
    const quote = async () => {
      await wish(stay, dayIn4Months());
      return { status: 'offered' as const, quote: newQuote() };
    };
    await maintain(providerWith({ quote }));
    expect(await readStay(stay)).toMatchObject({ stage: 'wished', offers: '' });
  });

  test('is not made for suspended members', async () => {
    const stay = await newStay();
    await control('quotes', { mode: 'pending' });
    await wish(stay);
    await change(`UPDATE users SET suspended_at = 1, suspended_reason = 'x' WHERE id = ?`, stay.id);
    await maintain(providerWith({}));
    expect(await readStay(stay)).toMatchObject({ stage: 'wished', providerError: null });
  });
});

const dayIn4Months = () => new Date(Date.now() + 150 * secondsPerDay * 1_000).toISOString().slice(0, 7);

describe('a booking', () => {
  test('is released if the certificate was canceled in the meantime', async () => {
    const stay = await offeredStay();
    await accept(stay.client, stay.number);
    const released: string[] = [];
    const book = async (): Promise<BookingResponse> => {
      const certificate = {
        id: stay.certificateId,
        number: stay.number,
        type: 'global',
        status: 'activated',
        stage: 'offered',
        tookPlace: null,
        noShowAt: null,
      } as const;
      await cancelCertificate(
        { store: store(), travel: null },
        { ...certificate, travelPlugId: null },
        { actor: null, reason: 'x' },
        nowSeconds(),
      );
      return { status: 'booked', reference: 'STAY-9', costCents: 1 };
    };
    const cancel = async ({ number }: { number: string }) => released.push(number) > 0;
    await maintain(providerWith({ book, cancel }));
    expect(released).toEqual([stay.number]);
    expect(await readStay(stay)).toMatchObject({ stage: 'returned', reference: null, offers: 'withdrawn' });
  });

  test('without another offer goes back to the travel preferences, with an email', async () => {
    const stay = await offeredStay();
    await accept(stay.client, stay.number);
    const travel = providerWith({ book: async () => ({ status: 'unavailable' }), quote: async () => ({ status: 'none' }) });
    await Promise.all([maintain(travel), maintain(travel)]);
    expect(await readStay(stay)).toMatchObject({ stage: 'wished', declinedOffers: 0, offers: 'withdrawn' });
    expect(await stayMails(stay.id)).toEqual(['stay_offered', 'stay_withdrawn']);
  });

  test('names the traveler, and is made once by parallel runs', async () => {
    const stay = await offeredStay();
    await accept(stay.client, stay.number);
    const names: string[] = [];
    const book = async ({ traveler }: { traveler: { fullName: string } }): Promise<BookingResponse> => {
      names.push(traveler.fullName);
      return { status: 'booked', reference: `STAY-${stay.number}`, costCents: 500 };
    };
    const travel = providerWith({ book, status: async () => 'booked' });
    await Promise.all([maintain(travel), maintain(travel), maintain(travel)]);
    expect(new Set(names)).toEqual(new Set(['Zoë Quill']));
    expect(await readStay(stay)).toMatchObject({ stage: 'booked', costCents: 500, reference: `STAY-${stay.number}` });
    expect(await stayMails(stay.id)).toEqual(['stay_offered', 'stay_booked']);
  });

  test('is checked once a day, and administrators see a no-show', async () => {
    const stay = await bookedStay();
    let calls = 0;
    const travel = providerWith({
      status: async () => {
        calls += 1;
        return 'no_show';
      },
    });
    await maintain(travel);
    advanceClock(secondsPerDay);
    await maintain(travel);
    await maintain(travel);
    expect(calls).toBe(1);
    expect(await readStay(stay)).toMatchObject({ stage: 'booked', providerError: expect.stringContaining('did not arrive') });
  });

  test('whose cancellation is not free returns nothing by itself; a super administrator decides', async () => {
    const stay = await bookedStay();
    advanceClock(secondsPerDay);
    await maintain(providerWith({ status: async () => 'canceled' }));
    expect(await readStay(stay)).toMatchObject({
      ...{ stage: 'booked', wasCanceled: 0, reference: `STAY-${stay.number}`, unclearSince: nowSeconds() },
      providerError: expect.stringContaining('a cancellation that is not free'),
    });
    const certificate = { ...stay, id: stay.certificateId, type: 'global', status: 'activated', stage: 'booked' } as const;
    const cancel = (status: BookingStatus, isReleased: boolean) =>
      cancelCertificate(
        { store: store(), travel: providerWith({ cancel: async () => false, status: async () => status }) },
        { ...certificate, tookPlace: null, noShowAt: null, travelPlugId: `STAY-${stay.number}` },
        { actor: null, reason: 'The hotel closed', isReleased },
        nowSeconds(),
      );
    expect(await cancel('canceled', false)).toMatchObject({ ok: false, refusal: 'provider_must_confirm' });
    for (const status of ['booked', 'stayed'] as const)
      expect(await cancel(status, true)).toMatchObject({ ok: false, refusal: 'provider_must_confirm' });
    expect(await balanceOf(stay.id)).toBe(0);
    expect(await cancel('canceled', true)).toMatchObject({ ok: true });
    expect(await balanceOf(stay.id)).toBe(120);
    expect(await readStay(stay)).toMatchObject({ stage: 'returned', unclearSince: null });
  });

  test('that the provider does not know is a task, and neither ends nor is announced until an administrator decided', async () => {
    const stay = await bookedStay(newQuote({ arrival: dayIn(60), departure: dayIn(66) }));
    let status: BookingStatus = 'unknown';
    const travel = providerWith({ status: async () => status, quote: async () => ({ status: 'none' }) });
    advanceClock(secondsPerDay);
    const noticedAt = nowSeconds();
    await maintain(travel);
    expect(await readStay(stay)).toMatchObject({ unclearSince: noticedAt, providerError: expect.stringContaining('does not know') });
    const admin = await newAdmin('admin');
    const details = async () => (await admin.client.get<AdminStayDetails>(`/api/admin/stays/${stay.certificateId}`)).body;
    const dueBy = new Date((noticedAt + bookingCheckSeconds) * 1_000).toISOString();
    expect(await details()).toMatchObject({ toDo: 'check', dueBy });
    const listed = (await admin.client.get<AdminStay[]>('/api/admin/stays?to_do=check')).body;
    expect(listed.map(({ number }) => number)).toEqual([stay.number]);

    for (const days of [58, 8]) {
      advanceClock(days * secondsPerDay);
      await maintain(travel);
    }
    advanceClock(secondsPerDay);
    const down = () => Promise.reject(new Error('No connection'));
    await expect(maintain(providerWith({ status: down }))).rejects.toThrow('No connection');
    await maintain();
    expect(await readStay(stay)).toMatchObject({ stage: 'booked', unclearSince: noticedAt });
    expect(await stayMails(stay.id)).toEqual(['stay_offered', 'stay_booked']);

    status = 'stayed';
    advanceClock(secondsPerDay);
    await maintain(travel);
    await maintain(travel);
    expect(await readStay(stay)).toMatchObject({ stage: 'stayed', unclearSince: null });
  });

  test('that is unclear is confirmed only by a super administrator with a second factor, and the provider is not asked again', async () => {
    const stay = await bookedStay();
    const status = vi.fn(async () => 'unknown' as const);
    const travel = providerWith({ status, quote: async () => ({ status: 'none' }) });
    advanceClock(secondsPerDay);
    await maintain(travel);
    const [admin, boss] = [await newAdmin('admin'), await newAdmin()];
    boss.client.workerEnv = { ...boss.client.workerEnv, ENVIRONMENT: 'production' };
    const confirm = async ({ client }: TestAdmin) =>
      client.post(`/api/admin/stays/${stay.certificateId}/confirm-booking`, {
        reason: 'The hotel has it',
        version: (await readStay(stay)).version,
      });
    expectError(await confirm(admin), 403, 'super_admin_only');
    expectError(await confirm(boss), 403, 'second_factor_missing');
    await withProof(boss);
    expect(await confirm(boss)).toMatchObject({ status: 200, body: { toDo: null, providerError: null } });
    expectError(await confirm(boss), 409, 'changed_meanwhile');
    advanceClock(2 * secondsPerDay);
    await maintain(travel);
    expect(status).toHaveBeenCalledOnce();
    expect(await readStay(stay)).toMatchObject({ stage: 'booked', unclearSince: null });
  });

  test('is not ended by a cancellation after the arrival; administrators see it', async () => {
    const stay = await bookedStay();
    advanceClock(secondsPerDay);
    await change("UPDATE stays SET arrival = date(?2, 'unixepoch') WHERE certificate_id = ?1", stay.certificateId, nowSeconds());
    await maintain(providerWith({ status: async () => 'canceled_free' }));
    expect(await readStay(stay)).toMatchObject({
      ...{ stage: 'booked', wasCanceled: 0, reference: `STAY-${stay.number}` },
      providerError: expect.stringContaining('cancellation after the arrival'),
    });
  });
});
