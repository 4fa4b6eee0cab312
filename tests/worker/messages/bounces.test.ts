/** Addresses that bounce our emails, or whose owners report them as spam. Product rules: Claims, printing, email and messages. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AdminUserDetails } from '#schema/accounts/admin-user-details.ts';
import type { RedeemResponse } from '#schema/certificates/certificate.ts';
import type { OwnBounce } from '#schema/messages/bounce.ts';
import { recordRetentionSeconds, secondsPerDay } from '#schema/rules.ts';
import { type BounceRequest, bounceEvent } from '#scripts/fakes/mailbox/events.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { auditOf } from '#tests/worker/support/admin/audit-log.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { newRedeemer } from '#tests/worker/support/certificates/redeemer.ts';
import { activate, newTraveler } from '#tests/worker/support/certificates/stays.ts';
import { advanceClock, change, expectError, newMember, row, setClock, type TestMember, tokenInMail } from '#tests/worker/support/client.ts';
import { envWith, FakeProvider, outboxRow, queueOne, runDelivery } from '#tests/worker/support/messages/mail-delivery.ts';
import { newStay } from '#tests/worker/support/stays/member-stay.ts';
import type { Env } from '#worker/env.ts';
import worker from '#worker/index.ts';

const provider = new FakeProvider();
beforeEach(async () => {
  setClock('2026-11-21T10:00:00Z');
  provider.before = () => undefined;
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await change('DELETE FROM outbox');
  await change('DELETE FROM bounced_addresses');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Delivers an event the way Cloudflare's queue does. */
async function receive(...bodies: unknown[]): Promise<void> {
  await worker.queue({ messages: bodies.map((body) => ({ body })) } as unknown as MessageBatch, env as unknown as Env);
}
const report = (to: string, type: BounceRequest['type']) => receive(bounceEvent({ to, type }, new Date()));
const bounceOf = async ({ client }: TestMember) => (await client.get<OwnBounce>('/api/user/bounce')).body.bounce;
/** Queues an email to the address, runs the delivery job, and returns the state of the email. */
async function send(address: string, template?: string) {
  await queueOne(null, template, {}, address);
  await runDelivery(envWith(provider));
  return outboxRow(address);
}

describe('an address', () => {
  test.each([
    ['hard', 'bounced'],
    ['complaint', 'complained'],
  ] as const)('gets no more emails after a %s, and its member sees why', async (type, reason) => {
    const member = await newMember();
    expect(await bounceOf(member)).toBeNull();
    await report(member.email.toUpperCase(), type);
    expect(await bounceOf(member)).toEqual({ reason, at: '2026-11-21T10:00:00.000Z' });
    await change('DELETE FROM outbox');
    expect(await send(member.email, 'certificate_issued')).toMatchObject({ status: 'dropped', lastError: 'address bounced' });
    expect(provider.to(member.email)).toEqual([]);
  });

  test.each([
    ['hard', 'dropped'],
    ['complaint', 'sent'],
  ] as const)('gets warnings about its account only if it works: after a %s, they are %s', async (type, status) => {
    const { email } = await newMember();
    await report(email, type);
    expect(await send(email, 'password_changed')).toMatchObject({ status });
  });

  test('still gets the links that its owner asks for', async () => {
    const { email } = await newMember();
    await report(email, 'hard');
    for (const template of ['verify_email', 'reset_password', 'confirm_email_change', 'confirm_payout_address'])
      expect(await send(email, template)).toMatchObject({ status: 'sent' });
  });

  test('prevents changes whose warnings would not arrive: after a hard bounce, but not after a complaint', async () => {
    const member = await newMember();
    await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', member.id);
    await change(
      `INSERT INTO user_auth_providers (user_id, provider, provider_id, created_at, last_used_at) VALUES (?, 'google', 'bounces', 1, 1)`,
      member.id,
    );
    const changes = [
      () => member.client.patch('/api/user', { email: `new-${member.email}`, currentPassword: member.password }),
      () => member.client.put('/api/payout-address', { email: 'mine@paypal.test', currentPassword: member.password }),
      () => member.client.call('DELETE', '/api/sign-in-providers/google'),
    ];
    await report(member.email, 'hard');
    for (const send of changes) expectError(await send(), 403, 'email_unreachable');
    expect((await member.client.patch('/api/user', { city: 'Boone' })).status).toBe(200);
    await report(member.email, 'complaint');
    for (const send of changes) expect((await send()).status).toBe(200);
  });

  test('redeems no tokens, names no traveler and adds no passkey while emails about it would bounce', async () => {
    const [redeemer, holder] = [await newRedeemer(120), await newStay()];
    const { version } = (await row<{ version: number }>('SELECT version FROM stays WHERE certificate_id = ?', holder.certificateId)) ?? {};
    const calls = [
      () => redeemer.client.post('/api/redeem-certificate', { type: 'global' }),
      () => redeemer.client.post('/api/passkeys/options', { currentPassword: redeemer.password }),
      () => holder.client.put(`/api/stays/${holder.number}/traveler`, { traveler: newTraveler(), version }),
    ];
    for (const { email } of [redeemer, holder]) await report(email, 'hard');
    for (const call of calls) expectError(await call(), 403, 'email_unreachable');
    await report(redeemer.email, 'complaint');
    const redeemed = await redeemer.client.post<RedeemResponse>('/api/redeem-certificate', { type: 'global' });
    expect(redeemed.status).toBe(200);
    await report(redeemer.email, 'hard');
    expectError(await activate(redeemer.client, redeemed.body.certificate.number), 403, 'email_unreachable');
  });

  test('with a full mailbox, or in an event of another kind, is not suppressed', async () => {
    const member = await newMember();
    await report(member.email, 'soft');
    await receive({ type: 'cf.email.sending.message.delivered', payload: { recipient: member.email } }, 'text', null, { type: 1 });
    expect(await bounceOf(member)).toBeNull();
    expect(await send(member.email)).toMatchObject({ status: 'sent' });
  });

  test('that the provider refuses is tried for longer than a day; then its emails are dropped and the member is informed', async () => {
    const member = await newMember();
    provider.before = () => {
      throw Object.assign(new Error('Recipient is suppressed'), { code: 'E_RECIPIENT_SUPPRESSED' });
    };
    const begin = Date.now();
    let mail = await send(member.email);
    while (mail.status === 'queued') {
      expect(await row('SELECT 1 FROM bounced_addresses')).toBeNull();
      advanceClock(mail.waits);
      await runDelivery(envWith(provider));
      mail = await outboxRow(member.email);
    }
    expect(mail.status).toBe('dropped');
    expect(Date.now() - begin).toBeGreaterThan(secondsPerDay * 1_000);
    expect(await row('SELECT email_key AS email, reason FROM bounced_addresses')).toEqual({ email: member.email, reason: 'refused' });
  });
});

