/** The published statistics about stays. Product rules: Stays. */
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { minCountedPeople, secondsPerDay } from '#schema/rules.ts';
import { StayFigures } from '#schema/stays/figures.ts';
import { advanceClock, Client, change } from '#tests/worker/support/client.ts';
import { dayIn, type MemberStay, maintain, newStay, nowSeconds, store } from '#tests/worker/support/stays/member-stay.ts';

beforeEach(async () => {
  vi.setSystemTime(Date.now());
  await change('DELETE FROM stay_figures');
});
afterEach(async () => {
  vi.useRealTimers();
  await change(`UPDATE stays SET stage = 'expired', waiting_since = NULL`);
});

const read = async () => v.parse(StayFigures, (await new Client().get('/api/stays/figures')).body);
const addOffer = ({ certificateId }: MemberStay, waitedDays: number) =>
  change(
    `INSERT INTO stay_offers (certificate_id, place, address, arrival, departure, room, costs, cancellation, check_in, contact, status, created_at, requested_at, expires_at)
     VALUES (?1, 'Hotel', 'Lisbon', '2027-03-01', '2027-03-04', 'Double', '[]', 'Free', 'From 3 pm', '+351', 'expired', ?2, ?3, 9)`,
    certificateId,
    nowSeconds(),
    nowSeconds() - waitedDays * secondsPerDay,
  );

describe('the figures of all stays', () => {
  test('are unknown before the first count', async () => {
    expect(await store().stayFigures.load()).toBeUndefined();
  });

  test('count certificates, and hide figures about fewer than ten members', async () => {
    await change('DELETE FROM stay_offers');
    await change('DELETE FROM stays');
    await change('DELETE FROM vacation_certificates');
    const stays = [];
    for (let i = 0; i < minCountedPeople; i += 1) stays.push(await newStay());
    for (const [index, stay] of stays.entries()) if (index > 0) await addOffer(stay, index);
    await change(`UPDATE stays SET stage = 'stayed', arrival = '2026-01-01', departure = '2026-01-05'`);
    const [first] = stays as [MemberStay];
    await change('UPDATE stays SET took_place = 1');
    await change(`UPDATE stays SET took_place = NULL WHERE certificate_id = ?`, first.certificateId);
    await store().stayFigures.recount(dayIn(0));
    expect(await store().stayFigures.load()).toEqual({
      ...{ day: dayIn(0), issued: 10, booked: 10, stayed: null, returned: null, refused: null, medianOfferSeconds: null },
    });

    // Every figure is published once ten members have reported on their stays.
    await addOffer(first, 10);
    await change('UPDATE stays SET took_place = 1');
    await store().stayFigures.recount(dayIn(0));
    expect((await store().stayFigures.load())?.stayed).toBe(null);
    await store().stayFigures.recount(dayIn(1));
    expect(await store().stayFigures.load()).toMatchObject({ day: dayIn(1), stayed: 10, medianOfferSeconds: 5.5 * secondsPerDay });

    await change(`UPDATE vacation_certificates SET status = 'cancelled'`);
    await store().stayFigures.recount(dayIn(2));
    expect(await store().stayFigures.load()).toMatchObject({ returned: 10, refused: null });
    await change(`UPDATE vacation_certificates SET review = 'refused'`);
    await store().stayFigures.recount(dayIn(3));
    expect(await store().stayFigures.load()).toMatchObject({ returned: null, refused: 10 });
  });

  test('are counted once a day by the job, and are public', async () => {
    await maintain();
    const first = await store().stayFigures.load();
    expect(first?.day).toBe(dayIn(0));
    expect(await read()).toEqual(first);
    await maintain();
    advanceClock(secondsPerDay);
    await maintain();
    expect(await store().stayFigures.load()).toMatchObject({ day: dayIn(0) });
  });
});
