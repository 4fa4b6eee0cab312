/** POST /api/redeem-certificate and GET /api/vacation-certificates. Product rules: Certificates. */

import { env } from 'cloudflare:workers';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { nextRedemption, RedeemResponse, type VacationCertificate, VacationCertificates } from '#schema/certificates/certificate.ts';
import { certificateOptions } from '#schema/rules.ts';
import { tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import { tokenRow } from '#tests/support/tokens/ledger-rows.ts';
import { giveTokens, newRedeemer, verifyEmail } from '#tests/worker/support/certificates/redeemer.ts';
import { advanceClock, balanceOf, change, everyRow, expectError, newCard, newMember, row, setClock } from '#tests/worker/support/client.ts';
import { countingDatabase } from '#tests/worker/support/counted-database.ts';
import type { Env } from '#worker/env.ts';
import { createStore } from '#worker/store/store.ts';

beforeEach(() => setClock('2026-11-21T10:00:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

const path = '/api/redeem-certificate';

describe('a redemption', () => {
  test('takes the tokens, creates the certificate and queues its mail', async () => {
    const { client, id, email } = await newRedeemer(300);
    const answer = await client.post(path, { type: 'global' });
    expect(answer.status).toBe(200);
    const { activationLink, pdfUrl, certificate } = v.parse(RedeemResponse, answer.body);
    const { number } = certificate;
    expect(number).toMatch(/^VC-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(activationLink).toBe(`https://cards.test/dashboard/certificates/${number}/activate`);
    expect(pdfUrl).toBe(`https://cards.test/api/vacation-certificates/${number}/certificate.pdf`);
    expect(certificate).toMatchObject({
      type: 'global',
      tokensRedeemed: 120,
      status: 'active',
      stay: null,
      createdAt: '2026-11-21T10:00:00.000Z',
      activateBy: '2026-12-21T23:59:59.000Z',
      validUntil: '2027-11-21T23:59:59.000Z',
      activatedAt: null,
    });
    expect(await balanceOf(id)).toBe(180);
    expect(
      await row(
        `SELECT t.amount, t.kind, t.description FROM token_transactions t JOIN vacation_certificates c ON c.id = t.subject_id
         WHERE c.number = ? AND t.kind = ${tokenKinds.redemption.code}`,
        number,
      ),
    ).toEqual({
      amount: -120,
      kind: tokenKinds.redemption.code,
      description: 'Redeemed for a 5-7 Night Global Trip',
    });
    const mail = await row<{ to_address: string; payload: string }>(
      `SELECT to_address, payload FROM outbox WHERE template = 'certificate_issued' AND user_id = ?`,
      id,
    );
    expect(mail?.to_address).toBe(email);
    expect(JSON.parse(mail?.payload ?? '')).toEqual({
      firstName: 'Mem',
      number,
      name: '5-7 Night Global Trip',
      activateBy: '2026-12-21T23:59:59.000Z',
      validUntil: '2027-11-21T23:59:59.000Z',
      activationLink,
      pdfUrl,
    });
    expect(v.parse(VacationCertificates, (await client.get('/api/vacation-certificates')).body)).toEqual([certificate]);
  });

  test('takes four round trips to load, three for the facts of its case, and one to write', async () => {
    const { client } = await newRedeemer(60);
    const { env: workerEnv, use } = countingDatabase(env as unknown as Env);
    client.workerEnv = workerEnv;
    expect((await client.post(path, { type: 'regional-short' })).status).toBe(200);
    expect(use.roundTrips).toBe(8);
  });

  test.each([
    {},
    { type: 'moon' },
    { type: 7 },
    { type: ['global'] },
    { type: 'global', tokenCost: 1 },
  ])('of %o is rejected', async (body) => {
    const { client } = await newRedeemer(300);
    expectError(await client.post(path, body), 400, 'invalid_input');
    expect((await client.get<VacationCertificate[]>('/api/vacation-certificates')).body).toEqual([]);
  });

  test('checks the rules in the specified order, and writes nothing when rejected', async () => {
    const { client, id } = await newMember();
    expectError(await client.post(path, { type: 'moon' }), 400, 'invalid_input');
    await giveTokens(id, 59);
    const before = await everyRow();
    const poor = expectError(await client.post(path, { type: 'regional-short' }), 400, 'too_few_tokens');
    expect(poor.message).toBe('Need 1 more');
    expect(expectError(await client.post(path, { type: 'global' }), 400, 'too_few_tokens').message).toBe('Need 61 more');
    expect(await everyRow()).toEqual(before);
    await giveTokens(id, 241);
    expect(expectError(await client.post(path, { type: 'global' }), 403, 'email_unverified').message).toContain('verify your email');
    await verifyEmail(id);
    expect((await client.post(path, { type: 'regional-long' })).status).toBe(200);
    // If the member already redeemed a certificate within the last year, a redemption is always rejected for that reason, even if other
    // reasons also apply.
    await change('UPDATE users SET email_verified_at = NULL WHERE id = ?', id);
    await change(tokenRow('adjustment', { user: id, amount: -210 }));
    expect(expectError(await client.post(path, { type: 'global' }), 409, 'redeemed_this_year').message).toBe(
      'You can only redeem one certificate per 12 months. Please try again later.',
    );
    expect(await balanceOf(id)).toBe(0);
  });

  test('asks for a Latin spelling of a name that no font has, and takes nothing until then', async () => {
    const { client, id } = await newRedeemer(120);
    await change("UPDATE users SET first_name = '𒀀', last_name = '😀' WHERE id = ?", id);
    const before = await everyRow();
    const refusal = expectError(await client.post(path, { type: 'global' }), 400, 'name_not_printable');
    expect(Object.keys(refusal.fields ?? {})).toEqual(['latinName']);
    for (const latinName of ['𒀀', 'Ану Энлиль', 'Prize Team 2'])
      expectError(await client.post(path, { type: 'global', latinName }), 400, 'invalid_input');
    expect(await everyRow()).toEqual(before);
    expect((await client.post(path, { type: 'global', latinName: 'Anu Enlil' })).status).toBe(200);
    expect(await row('SELECT holder_name FROM vacation_certificates WHERE user_id = ?', id)).toEqual({ holder_name: 'Anu Enlil' });
  });

  test('prints the member’s own name, whatever spelling the request has, if a font has it', async () => {
    const { client, id } = await newRedeemer(120);
    await change("UPDATE users SET first_name = 'Ada', last_name = 'Lovelace' WHERE id = ?", id);
    expect((await client.post(path, { type: 'global', latinName: 'Cache Cards Official Prize Team' })).status).toBe(200);
    expect(await row('SELECT holder_name FROM vacation_certificates WHERE user_id = ?', id)).toEqual({ holder_name: 'Ada Lovelace' });
  });

  test('keeps a name in any script, in which the certificate is drawn', { tags: 'long' }, async () => {
    const { client, id } = await newRedeemer(120);
    await change("UPDATE users SET first_name = 'محمد', last_name = '山田 क्षितिज' WHERE id = ?", id);
    const { body } = await client.post(path, { type: 'global' });
    const { pdfUrl } = v.parse(RedeemResponse, body);
    const pdf = await client.fetch(new URL(pdfUrl).pathname);
    expect([pdf.status, pdf.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
  });

  test('is possible again exactly twelve months later, and at once after a canceled one', async () => {
    const { client, id } = await newRedeemer(300);
    expect((await client.post(path, { type: 'regional-short' })).status).toBe(200);
    await change(`UPDATE vacation_certificates SET status = 'cancelled' WHERE user_id = ?`, id);
    expect((await client.post(path, { type: 'regional-short' })).status).toBe(200);
    await change(`UPDATE vacation_certificates SET created_at = unixepoch('2025-11-21T10:00:01Z') WHERE user_id = ?`, id);
    expectError(await client.post(path, { type: 'regional-short' }), 409, 'redeemed_this_year');
    advanceClock(1);
    expect((await client.post(path, { type: 'regional-short' })).status).toBe(200);
  });

  test.each([
    '2026-01-31T08:00:00Z',
    '2028-02-29T08:00:00Z',
  ])('succeeds from the second shown on the pages, after one on %s', async (at) => {
    const { id } = await newRedeemer(300);
    const redeem = (number: string, now: number) => {
      const certificate = {
        ...{ number, option: certificateOptions[0], holderName: 'Mem Ber', activateBy: now, validUntil: now },
        ...{
          review: 'passed' as const,
          signals: [],
          mailboxHash: '',
          activationLink: `https://cards.test/${number}`,
          pdfUrl: 'https://cards.test',
        },
      } as const;
      const mail = {
        template: 'certificate_issued',
        to: 'm@example.test',
        payload: {},
        cause: number,
      } as const;
      return createStore(env as unknown as Env).certificates.redeem(id, certificate, mail, now);
    };
    const again = nextRedemption(new Date(at)).getTime() / 1_000;
    expect(await redeem(`VC-${id}-1`, Date.parse(at) / 1_000)).toBeDefined();
    expect(await redeem(`VC-${id}-2`, again - 1)).toBeUndefined();
    expect(await redeem(`VC-${id}-2`, again)).toBeDefined();
  });

  test('requested 50 times concurrently happens once', async () => {
    const { client, id } = await newRedeemer(300);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => client.post(path, { type: index % 2 ? 'regional-short' : 'global' })),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(done).toHaveLength(1);
    for (const answer of answers) if (answer !== done[0]) expectError(answer, 409, 'redeemed_this_year');
    const cost = v.parse(RedeemResponse, done[0]?.body).certificate.tokensRedeemed;
    expect(await balanceOf(id)).toBe(300 - cost);
    expect(await row('SELECT COUNT(*) AS count FROM vacation_certificates WHERE user_id = ?', id)).toEqual({ count: 1 });
    expect(await row(`SELECT COUNT(*) AS count FROM outbox WHERE template = 'certificate_issued' AND user_id = ?`, id)).toEqual({
      count: 1,
    });
  });

  test('concurrent with finds loses none of their tokens', async () => {
    const { client, id } = await newRedeemer(60);
    const cards = await Promise.all(Array.from({ length: 8 }, () => newCard()));
    const [redeemed, ...scans] = await Promise.all([
      client.post(path, { type: 'regional-short' }),
      ...cards.map(({ cardId, code }) => client.post('/api/scan', { cardId, code })),
    ]);
    expect(redeemed?.status).toBe(200);
    for (const scan of scans) expect(scan).toMatchObject({ status: 200, body: { tokensEarned: 1 } });
    expect(await balanceOf(id)).toBe(8);
  });
});

test('the certificate list contains only the member’s own, newest first', async () => {
  const [one, other] = [await newRedeemer(300), await newRedeemer(60)];
  await one.client.post(path, { type: 'regional-short' });
  await change(`UPDATE vacation_certificates SET status = 'cancelled', cancel_reason = 'By mistake' WHERE user_id = ?`, one.id);
  advanceClock(60);
  await one.client.post(path, { type: 'global' });
  await other.client.post(path, { type: 'regional-short' });
  const list = v.parse(VacationCertificates, (await one.client.get('/api/vacation-certificates')).body);
  expect(list.map(({ type, status, cancelReason }) => [type, status, cancelReason])).toEqual([
    ['global', 'active', null],
    ['regional-short', 'cancelled', 'By mistake'],
  ]);
});