describe('emails are sent again', () => {
  test('once the member opens the link that confirms the address', async () => {
    const member = await newMember();
    await change('UPDATE users SET email_verified_at = 5 WHERE id = ?', member.id);
    await report(member.email, 'hard');
    expect((await member.client.post('/api/verify-email/send')).body.message).not.toMatch(/already verified/);
    const { messageId } = await outboxRow(member.email);
    const token = await tokenInMail(messageId);
    expect((await member.client.post('/api/verify-email', { token })).status).toBe(200);
    expect(await bounceOf(member)).toBeNull();
    expect(await row('SELECT email_verified_at AS at FROM users WHERE id = ?', member.id)).toEqual({ at: 5 });
    expect(await send(member.email)).toMatchObject({ status: 'sent' });
    await report(member.email, 'hard');
    expectError(await member.client.post('/api/verify-email', { token }), 400, 'link_used');
    expect(await bounceOf(member)).not.toBeNull();
  });

  test('to another address of the member, whose own state counts', async () => {
    const member = await newMember();
    await report(member.email, 'hard');
    await member.client.patch('/api/user', { email: `new-${member.email}` });
    expect(await bounceOf(member)).toBeNull();
    expect(await send(`new-${member.email}`)).toMatchObject({ status: 'sent' });
  });

  test('once an administrator resumes them, which is audited', async () => {
    const [member, admin] = [await newMember(), await newAdmin('admin')];
    await report(member.email, 'hard');
    const details = await admin.client.get<AdminUserDetails>(`/api/admin/users/${member.id}`);
    expect(details.body.bounce).toEqual({ reason: 'bounced', at: '2026-11-21T10:00:00.000Z', detail: '550 5.1.1 User unknown' });
    const path = `/api/admin/users/${member.id}/bounce`;
    expect((await admin.client.call('DELETE', path)).status).toBe(200);
    expectError(await admin.client.call('DELETE', path), 409, 'email_not_bounced');
    expect((await auditOf('user', member.id)).map(({ action }) => action)).toContain('user.resume_emails');
    expect(await bounceOf(member)).toBeNull();
  });
});

test('the row of an address is deleted after 90 days, unless a member has the address', async () => {
  const member = await newMember();
  await report(member.email, 'hard');
  await report('stranger@example.test', 'hard');
  advanceClock(recordRetentionSeconds + 1);
  await fire('purge-expired');
  expect(await row('SELECT count(*) AS n, max(email_key) AS email FROM bounced_addresses')).toEqual({ n: 1, email: member.email });
});
