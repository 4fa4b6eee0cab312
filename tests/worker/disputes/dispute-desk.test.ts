/** Disputes: their storage, the emails that announce them, and the administrators' responses. Product rules: Payments and memberships. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Dispute, DisputePage, Evidence } from '#schema/disputes/dispute.ts';
import type { Membership } from '#schema/memberships/membership.ts';
import { caseEvidenceRetentionSeconds } from '#schema/rules.ts';
import { columnsContaining, erasedAt, remove, week } from '#tests/worker/support/accounts/erasing.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { auditOf } from '#tests/worker/support/admin/audit-log.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { advanceClock, Client, change, expectError, newMember, row, type TestMember } from '#tests/worker/support/client.ts';
import { day, deliverEvents, membershipOf, passTime, payingMember, runJob } from '#tests/worker/support/memberships/member-at-stripe.ts';
import { closeDispute, disputeAtStripe, intentPaidBy } from '#tests/worker/support/memberships/money-back.ts';
import { buy, control, stripe } from '#tests/worker/support/memberships/payments.ts';

async function rowsOf<Row>(sql: string, ...values: string[]): Promise<Row[]> {
  return (
    await env.DB.prepare(sql)
      .bind(...values)
      .all<Row>()
  ).results;
}

let admin: TestAdmin;
let superAdmin: TestAdmin;
beforeAll(async () => {
  admin = await newAdmin('admin');
  superAdmin = await newAdmin('super_admin');
});
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(async () => {
  vi.useRealTimers();
  await control('faults', {}, 'DELETE');
});

const path = (id: number, call = '') => `/api/admin/disputes/${id}${call && `/${call}`}`;
const pageOf = async (id: number) => (await superAdmin.client.get<DisputePage>(path(id))).body;
const draftOf = async (id: number) => (await superAdmin.client.get<Evidence>(path(id, 'evidence'))).body;
const idOf = async (stripeId: string) =>
  (await row<{ id: number }>('SELECT id FROM disputes WHERE stripe_dispute_id = ?', stripeId))?.id ?? 0;
const attention = async () => (await admin.client.get<{ attention: { disputes: number } }>('/api/admin/totals')).body.attention.disputes;
const raisedMails = async (stripeId: string) =>
  rowsOf<{ to: string; payload: string }>(
    `SELECT to_address AS "to", payload FROM outbox WHERE template = 'dispute_raised' AND cause LIKE ? ORDER BY id`,
    `dispute_raised:${stripeId}:%`,
  );

/** Opens a dispute over the member's newest payment and delivers its webhook to the Worker. */
async function openDisputeOf(member: TestMember): Promise<{ stripeId: string; id: number }> {
  const stripeId = await disputeAtStripe(await intentPaidBy(member));
  await deliverEvents(member);
  return { stripeId, id: await idOf(stripeId) };
}

async function submit(id: number, texts: Partial<Evidence> = {}, client: Client = superAdmin.client) {
  const [{ version }, evidence] = [await pageOf(id), await draftOf(id)];
  return client.post<DisputePage>(path(id, 'evidence'), { version, evidence: { ...evidence, ...texts } });
}

