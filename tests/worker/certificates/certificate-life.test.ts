/** The life of a redeemed certificate: PDF, activation, booking, expiry, reminders and cancellation. Product rules: Certificates. */

import { env } from 'cloudflare:workers';
import { PDFDocument } from '@cantoo/pdf-lib';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RedeemResponse, VacationCertificate, VacationCertificates } from '#schema/certificates/certificate.ts';
import { secondsPerDay } from '#schema/rules.ts';
import { tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { unlimited } from '#tests/worker/support/admin/crons.ts';
import { newRedeemer } from '#tests/worker/support/certificates/redeemer.ts';
import { acceptStay, activate } from '#tests/worker/support/certificates/stays.ts';
import { localTravel } from '#tests/worker/support/certificates/travel.ts';
import {
  advanceClock,
  balanceOf,
  Client,
  change,
  everyRow,
  expectError,
  newMember,
  row,
  setClock,
  type TestMember,
} from '#tests/worker/support/client.ts';
import type { TravelProvider } from '#worker/clients/travel-provider.ts';
import type { Env } from '#worker/env.ts';
import { cancelCertificate } from '#worker/flows/certificates/cancel-certificate.ts';
import { maintainCertificates } from '#worker/jobs/maintain-certificates.ts';
import { createStore } from '#worker/store/store.ts';

beforeEach(() => setClock('2026-11-21T10:00:00Z'));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const store = () => createStore(env as unknown as Env);
const nowSeconds = () => Math.floor(Date.now() / 1_000);
const maintain = (travel: TravelProvider | null = null) =>
  maintainCertificates({ store: store(), budget: unlimited, travel }, nowSeconds());

async function memberWithCertificate(): Promise<TestMember & { certificate: VacationCertificate }> {
  const member = await newRedeemer(120);
  const answer = await member.client.post('/api/redeem-certificate', { type: 'global' });
  return { ...member, certificate: v.parse(RedeemResponse, answer.body).certificate };
}

const activationOf = ({ number }: VacationCertificate) => `/api/vacation-certificates/${number}/activate`;
const pdfOf = ({ number }: VacationCertificate) => `/api/vacation-certificates/${number}/certificate.pdf`;

async function listed(client: Client): Promise<VacationCertificate> {
  const [certificate] = v.parse(VacationCertificates, (await client.get('/api/vacation-certificates')).body);
  if (!certificate) throw new Error('No certificate');
  return certificate;
}

describe('the certificate PDF', () => {
  test('is generated for its owner and never cached', async () => {
    const { client, certificate } = await memberWithCertificate();
    const response = await client.fetch(pdfOf(certificate));
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/pdf');
    expect(response.headers.get('Content-Disposition')).toBe(`inline; filename="vacation-certificate-${certificate.number}.pdf"`);
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(bytes.length).toBeLessThan(150_000);
    expect((await PDFDocument.load(bytes, { updateMetadata: false })).getTitle()).toBe(`Vacation Certificate ${certificate.number}`);
  });

  test('does not exist for other members', async () => {
    const { certificate } = await memberWithCertificate();
    const other = await newMember({ role: 'premium' });
    expectError(await other.client.get(pdfOf(certificate)), 404, 'certificate_not_yours');
    expectError(await new Client().get(pdfOf(certificate)), 401, 'not_signed_in');
    expectError(await other.client.get('/api/vacation-certificates/VC-0000-0000/certificate.pdf'), 404, 'certificate_not_yours');
  });

  describe('opened by a link', () => {
    const openLink = (client: Client, path: string, headers: Record<string, string>) => client.fetch(path, { headers, redirect: 'manual' });
    const waysIn: Record<string, string>[] = [
      { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Site': 'cross-site', Accept: 'text/html,*/*;q=0.8' },
      { 'Sec-Fetch-Mode': 'navigate', Accept: '*/*' },
      { Accept: 'text/html,application/xhtml+xml' },
    ];

    test.each(waysIn)('redirects signed-out visitors to sign in and back: %o', async (headers) => {
      const { certificate } = await memberWithCertificate();
      const answer = await openLink(new Client(), pdfOf(certificate), headers);
      expect(answer.status).toBe(302);
      expect(answer.headers.get('Location')).toBe(`/dashboard/certificates?pdf=${certificate.number}`);
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
    });

    test('redirects other members to the page that explains it, as for an unknown certificate', async () => {
      const { certificate } = await memberWithCertificate();
      const other = await newMember();
      for (const number of [certificate.number, 'VC-0000-0000', 'x%2F..%2F%2Fevil.test']) {
        const answer = await openLink(other.client, `/api/vacation-certificates/${number}/certificate.pdf`, waysIn[0] ?? {});
        expect(answer.headers.get('Location')).toBe(`/dashboard/certificates?pdf=${number}`);
      }
    });

    test('redirects when the session has ended; the owner gets the PDF', async () => {
      const { client, id, certificate } = await memberWithCertificate();
      expect((await openLink(client, pdfOf(certificate), waysIn[0] ?? {})).headers.get('Content-Type')).toBe('application/pdf');
      await change('UPDATE sessions SET revoked_at = 1 WHERE user_id = ?', id);
      expect((await openLink(client, pdfOf(certificate), waysIn[0] ?? {})).status).toBe(302);
    });

    test.each([
      ['a script', {}, { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty', Accept: 'text/html' }],
      ['a download link', {}, { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'empty' }],
      ['a client without fetch headers', {}, {}],
      ['the page after its own redirect', { query: '?signed-in' }, waysIn[0] ?? {}],
    ])('returns 401 to %s', async (_, { query = '' }: { query?: string }, headers) => {
      const { certificate } = await memberWithCertificate();
      const answer = await openLink(new Client(), pdfOf(certificate) + query, headers as Record<string, string>);
      expect([answer.status, answer.headers.get('Content-Type')?.split(';')[0]]).toEqual([401, 'application/json']);
    });
  });

  test.each(['张伟', 'محمد', 'देवनागरी'])('works for a name in any script: %s', async (name) => {
    const { client, id, certificate } = await memberWithCertificate();
    await change('UPDATE vacation_certificates SET holder_name = ? WHERE user_id = ?', name, id);
    expect((await client.fetch(pdfOf(certificate))).status).toBe(200);
  });

  test('prints nothing in place of a name that no font has', async () => {
    const { client, id, certificate } = await memberWithCertificate();
    await change("UPDATE vacation_certificates SET holder_name = '😀' WHERE user_id = ?", id);
    expectError(await client.get(pdfOf(certificate)), 409, 'certificate_name_unprintable');
  });
});

describe('activating a certificate', () => {
  test('needs its owner’s request, and names the traveler', async () => {
    const { client, certificate } = await memberWithCertificate();
    advanceClock(60);
    const answer = await activate(client, certificate.number);
    expect(answer.status).toBe(200);
    expect(v.parse(VacationCertificate, answer.body)).toMatchObject({
      status: 'activated',
      stay: { stage: 'none', traveler: { fullName: 'Ada Traveler' }, canCorrectTraveler: true, mayReturn: false },
      travelPlugId: null,
      activatedAt: '2026-11-21T10:01:00.000Z',
    });
    expect(await listed(client)).toEqual(answer.body);
    expectError(await activate(client, certificate.number), 409, 'certificate_activated');
  });

  test('twice concurrently happens once, and notifies the owner once', async () => {
    const { client, id, certificate } = await memberWithCertificate();
    const answers = await Promise.all(Array.from({ length: 8 }, () => activate(client, certificate.number)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    const notices = "SELECT COUNT(*) AS count FROM outbox WHERE user_id = ? AND template = 'traveler_entered'";
    expect(await row<{ count: number }>(notices, id)).toEqual({ count: 1 });
  });

  test('is rejected for other members and visitors', async () => {
    const { client, certificate } = await memberWithCertificate();
    const other = await newMember();
    expectError(await activate(other.client, certificate.number), 404, 'certificate_not_yours');
    expectError(await activate(new Client(), certificate.number), 401, 'not_signed_in');
    expect(await listed(client)).toMatchObject({ status: 'active' });
  });

  test('does not happen on GET, which mail scanners send', async () => {
    const { client, certificate } = await memberWithCertificate();
    const before = await everyRow();
    await client.get(new URL(certificate.activationLink).pathname);
    await client.fetch(new URL(certificate.activationLink).pathname, { method: 'HEAD' });
    expectError(await client.get(activationOf(certificate)), 405, 'method_not_allowed');
    await client.fetch(pdfOf(certificate));
    expect(await everyRow()).toEqual(before);
  });

  test('is rejected after 30 days, even before the job has run', async () => {
    const { client, certificate } = await memberWithCertificate();
    await change('UPDATE vacation_certificates SET activate_by = ? WHERE id = ?', nowSeconds(), certificate.id);
    expectError(await activate(client, certificate.number), 409, 'certificate_expired');
    expect(await listed(client)).toMatchObject({ status: 'expired' });
  });

  test('is rejected after a cancellation', async () => {
    const { client, certificate } = await memberWithCertificate();
    await change(`UPDATE vacation_certificates SET status = 'cancelled' WHERE id = ?`, certificate.id);
    expectError(await activate(client, certificate.number), 409, 'certificate_cancelled');
  });
});

describe('the certificate job', () => {
  test('expires certificates that were not activated in time, and no others', async () => {
    const [late, inTime, activated] = [await memberWithCertificate(), await memberWithCertificate(), await memberWithCertificate()];
    await activate(activated.client, activated.certificate.number);
    await change(
      'UPDATE vacation_certificates SET activate_by = ?1 WHERE id IN (?2, ?3)',
      nowSeconds(),
      late.certificate.id,
      activated.certificate.id,
    );
    await Promise.all([maintain(), maintain()]);
    await maintain();
    const status = (id: number) => row('SELECT status FROM vacation_certificates WHERE id = ?', id);
    expect(await status(late.certificate.id)).toEqual({ status: 'expired' });
    expect(await status(inTime.certificate.id)).toEqual({ status: 'active' });
    expect(await status(activated.certificate.id)).toEqual({ status: 'activated' });
    expect(await balanceOf(late.id)).toBe(0);
  });

  const reminders = async (id: number) => {
    const mails = await env.DB.prepare(`SELECT payload FROM outbox WHERE user_id = ? AND template = 'certificate_reminder' ORDER BY id`)
      .bind(id)
      .all<{ payload: string }>();
    return mails.results.map(({ payload }) => (JSON.parse(payload) as { daysLeft: string }).daysLeft);
  };

  test('reminds 7 and 2 days before, once each, regardless of the number of runs', async () => {
    const { id } = await memberWithCertificate();
    advanceClock(22 * secondsPerDay);
    await maintain();
    expect(await reminders(id)).toEqual([]);
    // The entire last day counts, so a certificate is valid for 30 to 31 days.
    advanceClock(2 * secondsPerDay);
    await Promise.all([maintain(), maintain(), maintain()]);
    await maintain();
    expect(await reminders(id)).toEqual(['7']);
    advanceClock(5 * secondsPerDay);
    await Promise.all([maintain(), maintain()]);
    advanceClock(secondsPerDay);
    await maintain();
    expect(await reminders(id)).toEqual(['7', '2']);
    expect(await row('SELECT reminders_sent FROM vacation_certificates WHERE user_id = ?', id)).toEqual({ reminders_sent: '[7,2]' });
  });

  test('that runs late sends one reminder, for the nearest deadline', async () => {
    const { id } = await memberWithCertificate();
    advanceClock(29 * secondsPerDay);
    await maintain();
    await maintain();
    expect(await reminders(id)).toEqual(['2']);
  });

  test('sends no reminders for activated, expired or canceled certificates', async () => {
    const [activated, cancelled, expired] = [await memberWithCertificate(), await memberWithCertificate(), await memberWithCertificate()];
    await activate(activated.client, activated.certificate.number);
    await change(`UPDATE vacation_certificates SET status = 'cancelled' WHERE id = ?`, cancelled.certificate.id);
    await change('UPDATE vacation_certificates SET activate_by = ? WHERE id = ?', nowSeconds(), expired.certificate.id);
    advanceClock(25 * secondsPerDay);
    await maintain();
    for (const { id } of [activated, cancelled, expired]) expect(await reminders(id)).toEqual([]);
  });
});

async function book(admin: TestAdmin, id: number, travelPlugId: string) {
  const { version } = (await row<{ version: number }>('SELECT version FROM vacation_certificates WHERE id = ?', id)) ?? { version: 0 };
  return admin.client.put(`/api/admin/certificates/${id}/booking`, { travelPlugId, version });
}

describe('a booking mail', () => {
  const mailsTo = async (userId: number) =>
    (
      await env.DB.prepare(
        `SELECT template, to_address AS "to", payload FROM outbox WHERE user_id = ? AND template IN ('stay_booked', 'booking_made') ORDER BY id`,
      )
        .bind(userId)
        .all<{ template: string; to: string; payload: string }>()
    ).results.map(({ payload, ...mail }) => ({ ...mail, ...(JSON.parse(payload) as Record<string, string>) }));

  test('is sent once for a booking, and for its correction', async () => {
    const { client, id, email, certificate } = await memberWithCertificate();
    await activate(client, certificate.number);
    await acceptStay(certificate.id);
    const admin = await newAdmin('admin');
    expect((await book(admin, certificate.id, 'STAY-1')).status).toBe(200);
    expect((await book(admin, certificate.id, 'STAY-1')).status).toBe(200);
    expect((await book(await newAdmin(), certificate.id, 'STAY-2')).status).toBe(200);
    expect(await listed(client)).toMatchObject({ travelPlugId: 'STAY-2', stay: { stage: 'booked' } });
    expect(await mailsTo(id)).toMatchObject([
      { template: 'stay_booked', to: email, number: certificate.number, reference: 'STAY-1' },
      { template: 'booking_made', reference: 'STAY-2', previous: 'STAY-1' },
    ]);
  });

  test('is not sent if nothing was booked: reference in use, certificate changed, or owner gone', async () => {
    const [first, second, left] = [await memberWithCertificate(), await memberWithCertificate(), await memberWithCertificate()];
    for (const one of [first, second, left]) {
      await activate(one.client, one.certificate.number);
      await acceptStay(one.certificate.id);
    }
    await change('UPDATE users SET deletion_requested_at = 1 WHERE id = ?', left.id);
    const admin = await newAdmin('admin');
    await book(admin, first.certificate.id, 'STAY-7');
    expectError(await book(admin, second.certificate.id, 'STAY-7'), 409, 'reference_taken');
    expectError(
      await admin.client.put(`/api/admin/certificates/${second.certificate.id}/booking`, { travelPlugId: 'STAY-8', version: 1 }),
      409,
      'changed_meanwhile',
    );
    expect((await book(admin, left.certificate.id, 'STAY-9')).status).toBe(200);
    expect([await mailsTo(first.id), await mailsTo(second.id), await mailsTo(left.id)]).toMatchObject([[{ reference: 'STAY-7' }], [], []]);
  });
});

describe('canceling a certificate with a stay', () => {
  const copyOf = (certificate: VacationCertificate) => ({
    ...certificate,
    stage: certificate.stay?.stage ?? null,
    tookPlace: null,
    noShowAt: null,
  });
  const by = { actor: null, reason: 'On request' };

  test('returns the tokens once, notifies the member, and allows another redemption', async () => {
    const { client, id, certificate } = await memberWithCertificate();
    const deps = { store: store(), travel: null };
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => cancelCertificate(deps, copyOf(certificate), by, nowSeconds())));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await balanceOf(id)).toBe(120);
    expect(
      await row(
        'SELECT t.kind, t.amount FROM token_transactions t JOIN vacation_certificates c ON c.id = t.subject_id WHERE c.number = ? AND t.amount > 0',
        certificate.number,
      ),
    ).toEqual({
      kind: tokenKinds.refund.code,
      amount: 120,
    });
    const mail = await row<{ payload: string }>(`SELECT payload FROM outbox WHERE template = 'certificate_cancelled' AND user_id = ?`, id);
    expect(JSON.parse(mail?.payload ?? '')).toEqual({
      firstName: 'Mem',
      number: certificate.number,
      name: '5-7 Night Global Trip',
      tokens: '120',
      reason: 'On request',
    });
    expect(await listed(client)).toMatchObject({ status: 'cancelled', cancelReason: 'On request' });
    expect((await client.post('/api/redeem-certificate', { type: 'global' })).status).toBe(200);
  });

  test('that is booked waits for the travel provider, or for an administrator who says that the place released it', async () => {
    const { client, id, certificate } = await memberWithCertificate();
    await activate(client, certificate.number);
    await acceptStay(certificate.id);
    expect((await book(await newAdmin('admin'), certificate.id, 'STAY-RELEASED')).status).toBe(200);
    const activated = copyOf(await listed(client));
    const refusing: TravelProvider = { ...(await localTravel()), cancel: async () => false, status: async () => 'booked' };
    for (const travel of [null, await localTravel()])
      expect(await cancelCertificate({ store: store(), travel }, activated, by, nowSeconds())).toMatchObject({
        refusal: 'provider_must_confirm',
      });
    await change(`UPDATE stay_offers SET quote_id = 'Q-1' WHERE certificate_id = ?`, certificate.id);
    const claimed = { ...by, isReleased: true };
    expect(await cancelCertificate({ store: store(), travel: refusing }, activated, claimed, nowSeconds())).toMatchObject({
      refusal: 'provider_must_confirm',
    });
    await change('UPDATE stay_offers SET quote_id = NULL WHERE certificate_id = ?', certificate.id);
    expect(await cancelCertificate({ store: store(), travel: null }, activated, claimed, nowSeconds())).toMatchObject({ ok: true });
    expect(await balanceOf(id)).toBe(120);
  });

  test('never refunds one that was activated just before or has expired', async () => {
    const { client, id, certificate } = await memberWithCertificate();
    await activate(client, certificate.number);
    const deps = { store: store(), travel: null };
    expect(await cancelCertificate(deps, copyOf(certificate), by, nowSeconds())).toMatchObject({ refusal: 'changed_meanwhile' });
    expect(await cancelCertificate(deps, { ...copyOf(certificate), status: 'expired' }, by, nowSeconds())).toMatchObject({
      refusal: 'not_cancellable',
    });
    expect(await balanceOf(id)).toBe(0);
  });
});
