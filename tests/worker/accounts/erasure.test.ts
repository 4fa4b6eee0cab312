/** Erasing deleted members leaves no personal data in any table and changes no totals. */
import { env } from 'cloudflare:workers';
import { getTableName } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Referrals } from '#schema/referrals/referral.ts';
import { secondsPerDay } from '#schema/rules.ts';
import { freeTextColumns, memberReferences } from '#tests/support/database/sample-row.ts';
import { columnsContaining, erasedAt, month, remove, week } from '#tests/worker/support/accounts/erasing.ts';
import { linkIn } from '#tests/worker/support/accounts/mailed-links.ts';
import { bookkeepingOf, filledMember } from '#tests/worker/support/accounts/personal-rows.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { advanceClock, Client, change, expectError, newCard, newMember, row } from '#tests/worker/support/client.ts';
import { runJob } from '#tests/worker/support/memberships/member-at-stripe.ts';
import { deletedTables } from '#worker/store/accounts/my-data.ts';
import { allTables } from '#worker/store/list-columns.ts';

beforeEach(() => {
  vi.setSystemTime(Date.now());
});
afterEach(() => {
  vi.useRealTimers();
});

/** Text columns without personal data: our own codes, states, Stripe ids, card locations, internal notes, and the keyed hash that the tax total needs. */
const impersonal = Object.entries({
  users: ['password_hash', 'stripe_subscription_id'],
  sessions: ['id_hash'],
  one_time_links: ['token_hash'],
  member_days: ['day'],
  card_allowances: ['day', 'shown'],
  orders: ['reference', 'currency', 'replaces_card', 'stripe_payment_intent_id', 'stripe_subscription_id'],
  subscriptions: ['stripe_subscription_id', 'status'],
  payments: ['stripe_payment_intent_id', 'stripe_invoice_id', 'currency', 'description'],
  order_refunds: ['reference', 'stripe_refund_id'],
  disputes: ['stripe_dispute_id', 'currency', 'reason'],
  membership_periods: ['cause'],
  stripe_events: ['id', 'type', 'object_id', 'currency'],
  cache_cards: ['card_id', 'code', 'location', 'description', 'used_for'],
  token_transactions: ['description'],
  vacation_certificates: [
    'number',
    'activation_link',
    'pdf_url',
    'travel_plug_id',
    'former_references',
    'reminders_sent',
    'catalogue_version',
  ],
  stays: ['arrival', 'departure', 'reminders_sent'],
  review_effects: ['before', 'kept'],
  referral_commissions: ['held_reason'],
  treasure_chest_payouts: ['month', 'held_reason'],
  payouts: ['request', 'mailbox_hash'],
  audit_log: ['action', 'entity_type', 'entity_id', 'request_id'],
  outbox: ['message_id', 'template', 'cause'],
}).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`));

test('the fixture member has personal data in every column that could hold it', async () => {
  const { mark } = await filledMember();
  const columns = allTables
    .filter((table) => getTableName(table) === 'users' || memberReferences(table).length > 0)
    .flatMap((table) => freeTextColumns(table).map((column) => `${getTableName(table)}.${column}`));
  const marked = new Set(await columnsContaining(mark));
  expect(columns.filter((name) => !marked.has(name) && !impersonal.includes(name))).toEqual([]);
  expect(impersonal.filter((name) => !columns.includes(name) || marked.has(name))).toEqual([]);
});

test('a week after deletion no column of any table has data of the member, and all sums are unchanged', async () => {
  const { member, mark, distance } = await filledMember();
  const before = await bookkeepingOf(member.id);
  expect((await columnsContaining(mark)).length).toBeGreaterThan(30);
  expect(await columnsContaining(String(distance))).toEqual(['card_scans.distance_m']);
  await remove(member);
  await runJob();
  expect(await erasedAt(member.id)).toBeNull();
  expect((await columnsContaining(mark)).length).toBeGreaterThan(30);

  month();
  await runJob();
  expect(await erasedAt(member.id)).not.toBeNull();
  expect(await columnsContaining(mark)).toEqual([]);
  expect(await columnsContaining(String(distance))).toEqual([]);
  expect(
    await row('SELECT count(*) AS n FROM card_scans WHERE user_id = ? AND coalesce(accuracy_m, age_s) IS NOT NULL', member.id),
  ).toEqual({ n: 0 });
  for (const table of deletedTables) {
    expect(await row(`SELECT count(*) AS n FROM ${table} WHERE user_id = ?`, member.id), table).toEqual({ n: 0 });
  }
  expect(await bookkeepingOf(member.id)).toEqual(before);
  expect((await env.DB.prepare('PRAGMA foreign_key_check').all()).results).toEqual([]);
});

test('an owner’s erasure empties the notes they thanked for, and leaves the finders their thanks', async () => {
  const [owner, finder] = [await newMember({ role: 'basic' }), await newMember()];
  const notes = [];
  for (const isThanked of [true, false]) {
    const { id, cardId, code } = await newCard({ owner: owner.id, placed: true });
    await finder.client.post('/api/scan', { cardId, code });
    await finder.client.put(`/api/finds/${cardId}/log`, { text: 'Nice, dear owner' });
    const note = await row<{ id: number }>('SELECT id FROM find_logs WHERE card_id = ?', id);
    if (isThanked) expect((await owner.client.post(`/api/cache-cards/${cardId}/logs/${note?.id}/thank`)).status).toBe(200);
    notes.push({ id: note?.id, cardId });
  }
  await remove(owner);
  week();
  await runJob();
  expect(await erasedAt(owner.id)).not.toBeNull();
  const { results } = await env.DB.prepare('SELECT id, text, thanked_at IS NOT NULL AS isThanked FROM find_logs WHERE user_id = ?')
    .bind(finder.id)
    .all();
  expect(results).toEqual([{ id: notes[0]?.id, text: '(removed)', isThanked: 1 }]);
  await finder.client.post('/api/login', { email: finder.email, password: finder.password });
  expect((await finder.client.get('/api/finds')).body).toMatchObject({ finds: [{ log: null }, { log: null }] });
  expect((await finder.client.get('/api/my-data')).body).toMatchObject({
    linesYouLeft: [{ text: '(removed)', thankedAt: expect.any(String) }],
  });
});

test('erasing an owner leaves only the town and the hemisphere of their cards, for the finders', async () => {
  const owner = await newMember({ role: 'basic' });
  const { id } = await newCard({ owner: owner.id, placed: true });
  await change('INSERT INTO card_towns VALUES (?1, 1, -35612345, -82543211, ?2), (?1, 2, NULL, NULL, NULL)', id, 'Asheville');
  await remove(owner);
  week();
  await runJob();
  const { results } = await env.DB.prepare('SELECT * FROM card_towns WHERE card_id = ? ORDER BY from_scan_id').bind(id).all();
  expect(results).toMatchObject([
    { latitude_e6: -1, longitude_e6: null, town: 'Asheville' },
    { latitude_e6: null, longitude_e6: null, town: null },
  ]);
});

test('erasure leaves a nameless row that cannot be signed into, and frees email and username', async () => {
  const member = await newMember();
  await remove(member);
  week();
  await runJob();
  expect(
    await row(
      'SELECT email, email_key AS key, username, first_name AS name, referral_code AS code, password_hash AS hash FROM users WHERE id = ?',
      member.id,
    ),
  ).toEqual({
    email: `deleted-${member.id}@invalid`,
    key: `deleted-${member.id}@invalid`,
    username: null,
    name: null,
    code: `deleted-${member.id}`,
    hash: '!',
  });
  const { email, password, user } = member;
  expectError(await new Client().post('/api/login', { email, password }), 401, 'wrong_credentials');
  const again = await new Client().post('/api/register', {
    email,
    password,
    confirmPassword: password,
    username: user.username,
    acceptedTerms: true,
  });
  expect(again.status).toBe(201);
  expect(again.body).toMatchObject({ email, username: user.username, tokenBalance: 0 });
});

test('the referrer of an erased member sees a former member without an address', async () => {
  const referrer = await newMember();
  const member = await newMember({ ref: referrer.user.referralCode });
  const people = async () => (await referrer.client.get<Referrals>('/api/referrals')).body.people;
  expect(await people()).toMatchObject([{ id: member.id, name: member.user.username }]);
  await remove(member);
  week();
  await referrer.client.post('/api/login', { email: referrer.email, password: referrer.password });
  await runJob();
  expect(await people()).toMatchObject([{ id: member.id, name: 'Former member', email: '' }]);
  expect((await referrer.client.get<{ invitedPeople: object[] }>('/api/my-data')).body.invitedPeople).toMatchObject([
    { id: member.id, name: null, email: null },
  ]);
});

test('another account’s conversation stays when the member whose email is stored with it is erased', async () => {
  const admin = await newAdmin('admin');
  const [writer, erased] = [await newMember(), await newMember({ email: 'zaphodia.quuxberg@example.test' })];
  await change('UPDATE users SET email_verified_at = 1 WHERE id IN (?, ?)', writer.id, erased.id);
  await writer.client.post('/api/contact', { name: 'Eve', email: writer.email, message: 'Pay me.' });
  const { id = 0 } = (await row<{ id: number }>('SELECT max(id) AS id FROM contact_messages')) ?? {};
  // As if the writer had changed their email since, and the other member had taken it.
  await change('UPDATE contact_messages SET email = ? WHERE id = ?', erased.email, id);
  await fire('deliver-mail');
  await admin.client.post(`/api/admin/messages/${id}/notes`, { text: 'A threat', version: 1 });
  await remove(erased);
  week();
  await runJob();
  expect(await erasedAt(erased.id)).not.toBeNull();
  expect(await columnsContaining(erased.email)).toEqual([]);
  expect(await columnsContaining('quuxberg')).toEqual([]);
  const notes = '(SELECT count(*) FROM contact_notes WHERE message_id = m.id) AS notes';
  expect(await row(`SELECT user_id, message, ${notes} FROM contact_messages m WHERE id = ?`, id)).toEqual({
    user_id: writer.id,
    message: 'Pay me.',
    notes: 1,
  });
});

test('what a member wrote signed out under an earlier email is erased with them', async () => {
  const member = await newMember({ email: 'quuxberg.first@example.test' });
  await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', member.id);
  const message = { name: 'Eve', email: member.email, message: 'I live at 12 quuxberg Street' };
  expect((await new Client().post('/api/contact', message)).status).toBe(201);
  expect((await member.client.patch('/api/user', { email: 'other@example.test' })).status).toBe(200);
  expect(
    (await new Client().post('/api/confirm-email-change', { token: await linkIn('other@example.test', 'confirm_email_change') })).status,
  ).toBe(200);
  advanceClock(2 * secondsPerDay * 7);
  await member.client.post('/api/login', { email: 'other@example.test', password: member.password });
  await remove(member);
  week();
  await runJob();
  expect(await erasedAt(member.id)).not.toBeNull();
  expect(await columnsContaining('quuxberg')).toEqual([]);
});

test('the cards of an erased member continue without an owner; those never placed can no longer be scanned', async () => {
  const { member } = await filledMember();
  const cards = async () =>
    (
      await env.DB.prepare(
        'SELECT card_id, user_id AS owner, status FROM cache_cards WHERE order_id = (SELECT max(id) FROM orders WHERE user_id = ?) ORDER BY id',
      )
        .bind(member.id)
        .all<{ card_id: string; owner: number | null; status: string }>()
    ).results;
  await remove(member);
  expect((await cards()).map(({ owner, status }) => [owner, status])).toEqual([
    [member.id, 'active'],
    [member.id, 'ordered'],
  ]);
  month();
  await runJob();
  const [active, ordered] = await cards();
  expect([active?.owner, active?.status, ordered?.owner, ordered?.status]).toEqual([null, 'active', null, 'disabled']);
  const finder = await newMember();
  expect((await finder.client.post('/api/scan', { cardId: active?.card_id })).body).toMatchObject({ tokensEarned: 1 });
  expectError(await finder.client.post('/api/scan', { cardId: ordered?.card_id }), 404, 'card_not_found');
});
