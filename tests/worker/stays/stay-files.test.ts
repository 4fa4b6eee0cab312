/** GET /api/stays/:number/voucher.pdf and stay.ics. Product rules: Certificates. */
import { PDFDocument } from '@cantoo/pdf-lib';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RedeemResponse } from '#schema/certificates/certificate.ts';
import { newRedeemer } from '#tests/worker/support/certificates/redeemer.ts';
import { Client, change, expectError, newMember, setClock } from '#tests/worker/support/client.ts';

beforeEach(() => setClock('2026-11-21T10:00:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

const traveler = { fullName: 'Inês Müller', birthDate: '1990-02-28', email: 'ines@example.test', phone: '+351 21 555 0100' };

/** Creates a member with an accepted offer, optionally booked. */
async function memberWithStay(stage: 'offered' | 'booked' | 'stayed') {
  const member = await newRedeemer(120);
  const { certificate } = v.parse(RedeemResponse, (await member.client.post('/api/redeem-certificate', { type: 'global' })).body);
  const { id, number } = certificate;
  // Uses a different traveler each time because each person may have only one stay a year.
  const person = { ...traveler, birthDate: `${1900 + (member.id % 90)}-02-28` };
  expect((await member.client.post(`/api/vacation-certificates/${number}/activate`, { traveler: person })).status).toBe(200);
  await change(
    `INSERT INTO stay_offers (certificate_id, place, address, latitude, longitude, arrival, departure, room, costs, cancellation, check_in,
       contact, status, created_at, expires_at)
     VALUES (?, 'Lisbon, Portugal', 'Rua das Flores 12, Lisboa', 38.71, -9.14, '2027-02-27', '2027-03-04', 'Double room', '[]', 'None.',
       'From 3 pm', 'Hotel Flores', 'accepted', 1, 2)`,
    id,
  );
  await change('UPDATE stays SET stage = ? WHERE certificate_id = ?', stage, id);
  if (stage !== 'offered') await change("UPDATE vacation_certificates SET travel_plug_id = 'HTL-' || id WHERE id = ?", id);
  return { ...member, number };
}

const files = ['voucher.pdf', 'stay.ics'] as const;

describe('the voucher', () => {
  test.each(['booked', 'stayed'] as const)('of a %s stay is drawn for its member and never cached', async (stage) => {
    const { client, number } = await memberWithStay(stage);
    const response = await client.fetch(`/api/stays/${number}/voucher.pdf`);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/pdf');
    expect(response.headers.get('Content-Disposition')).toBe(`inline; filename="stay-voucher-${number}.pdf"`);
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect((await PDFDocument.load(bytes, { updateMetadata: false })).getTitle()).toBe(`Stay Voucher ${number}`);
  });
});

describe('the calendar file', () => {
  test('has the stay as an all-day event, for its member only, and is never cached', async () => {
    const { client, number } = await memberWithStay('booked');
    const response = await client.fetch(`/api/stays/${number}/stay.ics`);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8');
    expect(response.headers.get('Content-Disposition')).toBe(`inline; filename="stay-${number}.ics"`);
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    const text = await response.text();
    for (const line of [
      `UID:${number}@cards.test`,
      'DTSTART;VALUE=DATE:20270227',
      'DTEND;VALUE=DATE:20270304',
      'LOCATION:Rua das Flores 12\\, Lisboa',
      `URL:https://cards.test/dashboard/certificates#${number}`,
    ]) {
      expect(text).toContain(`${line}\r\n`);
    }
  });
});

test.each(files)('%s does not exist for others, before the booking, and without a stay', async (file) => {
  const { client, number } = await memberWithStay('offered');
  expectError(await client.get(`/api/stays/${number}/${file}`), 409, 'stay_not_booked');
  const other = await newMember({ role: 'premium' });
  expectError(await other.client.get(`/api/stays/${number}/${file}`), 404, 'certificate_not_yours');
  expectError(await new Client().get(`/api/stays/${number}/${file}`), 401, 'not_signed_in');
  const redeemer = await newRedeemer(120);
  const { certificate } = v.parse(RedeemResponse, (await redeemer.client.post('/api/redeem-certificate', { type: 'global' })).body);
  expectError(await redeemer.client.get(`/api/stays/${certificate.number}/${file}`), 404, 'no_stay');
});
