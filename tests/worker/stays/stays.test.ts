/** The member's API calls for a stay, from its activation to the confirmation that it took place. Product rules: Certificates. */
import { env } from 'cloudflare:workers';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RedeemResponse, type VacationCertificate, VacationCertificates } from '#schema/certificates/certificate.ts';
import {
  declinesBeforeReturn,
  freshSignInSeconds,
  maxStayWishes,
  recentAccessSeconds,
  secondsPerDay,
  travelersPerMember,
} from '#schema/rules.ts';
import type { Traveler } from '#schema/stays/stay.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { newRedeemer } from '#tests/worker/support/certificates/redeemer.ts';
import { acceptStay, activate, newTraveler, offerStay } from '#tests/worker/support/certificates/stays.ts';
import {
  advanceClock,
  balanceOf,
  change,
  everyRow,
  expectError,
  newMember,
  row,
  setClock,
  type TestMember,
} from '#tests/worker/support/client.ts';
import { type Env, readConfig } from '#worker/env.ts';
import { openTraveler } from '#worker/security/traveler.ts';
import { secureAccount } from '#worker/store/accounts/secure-account.ts';
import { batch } from '#worker/store/sql.ts';

beforeEach(() => setClock('2026-11-21T10:00:00Z'));
afterEach(() => void vi.useRealTimers());

type Holder = TestMember & { certificate: VacationCertificate };

async function newHolder(): Promise<Holder> {
  const member = await newRedeemer(120);
  const answer = await member.client.post('/api/redeem-certificate', { type: 'global' });
  // Disables the travel provider so that offers come only from the tests.
  member.client.workerEnv = { ...env, TRAVEL_API_BASE: '' } as unknown as Env;
  return { ...member, certificate: v.parse(RedeemResponse, answer.body).certificate };
}

async function newActivated(traveler: Traveler = newTraveler()): Promise<Holder> {
  const holder = await newHolder();
  expect((await activate(holder.client, holder.certificate.number, traveler)).status).toBe(200);
  return holder;
}

async function stayOf({ client }: TestMember) {
  const [certificate] = v.parse(VacationCertificates, (await client.get('/api/vacation-certificates')).body);
  if (!certificate?.stay) throw new Error('No stay');
  return { ...certificate.stay, status: certificate.status };
}

const stayPath = ({ certificate }: Holder, action: string) => `/api/stays/${certificate.number}/${action}`;
const wish = { destinationId: null, month: '2027-03', arrival: null, travelers: 2 };
const wishFor = async (holder: Holder, wishes: object[] = [wish]) =>
  holder.client.put(stayPath(holder, 'wishes'), { wishes, version: (await stayOf(holder)).version });
async function activeOf(holders: Holder[]): Promise<number | undefined> {
  const ids = JSON.stringify(holders.map(({ certificate }) => certificate.id));
  const sql = `SELECT count(*) AS n FROM vacation_certificates WHERE status = 'active' AND id IN (SELECT value FROM json_each(?))`;
  return (await row<{ n: number }>(sql, ids))?.n;
}

const inLatinLetters = 'Please enter the name in Latin letters (A to Z, accents are fine), as in the passport';

const choose = (holder: Holder, choice: 'accept' | 'decline', offerId: number) => holder.client.post(stayPath(holder, choice), { offerId });

