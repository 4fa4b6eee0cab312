/** What an administrator does for a member sends the next certificate to another administrator. Product rules: Reviews. */
import { env } from 'cloudflare:workers';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RedeemResponse } from '#schema/certificates/certificate.ts';
import type { PayResponse } from '#schema/payouts/admin-payouts.ts';
import type { ReviewDecisionDetails } from '#schema/reviews/admin-review-decisions.ts';
import { benefactorSeconds, manyGivenCards, secondsPerDay, undoEmailChangeTtlSeconds } from '#schema/rules.ts';
import { tokenRow } from '#tests/support/tokens/ledger-rows.ts';
import { reinstate, suspend } from '#tests/worker/support/accounts/suspended.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { standingAdmin } from '#tests/worker/support/admin/two-people.ts';
import { newRedeemer } from '#tests/worker/support/certificates/redeemer.ts';
import { acceptStay, activate, newTraveler } from '#tests/worker/support/certificates/stays.ts';
import {
  advanceClock,
  Client,
  change,
  expectError,
  newCard,
  newMember,
  row,
  setClock,
  type TestMember,
  tokenInMail,
} from '#tests/worker/support/client.ts';
import { owedCommission, payoutQueueRow } from '#tests/worker/support/payouts/owed.ts';
import { decide, undoDecision } from '#tests/worker/support/reviews/deciding.ts';
import { newStay } from '#tests/worker/support/stays/member-stay.ts';

let boss: TestAdmin;
beforeEach(async () => {
  setClock('2026-11-21T10:00:00Z');
  boss = await newAdmin();
});
afterEach(() => {
  vi.useRealTimers();
});

const redeem = ({ client }: TestMember) => client.post('/api/redeem-certificate', { type: 'regional-short' });
const certificateOf = async (member: TestMember) => v.parse(RedeemResponse, (await redeem(member)).body).certificate;
const reviewOf = ({ id }: { id: number }) => row('SELECT review, review_signals AS signals FROM vacation_certificates WHERE id = ?', id);
const versionOf = async ({ id }: TestMember) =>
  (await row<{ version: number }>('SELECT version FROM users WHERE id = ?', id))?.version ?? 0;
const tokenOf = async (to: string, template: string) => {
  const mail = await row<{ id: string }>(
    'SELECT message_id AS id FROM outbox WHERE to_address = ? AND template = ? ORDER BY id DESC',
    to,
    template,
  );
  return { token: await tokenInMail(mail?.id ?? '') };
};

/** Requests a change of the member's email as a super administrator. */
async function requestMove(member: TestMember, email = `new.${member.email}`): Promise<string> {
  const version = await versionOf(member);
  const answer = await boss.client.patch(`/api/admin/users/${member.id}`, { version, email, reason: 'They lost their mailbox' });
  expect(answer.status).toBe(200);
  return email;
}

async function confirmMove(email: string): Promise<void> {
  const confirm = await tokenOf(email, 'confirm_email_change');
  expect((await new Client().post('/api/confirm-email-change', confirm)).status).toBe(200);
}

/** Changes the member's email as a super administrator and confirms it at the new address. */
const moveAccount = async (member: TestMember) => confirmMove(await requestMove(member));

const pass = ({ client }: TestAdmin, id: number, version: number) => client.post(`/api/admin/reviews/${id}/pass`, { version });

const mailsAbout = async ({ email }: TestAdmin) =>
  (
    await env.DB.prepare(
      "SELECT to_address AS 'to', payload ->> 'cards' AS cards FROM outbox WHERE template = 'many_cards_given' AND payload ->> 'sender' = ?",
    )
      .bind(email)
      .all<{ to: string; cards: string }>()
  ).results;