describe('a new dispute', () => {
  test('is listed with its deadline, counted and emailed at once to those who can answer it', async () => {
    const before = await attention();
    const { member } = await payingMember('premium');
    const { stripeId, id } = await openDisputeOf(member);
    const atStripe = await stripe.disputes.retrieve(stripeId);
    const [listed] = (await admin.client.get<Dispute[]>('/api/admin/disputes?state=needs_response&limit=1')).body;
    expect(listed).toEqual({
      id,
      stripeId,
      member: { id: member.id, email: member.email },
      description: 'Premium membership, one year',
      orderId: expect.any(Number),
      amount: 10_000,
      currency: 'usd',
      reason: 'fraudulent',
      state: 'needs_response',
      isInquiry: false,
      openedAt: new Date(atStripe.created * 1_000).toISOString(),
      dueBy: new Date((atStripe.evidence_details.due_by ?? 0) * 1_000).toISOString(),
      closedAt: null,
    });
    expect(await attention()).toBe(before + 1);
    const mails = await raisedMails(stripeId);
    expect(mails.map(({ to }) => to)).toContain(superAdmin.email);
    expect(mails.map(({ to }) => to)).not.toContain(admin.email);
    expect(JSON.parse(mails[0]?.payload ?? '')).toMatchObject({
      member: member.email,
      amountCents: '10000',
      reason: 'fraudulent',
      dueBy: new Date((atStripe.evidence_details.due_by ?? 0) * 1_000).toISOString().replace('.000', ''),
    });
    const csv = await (await admin.client.fetch(`/api/admin/disputes/export.csv?q=${stripeId}`)).text();
    expect(csv).toContain(`${stripeId},${member.email},${member.id},"Premium membership, one year"`);
    expect((await admin.client.get<Dispute[]>(`/api/admin/disputes?q=${stripeId}`)).body).toHaveLength(1);
  });

  test('is stored once, whether a webhook, the daily walk or stripe:reconcile finds it', async () => {
    const { member } = await payingMember('basic');
    const stripeId = await disputeAtStripe(await intentPaidBy(member));
    // No webhook is delivered. The daily reconciliation after midnight finds the dispute.
    const midnight = Math.ceil(Date.now() / (day * 1_000)) * day;
    vi.setSystemTime(midnight * 1_000);
    await fire('reconcile-payments');
    const id = await idOf(stripeId);
    expect(id).toBeGreaterThan(0);
    const mails = await raisedMails(stripeId);
    // Returns to the real clock because the administrator's session expired before the simulated midnight.
    vi.useRealTimers();
    const { version } = await pageOf(id);
    await deliverEvents(member);
    await runJob();
    expect((await pageOf(id)).version).toBe(version);
    expect(await raisedMails(stripeId)).toEqual(mails);
    expect(await row('SELECT count(*) AS n FROM disputes WHERE user_id = ?', member.id)).toEqual({ n: 1 });
  });

  test('is shown to the member with their membership until it ends', async () => {
    const { member } = await payingMember('premium');
    expect(await membershipOf(member)).toMatchObject({ dispute: null });
    const { stripeId, id } = await openDisputeOf(member);
    expect((await member.client.get<Membership>('/api/membership')).body).toMatchObject({
      tier: 'premium',
      dispute: { amount: expect.any(Number) },
    });
    await closeDispute(stripeId, 'won');
    await deliverEvents(member);
    expect(await membershipOf(member)).toMatchObject({ dispute: null });
    expect(await pageOf(id)).toMatchObject({ state: 'won', isAnswerable: false, closedAt: expect.any(String) });
  });

  test('raises an alarm three days before its deadline, unless it was answered', async () => {
    const alarms = async () => rowsOf<{ kind: string }>(`SELECT kind FROM alarms WHERE kind = 'disputes_due' AND ended_at IS NULL`);
    await change(`UPDATE disputes SET state = 'closed'`);
    const { member } = await payingMember('basic');
    const { id } = await openDisputeOf(member);
    await passTime(member, 3 * day);
    await fire('watch');
    expect(await alarms()).toEqual([]);
    await passTime(member, 1.5 * day);
    await fire('watch');
    expect(await alarms()).toEqual([{ kind: 'disputes_due' }]);
    superAdmin = await newAdmin('super_admin');
    expect((await submit(id)).status).toBe(200);
    await fire('watch');
    expect(await alarms()).toEqual([]);
  });
});

