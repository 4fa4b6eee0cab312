/** Certificates passed with signals, and one in twenty others, get a second look from another administrator. Product rules: Reviews, Second looks. */
import { env } from 'cloudflare:workers';
import * as v from 'valibot';
import { expect, test, vi } from 'vitest';
import { Totals } from '#schema/admin/totals.ts';
import { SecondLook, SecondLooks } from '#schema/reviews/second-look.ts';
import { secondLookSampleInterval } from '#schema/rules.ts';
import { erasedAt, remove, week } from '#tests/worker/support/accounts/erasing.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { auditOf } from '#tests/worker/support/admin/audit-log.ts';
import { standingAdmin } from '#tests/worker/support/admin/two-people.ts';
import { change, everyRow, expectError, row } from '#tests/worker/support/client.ts';
import { runJob } from '#tests/worker/support/memberships/member-at-stripe.ts';
import { drawSecondLook, pass, type Redeemer, waitingCertificate } from '#tests/worker/support/reviews/waiting-certificate.ts';
import { type Env, readConfig } from '#worker/env.ts';
import { isDrawn } from '#worker/security/random.ts';

const path = '/api/admin/second-looks';
const listSecondLooks = async ({ client }: TestAdmin) => v.parse(SecondLooks, (await client.get(`${path}?limit=200`)).body);
const lookAt = async (admin: TestAdmin, { certificate }: Redeemer) =>
  (await listSecondLooks(admin)).find(({ review }) => review.id === certificate.id);
const send = ({ client }: TestAdmin, id: number, verb: 'agree' | 'raise' | 'close', body: object = {}) =>
  client.post(`${path}/${id}/${verb}`, { version: 1, ...body });
const badgeOf = async ({ client }: TestAdmin) => v.parse(Totals, (await client.get('/api/admin/totals')).body).attention.secondLooks;
const listNotified = async (id: number) =>
  (
    await env.DB.prepare(`SELECT to_address AS email FROM outbox WHERE cause LIKE 'second_look_raised:' || ? || ':%' ORDER BY id`)
      .bind(String(id))
      .all<{ email: string }>()
  ).results.map(({ email }) => email);

async function passedWithSecondLook(by: TestAdmin): Promise<Redeemer & { lookId: number }> {
  const member = await waitingCertificate({ signals: ['pace'] });
  await drawSecondLook(member.certificate, true);
  expect((await pass(by, member)).status).toBe(200);
  const look = await row<{ id: number }>('SELECT id FROM second_looks WHERE certificate_id = ?', member.certificate.id);
  return { ...member, lookId: look?.id ?? 0 };
}

test('about one in twenty certificates gets a second look, and the key decides which', async () => {
  const { linkSigningKey, addressHashKey } = await readConfig(env as unknown as Env);
  const numbers = Array.from({ length: 4_000 }, (_, index) => `CC-${index}`);
  const listDrawn = async (key: CryptoKey) => {
    const results = await Promise.all(numbers.map((number) => isDrawn(key, 'second-look', number, secondLookSampleInterval)));
    return numbers.filter((_, index) => results[index]);
  };
  const chosen = await listDrawn(linkSigningKey);
  expect(chosen.length).toBeGreaterThan(4_000 / secondLookSampleInterval / 2);
  expect(chosen.length).toBeLessThan((4_000 / secondLookSampleInterval) * 2);
  expect(await listDrawn(linkSigningKey)).toEqual(chosen);
  expect(await listDrawn(addressHashKey)).not.toEqual(chosen);
});

