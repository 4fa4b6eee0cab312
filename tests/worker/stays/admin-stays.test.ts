/** The administrators' view of stays and their actions on them. Product rules: Certificates. */
import { env } from 'cloudflare:workers';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AuditEntry } from '#schema/admin/audit.ts';
import { RedeemResponse } from '#schema/certificates/certificate.ts';
import { bookingDueSeconds, complaintDueSeconds, offerDueSeconds, offerValidSeconds } from '#schema/rules.ts';
import { AdminStayDetails, AdminStays, StayPlaces } from '#schema/stays/admin-stays.ts';
import { newAdmin, type TestAdmin, withProof } from '#tests/worker/support/admin/administrators.ts';
import { standingAdmin } from '#tests/worker/support/admin/two-people.ts';
import { newRedeemer } from '#tests/worker/support/certificates/redeemer.ts';
import { acceptStay, activate, newTraveler, offerStay } from '#tests/worker/support/certificates/stays.ts';
import { balanceOf, change, everyRow, expectError, row, setClock, type TestMember } from '#tests/worker/support/client.ts';
import type { TravelProvider } from '#worker/clients/travel-provider.ts';
import type { Env } from '#worker/env.ts';
import { cancelCertificate } from '#worker/flows/certificates/cancel-certificate.ts';
import { createStore } from '#worker/store/store.ts';

beforeEach(() => setClock('2026-11-21T10:00:00Z'));
afterEach(() => void vi.useRealTimers());

const list = '/api/admin/stays';
const newNightingale = () => newTraveler({ fullName: 'Quetzalcoatl Nightingale', phone: '+1 828 555 0177' });
const wishes = JSON.stringify([{ destinationId: null, month: '2027-03', arrival: null, travelers: 2 }]);
const offer = {
  destinationId: 'lisbon',
  place: 'Hotel Miradouro',
  address: 'Rua da Graça 1, Lisbon',
  latitude: 38.72,
  longitude: -9.13,
  arrival: '2027-03-01',
  departure: '2027-03-07',
  room: 'Double room',
  costs: [{ name: 'Tourist tax', chargedBy: 'the hotel', when: 'at check-in', cents: 2_400 }],
  cancellation: 'Free until 14 days before arrival',
  checkIn: 'From 3 pm',
  contact: '+351 21 555 0100',
  costCents: 20_000,
};

type Holder = TestMember & { certificateId: number; number: string };

async function newHolder(): Promise<Holder> {
  const member = await newRedeemer(120);
  const { certificate } = v.parse(RedeemResponse, (await member.client.post('/api/redeem-certificate', { type: 'global' })).body);
  return { ...member, certificateId: certificate.id, number: certificate.number };
}

/** Creates a member who has been waiting for an offer for `since` seconds. */
async function newWaiting({ since = 0, named = newTraveler() } = {}): Promise<Holder> {
  const holder = await newHolder();
  expect((await activate(holder.client, holder.number, named)).status).toBe(200);
  const now = Math.floor(Date.now() / 1_000);
  await change(
    `UPDATE stays SET stage = 'wished', wishes = ?2, waiting_since = ?3 WHERE certificate_id = ?1`,
    holder.certificateId,
    wishes,
    now - since,
  );
  return holder;
}

async function newStayed(tookPlace: boolean): Promise<Holder> {
  const holder = await newWaiting();
  await acceptStay(holder.certificateId);
  await change(
    `UPDATE stays SET stage = 'stayed', arrival = '2027-03-01', departure = '2027-03-07', took_place = ?2, answered_at = ?3, comment = 'The hotel was closed' WHERE certificate_id = ?1`,
    holder.certificateId,
    Number(tookPlace),
    Math.floor(Date.now() / 1_000),
  );
  return holder;
}

const path = ({ certificateId }: Holder) => `${list}/${certificateId}`;
const detailsOf = async ({ client }: TestAdmin, holder: Holder) => v.parse(AdminStayDetails, (await client.get(path(holder))).body);
const listed = async ({ client }: TestAdmin, query: string) => v.parse(AdminStays, (await client.get(`${list}?${query}`)).body);
const numbers = async (admin: TestAdmin, query: string) => (await listed(admin, query)).map(({ number }) => number);
const enter = ({ client }: TestAdmin, holder: Holder, changes: object = {}) =>
  client.post(`${path(holder)}/offers`, { ...offer, version: 1, ...changes });