describe('the evidence', () => {
  test('is prepared from our data about the purchase, and sent as edited', async () => {
    const member = await newMember({ role: 'basic' });
    const order = await buy(member.client, 'cache-cards', '3');
    await change(
      `UPDATE orders SET delivery = 'ship', shipping_address = ? WHERE id = ?`,
      JSON.stringify({
        name: 'Mem Ber',
        line1: '1 Trail',
        line2: null,
        city: 'Boone',
        state: 'NC',
        zip: '28607',
        country: 'US',
        phone: '1',
      }),
      order.id,
    );
    await change(
      `INSERT INTO print_orders (reference, order_id, environment, card_size, quantity, quote_id, quote, status, status_at, tracking, created_at)
       VALUES ('ref-' || ?1, ?1, 'production', 'card_flat_105x74_mm', 3, 'q1', ?2, 'shipped', 1800000000, '1Z999', 1)`,
      order.id,
      JSON.stringify({ services: [{ quoteId: 'q1', service: 'Ground, tracked' }] }),
    );
    await change(`UPDATE outbox SET status = 'sent', sent_at = ?1 WHERE user_id = ?2`, Math.floor(Date.now() / 1_000), member.id);
    const { stripeId, id } = await openDisputeOf(member);
    const draft = await draftOf(id);
    expect(draft).toMatchObject({
      customer_name: `Mem ${member.user.lastName}`,
      customer_email_address: member.email,
      shipping_address: 'Mem Ber, 1 Trail, Boone, NC, 28607, US',
      shipping_carrier: 'Ground, tracked',
      shipping_date: '2027-01-15',
      shipping_tracking_number: '1Z999',
      cancellation_policy_disclosure: '',
      access_activity_log: expect.stringContaining('Signed in (registration)'),
      refund_policy_disclosure: expect.stringContaining('Otherwise we do not refund payments'),
    });
    expect(draft.uncategorized_text).toMatch(/accepted the terms of use at \S+ when registering on/);
    expect(draft.uncategorized_text).toContain('Thanks for ordering Cache Cards');
    const answered = await submit(id, { uncategorized_text: 'They confirmed delivery by email.' });
    expect(answered.body).toMatchObject({
      state: 'under_review',
      isAnswerable: false,
      answer: {
        kind: 'evidence',
        state: 'made',
        by: superAdmin.email,
        evidence: { uncategorized_text: 'They confirmed delivery by email.' },
      },
    });
    const atStripe = await stripe.disputes.retrieve(stripeId);
    expect(atStripe).toMatchObject({ status: 'under_review', evidence_details: { has_evidence: true, submission_count: 1 } });
    expect(atStripe.evidence).toMatchObject({
      uncategorized_text: 'They confirmed delivery by email.',
      shipping_tracking_number: '1Z999',
      cancellation_policy_disclosure: null,
    });
    expect((await auditOf('dispute', id)).map(({ action, user_id, after }) => [action, user_id, after.amountCents])).toEqual([
      ['dispute.evidence', member.id, 300],
    ]);
  });

  test.each([
    ['winning_evidence', 'won', 'premium'],
    ['losing_evidence', 'lost', 'free'],
  ] as const)('%s decides the dispute as %s, and the purchase follows', async (text, state, tier) => {
    const { member } = await payingMember('premium');
    const { id } = await openDisputeOf(member);
    expect((await submit(id, { uncategorized_text: text })).body).toMatchObject({ state, closedAt: expect.any(String) });
    expect((await membershipOf(member)).tier).toBe(tier);
    const before = await pageOf(id);
    await deliverEvents(member);
    expect(await pageOf(id)).toEqual(before);
  });

  test('names the sign-ins and emails about the purchase, however many follow', async () => {
    const { member } = await payingMember('premium');
    await change(`UPDATE sign_ins SET country = 'US' WHERE user_id = ?`, member.id);
    await change(
      `INSERT INTO sign_ins (user_id, outcome, way, at, country, hour) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150)
       SELECT ?1, 'opened', 'password', ?2 + i * 3600, 'FR', i FROM n UNION ALL SELECT ?1, 'opened', 'password', ?2 - 4000000, 'CA', 0`,
      member.id,
      Math.floor(Date.now() / 1_000),
    );
    await change(
      `INSERT INTO outbox (message_id, template, user_id, to_address, payload, status, next_attempt_at, created_at, sent_at)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150)
       SELECT 'reset-' || ?1 || '-' || i, 'reset_password', ?1, 'x@x.test', '{}', 'sent', ?2, ?2, ?2 FROM n`,
      member.id,
      Math.floor(Date.now() / 1_000),
    );
    await change(`UPDATE outbox SET status = 'sent', sent_at = created_at WHERE user_id = ? AND status = 'queued'`, member.id);
    const { id } = await openDisputeOf(member);
    const { access_activity_log: log, uncategorized_text: texts } = await draftOf(id);
    expect(texts).toContain('Your membership is active');
    expect(texts.split('Set a new password')).toHaveLength(6);
    expect(log.split('\n').filter((line) => line.includes('Signed in'))).toHaveLength(100);
    for (const country of ['US', 'CA']) expect(log).toContain(country);
  });

  test('names the member as when the dispute was opened', async () => {
    const { member } = await payingMember('basic');
    const { id } = await openDisputeOf(member);
    const before = await draftOf(id);
    expect(before.customer_email_address).toBe(member.email);
    await change(
      `UPDATE users SET first_name = 'Some', last_name = 'Body', username = 'some.body', email = 'some@body.test' WHERE id = ?`,
      member.id,
    );
    expect(await draftOf(id)).toEqual(before);
  });

  test('is submitted once, regardless of repeated confirmations', async () => {
    const { member } = await payingMember('basic');
    const { stripeId, id } = await openDisputeOf(member);
    const unwatched = new Client().bearer(superAdmin.client.token ?? '');
    const [{ version }, evidence] = [await pageOf(id), await draftOf(id)];
    const answers = await Promise.all([1, 2, 3, 4].map(() => unwatched.post(path(id, 'evidence'), { version, evidence })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await stripe.disputes.retrieve(stripeId)).evidence_details.submission_count).toBe(1);
    expect(await auditOf('dispute', id)).toHaveLength(1);
    expectError(await submit(id), 409, 'dispute_answered');
    expectError(
      await superAdmin.client.post(path(id, 'accept'), { version: version + 2, note: 'Changed my mind' }),
      409,
      'dispute_answered',
    );
  });

  test('reaches Stripe only once even if the response is lost and the job sends it again', { tags: 'long' }, async () => {
    const { member } = await payingMember('basic');
    const { stripeId, id } = await openDisputeOf(member);
    const draft = await draftOf(id);
    await control('faults', { match: `POST /v1/disputes/${stripeId}`, dropAfter: true });
    await control('faults', { match: `POST /v1/disputes/${stripeId}`, drop: true });
    expectError(await submit(id, draft), 502, 'dispute_unanswered');
    expect((await pageOf(id)).answer).toMatchObject({ state: 'asked' });
    await control('faults', {}, 'DELETE');
    await passTime(member, 600);
    await runJob();
    expect((await pageOf(id)).answer).toMatchObject({ state: 'made' });
    expect((await stripe.disputes.retrieve(stripeId)).evidence_details.submission_count).toBe(1);
  });
});

