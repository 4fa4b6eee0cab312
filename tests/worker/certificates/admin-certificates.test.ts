/** Certificates in the admin area: list, cancellation, booking reference and PDF. Product rules: Certificates. */
import { PDFDocument } from '@cantoo/pdf-lib';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { AdminCertificate, AdminCertificates } from '#schema/certificates/admin-certificates.ts';
import { RedeemResponse } from '#schema/certificates/certificate.ts';
import { freshProofSeconds, secondsPerDay } from '#schema/rules.ts';
import { newAdmin, type TestAdmin, withProof } from '#tests/worker/support/admin/administrators.ts';
import { beforeWrite } from '#tests/worker/support/before-write.ts';
import { newReporter } from '#tests/worker/support/cards/reporters.ts';
import { newRedeemer } from '#tests/worker/support/certificates/redeemer.ts';
import { acceptStay, activateForTest } from '#tests/worker/support/certificates/stays.ts';
import {
  balanceOf,
  Client,
  change,
  everyRow,
  expectError,
  newCard,
  newMember,
  row,
  type TestMember,
} from '#tests/worker/support/client.ts';

const list = '/api/admin/certificates';

async function memberWithCertificate(): Promise<TestMember & { number: string; rowId: number }> {
  const member = await newRedeemer(120);
  const { certificate } = v.parse(RedeemResponse, (await member.client.post('/api/redeem-certificate', { type: 'global' })).body);
  return { ...member, number: certificate.number, rowId: certificate.id };
}

async function waitingCertificate() {
  const member = await memberWithCertificate();
  await activateForTest(member.rowId);
  await acceptStay(member.rowId);
  return member;
}

async function certificateByNumber(admin: TestAdmin, number: string): Promise<AdminCertificate> {
  const [certificate] = v.parse(AdminCertificates, (await admin.client.get(`${list}?q=${number}`)).body);
  if (!certificate) throw new Error('Certificate not listed');
  return certificate;
}

const auditOf = (number: string, action: string) =>
  row(
    `SELECT admin_id, user_id, before, after, reason, address FROM audit_log WHERE entity_type = 'certificate' AND entity_id = ? AND action = ?`,
    number,
    action,
  );

describe('the administrators’ certificate list', () => {
  test('shows member and status, newest first, and is searchable by number, e-mail and name', async () => {
    const admin = await newAdmin('admin');
    const [first, second] = [await memberWithCertificate(), await memberWithCertificate()];
    const all = v.parse(AdminCertificates, (await admin.client.get(list)).body);
    expect(all.slice(0, 2).map(({ number }) => number)).toEqual([second.number, first.number]);
    expect(all[0]).toMatchObject({
      user: { id: second.id, email: second.email, name: expect.stringContaining('Mem Ber') },
      status: 'active',
      stage: null,
      tokensRedeemed: 120,
      version: 1,
    });
    for (const q of [first.number.toLowerCase(), first.email.toUpperCase(), first.user.lastName ?? '']) {
      const found = v.parse(AdminCertificates, (await admin.client.get(`${list}?q=${encodeURIComponent(q)}`)).body);
      expect(found.map(({ number }) => number)).toContain(first.number);
    }
  });

  test('filters by status', async () => {
    const admin = await newAdmin('admin');
    const [active, toBook] = [await memberWithCertificate(), await waitingCertificate()];
    const numbers = async (query: string) =>
      v.parse(AdminCertificates, (await admin.client.get(`${list}?${query}`)).body).map(({ number }) => number);
    expect(await numbers('status=active')).toContain(active.number);
    expect(await numbers('status=active&sort=activateBy')).toContain(active.number);
    expect(await numbers('status=active')).not.toContain(toBook.number);
  });

  test('can be exported', async () => {
    const admin = await newAdmin('admin');
    const { number, email } = await memberWithCertificate();
    const csv = await (await admin.client.fetch(`${list}/export.csv?q=${number}`)).text();
    expect(csv.split('\r\n')[1]).toContain(`${number},${email},`);
  });
});