describe('the traveler', () => {
  test('is stored encrypted, and shown to the member', async () => {
    const traveler = newTraveler({ fullName: 'Sásaki Mařie-Jünker' });
    const holder = await newActivated(traveler);
    expect((await stayOf(holder)).traveler).toEqual(traveler);
    const stored = await row<{ traveler: string }>('SELECT traveler FROM stays WHERE certificate_id = ?', holder.certificate.id);
    expect(JSON.stringify(await everyRow())).not.toContain('Mařie');
    const { travelerKeys } = await readConfig(env as unknown as Env);
    expect(await openTraveler(travelerKeys, stored?.traveler ?? '', holder.certificate.number)).toEqual(traveler);
    expect(await openTraveler(travelerKeys, stored?.traveler ?? '', 'VC-OTHER')).toBeNull();
  });

  test.each([
    ['no name', { fullName: ' ' }, 'traveler.fullName'],
    ['a name without letters', { fullName: '123' }, 'traveler.fullName'],
    ['a name of initials', { fullName: 'Q. Z.' }, 'traveler.fullName', 'Please enter the full name, as shown on the passport or ID'],
    ['a name of 101 characters', { fullName: 'x'.repeat(101) }, 'traveler.fullName'],
    ['a name on two lines', { fullName: 'Ada\nTraveler' }, 'traveler.fullName', 'Please use one line, without tabs.'],
    ['a name with a tab', { fullName: 'Ada\tTraveler' }, 'traveler.fullName', 'Please use one line, without tabs.'],
    ['a name with a control character', { fullName: 'Ada\u0007 Traveler' }, 'traveler.fullName'],
    ['a name with digits', { fullName: 'Ada Traveler 2' }, 'traveler.fullName', 'Please enter the name without digits'],
    ['a name in another script', { fullName: 'Иван Петров' }, 'traveler.fullName', inLatinLetters],
    ['a Latin letter that no passport has', { fullName: 'Betty Scoꞇt' }, 'traveler.fullName', inLatinLetters],
    ['a symbol that looks like a letter', { fullName: 'Ji|| Scott' }, 'traveler.fullName', inLatinLetters],
    ['one letter of another script', { fullName: 'Ivan Petrоv' }, 'traveler.fullName', inLatinLetters],
    ['a birth date before 1900', { birthDate: '1899-12-31' }, 'traveler.birthDate', 'Please check the year of birth: it is before 1900'],
    ['a day that does not exist', { birthDate: '1990-02-30' }, 'traveler.birthDate'],
    [
      'a date in the future',
      { birthDate: '2026-11-22' },
      'traveler.birthDate',
      'This date is in the future. Please enter the date of birth.',
    ],
    ['someone who turns 18 tomorrow', { birthDate: '2008-11-22' }, 'traveler.birthDate'],
    ['someone born on February 29 who turns 18 next year', { birthDate: '2012-02-29' }, 'traveler.birthDate'],
    ['no email', { email: 'traveler' }, 'traveler.email'],
    ['no phone number', { phone: 'call me' }, 'traveler.phone'],
  ])('cannot have %s', async (_, changes, field, message?: string) => {
    const { client, certificate, id } = await newHolder();
    const answer = await activate(client, certificate.number, newTraveler(changes));
    expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: message ?? expect.any(String) } } });
    expect(await row('SELECT status FROM vacation_certificates WHERE user_id = ?', id)).toEqual({ status: 'active' });
  });

  test.each([
    ['a single name', { fullName: 'Sukarno' }],
    ['60 characters', { fullName: 'x'.repeat(60) }],
    ['someone who turns 18 today', { birthDate: '2008-11-21' }],
    ['someone born on February 29', { birthDate: '2008-02-29' }],
  ])('can have %s', async (_, changes) => {
    const { client, certificate } = await newHolder();
    expect((await activate(client, certificate.number, newTraveler(changes))).status).toBe(200);
  });

  test('has one stay in 12 months, across accounts and spellings; the member can have the tokens back', async () => {
    const traveler = newTraveler({ fullName: 'Zoë Müller' });
    await newActivated(traveler);
    const second = await newHolder();
    const same = { traveler: { ...traveler, fullName: 'MUELLER, Zoe A.' } };
    expectError(await activate(second.client, second.certificate.number, same.traveler), 409, 'traveler_has_stay');
    expect(await balanceOf(second.id)).toBe(0);
    const returnPath = `/api/vacation-certificates/${second.certificate.number}/return`;
    expectError(await second.client.post(returnPath, { traveler: newTraveler() }), 409, 'traveler_may_stay');
    advanceClock(freshSignInSeconds + 1);
    expectError(await second.client.post(returnPath, same), 403, 'password_or_sign_in');
    const proven = { ...same, currentPassword: second.password };
    const answers = await Promise.all(Array.from({ length: 4 }, () => second.client.post(returnPath, proven)));
    expect(answers.map(({ status }) => status)).toContain(200);
    expect(await balanceOf(second.id)).toBe(120);
    expect((await second.client.post('/api/redeem-certificate', { type: 'global' })).status).toBe(200);
  });

  test.each([
    ["Conor O'Neill", 'Conor O Neill'],
    ['Djordje Djordjevic', 'Đorđe Đorđević'],
  ])('has one stay in 12 months as %s and as %s', async (fullName, other) => {
    const traveler = newTraveler({ fullName });
    await newActivated(traveler);
    const { client, certificate } = await newHolder();
    expectError(await activate(client, certificate.number, { ...traveler, fullName: other }), 409, 'traveler_has_stay');
  });

  test('has one stay in 12 months even if a given name is left out', async () => {
    const [traveler, friend] = [newTraveler({ fullName: 'Anna Maria Schmidt' }), newTraveler({ fullName: 'Eva Lena Berg' })];
    const first = await newActivated(traveler);
    for (const fullName of ['Anna Schmidt', 'Schmidt Maria', 'Anna M. Schmidt']) {
      const { client, certificate } = await newHolder();
      expectError(await activate(client, certificate.number, { ...traveler, fullName }), 409, 'traveler_has_stay');
    }
    const correct = (corrected: Traveler) => first.client.put(stayPath(first, 'traveler'), { traveler: corrected, version: 1 });
    await newActivated({ ...friend, fullName: 'Berg Lena' });
    expectError(await correct(friend), 409, 'traveler_has_stay');
    expect((await correct({ ...traveler, fullName: 'Anna Schmidt' })).status).toBe(200);
    await newActivated({ ...traveler, fullName: 'Maria Schmidt' });
  });

  test('cannot be used to return a certificate under review or expired, or to find out who has a stay', async () => {
    const traveler = newTraveler();
    await newActivated(traveler);
    const holder = await newHolder();
    const returnIt = () => holder.client.post(`/api/vacation-certificates/${holder.certificate.number}/return`, { traveler });
    expectError(await returnIt(), 409, 'traveler_may_stay');
    expectError(await activate(holder.client, holder.certificate.number, traveler), 409, 'traveler_has_stay');
    await change(`UPDATE vacation_certificates SET review = 'waiting' WHERE id = ?`, holder.certificate.id);
    expectError(await returnIt(), 409, 'first_certificate_in_review');
    await change(`UPDATE vacation_certificates SET review = 'passed', activate_by = 1 WHERE id = ?`, holder.certificate.id);
    expectError(await returnIt(), 409, 'certificate_expired');
    expect(await balanceOf(holder.id)).toBe(0);
  });

  test('may have another stay after 12 months from the redemption, or once the first certificate was canceled', async () => {
    const traveler = newTraveler();
    const [first, early, late] = [await newActivated(traveler), await newHolder(), await newHolder()];
    await change('UPDATE vacation_certificates SET activate_by = ?1, valid_until = ?1', 4e9);
    await change('UPDATE sessions SET expires_at = ?', 4e9);
    for (const { certificate } of [early, late])
      await change(`UPDATE vacation_certificates SET created_at = unixepoch('2027-11-01') WHERE id = ?`, certificate.id);
    setClock('2027-11-21T09:59:59Z');
    const activateAgain = ({ client, certificate, password }: Holder) => activate(client, certificate.number, traveler, password);
    expectError(await activateAgain(early), 409, 'traveler_has_stay');
    advanceClock(1);
    expect((await activateAgain(early)).status).toBe(200);
    expectError(await activateAgain(late), 409, 'traveler_has_stay');
    await change('UPDATE stays SET declined_offers = ?', declinesBeforeReturn);
    expect((await early.client.post(stayPath(early, 'return'), { currentPassword: early.password })).status).toBe(200);
    expect((await activateAgain(late)).status).toBe(200);
    expect((await stayOf(first)).stage).toBe('none');
  });

  test('named on 50 certificates at once gets one stay, and all others keep their tokens', { tags: 'long' }, async () => {
    const traveler = newTraveler();
    const holders = await Promise.all(Array.from({ length: 50 }, newHolder));
    const answers = await Promise.all(holders.map(({ client, certificate }) => activate(client, certificate.number, traveler)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'traveler_has_stay')).toHaveLength(49);
    for (const { id } of holders) expect(await balanceOf(id)).toBe(0);
    expect(await activeOf(holders)).toBe(49);
  });

  test('named on five certificates at once gets one stay', async () => {
    const traveler = newTraveler();
    const holders = await Promise.all(Array.from({ length: 5 }, newHolder));
    const answers = await Promise.all(holders.map(({ client, certificate }) => activate(client, certificate.number, traveler)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await activeOf(holders)).toBe(4);
  });

  test('is corrected once by the member, before an offer is accepted', async () => {
    const holder = await newActivated();
    const correct = async (traveler: Traveler, version?: number) =>
      holder.client.put(stayPath(holder, 'traveler'), { traveler, version: version ?? (await stayOf(holder)).version });
    const taken = newTraveler();
    await newActivated(taken);
    expectError(await correct(taken), 409, 'traveler_has_stay');
    expectError(await correct(newTraveler(), 99), 409, 'changed_meanwhile');
    const corrected = newTraveler({ fullName: 'Ada Byron' });
    expect((await correct(corrected)).body).toMatchObject({ stay: { traveler: corrected, canCorrectTraveler: false } });
    expectError(await correct(newTraveler()), 409, 'traveler_fixed');
    expect(await row('SELECT count(*) AS n FROM person_claims WHERE certificate_id = ?', holder.certificate.id)).toEqual({ n: 4 });
    const other = await newActivated();
    await acceptStay(other.certificate.id);
    expectError(
      await other.client.put(stayPath(other, 'traveler'), { traveler: newTraveler(), version: (await stayOf(other)).version }),
      409,
      'traveler_fixed',
    );
  });

  test('is entered again after the account was secured, unless the provider may already have booked the stay', async () => {
    const [holder, atProvider] = [await newActivated(), await newActivated()];
    for (const { certificate } of [holder, atProvider]) await acceptStay(certificate.id);
    await change("UPDATE stay_offers SET quote_id = 'Q-1' WHERE certificate_id = ?", atProvider.certificate.id);
    const secured = [holder.id, atProvider.id];
    await batch(env.DB as unknown as D1Database, secureAccount('reset', secured, Math.floor(Date.now() / 1_000)).statements);
    await change(`UPDATE sessions SET revoked_at = NULL WHERE user_id IN (${secured.join(', ')})`);
    expect(await stayOf(atProvider)).toMatchObject({ canCorrectTraveler: false, traveler: expect.any(Object) });
    expect(await stayOf(holder)).toMatchObject({ traveler: null, canCorrectTraveler: true });
    const { client } = await newAdmin();
    const book = async () => {
      const { id } = holder.certificate;
      const found = await row<{ version: number }>('SELECT version FROM vacation_certificates WHERE id = ?', id);
      return client.put(`/api/admin/certificates/${id}/booking`, { travelPlugId: 'REF-AGAIN', version: found?.version });
    };
    expectError(await book(), 409, 'traveler_missing');
    const correction = { traveler: newTraveler(), version: (await stayOf(holder)).version };
    expect((await holder.client.put(stayPath(holder, 'traveler'), correction)).status).toBe(200);
    expect((await book()).status).toBe(200);
  });

  test('is removed by each password reset, however old the certificate, corrected once in all, and entered four times', async () => {
    const holder = await newActivated();
    const now = Math.floor(Date.now() / 1_000);
    await change('UPDATE vacation_certificates SET activated_at = 1 WHERE id = ?', holder.certificate.id);
    const resetAt = async (at: number) => {
      await batch(env.DB as unknown as D1Database, secureAccount('reset', holder.id, at).statements);
      await change('UPDATE sessions SET revoked_at = NULL WHERE user_id = ?', holder.id);
      return stayOf(holder);
    };
    const enter = async () => {
      const { version } = await stayOf(holder);
      return holder.client.put(stayPath(holder, 'traveler'), { traveler: newTraveler(), version });
    };
    expect((await enter()).status).toBe(200);
    for (const _ of [1, 2]) {
      expect(await resetAt(now + recentAccessSeconds)).toMatchObject({ traveler: null, canCorrectTraveler: true });
      expect((await enter()).status).toBe(200);
      expectError(await enter(), 409, 'traveler_fixed');
    }
    expect((await resetAt(now + recentAccessSeconds + secondsPerDay)).traveler).not.toBeNull();
    expect(await resetAt(now + recentAccessSeconds)).toMatchObject({ traveler: null, canCorrectTraveler: false });
    expectError(await enter(), 409, 'traveler_fixed');
  });

  test.each([
    ['Q. Zabrowski', 'Zabrowski'],
    ['Quentin Zabrowski', 'Q. Zabrowski'],
    ['Quentin', 'Quentin Zabrowski'],
  ])('is “%s” with a stay or “%s” with one, until a super administrator decides that they differ', async (fullName, otherName) => {
    const traveler = newTraveler({ fullName });
    const same = { ...traveler, fullName: otherName };
    await newActivated(traveler);
    const { client, certificate } = await newHolder();
    expectError(await activate(client, certificate.number, same), 409, 'traveler_has_stay');
    await change('UPDATE vacation_certificates SET is_other_person = 1 WHERE id = ?', certificate.id);
    expect((await activate(client, certificate.number, same)).status).toBe(200);
  });

  test('whose incomplete name was corrected does not keep a twin with another name from a stay', async () => {
    const traveler = newTraveler({ fullName: 'Zabrowski' });
    const holder = await newActivated(traveler);
    const corrected = { traveler: { ...traveler, fullName: 'Quentin Zabrowski' }, version: (await stayOf(holder)).version };
    expect((await holder.client.put(stayPath(holder, 'traveler'), corrected)).status).toBe(200);
    await newActivated({ ...traveler, fullName: 'Quincy Zabrowski' });
  });

  test('may be another person of the same name and birth date, as a super administrator decided', async () => {
    const traveler = newTraveler();
    await newActivated(traveler);
    const twin = await newHolder();
    expectError(await activate(twin.client, twin.certificate.number, traveler), 409, 'traveler_has_stay');
    await change('UPDATE vacation_certificates SET is_other_person = 1 WHERE id = ?', twin.certificate.id);
    // The super administrator's decision applies only to the earlier traveler, not to this one.
    const another = newTraveler();
    await newActivated(another);
    expectError(await activate(twin.client, twin.certificate.number, another), 409, 'traveler_has_stay');
    expect((await activate(twin.client, twin.certificate.number, traveler)).status).toBe(200);
  });

  test('is named and corrected only with the password or a sign-in within the last 10 minutes', async () => {
    const [holder, traveler] = [await newHolder(), newTraveler()];
    const { client, certificate, password } = holder;
    const activateWith = (proof: object) =>
      client.post(`/api/vacation-certificates/${certificate.number}/activate`, { traveler, ...proof });
    advanceClock(freshSignInSeconds);
    expectError(await activateWith({}), 403, 'password_or_sign_in');
    expectError(await activateWith({ currentPassword: 'wrong-one' }), 400, 'wrong_current_password');
    expect(await activeOf([holder])).toBe(1);
    expect((await activateWith({ currentPassword: password })).status).toBe(200);
    const { version } = await stayOf(holder);
    const correctWith = (proof: object) =>
      client.put(stayPath(holder, 'traveler'), { traveler: { ...traveler, fullName: 'Ada Byron' }, version, ...proof });
    expectError(await correctWith({}), 403, 'password_or_sign_in');
    expect((await stayOf(holder)).traveler).toEqual(traveler);
    expect((await correctWith({ currentPassword: password })).status).toBe(200);
  });

  test('is named at most ten times a day', async () => {
    const traveler = newTraveler();
    await newActivated(traveler);
    const holder = await newHolder();
    for (let attempt = 0; attempt < travelersPerMember.limit; attempt += 1)
      expectError(await activate(holder.client, holder.certificate.number, traveler), 409, 'traveler_has_stay');
    expectError(await activate(holder.client, holder.certificate.number, newTraveler()), 429, 'too_many_travelers_named');
  });

  test('is asked for again if the request has none, or an unusable body', async () => {
    const { client, certificate } = await newHolder();
    const activateWith = (body: object) => client.post(`/api/vacation-certificates/${certificate.number}/activate`, body);
    expectError(await client.post(`/api/vacation-certificates/${certificate.number}/activate`), 415, 'not_json');
    expectError(await activateWith({}), 400, 'invalid_input');
    expectError(await activateWith({ traveler: newTraveler(), role: 'admin' }), 400, 'invalid_input');
  });

  test('is not asked for while the certificate is under review', async () => {
    const { client, certificate } = await newHolder();
    await change(`UPDATE vacation_certificates SET review = 'waiting' WHERE id = ?`, certificate.id);
    expectError(await client.post(`/api/vacation-certificates/${certificate.number}/activate`), 409, 'first_certificate_in_review');
  });
});

