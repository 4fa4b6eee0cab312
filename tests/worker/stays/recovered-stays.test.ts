/** Stays booked for a traveler who was entered shortly before the account was recovered. Product rules: Securing an account. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { VacationCertificate } from '#schema/certificates/certificate.ts';
import { bookingDueSeconds, maxTravelerEntries, recentAccessSeconds, secondsPerDay, secureAccountLinkTtlSeconds } from '#schema/rules.ts';
import type { AdminStayDetails } from '#schema/stays/admin-stays.ts';
import { linkIn, mailsTo } from '#tests/worker/support/accounts/mailed-links.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { Client, change, expectError, row } from '#tests/worker/support/client.ts';
import {
  accept,
  bookedStay,
  dayIn,
  type MemberStay,
  maintain,
  newQuote,
  newStay,
  nowSeconds,
  offeredStay,
  providerWith,
  readStay,
  stayMails,
  store,
} from '#tests/worker/support/stays/member-stay.ts';

beforeEach(() => void vi.setSystemTime(Date.now()));
afterEach(async () => {
  vi.useRealTimers();
  await change(`UPDATE stays SET stage = 'expired', waiting_since = NULL`);
});

async function recover({ email }: MemberStay) {
  const answer = await new Client().post('/api/secure-account', { token: await linkIn(email, 'traveler_entered') });
  expect(answer.status).toBe(200);
}

/** Resets the password by email, as after forgetting it, and returns the owner's new session. */
async function reset({ email }: MemberStay): Promise<Client> {
  const client = new Client();
  await client.post('/api/forgot-password', { email });
  const token = await linkIn(email, 'reset_password');
  expect((await client.post('/api/reset-password', { token, newPassword: 'owners-new-1' })).status).toBe(200);
  expect((await client.post('/api/login', { email, password: 'owners-new-1' })).status).toBe(200);
  return client;
}

const traveler = { fullName: 'Otto Owner', birthDate: '1980-02-03', email: 'otto@example.test', phone: '+1 828 555 0101' };

const provider = (released: boolean, status: 'booked' | 'canceled' = 'booked') => {
  const cancel = vi.fn(async () => released);
  return { cancel, travel: providerWith({ cancel, status: async () => status, quote: async () => ({ status: 'none' }) }) };
};
const isAlarmRaised = async () => (await store().alarms.load(nowSeconds())).facts.waiting.stays_recovered;
const undone = async (email: string) => {
  const mail = (await mailsTo(email)).findLast(({ template }) => template === 'password_changed');
  return JSON.parse(mail?.payload.undone ?? '[]');
};

test('a booking that the provider releases is canceled, and the member names the traveler again', async () => {
  const stay = await bookedStay();
  await recover(stay);
  expect(await undone(stay.email)).toEqual([{ kind: 'booking', name: stay.number }]);
  const { travel, cancel } = provider(true);
  await maintain(travel);
  expect(cancel).toHaveBeenCalledOnce();
  expect(await readStay(stay)).toMatchObject({
    ...{ stage: 'none', traveler: null, reference: null, former: `["STAY-${stay.number}"]`, offers: 'withdrawn', arrival: null },
    ...{ status: 'activated', providerError: null },
  });
  expect((await stayMails(stay.id)).at(-1)).toBe('stay_taken_back');
  expect(await isAlarmRaised()).toBe(false);
  expect(await row('SELECT count(*) AS n FROM person_claims WHERE certificate_id = ?', stay.certificateId)).toEqual({ n: 0 });
});

test('a booking that the provider does not release raises an alarm, and its stay names both times', async () => {
  const stay = await bookedStay();
  await recover(stay);
  const { travel } = provider(false);
  await maintain(travel);
  expect(await readStay(stay)).toMatchObject({
    stage: 'booked',
    providerError: expect.stringMatching(/^The traveler was entered on \S+ \S+ and the account recovered on \S+ \S+ \(UTC\)/),
  });
  expect(await isAlarmRaised()).toBe(true);
});

test('however often somebody named the traveler, the owner can name one after recovering the account, but only once', async () => {
  const stay = await newStay();
  let { client } = stay;
  const name = async () =>
    client.put<VacationCertificate>(`/api/stays/${stay.number}/traveler`, { traveler, version: (await readStay(stay)).version });
  for (let entries = 1; entries < maxTravelerEntries; entries += 1) {
    client = await reset(stay);
    expect((await name()).status).toBe(200);
  }
  await recover(stay);
  client = await reset(stay);
  expect((await name()).body.stay?.traveler?.fullName).toBe(traveler.fullName);

  // Whoever sold the certificate could otherwise secure their own account to name each next buyer.
  await recover(stay);
  client = await reset(stay);
  expect((await readStay(stay)).traveler).toBeNull();
  expectError(await name(), 409, 'traveler_fixed');
});

