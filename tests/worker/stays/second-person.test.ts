/** The travel provider neither offers nor books a suspicious stay until another administrator agrees. Product rules: Second looks. */
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import type { VacationCertificate } from '#schema/certificates/certificate.ts';
import { bookingDueSeconds, secondsPerDay } from '#schema/rules.ts';
import type { AdminStayDetails } from '#schema/stays/admin-stays.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { activate, newTraveler } from '#tests/worker/support/certificates/stays.ts';
import { localTravel } from '#tests/worker/support/certificates/travel.ts';
import { advanceClock, change, expectError, row } from '#tests/worker/support/client.ts';
import { drawSecondLook, pass, type Redeemer, waitingCertificate } from '#tests/worker/support/reviews/waiting-certificate.ts';
import { accept, bookedStay, type MemberStay, maintain, newStay, readStay, wish } from '#tests/worker/support/stays/member-stay.ts';

beforeEach(async () => {
  vi.setSystemTime(Date.now());
  await change(`UPDATE stays SET stage = 'expired', waiting_since = NULL`);
  await change('UPDATE admins SET disabled_at = 1');
});

async function activated(member: Redeemer): Promise<MemberStay> {
  const [{ number = '' } = {}] = (await member.client.get<VacationCertificate[]>('/api/vacation-certificates')).body;
  expect((await activate(member.client, number)).status).toBe(200);
  return { ...member, certificateId: member.certificate.id, number };
}

async function passedStay(by: TestAdmin, signals: string[]): Promise<MemberStay> {
  const member = await waitingCertificate({ signals });
  await drawSecondLook(member.certificate, true);
  expect((await pass(by, member)).status).toBe(200);
  return activated(member);
}

async function decideLook({ client }: TestAdmin, { certificateId }: MemberStay, verb: 'agree' | 'raise' | 'close', version = 1) {
  const look = await row<{ id: number }>('SELECT max(id) AS id FROM second_looks WHERE certificate_id = ?', certificateId);
  const body = verb === 'agree' ? { version } : { version, reason: 'All finds are at one card' };
  expect((await client.post(`/api/admin/second-looks/${look?.id}/${verb}`, body)).status).toBe(200);
}

const isChecked = async ({ client }: MemberStay) =>
  (await client.get<VacationCertificate[]>('/api/vacation-certificates')).body[0]?.stay?.isBeingChecked;

const favorMails = async () =>
  (
    await env.DB.prepare(
      `SELECT to_address AS "to", payload ->> 'action' AS action FROM outbox WHERE template = 'member_favored' ORDER BY id`,
    ).all()
  ).results;

test('after a pass with signals, the provider quotes only when another administrator agreed', async () => {
  const [passer, other] = [await newAdmin('admin'), await newAdmin('admin')];
  const stay = await passedStay(passer, ['pace']);
  expect((await wish(stay)).body.stay).toMatchObject({ stage: 'wished', isBeingChecked: true });
  await maintain(await localTravel());
  expect(await readStay(stay)).toMatchObject({ stage: 'wished', offers: '' });
  await decideLook(other, stay, 'agree');
  expect(await isChecked(stay)).toBe(false);
  await maintain(await localTravel());
  expect((await accept(stay.client, stay.number)).body.stay?.stage).toBe('booked');
});

test('an escalated second look stops the stay until it is closed, even without signals', async () => {
  const [passer, other, boss] = [await newAdmin('admin'), await newAdmin('admin'), await newAdmin()];
  const stay = await passedStay(passer, []);
  expect(await isChecked(stay), 'the sample delays nothing').toBe(false);
  await decideLook(other, stay, 'raise');
  expect((await wish(stay)).body.stay).toMatchObject({ stage: 'wished', isBeingChecked: true });
  await decideLook(boss, stay, 'close', 2);
  await maintain(await localTravel());
  expect((await readStay(stay)).stage).toBe('offered');
});

test('a sole administrator’s pass needs no second person', async () => {
  const stay = await passedStay(await newAdmin('admin'), ['pace']);
  expect((await wish(stay)).body.stay).toMatchObject({ stage: 'offered', isBeingChecked: false });
});