describe('travel preferences', () => {
  test('start the wait for an offer, and can be changed without restarting the wait', async () => {
    const holder = await newActivated();
    expect((await wishFor(holder)).body).toMatchObject({
      stay: { stage: 'wished', wishes: [wish], offerDueBy: '2026-12-05T10:00:00.000Z' },
    });
    advanceClock(86_400);
    const exact = { destinationId: 'lisbon', month: null, arrival: '2027-04-02', travelers: 1 };
    expect((await wishFor(holder, [exact, wish])).body).toMatchObject({
      stay: { wishes: [exact, wish], offerDueBy: '2026-12-05T10:00:00.000Z' },
    });
  });

  test.each([
    ['in a past month', { month: '2026-10' }, 'wish_in_past', 'wishes.0.month'],
    ['for today', { month: null, arrival: '2026-11-21' }, 'wish_in_past', 'wishes.0.arrival'],
    ['after the certificate ends', { month: '2027-12' }, 'wish_too_late', 'wishes.0.month'],
    ['too near the end', { month: null, arrival: '2027-11-17' }, 'wish_too_late', 'wishes.0.arrival'],
    ['for three travelers', { travelers: 3 }, 'too_many_travelers', 'wishes.0.travelers'],
    ['for a place that is not offered', { destinationId: 'moon' }, 'unknown_destination', 'wishes.0.destinationId'],
    ['without a date', { month: null }, 'invalid_input', 'wishes.0'],
    ['for nobody', { travelers: 0 }, 'invalid_input', 'wishes.0.travelers'],
  ])('%s are refused at their input', async (_, changes, code, field) => {
    const holder = await newActivated();
    const answer = await wishFor(holder, [{ ...wish, ...changes }]);
    expectError(answer, 400, code);
    expect(answer.body.fields).toHaveProperty([field]);
    expect((await stayOf(holder)).stage).toBe('none');
  });

  test('are refused if there are too many, once there is an offer, or from an outdated page', async () => {
    const holder = await newActivated();
    expectError(await wishFor(holder, Array(maxStayWishes + 1).fill(wish)), 400, 'invalid_input');
    expectError(await holder.client.put(stayPath(holder, 'wishes'), { wishes: [wish], version: 7 }), 409, 'changed_meanwhile');
    await offerStay(holder.certificate.id);
    expectError(await wishFor(holder), 409, 'wishes_closed');
    const stranger = await newMember();
    expectError(await stranger.client.put(stayPath(holder, 'wishes'), { wishes: [wish], version: 1 }), 404, 'certificate_not_yours');
  });
});

