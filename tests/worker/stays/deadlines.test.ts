/** How stays change as deadlines pass, even if the job runs twice, late or in parallel. Product rules: Certificates. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bookingDueSeconds, offerDueSeconds, offerValidSeconds, secondsPerDay, travelerRetentionSeconds } from '#schema/rules.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { advanceClock, balanceOf, change, row } from '#tests/worker/support/client.ts';
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
import { type Env, readConfig } from '#worker/env.ts';
import { maintainStays } from '#worker/jobs/maintain-stays.ts';
import { namedKey } from '#worker/security/seal.ts';
import { openTraveler } from '#worker/security/traveler.ts';

beforeEach(() => {
  vi.setSystemTime(Date.now());
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await change(`UPDATE stays SET stage = 'expired', waiting_since = NULL`);
});

const twice = (now?: number) => Promise.all([maintain(null, now), maintain(null, now)]);

/** Creates a stay whose member is waiting for an offer. */
async function waitingStay() {
  const stay = await newStay();
  stay.client.workerEnv = { ...env, TRAVEL_API_BASE: '' } as unknown as Env;
  await wish(stay);
  return stay;
}

describe('an offer without an answer', () => {
  test('expires, counts as declined, and is emailed once', async () => {
    const stay = await offeredStay();
    await maintain(null, nowSeconds() + offerValidSeconds - 1);
    expect((await readStay(stay)).stage).toBe('offered');
    advanceClock(offerValidSeconds);
    await twice();
    await maintain();
    expect(await readStay(stay)).toMatchObject({ stage: 'wished', declinedOffers: 1, waitingSince: nowSeconds(), offers: 'expired' });
    expect(await stayMails(stay.id)).toEqual(['stay_offered', 'offer_expired']);
  });

  test('is either accepted or expired, never both', async () => {
    const stay = await offeredStay();
    advanceClock(offerValidSeconds - 1);
    const later = nowSeconds() + 1;
    await Promise.all([accept(stay.client, stay.number), maintain(null, later)]);
    const { stage, offers, declinedOffers } = await readStay(stay);
    expect([
      { stage: 'offered', offers: 'accepted', declinedOffers: 0 },
      { stage: 'wished', offers: 'expired', declinedOffers: 1 },
    ]).toContainEqual({ stage, offers, declinedOffers });
  });

  test('waits while the member is suspended', async () => {
    const stay = await offeredStay();
    await change(`UPDATE users SET suspended_at = 1, suspended_reason = 'x' WHERE id = ?`, stay.id);
    advanceClock(offerValidSeconds);
    await maintain();
    expect(await readStay(stay)).toMatchObject({ stage: 'offered', offers: 'open' });
  });
});

describe('an accepted offer that no administrator books', () => {
  test.each([
    ['for seven days', bookingDueSeconds, 120],
    ['before the stay begins', 3 * secondsPerDay, 3],
  ])('%s is withdrawn, and the member waits for another one', async (_, seconds, days) => {
    const stay = await offeredStay();
    await accept(stay.client, stay.number);
    const sql = 'UPDATE stay_offers SET quote_id = NULL, arrival = ?2, departure = ?3 WHERE certificate_id = ?1';
    await change(sql, stay.certificateId, dayIn(days), dayIn(days + 6));
    await maintain(null, nowSeconds() + seconds - secondsPerDay);
    expect(await readStay(stay)).toMatchObject({ stage: 'offered', offers: 'accepted' });
    await twice(nowSeconds() + seconds);
    expect(await readStay(stay)).toMatchObject({ stage: 'wished', declinedOffers: 0, offers: 'withdrawn' });
    expect(await stayMails(stay.id)).toEqual(['stay_offered', 'stay_withdrawn']);
  });
});