const auditOf = (number: string, action: string) =>
  row(
    `SELECT admin_id, user_id, after, reason FROM audit_log WHERE entity_type = 'certificate' AND entity_id = ? AND action = ?`,
    number,
    action,
  );
const countOf = async (sql: string, ...values: (string | number)[]) =>
  (await row<{ n: number }>(`SELECT count(*) AS n FROM ${sql}`, ...values))?.n;

describe('the list of stays', () => {
  test('is ordered by deadline, then newest first, and shows no traveler', async () => {
    const admin = await newAdmin('admin');
    const [newer, older, toBook, open] = [
      await newWaiting({ since: 60 }),
      await newWaiting({ since: 120, named: newNightingale() }),
      await newWaiting(),
      await newWaiting(),
    ];
    await offerStay(open.certificateId);
    setClock('2026-11-21T10:00:30Z');
    await acceptStay(toBook.certificateId);
    setClock('2026-11-21T10:01:00Z');
    const complaint = await newStayed(false);
    setClock('2026-11-21T10:00:00Z');
    const ordered = [toBook, complaint, older, newer, open].map(({ number }) => number);
    const found = (await listed(admin, '')).filter(({ number }) => ordered.includes(number));
    expect(found.map(({ number }) => number)).toEqual(ordered);
    expect(found.slice(0, 2).map(({ dueBy }) => dueBy)).toEqual(
      [30 + bookingDueSeconds, 60 + complaintDueSeconds].map((seconds) => new Date(Date.now() + seconds * 1_000).toISOString()),
    );
    expect(found[2]).toMatchObject({
      id: older.certificateId,
      user: { id: older.id, email: older.email },
      stage: 'wished',
      toDo: 'offer',
      dueBy: new Date(Date.now() + (offerDueSeconds - 120) * 1_000).toISOString(),
      place: null,
    });
    expect(found[0]).toMatchObject({ stage: 'offered', toDo: 'book', place: 'Hotel Miradouro, Lisbon', arrival: '2027-03-01' });
    expect(found[4]).toMatchObject({ toDo: null, dueBy: null });
    const csv = await (await admin.client.fetch(`${list}/export.csv`)).text();
    expect(csv).toContain(`${older.number},${older.email},`);
    for (const text of [JSON.stringify(await listed(admin, '')), csv]) expect(text).not.toMatch(/Nightingale|555 0177/);
  });

  test('filters by stage and by task, and finds numbers and emails', async () => {
    const admin = await newAdmin('admin');
    const [waiting, open, accepted] = [await newWaiting(), await newWaiting(), await newWaiting()];
    await offerStay(open.certificateId);
    await acceptStay(accepted.certificateId);
    const [complaint, happy, settled] = [await newStayed(false), await newStayed(true), await newStayed(false)];
    await change('UPDATE stays SET complaint_settled_at = 1 WHERE certificate_id = ?', settled.certificateId);
    const all = [waiting, open, accepted, complaint, happy, settled].map(({ number }) => number);
    const ours = async (query: string) => (await numbers(admin, query)).filter((number) => all.includes(number));
    expect(await ours('to_do=offer')).toEqual([waiting.number]);
    expect(await ours('to_do=book')).toEqual([accepted.number]);
    expect(await ours('to_do=complaint')).toEqual([complaint.number]);
    expect(await ours('stage=offered')).toEqual([accepted.number, open.number]);
    expect(await numbers(admin, `q=${waiting.number}`)).toEqual([waiting.number]);
    expect(await numbers(admin, `q=${encodeURIComponent(happy.email)}`)).toEqual([happy.number]);
  });
});

test('a stay shows wishes, offers, costs, error, answer and traveler to every administrator', async () => {
  const traveler = newNightingale();
  const admin = await newAdmin('admin');
  const holder = await newWaiting({ named: traveler });
  await change(`UPDATE stays SET provider_error = 'No rooms left', cost_cents = 7 WHERE certificate_id = ?`, holder.certificateId);
  expect(await detailsOf(admin, holder)).toMatchObject({
    traveler,
    wishes: JSON.parse(wishes),
    offers: [],
    providerError: 'No rooms left',
    costCents: 7,
    reference: null,
    tookPlace: null,
    isOtherPerson: false,
    isRecovered: false,
    status: 'activated',
    version: 1,
  });
  expectError(await admin.client.get(`${list}/999999`), 404, 'certificate_not_found');
  expectError(await admin.client.get(`${list}/${(await newHolder()).certificateId}`), 404, 'certificate_not_found');
});