describe('canceling a certificate', () => {
  const cancel = (admin: TestAdmin, rowId: number, body: Record<string, unknown>) => admin.client.post(`${list}/${rowId}/cancel`, body);

  test('returns the tokens, notifies the member and is audited', async () => {
    const admin = await newAdmin();
    const { id, number, rowId } = await memberWithCertificate();
    const answer = await cancel(admin, rowId, { reason: 'They asked for it', version: 1 });
    expect(v.parse(AdminCertificate, answer.body)).toMatchObject({
      status: 'cancelled',
      cancelReason: 'They asked for it',
      cancelledBy: admin.email,
      version: 2,
    });
    expect(await balanceOf(id)).toBe(120);
    expect(await row(`SELECT status FROM outbox WHERE cause = ?`, `certificate_cancelled:${number}`)).not.toBeNull();
    expect(await auditOf(number, 'certificate.cancel')).toEqual({
      admin_id: admin.id,
      user_id: id,
      before: '{"status":"active"}',
      after: '{"status":"cancelled","tokensReturned":120}',
      reason: 'They asked for it',
      address: admin.client.address,
    });
  });

  test('happens once when requested concurrently', async () => {
    const [one, other] = [await newAdmin(), await newAdmin()];
    const { id, rowId } = await memberWithCertificate();
    const answers = await Promise.all([one, other, one, other].map((admin) => cancel(admin, rowId, { reason: 'Twice', version: 1 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await balanceOf(id)).toBe(120);
    expect(await row(`SELECT count(*) AS n FROM audit_log WHERE action = 'certificate.cancel' AND user_id = ?`, id)).toEqual({ n: 1 });
  });

  test('is rejected with a message when not allowed, and writes nothing', async () => {
    const admin = await newAdmin();
    const [changed, expired, gone] = [await memberWithCertificate(), await memberWithCertificate(), await memberWithCertificate()];
    await change(`UPDATE vacation_certificates SET version = 2 WHERE id = ?`, changed.rowId);
    await change(`UPDATE vacation_certificates SET activate_by = 1 WHERE id = ?`, expired.rowId);
    await change(`UPDATE vacation_certificates SET status = 'cancelled' WHERE id = ?`, gone.rowId);
    const before = await everyRow();
    const body = { reason: 'No longer wanted', version: 1 };
    expectError(await cancel(admin, changed.rowId, body), 409, 'changed_meanwhile');
    expectError(await cancel(admin, expired.rowId, body), 409, 'not_cancellable');
    expectError(await cancel(admin, gone.rowId, body), 409, 'not_cancellable');
    expectError(await cancel(admin, 999_999, body), 404, 'certificate_not_found');
    expectError(await admin.client.post(`${list}/1e3/cancel`, body), 404, 'certificate_not_found');
    expectError(await cancel(admin, changed.rowId, { ...body, reason: ' ' }), 400, 'invalid_input');
    expectError(await cancel(admin, changed.rowId, { ...body, reason: 'x'.repeat(501) }), 400, 'invalid_input');
    expectError(await cancel(await newAdmin('admin'), changed.rowId, { ...body, version: 2 }), 403, 'super_admin_only');
    const after = await everyRow();
    expect({ ...after, admins: null, admin_sessions: null }).toEqual({ ...before, admins: null, admin_sessions: null });
  });

  test('with a manually booked stay waits until the travel provider has released it', async () => {
    const admin = await withProof(await newAdmin());
    const { id, rowId } = await waitingCertificate();
    await change(`UPDATE vacation_certificates SET travel_plug_id = 'STAY-BY-HAND' WHERE id = ?`, rowId);
    await change(`UPDATE stays SET stage = 'booked' WHERE certificate_id = ?`, rowId);
    admin.client.workerEnv = { ...admin.client.workerEnv, ENVIRONMENT: 'production' };
    expectError(await cancel(admin, rowId, { reason: 'Moved', version: 1 }), 409, 'provider_must_confirm');
    expect(await balanceOf(id)).toBe(0);
  });
});

describe('the booking reference', () => {
  const book = (admin: TestAdmin, rowId: number, travelPlugId: unknown, version: number) =>
    admin.client.put(`${list}/${rowId}/booking`, { travelPlugId, version });

  test('is entered for a certificate that waits for booking; a super administrator can correct it later', async () => {
    const [admin, boss] = [await newAdmin('admin'), await newAdmin()];
    const { id, number, rowId } = await waitingCertificate();
    expect((await book(admin, rowId, ' TP-4711 ', 1)).body).toMatchObject({ stage: 'booked', travelPlugId: 'TP-4711', version: 2 });
    expect(await auditOf(number, 'certificate.book')).toMatchObject({
      admin_id: admin.id,
      user_id: id,
      before: '{"travelPlugId":null}',
      after: '{"travelPlugId":"TP-4711"}',
    });
    expect((await book(boss, rowId, 'TP-4712', 2)).body).toMatchObject({ travelPlugId: 'TP-4712', version: 3 });
    expect((await certificateByNumber(admin, number)).travelPlugId).toBe('TP-4712');
    const before = await everyRow();
    expect(await book(admin, rowId, 'TP-4712', 3)).toMatchObject({ status: 200, body: { travelPlugId: 'TP-4712', version: 3 } });
    expect(await everyRow()).toEqual(before);
    expectError(await book(admin, rowId, 'TP-4712', 2), 409, 'changed_meanwhile');
  });

  test('is rejected when another certificate has it, the certificate changed or has no stay; nothing is written', async () => {
    const admin = await newAdmin('admin');
    const [taken, free, active] = [await waitingCertificate(), await waitingCertificate(), await memberWithCertificate()];
    await book(admin, taken.rowId, 'TP-TAKEN', 1);
    const before = await everyRow();
    expectError(await book(admin, free.rowId, 'TP-TAKEN', 1), 409, 'reference_taken');
    expectError(await book(admin, free.rowId, 'TP-FREE', 2), 409, 'changed_meanwhile');
    expectError(await book(admin, active.rowId, 'TP-FREE', 1), 409, 'no_stay_to_book');
    expectError(await book(admin, 999_999, 'TP-FREE', 1), 404, 'certificate_not_found');
    expectError(await book(admin, free.rowId, 'two words', 1), 400, 'invalid_input');
    expectError(await book(admin, free.rowId, '', 1), 400, 'invalid_input');
    expect(await everyRow()).toEqual(before);
  });

  test('of a booked stay is replaced only by a super administrator with a fresh second factor; the member is emailed', async () => {
    const [admin, boss] = [await newAdmin('admin'), await newAdmin()];
    const { id, rowId } = await waitingCertificate();
    await book(admin, rowId, 'STAY-10233', 1);
    expectError(await book(admin, rowId, 'GONE-1', 2), 403, 'super_admin_only');
    boss.client.workerEnv = { ...boss.client.workerEnv, ENVIRONMENT: 'production' };
    expectError(await book(boss, rowId, 'STAY-10234', 2), 403, 'second_factor_missing');
    await withProof(boss, freshProofSeconds);
    expectError(await book(boss, rowId, 'STAY-10234', 2), 403, 'second_factor_stale');
    expect(await row('SELECT travel_plug_id AS reference FROM vacation_certificates WHERE id = ?', rowId)).toEqual({
      reference: 'STAY-10233',
    });
    await withProof(boss);
    expect((await book(boss, rowId, 'STAY-10234', 2)).body).toMatchObject({ travelPlugId: 'STAY-10234' });
    const mails = `SELECT json_group_array(json(payload)) AS payloads FROM outbox WHERE user_id = ? AND template IN ('stay_booked', 'booking_made') ORDER BY id`;
    expect(JSON.parse((await row<{ payloads: string }>(mails, id))?.payloads ?? '')).toMatchObject([
      { reference: 'STAY-10233' },
      { reference: 'STAY-10234', previous: 'STAY-10233' },
    ]);
  });

  test('of the travel provider’s own offer is entered only by a super administrator with a fresh second factor', async () => {
    const [admin, boss] = [await newAdmin('admin'), await newAdmin()];
    const { rowId } = await waitingCertificate();
    const offered = () => change('UPDATE stay_offers SET quote_id = ? WHERE certificate_id = ?', `Q-${rowId}`, rowId);
    // The member may accept the provider's offer between the administrator's check and the write.
    const workerEnv = admin.client.workerEnv;
    admin.client.workerEnv = beforeWrite(workerEnv, 'vacation_certificates', offered);
    expectError(await book(admin, rowId, 'INVENTED-1', 1), 409, 'changed_meanwhile');
    admin.client.workerEnv = workerEnv;
    expectError(await book(admin, rowId, 'INVENTED-1', 1), 403, 'super_admin_only');
    boss.client.workerEnv = { ...boss.client.workerEnv, ENVIRONMENT: 'production' };
    expectError(await book(boss, rowId, 'BY-PHONE-1', 1), 403, 'second_factor_missing');
    await withProof(boss);
    expect((await book(boss, rowId, 'BY-PHONE-1', 1)).body).toMatchObject({ stage: 'booked', travelPlugId: 'BY-PHONE-1' });
  });

  test('that another certificate had before is given away only by a super administrator', async () => {
    const [admin, boss] = [await newAdmin('admin'), await newAdmin()];
    const [honest, accomplice, other] = [await waitingCertificate(), await waitingCertificate(), await waitingCertificate()];
    await book(admin, honest.rowId, 'STAY-1', 1);
    await book(boss, honest.rowId, 'STAY-2', 2);
    await book(boss, honest.rowId, 'STAY-3', 3);
    for (const freed of ['STAY-1', 'STAY-2']) expectError(await book(admin, accomplice.rowId, freed, 1), 409, 'reference_used_before');
    await change('UPDATE users SET erased_at = 1 WHERE id = ?', honest.id);
    expectError(await book(admin, accomplice.rowId, 'STAY-1', 1), 409, 'reference_used_before');
    expect((await book(boss, accomplice.rowId, 'STAY-1', 1)).body).toMatchObject({ travelPlugId: 'STAY-1' });
    other.client.workerEnv = admin.client.workerEnv;
    admin.client.workerEnv = beforeWrite(admin.client.workerEnv, 'vacation_certificates', () =>
      change(`UPDATE vacation_certificates SET former_references = '["STAY-9"]' WHERE id = ?`, honest.rowId),
    );
    expectError(await book(admin, other.rowId, 'STAY-9', 1), 409, 'changed_meanwhile');
  });

  test('is not entered by an administrator for their own account', async () => {
    const [admin, boss] = [await newAdmin('admin'), await newAdmin()];
    for (const insider of [admin, boss]) {
      const { id, rowId } = await waitingCertificate();
      await change('UPDATE users SET email = ?2, email_key = ?2 WHERE id = ?1', id, insider.email.replace('@', '+me@'));
      expectError(await book(insider, rowId, `OWN-${id}`, 1), 403, 'own_member_account');
      expect(await row('SELECT stage FROM stays WHERE certificate_id = ?', rowId)).toEqual({ stage: 'offered' });
      const other = await newAdmin('admin');
      const stranger = await newReporter();
      stranger.client.address = other.client.address;
      expect((await stranger.client.post(`/api/card/${(await newCard()).cardId}/report`)).status).toBe(200);
      expect((await book(other, rowId, `OWN-${id}`, 1)).status).toBe(200);
    }
  });

  test('is entered by a super administrator only once the certificate is no longer valid', async () => {
    const [admin, boss] = [await newAdmin('admin'), await newAdmin()];
    const { rowId } = await waitingCertificate();
    await change('UPDATE vacation_certificates SET valid_until = ?2 WHERE id = ?1', rowId, Math.floor(Date.now() / 1_000) - secondsPerDay);
    expectError(await book(admin, rowId, 'LATE-1', 1), 409, 'certificate_past_validity');
    expect((await book(boss, rowId, 'LATE-1', 1)).body).toMatchObject({ travelPlugId: 'LATE-1' });
  });

  test('entered twice concurrently is stored once, and the other request gets 409', async () => {
    const [one, other] = [await newAdmin('admin'), await newAdmin('admin')];
    const { number, rowId } = await waitingCertificate();
    const answers = await Promise.all([book(one, rowId, 'TP-ONE', 1), book(other, rowId, 'TP-OTHER', 1)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await row(`SELECT count(*) AS n FROM audit_log WHERE entity_type = 'certificate' AND entity_id = ?`, number)).toEqual({
      n: 1,
    });
  });
});

describe('the certificate PDF for administrators', () => {
  test('opens by a signed link only', async () => {
    const admin = await newAdmin('admin');
    const { number, rowId } = await memberWithCertificate();
    const path = `${list}/${rowId}/certificate.pdf`;
    const { url } = (await admin.client.post<{ url: string }>('/api/admin/download-links', { path })).body;
    const response = await new Client().fetch(url);
    expect(response.headers.get('Content-Type')).toBe('application/pdf');
    const pdf = await PDFDocument.load(new Uint8Array(await response.arrayBuffer()), { updateMetadata: false });
    expect(pdf.getTitle()).toBe(`Vacation Certificate ${number}`);
    expectError(await new Client().get(path), 401, 'admin_not_signed_in');
    expectError(await (await newMember()).client.get(path), 401, 'admin_not_signed_in');
    expectError(await admin.client.get(`${list}/999999/certificate.pdf`), 404, 'certificate_not_found');
  });
});