describe('a dispute that is accepted', () => {
  test('is lost at once: the member is emailed, and the purchase is reversed', async () => {
    const { member } = await payingMember('premium');
    const { stripeId, id } = await openDisputeOf(member);
    const { version } = await pageOf(id);
    const { body } = await superAdmin.client.post<DisputePage>(path(id, 'accept'), { version, note: 'A stolen card' });
    expect(body).toMatchObject({ state: 'lost', answer: { kind: 'accept', state: 'made', note: 'A stolen card', evidence: null } });
    expect((await stripe.disputes.retrieve(stripeId)).status).toBe('lost');
    expect(await membershipOf(member)).toMatchObject({ tier: 'free' });
    expect(await row(`SELECT count(*) AS n FROM outbox WHERE user_id = ? AND template = 'dispute_lost'`, member.id)).toEqual({ n: 1 });
    expect((await auditOf('dispute', id)).map(({ action, reason }) => [action, reason])).toEqual([['dispute.accept', 'A stolen card']]);
  });
});

describe('an answer is refused', () => {
  test('to plain administrators, without text, too long, after a change, or for an unknown dispute', async () => {
    const { member } = await payingMember('basic');
    const { stripeId, id } = await openDisputeOf(member);
    expectError(await submit(id, {}, admin.client), 403, 'super_admin_only');
    expectError(await admin.client.get(path(id, 'evidence')), 403, 'super_admin_only');
    expectError(await admin.client.post(path(id, 'accept'), { version: 1, note: 'No' }), 403, 'super_admin_only');
    const insider = await newAdmin();
    await change('UPDATE admins SET email = ? WHERE id = ?', member.email.replace('@', '+desk@'), insider.id);
    await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', member.id);
    expectError(await insider.client.post(path(id, 'accept'), { version: 1, note: 'My own' }), 403, 'own_member_account');
    const blank = Object.fromEntries(Object.keys(await draftOf(id)).map((field) => [field, ' ']));
    expectError(await submit(id, blank), 400, 'invalid_input');
    expectError(await submit(id, { uncategorized_text: 'x'.repeat(20_001) }), 400, 'invalid_input');
    const long = Object.fromEntries(Object.keys(blank).map((field) => [field, 'x'.repeat(4_200)]));
    expectError(await submit(id, long), 400, 'invalid_input');
    expectError(await superAdmin.client.post(path(id, 'evidence'), { version: 99, evidence: await draftOf(id) }), 409, 'changed_meanwhile');
    expectError(await superAdmin.client.post(path(id, 'accept'), { version: 1, note: ' ' }), 400, 'invalid_input');
    expectError(await admin.client.get(path(999_999)), 404, 'dispute_not_found');
    expect((await stripe.disputes.retrieve(stripeId)).evidence_details.submission_count).toBe(0);
  });

  test('after the deadline, and once the bank has decided', { tags: 'long' }, async () => {
    const { member } = await payingMember('basic');
    const { stripeId, id } = await openDisputeOf(member);
    await passTime(member, 8 * day);
    superAdmin = await newAdmin('super_admin');
    expectError(await submit(id), 409, 'dispute_past_due');
    await closeDispute(stripeId, 'lost');
    await deliverEvents(member);
    expectError(await submit(id), 409, 'dispute_over');
  });
});