const note = (action: string, { id }: TestMember, after: object | null, { entity = String(id), before = {}, ageSeconds = 0 } = {}) =>
  change(
    `INSERT INTO audit_log (admin_id, action, entity_type, entity_id, user_id, before, after, request_id, created_at)
     VALUES (?, ?, 'x', ?, ?, ?, ?, 'r', unixepoch('2026-11-21T10:00:00Z') - ?)`,
    ...[boss.id, action, entity, id, JSON.stringify(before), after && JSON.stringify(after), ageSeconds],
  );

test.each<[string, object]>([
  ['keys.correct', { communityKeys: 2 }],
  ['membership.grant', { role: 'premium' }],
  ['tokens.forgive', { owedTokens: 0 }],
])('the next certificate waits for review for a year after %s', async (action, after) => {
  const [recent, earlier] = [await newRedeemer(60), await newRedeemer(60)];
  await note(action, recent, after);
  await note(action, earlier, after, { ageSeconds: benefactorSeconds });
  expect(await reviewOf(await certificateOf(recent))).toEqual({ review: 'waiting', signals: '["favor"]' });
  expect(await reviewOf(await certificateOf(earlier))).toEqual({ review: 'passed', signals: '[]' });
});

test('the next certificate passes after a refund, a released commission and tokens taken back', async () => {
  const member = await newRedeemer(60);
  await note('order.refund', member, null);
  await note('commission.release', member, null);
  await note('user.update', member, { city: 'Boone' });
  await note('user.update', member, { email: member.email.toUpperCase() }, { before: { email: member.email } });
  expect(await reviewOf(await certificateOf(member))).toEqual({ review: 'passed', signals: '[]' });
});

test('a booked stay that was canceled sends the next certificate to review; one without a booking does not', async () => {
  const [booked, plain] = [await newRedeemer(120), await newRedeemer(120)];
  for (const [member, reference] of [
    [booked, 'REF-1'],
    [plain, null],
  ] as const) {
    const { id, number } = await certificateOf(member);
    await change("UPDATE vacation_certificates SET status = 'cancelled', travel_plug_id = ? WHERE id = ?", reference, id);
    await note('certificate.cancel', member, { status: 'cancelled' }, { entity: number });
  }
  expect(await reviewOf(await certificateOf(booked))).toEqual({ review: 'waiting', signals: '["favor"]' });
  expect(await reviewOf(await certificateOf(plain))).toEqual({ review: 'passed', signals: '[]' });
});

test.each([
  [14, { review: 'passed', signals: '[]' }],
  [15, { review: 'waiting', signals: '["gift"]' }],
])('%i of 60 tokens from finds of a card that an administrator gave', async (earned, review) => {
  const member = await newRedeemer(60 - earned);
  const card = await newCard({ owner: member.id });
  await note('card.owner', member, { ownerId: member.id }, { entity: card.cardId });
  await change(tokenRow('placement', { user: member.id, amount: earned, subject: String(card.id) }));
  expect(await reviewOf(await certificateOf(member))).toEqual(review);
});

test.each([14, 15])('%i of 60 tokens from finds of cards that an administrator gave to someone else', async (found) => {
  const other = await newAdmin();
  const [friend, finder] = [await newMember(), await newRedeemer(60 - found)];
  for (let given = 0; given < found; given += 1) {
    const { cardId, code } = await newCard();
    if (given === manyGivenCards.cards - 1) expect(await mailsAbout(boss)).toEqual([]);
    const edit = { version: 1, location: 'Mill', description: 'Here', latitude: null, longitude: null, ownerEmail: friend.email };
    expect((await boss.client.put(`/api/admin/cards/${cardId}`, edit)).status).toBe(200);
    const card = await row<{ code: string }>('SELECT code FROM cache_cards WHERE card_id = ?', cardId);
    expect(card?.code).not.toBe(code);
    expect((await finder.client.post('/api/scan', { cardId, code: card?.code })).body).toMatchObject({ tokensEarned: 1 });
    advanceClock(60);
  }
  const emailed = await mailsAbout(boss);
  expect(emailed).toContainEqual({ to: other.email, cards: String(manyGivenCards.cards) });
  expect(emailed.filter(({ to }) => to === boss.email || to === other.email)).toHaveLength(1);
  // Getting the cards afterwards changes nothing.
  await change('UPDATE cache_cards SET user_id = ? WHERE user_id = ?', finder.id, friend.id);
  const { id } = await certificateOf(finder);
  const isGift = found === 15;
  expect(await reviewOf({ id })).toEqual(isGift ? { review: 'waiting', signals: '["gift"]' } : { review: 'passed', signals: '[]' });
  await change("UPDATE vacation_certificates SET review = 'waiting' WHERE id = ?", id);
  const path = `/api/admin/reviews/${id}/pass`;
  if (isGift) expectError(await boss.client.post(path, { version: 1 }), 403, 'benefactor');
  expect((await (isGift ? other : boss).client.post(path, { version: 1 })).status).toBe(200);
});