describe('an offer', () => {
  test('is shown to the member, emailed and audited without the traveler', async () => {
    const traveler = newNightingale();
    const admin = await newAdmin('admin');
    const holder = await newWaiting({ named: traveler });
    const details = v.parse(AdminStayDetails, (await enter(admin, holder)).body);
    const { costCents, ...shown } = offer;
    expect(details).toMatchObject({
      stage: 'offered',
      dueBy: null,
      version: 2,
      offers: [
        {
          ...shown,
          costCents,
          status: 'open',
          createdBy: admin.email,
          expiresAt: new Date(Date.now() + offerValidSeconds * 1_000).toISOString(),
        },
      ],
    });
    const mail = await row<{ payload: string }>(`SELECT payload FROM outbox WHERE user_id = ? AND template = 'stay_offered'`, holder.id);
    expect(JSON.parse(mail?.payload ?? '')).toMatchObject({ place: offer.place, arrival: offer.arrival, number: holder.number });
    expect(await auditOf(holder.number, 'stay.offer')).toEqual({
      admin_id: admin.id,
      user_id: holder.id,
      after: '{"place":"Hotel Miradouro","arrival":"2027-03-01","departure":"2027-03-07","costCents":20000}',
      reason: null,
    });
    expect(v.parse(StayPlaces, (await admin.client.get(`${list}/places`)).body)[0]).toMatchObject({
      place: offer.place,
      costs: offer.costs,
    });
  });

  test('is entered once when two administrators enter one at the same time', async () => {
    const admins = [await newAdmin('admin'), await newAdmin()];
    const holder = await newWaiting();
    await change("INSERT INTO notification_choices (user_id, channel, topic) VALUES (?, 'push', 'stay')", holder.id);
    const answers = await Promise.all([...admins, ...admins].map((admin, index) => enter(admin, holder, { place: `Hotel ${index}` })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await countOf('stay_offers WHERE certificate_id = ?', holder.certificateId)).toBe(1);
    expect(await countOf(`outbox WHERE user_id = ? AND template = 'stay_offered'`, holder.id)).toBe(1);
    expect(await countOf(`push_messages WHERE user_id = ? AND template = 'stay_offered'`, holder.id)).toBe(1);
    expect(await countOf(`audit_log WHERE action = 'stay.offer' AND user_id = ?`, holder.id)).toBe(1);
  });

  test('is refused with a message when not possible, and writes nothing', async () => {
    const admin = await newAdmin('admin');
    const [holder, offered, suspended] = [await newWaiting(), await newWaiting(), await newWaiting()];
    await offerStay(offered.certificateId);
    await change(`UPDATE users SET suspended_at = 1, suspended_reason = 'x' WHERE id = ?`, suspended.id);
    const before = await everyRow();
    expectError(await enter(admin, holder, { version: 9 }), 409, 'changed_meanwhile');
    expectError(await enter(admin, offered), 409, 'stay_not_waiting');
    expectError(await enter(admin, suspended), 409, 'holder_suspended');
    expectError(await enter(admin, { ...holder, certificateId: 999_999 }), 404, 'certificate_not_found');
    for (const [changes, reason, field] of [
      [{ arrival: '2026-11-21' }, 'wish_in_past', 'arrival'],
      [{ departure: '2027-11-22' }, 'wish_too_late', 'departure'],
      [{ departure: '2027-03-01' }, 'invalid_input', 'departure'],
      [{ departure: '2027-03-05' }, 'offer_nights', 'departure'],
      [{ departure: '2027-03-09' }, 'offer_nights', 'departure'],
      [{ destinationId: 'mars' }, 'unknown_destination', 'destinationId'],
      [{ costs: [{ ...offer.costs[0], cents: 99_999 }] }, 'offer_above_terms', 'costs.0.dollars'],
      [{ arrival: '2027-02-30' }, 'invalid_input', 'arrival'],
      [{ place: ' ' }, 'invalid_input', 'place'],
      [{ costs: [] }, 'invalid_input', 'costs'],
      [{ costs: [{ ...offer.costs[0], cents: -1 }] }, 'invalid_input', 'costs.0.cents'],
      [{ latitude: null }, 'invalid_input', 'longitude'],
      [{ quoteId: 'x' }, 'invalid_input', 'quoteId'],
    ] as const) {
      const answer = await enter(admin, holder, changes);
      expectError(answer, 400, reason);
      expect(Object.keys((answer.body as unknown as { fields: object }).fields)).toEqual([field]);
    }
    expect(await everyRow()).toEqual(before);
    expect((await enter(admin, holder, { arrival: '2027-11-15', departure: '2027-11-21' })).status).toBe(200);
  });

  test('expires when its stay begins', async () => {
    const holder = await newWaiting();
    expect((await enter(await newAdmin('admin'), holder, { arrival: '2026-11-24', departure: '2026-11-30' })).status).toBe(200);
    expect(
      await row(`SELECT datetime(expires_at, 'unixepoch') AS at FROM stay_offers WHERE certificate_id = ?`, holder.certificateId),
    ).toEqual({
      at: '2026-11-24 00:00:00',
    });
  });

  test('is withdrawn by an administrator until it is booked, without counting as declined', async () => {
    const admin = await newAdmin('admin');
    const holder = await newWaiting();
    await acceptStay(holder.certificateId);
    const offerId = (await detailsOf(admin, holder)).offers[0]?.id;
    const withdraw = (version: number) =>
      admin.client.post(`${path(holder)}/offers/${offerId}/withdraw`, { reason: 'Typed the wrong dates', version });
    expectError(await withdraw(9), 409, 'changed_meanwhile');
    const { version } = await detailsOf(admin, holder);
    const answers = await Promise.all([withdraw(version), withdraw(version)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await detailsOf(admin, holder)).toMatchObject({ stage: 'wished', declinedOffers: 0, toDo: 'offer' });
    expect(await auditOf(holder.number, 'stay.withdraw_offer')).toMatchObject({ reason: 'Typed the wrong dates', user_id: holder.id });
    expect(await countOf(`outbox WHERE template = 'stay_withdrawn' AND user_id = ?`, holder.id)).toBe(1);
    expect((await enter(admin, holder, { version: version + 1 })).status).toBe(200);
  });

  test('is refused for the administrator’s own account', async () => {
    const holder = await newWaiting();
    const admin = await newAdmin('admin');
    await change('UPDATE admins SET email = ? WHERE id = ?', holder.email.replace('@', '+desk@'), admin.id);
    expectError(await enter(admin, holder), 403, 'own_member_account');
  });
});

describe('correcting a traveler', () => {
  const correct = ({ client }: TestAdmin, holder: Holder, named: object, version = 1) =>
    client.put(`${path(holder)}/traveler`, { traveler: named, reason: 'A new passport', version });

  const auditedNames = async ({ client }: TestAdmin, { number }: Holder) => {
    const { body } = await client.get<AuditEntry[]>(`/api/admin/audit?object=certificate:${number}`);
    return body.flatMap(({ action, personal }) =>
      personal?.after?.traveler ? [[action, personal.before?.traveler, personal.after.traveler]] : [],
    );
  };

  test('is for super administrators, also after an offer was accepted, emailed, and audited with names that only they read', async () => {
    const traveler = newTraveler({ fullName: 'Zebulon Quartermain' });
    const admin = await newAdmin();
    const holder = await newWaiting({ named: traveler });
    await acceptStay(holder.certificateId);
    const next = { ...traveler, fullName: 'Zebulon Quartermaine' };
    expectError(await correct(await newAdmin('admin'), holder, next), 403, 'super_admin_only');
    expect(v.parse(AdminStayDetails, (await correct(admin, holder, next)).body)).toMatchObject({ traveler: next, version: 2 });
    const mails =
      "SELECT payload ->> 'isByUs' AS isByUs FROM outbox WHERE payload ->> 'number' = ? AND template = 'traveler_entered' ORDER BY id";
    expect((await env.DB.prepare(mails).bind(holder.number).all()).results).toEqual([{ isByUs: null }, { isByUs: 'yes' }]);
    expect(await auditOf(holder.number, 'stay.correct_traveler')).toMatchObject({
      admin_id: admin.id,
      user_id: holder.id,
      reason: 'A new passport',
    });
    const born = `born ${traveler.birthDate}`;
    expect(await auditedNames(admin, holder)).toEqual([
      ['stay.correct_traveler', `Zebulon Quartermain, ${born}`, `Zebulon Quartermaine, ${born}`],
    ]);
    expect(await auditedNames(await newAdmin('admin'), holder)).toEqual([]);
    expect(JSON.stringify(await everyRow())).not.toContain('Quartermain');
  });

  test('to another person counts as a gift, even in small steps, and is refused once an offer is accepted', async () => {
    const [admin, traveler] = [await newAdmin(), newTraveler({ fullName: 'Florence Nightingale' })];
    const holder = await newWaiting({ named: traveler });
    const steps = ['Florense Nightingal', 'Florense Nichtigal'];
    for (const [index, fullName] of steps.entries())
      expect((await correct(admin, holder, { ...traveler, fullName }, index + 1)).status).toBe(200);
    expect((await auditedNames(admin, holder)).map(([action]) => action).sort()).toEqual([
      'certificate.other_person',
      'stay.correct_traveler',
    ]);
    await acceptStay(holder.certificateId);
    expectError(await correct(admin, holder, newTraveler({ fullName: 'Ann Other' }), 3), 409, 'other_person_too_late');
    expect((await correct(admin, holder, traveler, 3)).status).toBe(200);
    admin.client.workerEnv = { ...admin.client.workerEnv, ENVIRONMENT: 'production' };
    await withProof(admin, 5);
    expectError(await enter(admin, holder), 403, 'own_pass');
  });

  test('gives the member no further correction', async () => {
    const [admin, holder] = [await newAdmin(), await newWaiting()];
    await change('UPDATE stays SET traveler_corrected = 1 WHERE certificate_id = ?', holder.certificateId);
    expect((await correct(admin, holder, newTraveler())).status).toBe(200);
    const correction = { traveler: newTraveler(), version: 2 };
    expectError(await holder.client.put(`/api/stays/${holder.number}/traveler`, correction), 409, 'traveler_fixed');
  });

  test('is refused for minors, for people with another stay, and with an outdated version', async () => {
    const traveler = newNightingale();
    const admin = await newAdmin();
    const [holder, other] = [await newWaiting(), await newWaiting({ named: traveler })];
    const before = await everyRow();
    expectError(await correct(admin, holder, newTraveler({ birthDate: '2010-01-01' })), 400, 'traveler_too_young');
    expectError(await correct(admin, holder, newTraveler({ fullName: 'Ad\u0430 Traveler' })), 400, 'invalid_input');
    expectError(await correct(admin, holder, traveler), 409, 'traveler_has_stay');
    expectError(await correct(admin, holder, newTraveler(), 9), 409, 'changed_meanwhile');
    expectError(await admin.client.put(`${path(other)}/traveler`, { traveler, reason: ' ', version: 1 }), 400, 'invalid_input');
    expect(await everyRow()).toEqual(before);
  });
});

test('a super administrator allows another person with the same name and date of birth', async () => {
  const traveler = newNightingale();
  const admin = await newAdmin();
  await newWaiting({ named: traveler });
  const twin = await newHolder();
  const allow = ({ client }: TestAdmin, version = 2) =>
    client.post(`/api/admin/certificates/${twin.certificateId}/other-person`, { reason: 'Seen both passports', version });
  expectError(await activate(twin.client, twin.number, traveler), 409, 'traveler_has_stay');
  expectError(await allow(await newAdmin('admin')), 403, 'super_admin_only');
  // Each rejected traveler changes the certificate's version, so a decision about an earlier traveler is stale.
  expectError(await allow(admin, 1), 409, 'changed_meanwhile');
  const answers = await Promise.all([allow(admin), allow(admin)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expectError(await allow(admin, 3), 409, 'is_other_person');
  expect(await auditOf(twin.number, 'certificate.other_person')).toMatchObject({ admin_id: admin.id, reason: 'Seen both passports' });
  expect((await activate(twin.client, twin.number, traveler)).status).toBe(200);
  expect((await detailsOf(admin, twin)).isOtherPerson).toBe(true);
});

describe('a stay that did not take place', () => {
  test('is canceled by a super administrator, and the tokens return', async () => {
    const admin = await newAdmin();
    const holder = await newStayed(false);
    expect(await detailsOf(admin, holder)).toMatchObject({ toDo: 'complaint', tookPlace: false, comment: 'The hotel was closed' });
    await change('UPDATE vacation_certificates SET travel_plug_id = ?2 WHERE id = ?1', holder.certificateId, `TP-${holder.number}`);
    const cancel = await admin.client.post(`/api/admin/certificates/${holder.certificateId}/cancel`, {
      reason: 'Closed hotel',
      version: 2,
    });
    expect(cancel.status).toBe(200);
    expect(await balanceOf(holder.id)).toBe(120);
    expect(await detailsOf(admin, holder)).toMatchObject({ stage: 'returned', toDo: null });
  });

  test('can be canceled although the travel provider no longer cancels it', async () => {
    const { certificateId: id, number } = await newStayed(false);
    const travel = { cancel: async () => false } as unknown as TravelProvider;
    const deps = { store: createStore(env as unknown as Env), travel };
    const certificate = {
      id,
      number,
      type: 'global',
      status: 'activated',
      travelPlugId: 'TP-1',
      stage: 'stayed',
      tookPlace: 0,
      noShowAt: null,
    } as const;
    expect(await cancelCertificate(deps, certificate, { actor: null, reason: 'Closed hotel' }, 1)).toEqual({
      ok: true,
      value: 'cancelled',
    });
  });

  test('is not canceled while the travel provider cannot be reached; administrators see its error', async () => {
    const holder = await newWaiting();
    await acceptStay(holder.certificateId);
    await change(`UPDATE stay_offers SET quote_id = ?2 WHERE certificate_id = ?1`, holder.certificateId, `Q-${holder.number}`);
    const cancel = () => Promise.reject(new Error('No connection'));
    const deps = { store: createStore(env as unknown as Env), travel: { cancel } as unknown as TravelProvider };
    const certificate = {
      id: holder.certificateId,
      number: holder.number,
      type: 'global',
      status: 'activated',
      travelPlugId: null,
      tookPlace: null,
      noShowAt: null,
    } as const;
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    expect(await cancelCertificate(deps, { ...certificate, stage: 'offered' }, { actor: null, reason: 'Wrong person' }, 1)).toEqual({
      ok: false,
      refusal: 'travel_provider_unavailable',
    });
    expect(warn).toHaveBeenCalledOnce();
    expect(await detailsOf(await newAdmin('admin'), holder)).toMatchObject({ stage: 'offered', providerError: 'No connection' });
  });

  test('can be recorded as a no-show from the day after arrival, once; the member can still object', async () => {
    let admin = await newAdmin('admin');
    const holder = await newWaiting();
    await acceptStay(holder.certificateId);
    const record = (version = 1) => admin.client.post(`${path(holder)}/no-show`, { reason: 'The hotel called', version });
    expectError(await record(), 409, 'stay_not_missed');
    await change(`UPDATE stay_offers SET arrival = '2026-11-22' WHERE certificate_id = ?`, holder.certificateId);
    await change(
      `UPDATE stays SET stage = 'booked', arrival = '2026-11-22', departure = '2027-03-07' WHERE certificate_id = ?`,
      holder.certificateId,
    );
    expectError(await record(), 409, 'stay_not_missed');
    setClock('2026-11-22T23:59:59Z');
    admin = await newAdmin('admin');
    expectError(await record(), 409, 'stay_not_missed');
    setClock('2026-11-23T00:00:00Z');
    expect((await detailsOf(admin, holder)).canRecordNoShow).toBe(true);
    expectError(await record(7), 409, 'changed_meanwhile');
    const answers = await Promise.all([record(), record()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await detailsOf(admin, holder)).toMatchObject({
      ...{ stage: 'stayed', toDo: null, tookPlace: null, canRecordNoShow: false, noShowAt: new Date().toISOString() },
    });
    expect(await auditOf(holder.number, 'stay.no_show')).toMatchObject({ reason: 'The hotel called', user_id: holder.id });
    expect(await countOf(`outbox WHERE template = 'stay_missed' AND user_id = ?`, holder.id)).toBe(1);
    const answered = await holder.client.post(`/api/stays/${holder.number}/answer`, { tookPlace: false, comment: '' });
    expect(answered.status).toBe(200);
    expect(await detailsOf(admin, holder)).toMatchObject({ toDo: 'complaint', tookPlace: false });
  });

  test('is not canceled if it took place, nor after a no-show unless the hotel released it', async () => {
    const admin = await newAdmin();
    const [happy, missed] = [await newStayed(true), await newStayed(false)];
    await change('UPDATE stays SET no_show_at = 1 WHERE certificate_id = ?', missed.certificateId);
    const cancel = ({ certificateId }: Holder, isReleased = false) =>
      admin.client.post(`/api/admin/certificates/${certificateId}/cancel`, { reason: 'Goodwill', isReleased, version: 2 });
    expectError(await cancel(happy, true), 409, 'stay_took_place');
    expectError(await cancel(missed), 409, 'provider_must_confirm');
    expect((await cancel(missed, true)).status).toBe(200);
    expect([await balanceOf(happy.id), await balanceOf(missed.id)]).toEqual([0, 120]);
  });

  test('can be settled once with a note', async () => {
    const admin = await newAdmin('admin');
    const [holder, happy] = [await newStayed(false), await newStayed(true)];
    const settle = (stay: Holder, version = 1) => admin.client.post(`${path(stay)}/settle`, { reason: 'Sent a voucher', version });
    expectError(await settle(happy), 409, 'changed_meanwhile');
    expectError(await settle(holder, 7), 409, 'changed_meanwhile');
    expect(await countOf(`outbox WHERE template = 'stay_settled' AND user_id IN (?, ?)`, holder.id, happy.id)).toBe(0);
    const answers = await Promise.all([settle(holder), settle(holder)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await detailsOf(admin, holder)).toMatchObject({ toDo: null, complaintSettledAt: new Date().toISOString() });
    expect(await auditOf(holder.number, 'stay.settle')).toMatchObject({ reason: 'Sent a voucher' });
    const mails = await env.DB.prepare(`SELECT to_address AS "to", payload FROM outbox WHERE template = 'stay_settled' AND user_id = ?`)
      .bind(holder.id)
      .all<{ to: string; payload: string }>();
    expect(mails.results.map(({ to }) => to)).toEqual([holder.email]);
    expect(JSON.parse(mails.results[0]?.payload ?? '{}')).toMatchObject({
      number: holder.number,
      place: 'Hotel Miradouro, Lisbon',
      agreed: 'Sent a voucher',
    });
  });

  test('cannot be settled by its own member', async () => {
    const holder = await newStayed(false);
    const admin = await newAdmin('admin');
    await change('UPDATE admins SET email = ? WHERE id = ?', holder.email.replace('@', '+desk@'), admin.id);
    expectError(await admin.client.post(`${path(holder)}/settle`, { reason: 'Sent a voucher', version: 1 }), 403, 'own_member_account');
    expect(await detailsOf(admin, holder)).toMatchObject({ toDo: 'complaint', complaintSettledAt: null });
    expect(await countOf(`outbox WHERE template = 'stay_settled' AND user_id = ?`, holder.id)).toBe(0);
  });
});

test('in production, whoever passed a certificate with signals, or may be their second account, neither offers nor books its stay, unless nobody else can', async () => {
  const inProduction = (admin: TestAdmin): TestAdmin => {
    admin.client.workerEnv = { ...admin.client.workerEnv, ENVIRONMENT: 'production' };
    return admin;
  };
  const [passer, newcomer, other] = [inProduction(await newAdmin('admin')), inProduction(await newAdmin('admin')), await standingAdmin()];
  const [holder, undisputed] = [await newWaiting(), await newWaiting({ named: newNightingale() })];
  await change(
    'UPDATE vacation_certificates SET reviewed_by_id = ?2 WHERE id IN (?1, ?3)',
    holder.certificateId,
    passer.id,
    undisputed.certificateId,
  );
  await change(`UPDATE vacation_certificates SET review_signals = '["pace"]' WHERE id = ?`, holder.certificateId);
  const book = async ({ client }: TestAdmin) => {
    const version = (await row<{ version: number }>('SELECT version FROM vacation_certificates WHERE id = ?', holder.certificateId))
      ?.version;
    return client.put(`/api/admin/certificates/${holder.certificateId}/booking`, { travelPlugId: 'STAY-OWN', version });
  };
  expect((await enter(passer, undisputed)).status).toBe(200);
  expectError(await enter(passer, holder), 403, 'own_pass');
  expectError(await enter(newcomer, holder), 403, 'own_pass');
  expect((await enter(other, holder)).status).toBe(200);
  await change(`UPDATE stay_offers SET status = 'accepted' WHERE certificate_id = ?`, holder.certificateId);
  expectError(await book(passer), 403, 'own_pass');
  await change('UPDATE admins SET disabled_at = 1 WHERE id <> ?', passer.id);
  expect((await book(passer)).status).toBe(200);
});