test('another traveler whom a super administrator named needs a second person before the booking', async () => {
  const [boss, other, third] = [await newAdmin(), await newAdmin(), await newAdmin('admin')];
  const [stay, unchecked] = [await newStay(), await newStay()];
  for (const { client, number, certificateId } of [stay, unchecked]) {
    expect((await wish({ ...stay, client, number, certificateId })).body.stay?.stage).toBe('offered');
    const { version } = await readStay({ certificateId });
    const correction = { traveler: newTraveler({ fullName: 'Somebody Else' }), reason: 'Asked by phone', version };
    expect((await boss.client.put(`/api/admin/stays/${certificateId}/traveler`, correction)).status).toBe(200);
    expect((await accept(client, number)).body.stay).toMatchObject({
      stage: 'offered',
      offer: { status: 'accepted' },
      isBeingChecked: true,
    });
  }
  await maintain(await localTravel());
  expect((await readStay(stay)).reference).toBeNull();
  const mail = { to: other.email, action: 'certificate.other_person' };
  expect(await favorMails()).toEqual([mail, mail]);
  await decideLook(third, stay, 'agree');
  await maintain(await localTravel());
  expect((await readStay(stay)).stage).toBe('booked');
  advanceClock(bookingDueSeconds + secondsPerDay);
  await maintain(await localTravel());
  expect(await readStay(unchecked)).toMatchObject({ stage: 'wished', offers: 'withdrawn' });
});

test('a namesake whom a super administrator allowed needs a second person', async () => {
  const [boss, other] = [await newAdmin(), await newAdmin()];
  const [first, twin] = [await waitingCertificate(), await waitingCertificate()];
  const traveler = newTraveler({ fullName: 'Frida Friend' });
  for (const { certificate } of [first, twin])
    await change(`UPDATE vacation_certificates SET review = 'passed' WHERE id = ?`, certificate.id);
  expect((await activate(first.client, first.certificate.number, traveler)).status).toBe(200);
  expect((await activate(twin.client, twin.certificate.number, traveler)).status).toBe(409);
  const allowing = { reason: 'Seen both passports', version: 2 };
  expect((await boss.client.post(`/api/admin/certificates/${twin.certificate.id}/other-person`, allowing)).status).toBe(200);
  expect((await activate(twin.client, twin.certificate.number, traveler)).status).toBe(200);
  const stay = { ...twin, certificateId: twin.certificate.id, number: twin.certificate.number };
  expect((await wish(stay)).body.stay).toMatchObject({ stage: 'wished', isBeingChecked: true });
  await decideLook(other, stay, 'agree');
  await maintain(await localTravel());
  expect((await readStay(stay)).stage).toBe('offered');
});

test('a traveler whose booked name an administrator corrected has no second stay, under either spelling', async () => {
  const [boss, stay] = [await newAdmin(), await bookedStay()];
  const { traveler: booked, version } = (await boss.client.get<AdminStayDetails>(`/api/admin/stays/${stay.certificateId}`)).body;
  const spelled = newTraveler({ ...booked, fullName: booked?.fullName.replace(/.$/, 'y') });
  const correction = { traveler: spelled, reason: 'A letter', version };
  expect((await boss.client.put(`/api/admin/stays/${stay.certificateId}/traveler`, correction)).status).toBe(200);
  for (const traveler of [newTraveler({ ...booked }), spelled]) {
    const { client, certificate } = await waitingCertificate();
    await change(`UPDATE vacation_certificates SET review = 'passed' WHERE id = ?`, certificate.id);
    expectError(await activate(client, certificate.number, traveler), 409, 'traveler_has_stay');
  }
});

test('the other super administrators are emailed about a canceled stay that the desk had booked', async () => {
  const [boss, other] = [await newAdmin(), await newAdmin()];
  const [unbooked, booked] = [await newStay(), await bookedStay()];
  const { length } = await favorMails();
  await change('UPDATE stay_offers SET quote_id = NULL');
  for (const { certificateId } of [unbooked, booked]) {
    const version = (await row<{ version: number }>('SELECT version FROM vacation_certificates WHERE id = ?', certificateId))?.version;
    const cancellation = { reason: 'The hotel canceled', isReleased: true, version };
    expect((await boss.client.post(`/api/admin/certificates/${certificateId}/cancel`, cancellation)).status).toBe(200);
  }
  expect((await favorMails()).slice(length)).toEqual([{ to: other.email, action: 'certificate.cancel' }]);
});