test('nothing of value moves after an administrator changed the email, unless another one agrees', async () => {
  const [other, member] = [await standingAdmin(), await newRedeemer(60)];
  await change('INSERT INTO payout_addresses (user_id, email, confirmed_at) VALUES (?, ?, 1)', member.id, 'pay@example.test');
  await moveAccount(member);
  expect(
    await row(
      "SELECT payload ->> 'sender' AS sender, instr(payload, 'They lost') AS reason FROM outbox WHERE template = 'member_email_changed' AND to_address = ?",
      other.email,
    ),
  ).toEqual({ sender: boss.email, reason: 0 });
  const refused = expectError(await redeem(member), 403, 'email_change_hold');
  expect(refused.message).toContain('2026-11-28');
  const address = { email: 'mine@example.test', currentPassword: member.password };
  expectError(await member.client.put('/api/payout-address', address), 403, 'email_change_hold');
  const held = 'SELECT held_until - unixepoch(?) AS seconds FROM payout_addresses WHERE user_id = ?';
  expect(await row(held, '2026-11-21T10:00:00Z', member.id)).toEqual({ seconds: undoEmailChangeTtlSeconds });
  advanceClock(undoEmailChangeTtlSeconds);
  const { id } = await certificateOf(member);
  expect(await reviewOf({ id })).toEqual({ review: 'waiting', signals: '["favor"]' });
  const [puppet, independent] = [await newAdmin(), await newAdmin('admin')];
  await change(
    `INSERT INTO audit_log (admin_id, action, entity_type, entity_id, request_id, created_at) VALUES (?, 'admin.create', 'admin', ?, 'r', ?)`,
    ...[boss.id, String(puppet.id), Math.floor(Date.now() / 1_000)],
  );
  expectError(await puppet.client.post(`/api/admin/reviews/${id}/pass`, { version: 1 }), 403, 'benefactor');
  expect((await independent.client.get(`/api/admin/reviews/${id}/case`)).body).toMatchObject({
    signals: [{ code: 'favor', sentence: 'An administrator requested or completed a change of the member’s email address on 2026-11-21.' }],
  });
  expect((await independent.client.post(`/api/admin/reviews/${id}/pass`, { version: 1 })).status).toBe(200);
});

test('a member without a PayPal address is not paid for a week after an administrator changed the email', async () => {
  const member = await newRedeemer(60);
  await owedCommission(member.id, 1_000);
  const pay = async () => {
    const payment = { reference: 'Transfer 1', members: [{ id: member.id, version: (await payoutQueueRow(member.id)).version }] };
    return (await newAdmin()).client.post<PayResponse>('/api/admin/payouts/payments', payment, { 'Idempotency-Key': crypto.randomUUID() });
  };
  await moveAccount(member);
  expect((await pay()).body).toMatchObject({ paid: [], changed: [{ id: member.id }] });
  advanceClock(undoEmailChangeTtlSeconds - 1);
  expect((await pay()).body).toMatchObject({ paid: [], changed: [{ id: member.id }] });
  advanceClock(1);
  expect((await pay()).body).toMatchObject({ paid: [{ amountCents: 1_000 }] });
});