describe('the evidence about a member who leaves', () => {
  async function erase(member: TestMember): Promise<void> {
    await remove(member);
    week();
    await runJob();
    expect(await erasedAt(member.id)).not.toBeNull();
    superAdmin = await newAdmin('super_admin');
  }

  test('stays while the dispute is open even if the member is erased, until 90 days after its end', async () => {
    const { member } = await payingMember('premium');
    const { stripeId, id } = await openDisputeOf(member);
    const before = await draftOf(id);
    expect(before.access_activity_log).toContain('Signed in (registration)');
    await erase(member);
    expect(await columnsContaining(member.email)).toEqual(['disputes.customer', 'disputes.evidence']);
    const { uncategorized_text, ...kept } = await draftOf(id);
    expect(kept).toEqual({ ...before, uncategorized_text: undefined });
    expect(await pageOf(id)).toMatchObject({ isAnswerable: true, answer: null });
    await runJob();
    expect(await draftOf(id)).toEqual({ ...kept, uncategorized_text });

    // The local Stripe gives seven days to respond, some banks give more.
    await change('UPDATE disputes SET due_by = due_by + ?2 WHERE id = ?1', id, 7 * day);
    expect((await submit(id, { uncategorized_text: 'losing_evidence' })).body).toMatchObject({ state: 'lost' });
    expect((await stripe.disputes.retrieve(stripeId)).evidence).toMatchObject({ customer_email_address: member.email });
    advanceClock(caseEvidenceRetentionSeconds - day);
    await fire('purge-expired');
    expect(await columnsContaining(member.email)).toEqual(['disputes.customer', 'disputes.evidence']);
    advanceClock(2 * day);
    await fire('purge-expired');
    expect(await columnsContaining(member.email)).toEqual([]);
    expect(await row('SELECT state, evidence FROM disputes WHERE id = ?', id)).toEqual({ state: 'lost', evidence: null });
  });

  test('stays if Stripe refuses that we accept the dispute', async () => {
    const { member } = await payingMember('basic');
    const { stripeId, id } = await openDisputeOf(member);
    await erase(member);
    const draft = await draftOf(id);
    expect(draft.customer_email_address).toBe(member.email);
    await control('faults', { match: `POST /v1/disputes/${stripeId}/close`, status: 400 });
    const { version } = await pageOf(id);
    expectError(await superAdmin.client.post(path(id, 'accept'), { version, note: 'Too small' }), 409, 'dispute_refused');
    expect(await pageOf(id)).toMatchObject({ isAnswerable: true, answer: { kind: 'accept', state: 'refused', evidence: null } });
    expect(await draftOf(id)).toEqual(draft);
  });

  test('of a dispute that was over before is erased with the account', async () => {
    const { member } = await payingMember('premium');
    const { id } = await openDisputeOf(member);
    expect((await submit(id, { uncategorized_text: 'winning_evidence' })).body).toMatchObject({ state: 'won' });
    await change('UPDATE disputes SET closed_at = closed_at - 60 WHERE id = ?', id);
    await erase(member);
    expect(await columnsContaining(member.email)).toEqual([]);
  });
});