describe('a wish without an offer', () => {
  test('returns the tokens after 14 days, once', async () => {
    const stay = await waitingStay();
    await maintain(null, nowSeconds() + offerDueSeconds - 1);
    expect(await balanceOf(stay.id)).toBe(0);
    advanceClock(offerDueSeconds);
    await twice();
    await maintain();
    expect(await readStay(stay)).toMatchObject({ stage: 'returned', status: 'cancelled' });
    expect(await balanceOf(stay.id)).toBe(120);
    expect(await stayMails(stay.id)).toEqual(['certificate_returned']);
    expect(await row('SELECT count(*) AS claims FROM person_claims WHERE certificate_id = ?', stay.certificateId)).toEqual({ claims: 0 });
  });

  test('is either offered a stay or returned, never both', async () => {
    const stay = await waitingStay();
    advanceClock(offerDueSeconds);
    const { id, certificateId } = stay;
    const waiting = await store().stayMaintenance.toQuote(certificateId, nowSeconds());
    if (!waiting) throw new Error('Not waiting');
    await Promise.all([store().stayMaintenance.offer(waiting, newQuote(), nowSeconds()), maintain(null, nowSeconds())]);
    const { stage, offers } = await readStay(stay);
    expect([
      { stage: 'offered', offers: 'open', balance: 0 },
      { stage: 'returned', offers: '', balance: 120 },
    ]).toContainEqual({ stage, offers, balance: await balanceOf(id) });
  });

  test.each([
    ['who are suspended', `suspended_at = 1, suspended_reason = 'x'`],
    ['who are leaving', 'deletion_requested_at = 1'],
  ])('is not returned to members %s', async (_, assignment) => {
    const stay = await waitingStay();
    await change(`UPDATE users SET ${assignment} WHERE id = ?`, stay.id);
    advanceClock(offerDueSeconds);
    await maintain();
    expect(await readStay(stay)).toMatchObject({ stage: 'wished', status: 'activated' });
  });
});

describe('a booked stay', () => {
  const daysLeft = async (userId: number) => {
    const mails = await env.DB.prepare(`SELECT payload FROM outbox WHERE user_id = ? AND template = 'stay_reminder' ORDER BY id`)
      .bind(userId)
      .all<{ payload: string }>();
    return mails.results.map(({ payload }) => (JSON.parse(payload) as { daysLeft: string }).daysLeft);
  };

  test('is announced 14 and 2 days before arrival, once each', async () => {
    const stay = await bookedStay(newQuote({ arrival: dayIn(30), departure: dayIn(36) }));
    advanceClock(15 * secondsPerDay);
    await maintain();
    expect(await daysLeft(stay.id)).toEqual([]);
    for (const days of [1, 5, 7, 1]) {
      advanceClock(days * secondsPerDay);
      await twice();
    }
    expect(await daysLeft(stay.id)).toEqual(['14', '2']);
  });

  test('is announced once by a job that was down for weeks, and not on the day of a late booking', async () => {
    const missed = await bookedStay(newQuote({ arrival: dayIn(30), departure: dayIn(36) }));
    const late = await bookedStay(newQuote({ arrival: dayIn(10), departure: dayIn(16) }));
    await maintain();
    expect(await daysLeft(late.id)).toEqual([]);
    advanceClock(29 * secondsPerDay);
    await maintain();
    expect(await daysLeft(missed.id)).toEqual(['1']);
  });

  test('ends the day after departure, and the member is asked about it once', async () => {
    const stay = await bookedStay(newQuote({ arrival: dayIn(30), departure: dayIn(36) }));
    advanceClock(36 * secondsPerDay);
    await maintain();
    expect((await readStay(stay)).stage).toBe('booked');
    advanceClock(secondsPerDay);
    await twice();
    expect((await readStay(stay)).stage).toBe('stayed');
    expect((await stayMails(stay.id)).filter((template) => template === 'stay_question')).toHaveLength(1);
  });
});