test('a passed certificate that is selected gets one second look, even if passed concurrently; others get none', async () => {
  const [admin, other] = [await newAdmin('admin'), await newAdmin('admin')];
  const [drawn, undrawn] = [await waitingCertificate(), await waitingCertificate()];
  await drawSecondLook(drawn.certificate, true);
  await drawSecondLook(undrawn.certificate, false);
  const answers = await Promise.all([pass(admin, drawn), pass(admin, drawn), pass(other, drawn), pass(admin, undrawn)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  const looks = await env.DB.prepare('SELECT certificate_id AS id FROM second_looks WHERE certificate_id IN (?, ?)')
    .bind(drawn.certificate.id, undrawn.certificate.id)
    .all();
  expect(looks.results).toEqual([{ id: drawn.certificate.id }]);
  expect(await row("SELECT count(*) AS n FROM outbox WHERE template = 'certificate_passed' AND user_id = ?", drawn.id)).toEqual({ n: 1 });
});

test('every certificate that had or has signals when passed gets a second look, which names them', async () => {
  const [passer, other] = [await newAdmin('admin'), await newAdmin('admin')];
  const [stored, current] = [await waitingCertificate({ signals: ['pace'] }), await waitingCertificate()];
  await change(
    `INSERT INTO owed_token_events (user_id, amount, kind, reversal_kind, subject_id, created_at) VALUES (?, 5, 0, 6, 1, 1)`,
    current.id,
  );
  for (const { certificate } of [stored, current]) await drawSecondLook(certificate, false);
  for (const member of [stored, current]) expect((await pass(passer, member)).status).toBe(200);
  expect((await lookAt(other, stored))?.review.signals).toContain('pace');
  expect((await lookAt(other, current))?.review.signals).toContain('money_back');
});

test('whoever passed a certificate does not see its second look: not in list, export, badge, answer or audit log', async () => {
  const [passer, other] = [await newAdmin(), await newAdmin('admin')];
  const before = [await badgeOf(passer), await badgeOf(other)];
  const member = await waitingCertificate();
  await drawSecondLook(member.certificate, true);
  const answer = await pass(passer, member);
  expect(JSON.stringify(answer.body)).not.toMatch(/look/i);
  expect(await lookAt(passer, member)).toBeUndefined();
  expect(await lookAt(other, member)).toMatchObject({ state: 'waiting', passedBy: passer.email, user: { id: member.id }, lookedBy: null });
  expect([await badgeOf(passer), await badgeOf(other)]).toEqual([before[0], (before[1] ?? 0) + 1]);
  const csv = async ({ client }: TestAdmin) => (await client.fetch(`${path}/export.csv`)).text();
  expect(await csv(passer)).not.toContain(member.email);
  expect(await csv(other)).toContain(member.email);
  const { number } = (await row<{ number: string }>('SELECT number FROM vacation_certificates WHERE id = ?', member.certificate.id)) ?? {};
  expect(JSON.stringify(await auditOf('certificate', number ?? ''))).not.toMatch(/look/i);
});

test('another administrator agrees, which is audited and ends it; whoever passed cannot', async () => {
  const [passer, other] = [await newAdmin(), await newAdmin('admin')];
  const { lookId, ...member } = await passedWithSecondLook(passer);
  const before = await everyRow({ except: ['audit_log', 'rate_counters'] });
  for (const [verb, body] of [
    ['agree', {}],
    ['raise', { reason: 'Mine' }],
    ['close', { reason: 'Mine' }],
  ] as const)
    expectError(await send(passer, lookId, verb, body), 404, 'second_look_not_found');
  expectError(await send(other, lookId, 'agree', { version: 2 }), 409, 'changed_meanwhile');
  expect(await everyRow({ except: ['audit_log', 'rate_counters'] })).toEqual(before);
  const answer = v.parse(SecondLook, (await send(other, lookId, 'agree')).body);
  expect(answer).toMatchObject({ state: 'agreed', lookedBy: other.email, version: 2 });
  expect(await lookAt(other, member)).toBeUndefined();
  expect(await auditOf('second_look', lookId)).toMatchObject([
    { admin_id: other.id, action: 'second_look.agreed', after: { state: 'agreed' }, reason: null },
  ]);
  expectError(await send(other, lookId, 'agree', { version: 2 }), 409, 'second_look_done');
  const audited = async ({ client }: TestAdmin) =>
    JSON.stringify((await client.get('/api/admin/audit?q=second_look&limit=200')).body).includes(`"${lookId}"`);
  expect([await audited(passer), await audited(other)]).toEqual([false, true]);
  const { lookId: next } = await passedWithSecondLook(passer);
  expect(Math.abs(next - lookId), 'ids reveal how many others there are').toBeGreaterThan(100);
});

test('an escalation needs a reason, is emailed to the other super administrators, and closed by one who did not pass it', async () => {
  await change("UPDATE admins SET disabled_at = 1 WHERE role = 'super_admin'");
  const [passer, boss, plain] = [await newAdmin(), await newAdmin(), await newAdmin('admin')];
  const before = { plain: await badgeOf(plain), passer: await badgeOf(passer), boss: await badgeOf(boss) };
  const { lookId, ...member } = await passedWithSecondLook(passer);
  expectError(await send(plain, lookId, 'raise', { reason: ' ' }), 400, 'invalid_input');
  expectError(await send(boss, lookId, 'close', { reason: 'Early' }), 409, 'second_look_done');
  const reason = 'All finds are at one owner’s cards';
  expect((await send(plain, lookId, 'raise', { reason })).status).toBe(200);
  expect(await listNotified(lookId)).toEqual([boss.email]);
  expect(await lookAt(plain, member)).toMatchObject({ state: 'raised', lookedBy: plain.email, reason });
  const mail = await row<{ id: number }>(`SELECT id FROM outbox WHERE cause LIKE 'second_look_raised:' || ? || ':%'`, String(lookId));
  const readers = [boss, passer].map(async ({ client }) => [
    (await client.get(`/api/admin/mails/${mail?.id}`)).status,
    (await client.fetch('/api/admin/mails?limit=200').then((list) => list.text())).includes('second_look_raised'),
  ]);
  expect(await Promise.all(readers)).toEqual([
    [200, true],
    [404, false],
  ]);
  expect({ plain: await badgeOf(plain), passer: await badgeOf(passer), boss: (await badgeOf(boss)) - 1 }).toEqual(before);
  const closing = { reason: 'Asked the member: a club', version: 2 };
  expectError(await send(plain, lookId, 'close', closing), 403, 'super_admin_only');
  expectError(await send(passer, lookId, 'close', closing), 404, 'second_look_not_found');
  expectError(await send(plain, lookId, 'agree', { version: 2 }), 409, 'second_look_done');
  expect((await send(boss, lookId, 'close', closing)).status).toBe(200);
  expect(await lookAt(boss, member)).toBeUndefined();
  expect((await auditOf('second_look', lookId)).map(({ admin_id, action, reason }) => [admin_id, action, reason])).toEqual([
    [plain.id, 'second_look.raised', reason],
    [boss.id, 'second_look.closed', closing.reason],
  ]);
});

test('what is doubted about a passed certificate stays after its member is erased, without the member’s names', async () => {
  const [passer, plain] = [await newAdmin(), await newAdmin('admin')];
  const [unnamed, named] = [await passedWithSecondLook(passer), await passedWithSecondLook(passer)];
  const reason = 'The passer ignored 40 finds in one minute';
  expect((await send(plain, unnamed.lookId, 'raise', { reason })).status).toBe(200);
  expect((await send(plain, named.lookId, 'raise', { reason: `Do they know ${named.email.toUpperCase()}?` })).status).toBe(200);
  for (const member of [unnamed, named]) await remove(member);
  week();
  await runJob();
  vi.useRealTimers();
  const stored = async ({ id, lookId, certificate }: Redeemer & { lookId: number }) => {
    expect(await erasedAt(id)).not.toBeNull();
    const look = await row<{ reason: string }>('SELECT reason FROM second_looks WHERE id = ?', lookId);
    const passed = await row<{ after: string | null }>(
      `SELECT after FROM audit_log WHERE action = 'certificate.pass' AND entity_id = (SELECT number FROM vacation_certificates WHERE id = ?)`,
      certificate.id,
    );
    const [raised] = await auditOf('second_look', lookId);
    return [look?.reason, raised?.reason, raised?.after !== null, passed?.after?.includes('passed')];
  };
  expect(await stored(unnamed)).toEqual([reason, reason, true, true]);
  const redacted = 'Do they know (former member)?';
  expect(await stored(named)).toEqual([redacted, redacted, true, true]);
});

test('a second account of whoever passed the certificate, with the same mailbox, cannot take the second look', async () => {
  const [passer, twin] = [await newAdmin(), await newAdmin('admin')];
  await change('UPDATE admins SET email = ?2, email_key = ?2 WHERE id = ?1', twin.id, passer.email.replace('@', '+two@'));
  const { lookId } = await passedWithSecondLook(passer);
  expectError(await send(twin, lookId, 'agree'), 404, 'second_look_not_found');
  expectError(await send(twin, lookId, 'raise', { reason: 'Mine' }), 404, 'second_look_not_found');
});

test('in production, an administrator without standing cannot take the second look at a certificate with signals', async () => {
  const [passer, newcomer] = [await newAdmin(), await newAdmin('admin')];
  const { lookId } = await passedWithSecondLook(passer);
  newcomer.client.workerEnv = { ...newcomer.client.workerEnv, ENVIRONMENT: 'production' };
  expectError(await send(newcomer, lookId, 'agree'), 403, 'own_pass');
  expect((await send(await standingAdmin(), lookId, 'agree')).status).toBe(200);
});

test('of concurrent verdicts on a second look one succeeds', async () => {
  const { lookId } = await passedWithSecondLook(await newAdmin());
  const [one, other] = [await newAdmin('admin'), await newAdmin('admin')];
  const answers = await Promise.all([
    send(one, lookId, 'agree'),
    send(other, lookId, 'agree'),
    send(one, lookId, 'raise', { reason: 'Odd' }),
    send(other, lookId, 'raise', { reason: 'Odd' }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect(await auditOf('second_look', lookId)).toHaveLength(1);
});

test('the database refuses a second look by whoever passed the certificate', async () => {
  const passer = await newAdmin();
  const { lookId } = await passedWithSecondLook(passer);
  const set = (columns: string) => change(`UPDATE second_looks SET ${columns} WHERE id = ?1`, lookId);
  await expect(set(`state = 'agreed', looked_by_id = ${passer.id}, looked_at = 1`)).rejects.toThrow('second_looks_other_person');
  await expect(set(`state = 'closed', closed_by_id = ${passer.id}, closed_at = 1`)).rejects.toThrow('second_looks_other_person');
});