test('correcting the traveler does not end the cancellation unless the member has confirmed who travels', async () => {
  const stay = await bookedStay();
  await recover(stay);
  const { client } = await newAdmin();
  const path = `/api/admin/stays/${stay.certificateId}`;
  const correct = async (more = {}) => {
    const { body } = await client.get<AdminStayDetails>(path);
    if (!body.traveler) throw new Error('No traveler');
    const corrected = { ...body.traveler, fullName: 'Zoë Quilll' };
    const request = { traveler: corrected, reason: 'A typo', version: body.version, ...more };
    return (await client.put<AdminStayDetails>(`${path}/traveler`, request)).body;
  };
  const note = (await readStay(stay)).providerError;
  expect(await correct()).toMatchObject({ isRecovered: true, providerError: note });
  expect(await isAlarmRaised()).toBe(true);
  expect(await correct({ isConfirmedByMember: true })).toMatchObject({ isRecovered: false, providerError: null });
  expect(await isAlarmRaised()).toBe(false);
  const audited = 'SELECT "after" ->> \'isConfirmedByMember\' AS confirmed FROM audit_log WHERE entity_id = ? ORDER BY id';
  const { results } = await env.DB.prepare(audited).bind(stay.number).all();
  expect(results).toEqual([{ confirmed: null }, { confirmed: 1 }]);
});

test('an accepted offer is not booked any more', async () => {
  const stay = await offeredStay();
  await accept(stay.client, stay.number);
  await recover(stay);
  const { travel, cancel } = provider(true);
  await maintain(travel);
  expect(cancel).toHaveBeenCalledOnce();
  expect(await readStay(stay)).toMatchObject({ stage: 'none', traveler: null, offers: 'withdrawn' });
});

test('an accepted offer that waits for its second look too long is withdrawn, and the stay waits without the traveler', async () => {
  const stay = await offeredStay();
  await accept(stay.client, stay.number);
  await recover(stay);
  const [passer] = [await newAdmin(), await newAdmin()];
  await change(
    `INSERT INTO second_looks (certificate_id, passed_by_id, passed_at, state) VALUES (?, ?, 1, 'raised')`,
    stay.certificateId,
    passer.id,
  );
  vi.setSystemTime(Date.now() + bookingDueSeconds * 1_000);
  const { travel, cancel } = provider(true);
  await maintain(travel);
  expect(cancel).toHaveBeenCalledOnce();
  expect(await readStay(stay)).toMatchObject({ stage: 'wished', traveler: null, offers: 'withdrawn' });
  expect(await isAlarmRaised()).toBe(false);
});

async function bookedByHand(): Promise<MemberStay> {
  const stay = await offeredStay();
  await accept(stay.client, stay.number);
  await change(`UPDATE stay_offers SET quote_id = NULL WHERE certificate_id = ?`, stay.certificateId);
  await change(
    `UPDATE stays SET stage = 'booked', arrival = ?2, departure = ?3 WHERE certificate_id = ?1`,
    stay.certificateId,
    dayIn(90),
    dayIn(96),
  );
  return stay;
}

test('a booking made by hand raises an alarm', async () => {
  await recover(await bookedByHand());
  expect(await isAlarmRaised()).toBe(true);
});

test('a recovery does not cancel a booking whose traveler was entered earlier', async () => {
  const stay = await bookedByHand();
  await change(
    'UPDATE stays SET traveler_entered_at = traveler_entered_at - ? WHERE certificate_id = ?',
    recentAccessSeconds + 1,
    stay.certificateId,
  );
  await recover(stay);
  expect(await isAlarmRaised()).toBe(false);
});

test('a forgotten password keeps the booking, and the email names it', async () => {
  const stay = await bookedStay();
  await reset(stay);
  const { travel, cancel } = provider(true);
  await maintain(travel);
  expect(cancel).not.toHaveBeenCalled();
  expect(await isAlarmRaised()).toBe(false);
  expect(await undone(stay.email)).toEqual([{ kind: 'kept_booking', name: stay.number }]);
});

test('the provider’s offer is accepted only if the traveler was entered 7 days before the arrival', async () => {
  const stay = await offeredStay(newQuote({ arrival: dayIn(8), departure: dayIn(14) }));
  await change('UPDATE stays SET traveler_entered_at = ? WHERE certificate_id = ?', nowSeconds() + 2 * secondsPerDay, stay.certificateId);
  const answer = await accept(stay.client, stay.number);
  expectError(answer as never, 400, 'arrival_too_soon');
  await change('UPDATE stays SET traveler_entered_at = ? WHERE certificate_id = ?', nowSeconds(), stay.certificateId);
  expect((await accept(stay.client, stay.number)).status).toBe(200);
});

test('a wish for an arrival sooner than that is refused', async () => {
  const stay = await offeredStay();
  await change(`UPDATE stays SET stage = 'wished', waiting_since = 1 WHERE certificate_id = ?`, stay.certificateId);
  await change(`DELETE FROM stay_offers WHERE certificate_id = ?`, stay.certificateId);
  const ask = async (days: number) =>
    stay.client.put(`/api/stays/${stay.number}/wishes`, {
      wishes: [{ destinationId: null, month: null, arrival: dayIn(days), travelers: 1 }],
      version: (await readStay(stay)).version,
    });
  const days = secureAccountLinkTtlSeconds / secondsPerDay;
  expectError(await ask(days - 1), 400, 'arrival_too_soon');
  expect((await ask(days)).status).toBe(200);
});

test('the provider’s offer for such an arrival is not shown, and the provider is asked again later', async () => {
  const stay = await offeredStay(newQuote({ arrival: dayIn(3), departure: dayIn(9) }));
  expect(await readStay(stay)).toMatchObject({
    stage: 'wished',
    offers: '',
    providerError: 'The travel provider offered days too soon after the traveler was entered.',
  });
});