test.each([
  'hold, email, release',
  'hold, email, undo',
  'hold, release, email, undo, release',
  'hold, take_back, email, undo, release',
])('no group decision passes a certificate that returned to review, even for the same reason as before: %s', async (steps) => {
  const [other, member] = [await newAdmin(), await newRedeemer(60)];
  const certificate = await certificateOf(member);
  await moveAccount(member);
  expect((await other.client.post(`/api/admin/reviews/${certificate.id}/pass`, { version: 3 })).status).toBe(200);
  const decisions: ReviewDecisionDetails[] = [];
  for (const step of steps.split(', ') as ('hold' | 'release' | 'take_back' | 'email' | 'undo')[]) {
    advanceClock(60);
    if (step === 'email') await moveAccount({ ...member, email: `again.${member.email}` });
    else if (step === 'undo') await undoDecision(boss, decisions.at(-1) as ReviewDecisionDetails);
    else decisions.push(await decide(boss, step, [member.id]));
  }
  expect(await reviewOf(certificate)).toEqual({ review: 'waiting', signals: '["favor"]' });
});

test('a certificate that had passed is reviewed again when an administrator changes the email, and cannot be activated for a week', async () => {
  const [other, member] = [await newAdmin('admin'), await newRedeemer(60)];
  const certificate = await certificateOf(member);
  await moveAccount(member);
  expect(await reviewOf(certificate)).toEqual({ review: 'waiting', signals: '["favor"]' });
  expect((await other.client.post(`/api/admin/reviews/${certificate.id}/pass`, { version: 3 })).status).toBe(200);
  expectError(await activate(member.client, certificate.number), 403, 'email_change_hold');
  advanceClock(undoEmailChangeTtlSeconds);
  expect((await activate(member.client, certificate.number, newTraveler(), member.password)).status).toBe(200);
});

test('an email change counts from its confirmation: certificates passed since the request are reviewed again', async () => {
  const [other, member] = [await newAdmin('admin'), await newRedeemer(60)];
  const certificate = await certificateOf(member);
  const email = await requestMove(member);
  expect((await pass(other, certificate.id, 2)).status).toBe(200);
  advanceClock(6 * secondsPerDay);
  await confirmMove(email);
  expect(await reviewOf(certificate)).toEqual({ review: 'waiting', signals: '["favor"]' });
  expectError(await activate(member.client, certificate.number), 409, 'first_certificate_in_review');
  advanceClock(undoEmailChangeTtlSeconds - 1);
  expect((await newAdmin().then(({ client }) => client.post(`/api/admin/reviews/${certificate.id}/pass`, { version: 4 }))).status).toBe(
    200,
  );
  expect((await member.client.post('/api/login', { email, password: member.password })).status).toBe(200);
  expectError(await activate(member.client, certificate.number), 403, 'email_change_hold');
});

test('a change requested before a suspension stays pending, and its confirmation fixes the traveler of a certificate activated meanwhile', async () => {
  const member = await newRedeemer(60);
  const email = await requestMove(member);
  expect((await suspend(boss, member.id)).status).toBe(200);
  advanceClock(20 * secondsPerDay);
  const later = await newAdmin();
  expect((await later.client.get(`/api/admin/users/${member.id}`)).body).toMatchObject({ profile: { pendingEmail: email } });
  expect((await reinstate(later, member.id)).status).toBe(200);
  expect((await member.client.post('/api/login', { email: member.email, password: member.password })).status).toBe(200);
  const { id, number } = await certificateOf(member);
  // Whoever reinstated a member whom a colleague suspended does not pass the certificate.
  expect((await pass(await newAdmin(), id, 1)).status).toBe(200);
  expect((await activate(member.client, number, newTraveler(), member.password)).status).toBe(200);
  advanceClock(secondsPerDay);
  await confirmMove(email);
  advanceClock(undoEmailChangeTtlSeconds);
  expect((await member.client.post('/api/login', { email, password: member.password })).status).toBe(200);
  const stay = await row<{ version: number }>('SELECT version FROM stays WHERE certificate_id = ?', id);
  const entered = { version: stay?.version, traveler: newTraveler(), currentPassword: member.password };
  expectError(await member.client.put(`/api/stays/${number}/traveler`, entered), 409, 'traveler_fixed');
});