describe('an offer', () => {
  test('is accepted with the password or a fresh sign-in only, but needs neither to be booked again', async () => {
    const holder = await newActivated();
    const offerId = await offerStay(holder.certificate.id);
    advanceClock(freshSignInSeconds + 1);
    const acceptWith = (proof: object) => holder.client.post(stayPath(holder, 'accept'), { offerId, ...proof });
    expectError(await acceptWith({}), 403, 'password_or_sign_in');
    expectError(await acceptWith({ currentPassword: 'wrong-one-1' }), 400, 'wrong_current_password');
    expect(await stayOf(holder)).toMatchObject({ offer: { status: 'open' } });
    expect((await acceptWith({ currentPassword: holder.password })).status).toBe(200);
    expect((await acceptWith({})).status).toBe(200);
  });

  test('is declined, and its certificate returned, with the password or a fresh sign-in only', async () => {
    const holder = await newActivated();
    await change('UPDATE stays SET declined_offers = 1 WHERE certificate_id = ?', holder.certificate.id);
    const offerId = await offerStay(holder.certificate.id);
    advanceClock(freshSignInSeconds + 1);
    const answerWith = (answer: 'decline' | 'return', body?: object) => holder.client.post(stayPath(holder, answer), body);
    expectError(await answerWith('decline', { offerId }), 403, 'password_or_sign_in');
    expectError(await answerWith('decline', { offerId, currentPassword: 'wrong-one-1' }), 400, 'wrong_current_password');
    expect(await stayOf(holder)).toMatchObject({ offer: { status: 'open' }, declinedOffers: 1 });
    expect((await answerWith('decline', { offerId, currentPassword: holder.password })).status).toBe(200);
    expectError(await answerWith('return'), 403, 'password_or_sign_in');
    expectError(await answerWith('return', { currentPassword: 'wrong-one-1' }), 400, 'wrong_current_password');
    expect(await stayOf(holder)).toMatchObject({ status: 'activated', stage: 'wished', mayReturn: true });
    expect((await answerWith('return', { currentPassword: holder.password })).status).toBe(200);
    expect((await answerWith('return')).status).toBe(200);
    expect(await stayOf(holder)).toMatchObject({ status: 'cancelled', stage: 'returned' });
  });

  test('is accepted once, and then no longer declined', async () => {
    const holder = await newActivated();
    const offerId = await offerStay(holder.certificate.id);
    expect(await stayOf(holder)).toMatchObject({
      stage: 'offered',
      offer: { id: offerId, status: 'open', place: 'Hotel Miradouro, Lisbon' },
    });
    const answers = await Promise.all([1, 2, 3].map(() => choose(holder, 'accept', offerId)));
    expect(answers.map(({ status }) => status)).toContain(200);
    expect((await choose(holder, 'accept', offerId)).status).toBe(200);
    expectError(await choose(holder, 'decline', offerId), 409, 'offer_closed');
    expect(await stayOf(holder)).toMatchObject({ stage: 'offered', offer: { status: 'accepted' }, canCorrectTraveler: false });
  });

  test('accepted and declined concurrently ends in one of the two states', async () => {
    const holder = await newActivated();
    const offerId = await offerStay(holder.certificate.id);
    const answers = await Promise.all([choose(holder, 'accept', offerId), choose(holder, 'decline', offerId)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { stage, declinedOffers } = await stayOf(holder);
    expect([`offered 0`, `wished 1`]).toContain(`${stage} ${declinedOffers}`);
  });

  test('that has expired or is another stay’s cannot be accepted', async () => {
    const [holder, other] = [await newActivated(), await newActivated()];
    const offerId = await offerStay(holder.certificate.id);
    expectError(await choose(holder, 'accept', await offerStay(other.certificate.id)), 409, 'offer_closed');
    advanceClock(7 * 86_400);
    expectError(await choose(holder, 'accept', offerId), 409, 'offer_closed');
  });

  test('declined twice allows the member to return the certificate, once', async () => {
    const holder = await newActivated();
    for (const count of [1, 2]) {
      expectError(await holder.client.post(stayPath(holder, 'return')), 409, 'no_return_yet');
      const offerId = await offerStay(holder.certificate.id);
      expect((await choose(holder, 'decline', offerId)).body).toMatchObject({
        stay: { stage: 'wished', declinedOffers: count, mayReturn: count === 2, offerDueBy: '2026-12-05T10:00:00.000Z' },
      });
    }
    const answers = await Promise.all([1, 2, 3].map(() => holder.client.post(stayPath(holder, 'return'))));
    expect(answers.map(({ status }) => status)).toContain(200);
    expect((await holder.client.post(stayPath(holder, 'return'))).status).toBe(200);
    expect(await balanceOf(holder.id)).toBe(120);
    expect(await stayOf(holder)).toMatchObject({ status: 'cancelled', stage: 'returned', offerDueBy: null });
    expect(await row('SELECT count(*) AS n FROM person_claims WHERE certificate_id = ?', holder.certificate.id)).toEqual({ n: 0 });
    expect((await holder.client.post('/api/redeem-certificate', { type: 'global' })).status).toBe(200);
  });

  test('accepted after two declined ones can no longer be returned', async () => {
    const holder = await newActivated();
    await change('UPDATE stays SET declined_offers = 2');
    await acceptStay(holder.certificate.id);
    expectError(await holder.client.post(stayPath(holder, 'return')), 409, 'no_return_yet');
  });

  test('is withdrawn when an administrator cancels the certificate', async () => {
    const holder = await newActivated();
    const offerId = await offerStay(holder.certificate.id);
    const { version } =
      (await row<{ version: number }>('SELECT version FROM vacation_certificates WHERE id = ?', holder.certificate.id)) ?? {};
    const admin = await newAdmin();
    expect((await admin.client.post(`/api/admin/certificates/${holder.certificate.id}/cancel`, { reason: 'Moved', version })).status).toBe(
      200,
    );
    expectError(await choose(holder, 'accept', offerId), 409, 'offer_closed');
    expect(await stayOf(holder)).toMatchObject({ stage: 'returned', offer: null });
  });
});

describe('after the stay', () => {
  test('the member says once whether it took place', async () => {
    const holder = await newActivated();
    const answer = (tookPlace: boolean) => holder.client.post(stayPath(holder, 'answer'), { tookPlace, comment: ' Lovely ' });
    expectError(await answer(true), 409, 'stay_not_over');
    await change(
      `UPDATE stays SET stage = 'stayed', arrival = '2026-11-10', departure = '2026-11-15' WHERE certificate_id = ?`,
      holder.certificate.id,
    );
    expect((await answer(true)).body).toMatchObject({ stay: { tookPlace: true } });
    expectError(await answer(false), 409, 'changed_meanwhile');
    expect(await row('SELECT took_place, comment FROM stays WHERE certificate_id = ?', holder.certificate.id)).toEqual({
      took_place: 1,
      comment: 'Lovely',
    });
  });
});