describe('at the end of the validity', () => {
  const end = (certificateId: number) =>
    change('UPDATE vacation_certificates SET valid_until = ? WHERE id = ?', nowSeconds() - 1, certificateId);

  test('a stay that was not booked expires with its offer, and is emailed once', async () => {
    const [offered, unwished] = [await offeredStay(), await newStay()];
    for (const { certificateId } of [offered, unwished]) await end(certificateId);
    await change('UPDATE stay_offers SET expires_at = 1 WHERE certificate_id = ?', offered.certificateId);
    await twice();
    expect(await readStay(offered)).toMatchObject({ stage: 'expired', offers: 'expired', status: 'activated', waitingSince: null });
    expect((await readStay(unwished)).stage).toBe('expired');
    expect([await stayMails(offered.id), await stayMails(unwished.id)]).toEqual([['stay_offered', 'stay_expired'], ['stay_expired']]);
    expect(await row('SELECT count(*) AS claims FROM person_claims WHERE certificate_id = ?', offered.certificateId)).toEqual({
      claims: 4,
    });
  });

  test('a booked stay and an accepted offer remain', async () => {
    const [booked, accepted] = [await bookedStay(), await offeredStay()];
    await accept(accepted.client, accepted.number);
    for (const { certificateId } of [booked, accepted]) await end(certificateId);
    await maintain();
    expect([(await readStay(booked)).stage, (await readStay(accepted)).stage]).toEqual(['booked', 'offered']);
  });
});

describe('a traveler’s data', () => {
  test('is erased 60 days after the stay is closed', async () => {
    const stay = await newStay();
    await change(`UPDATE stays SET stage = 'returned', closed_at = ? WHERE certificate_id = ?`, nowSeconds(), stay.certificateId);
    const canceled = `UPDATE vacation_certificates SET status = 'cancelled', cancelled_at = 1, cancelled_by_id = ?, cancel_reason = ? WHERE id = ?`;
    await change(canceled, (await newAdmin()).id, 'Zoë Quill is ill', stay.certificateId);
    const reason = () => row('SELECT cancel_reason AS reason FROM vacation_certificates WHERE id = ?', stay.certificateId);
    await maintain(null, nowSeconds() + travelerRetentionSeconds - 1);
    expect((await readStay(stay)).traveler).not.toBeNull();
    expect(await reason()).toEqual({ reason: 'Zoë Quill is ill' });
    await maintain(null, nowSeconds() + travelerRetentionSeconds);
    expect((await readStay(stay)).traveler).toBeNull();
    expect(await reason()).toEqual({ reason: null });
  });

  test('is encrypted again after a change of the key, and reported if its key is missing', async () => {
    const { travelerKeys } = await readConfig(env as unknown as Env);
    const stay = await newStay();
    const newKey = await namedKey('another-traveler-data-key-0123456789', 'traveler');
    const run = (keys: typeof travelerKeys) =>
      maintainStays({ store: store(), budget: { isSpent: () => false }, travel: null, travelerKeys: keys }, nowSeconds());
    await Promise.all([run([newKey, ...travelerKeys]), run([newKey, ...travelerKeys])]);
    const { traveler } = await readStay(stay);
    expect(traveler).toMatch(new RegExp(`^${newKey.id}\\.`));
    expect(await openTraveler([newKey], traveler, stay.number)).toMatchObject({ fullName: 'Zoë Quill' });
    await expect(run([travelerKeys[0]])).rejects.toThrow(/travelers cannot be decrypted/);
    expect((await readStay(stay)).traveler).toBe(traveler);
    await run([travelerKeys[0], newKey]);
  });
});

test('the provider is not asked without work', async () => {
  await newStay();
  await maintain(providerWith({}));
});

test('claims on persons are deleted after a year', async () => {
  const stay = await newStay();
  const count = () => row('SELECT count(*) AS claims FROM person_claims WHERE certificate_id = ?', stay.certificateId);
  await store().expired.delete(nowSeconds() + 360 * secondsPerDay, () => false);
  expect(await count()).toEqual({ claims: 4 });
  await store().expired.delete(nowSeconds() + 368 * secondsPerDay, () => false);
  expect(await count()).toEqual({ claims: 0 });
});