test('the member’s own email change is no favor', async () => {
  const member = await newRedeemer(60);
  const certificate = await certificateOf(member);
  const email = `new.${member.email}`;
  expect((await member.client.patch('/api/user', { email, currentPassword: member.password })).status).toBe(200);
  advanceClock(60);
  await confirmMove(email);
  expect(await reviewOf(certificate)).toEqual({ review: 'passed', signals: '[]' });
});

test.each([
  true,
  false,
])('whoever changed a member’s email (stolen: %s) decides neither about the traveler nor the stay', async (isStolen) => {
  const holder = await newStay();
  const email = `new.${holder.email}`;
  const edit = { version: await versionOf(holder), email, reason: 'They called', isStolen };
  await newAdmin();
  expect((await boss.client.patch(`/api/admin/users/${holder.id}`, edit)).status).toBe(200);
  const stored = (sql: string) => row<{ version: number }>(`SELECT version FROM ${sql} = ?`, holder.certificateId);
  const traveler = newTraveler();
  const name = async ({ client }: TestAdmin) => {
    const change = { traveler, reason: 'They called', ...(await stored('stays WHERE certificate_id')) };
    return client.put(`/api/admin/stays/${holder.certificateId}/traveler`, change);
  };
  const book = async ({ client }: TestAdmin) => {
    const booking = { travelPlugId: `REF-${holder.id}`, ...(await stored('vacation_certificates WHERE id')) };
    return client.put(`/api/admin/certificates/${holder.certificateId}/booking`, booking);
  };
  const offer = {
    ...{ destinationId: 'lisbon', place: 'Hotel', address: 'Rua 1', latitude: 38.72, longitude: -9.13, room: 'Double', costCents: 20_000 },
    ...{ arrival: '2027-03-01', departure: '2027-03-07', cancellation: 'Free', checkIn: '3 pm', contact: '+351', version: 2 },
    costs: [{ name: 'Tourist tax', chargedBy: 'the hotel', when: 'at check-in', cents: 0 }],
  };
  expectError(await name(boss), 403, 'benefactor');
  expectError(await boss.client.post(`/api/admin/stays/${holder.certificateId}/offers`, offer), 403, 'benefactor');
  expectError(await book(boss), 403, 'benefactor');

  const member = new Client();
  if (isStolen) {
    await member.post('/api/forgot-password', { email });
    const reset = { ...(await tokenOf(email, 'reset_password')), newPassword: 'pass-word-2' };
    expect((await member.post('/api/reset-password', reset)).status).toBe(200);
  } else expect((await member.post('/api/confirm-email-change', await tokenOf(email, 'confirm_email_change'))).status).toBe(200);
  advanceClock(undoEmailChangeTtlSeconds);
  expect((await member.post('/api/login', { email, password: isStolen ? 'pass-word-2' : holder.password })).status).toBe(200);
  const entered = { traveler, ...(await stored('stays WHERE certificate_id')) };
  expectError(await member.put(`/api/stays/${holder.number}/traveler`, entered), 409, 'traveler_fixed');
  const other = await newAdmin();
  expect((await name(other)).status).toBe(200);
  await acceptStay(holder.certificateId);
  expect((await book(other)).status).toBe(200);
});

test('an email is changed only with a reason', async () => {
  const member = await newRedeemer(0);
  const body = { version: await versionOf(member), email: `new.${member.email}` };
  expect(expectError(await boss.client.patch(`/api/admin/users/${member.id}`, body), 400, 'reason_missing').fields).toHaveProperty(
    'reason',
  );
});
