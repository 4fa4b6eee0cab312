import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import type { Preferences } from '#schema/accounts/my-data.ts';
import { dataDownloadsPerMember } from '#schema/rules.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { filledMember, memberColumns } from '#tests/worker/support/accounts/personal-rows.ts';
import { Client, change, expectError, newMember, row, signInAgain, type TestMember } from '#tests/worker/support/client.ts';
import { countingDatabase } from '#tests/worker/support/counted-database.ts';
import type { Env } from '#worker/env.ts';
import { createStore } from '#worker/store/store.ts';

type Download = Record<string, Record<string, unknown>[]> & { profile: Record<string, unknown> };

async function download({ client }: Pick<TestMember, 'client'>): Promise<Download> {
  const { status, body } = await client.get<Download>('/api/my-data');
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** Columns that the data export omits, grouped by reason. */
const omittedColumns: Record<string, string[]> = {
  // Credentials that would give access to the account, search keys, and other people's data.
  'users.id': [
    'password_hash',
    'email_key',
    'username_key',
    'username_skeleton',
    'first_name_key',
    'last_name_key',
    'phone_key',
    'listed_tokens',
    'keys_brought',
  ],
  'sessions.user_id': ['id_hash', 'push_endpoint', 'push_public_key', 'push_secret'],
  'push_messages.user_id': ['remaining'],
  'one_time_links.user_id': ['token_hash'],
  // Columns that are needed only to verify a passkey or to count failed sign-ins.
  'member_passkeys.user_id': ['credential_id', 'public_key', 'counter', 'transports'],
  'sign_ins.user_id': ['hour'],
  // These columns are derived from other columns that the export includes.
  'cache_cards.user_id': ['is_on_map', 'map_key'],
  // The row id of another member’s find would reveal when it was made.
  'card_places.user_id': ['through_scan_id'],
  // Internal bookkeeping for daily revenue.
  'payments.user_id': ['counted_cents'],
  // These columns would reveal the card's location, whether we know the location, or which administrator revoked the find. `age_s` is
  // exported as a timestamp.
  'card_scans.user_id': ['kind', 'source', 'distance_m', 'accuracy_m', 'age_s', 'taken_back_by'],
  // These columns would reveal which owner received and hid the note, or who wrote it. `written_at` is exported to the day.
  'find_logs.user_id': ['owner_id', 'hidden_at', 'removed_at'],
  'find_logs.owner_id': ['user_id', 'written_at', 'thanks_seen_at', 'removed_at'],
  // `is_counted` would show an attacker which accounts' reports count. `answer` belongs to the owner, not to the reporter.
  'card_reports.user_id': ['is_counted', 'answer'],
  // When a card was found for the 50th time is exported to the day.
  'member_medals.user_id': ['earned_at'],
  'member_progress.user_id': ['revision', 'derived_revision', 'week_bits', 'rest_bits'],
  // These columns would reveal which administrator acted.
  'ownership_claims.user_id': ['decided_by_id'],
  'vacation_certificates.user_id': ['cancelled_by_id', 'mailbox_hash', 'refused_person', 'reviewed_by_id'],
  // `traveler` and `entered_traveler` are exported in decrypted form. The other columns contain our costs and errors.
  'stays.user_id': ['traveler', 'entered_traveler', 'cost_cents', 'provider_error', 'unclear_since'],
  'referral_commissions.referrer_id': ['paid_by_id'],
  'treasure_chest_payouts.user_id': ['paid_by_id'],
  'payouts.user_id': ['paid_by_id', 'request', 'mailbox_hash'],
  'payout_addresses.user_id': ['mailbox', 'mailbox_hash'],
  'payout_run_lines.user_id': ['mailbox'],
  'payout_tax_forms.user_id': ['noted_by_id'],
  'order_refunds.user_id': ['asked_by_id'],
  'disputes.user_id': ['answered_by_id'],
  'contact_messages.user_id': ['handled_by_id', 'assignee_id', 'snoozed_until'],
  'member_notes.user_id': ['admin_id', 'removed_by_id'],
  'audit_log.user_id': ['admin_id', 'address'],
  'review_effects.user_id': ['before'],
  // These rows exist only after the account has been erased. At that point, nobody can request an export.
  'case_members.user_id': ['user_id', 'certificate_id', 'mailbox_hash', 'former_mailbox_hashes', 'is_disposable'],
  // These columns contain numeric codes. The next test checks that the export replaces them with readable names.
  'token_transactions.user_id': ['kind', 'subject_id', 'other_id', 'turn'],
  'owed_token_events.user_id': ['kind', 'reversal_kind', 'subject_id', 'turn'],
  'key_events.user_id': ['kind', 'subject_id', 'other_id', 'turn'],
};
/** Rows about two people. For each row, the export includes only the columns about the member, in the given section. */
const sharedRows: Record<string, { section: string; columns: string[] }> = {
  'users.referred_by_id': { section: 'invitedPeople', columns: ['id'] },
  'referral_commissions.referred_id': { section: 'commissionsForYourMembership', columns: ['id', 'kind', 'order_id', 'created_at'] },
};

const camel = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Returns whether the exported value equals the database value, possibly converted to a timestamp, boolean or JSON. */
function says(shown: unknown, kept: unknown): boolean {
  if (shown === kept) return true;
  if (typeof kept === 'number')
    return shown === new Date(kept * 1_000).toISOString() || (typeof shown === 'boolean' && shown === (kept === 1));
  if (typeof kept !== 'string' || typeof shown !== 'object') return false;
  const written = JSON.parse(kept, (key, value) => (key === 'until' ? new Date(value * 1_000).toISOString() : value));
  return JSON.stringify(shown) === JSON.stringify(written);
}

test('the data download has every row that references the member, with every column except secrets', async () => {
  const { member } = await filledMember();
  const data = await download(member);
  const everyEntry = Object.values(data).flat();
  for (const { table, column } of await memberColumns()) {
    const name = `${table}.${column}`;
    const { results: kept } = await env.DB.prepare(`SELECT * FROM ${table} WHERE ${column} = ?`).bind(member.id).all();
    expect(kept.length, `${name} has no row: fill it, or this proves nothing`).toBeGreaterThan(0);
    const only = sharedRows[name];
    const shown = only ? (data[only.section] ?? []) : everyEntry;
    for (const keptRow of kept) {
      const compared = Object.entries(keptRow).filter(
        ([key]) => key !== 'version' && !omittedColumns[name]?.includes(key) && (only?.columns.includes(key) ?? true),
      );
      const fitting = shown.find((entry) => compared.every(([key, value]) => entry && says(entry[camel(key)], value)));
      expect(fitting, `${name}: ${JSON.stringify(keptRow)} is not in the download`).toBeDefined();
    }
  }
});

test('the data download shows ledger codes as words', async () => {
  const { member, friend } = await filledMember();
  const data = await download(member);
  const [order] = data.orders ?? [];
  expect(data.scans).toMatchObject([{ kind: 'rewarded', source: 'camera' }]);
  const [scan] = data.scans ?? [];
  expect(Date.parse(String(scan?.scanDate)) - Date.parse(String(scan?.scannedAt))).toBe(3_600_000);
  expect(data.tokenTransactions).toMatchObject([{ type: 'adjustment', amount: 200, relatedEntityType: null, relatedEntityId: null }]);
  expect(data.owedTokens).toMatchObject([{ kind: 'reversal', amount: 7, relatedEntityType: 'order', relatedEntityId: String(order?.id) }]);
  expect(data.keyEvents).toMatchObject([
    { kind: 'treasure', amount: 3, cause: `referral:${friend.id}`, relatedEntityType: 'user', relatedEntityId: String(friend.id) },
  ]);
});

test('the data download has the day of finds of the member’s cards, and the time of other notifications', async () => {
  const { member } = await filledMember();
  const queue = (template: string) =>
    change(
      `INSERT INTO push_messages (user_id, template, payload, subject, next_attempt_at, created_at) VALUES (?, ?, '{}', 'x', 1795881661, 1795881661)`,
      ...[member.id, template],
    );
  for (const template of ['card_found', 'thanks']) await queue(template);
  const { pushNotifications = [], sessions = [] } = await download(member);
  const timesOf = (wanted: string) =>
    pushNotifications.filter(({ template }) => template === wanted).map(({ createdAt, nextAttemptAt }) => [createdAt, nextAttemptAt]);
  expect(timesOf('card_found')).toEqual([['2026-11-28T00:00:00.000Z', '2026-11-28T00:00:00.000Z']]);
  expect(timesOf('thanks')).toEqual([['2026-11-28T16:01:01.000Z', '2026-11-28T16:01:01.000Z']]);
  expect(sessions[0]?.pushSince).toMatch(/^\d{4}-/);
});

test('the data download includes data that belongs to the member without referencing them', async () => {
  const { member, friend, mark, distance } = await filledMember();
  const data = await download(member);
  // Includes the message sent while signed out, because it came from the member's verified email.
  expect(data.contactMessages).toHaveLength(2);
  expect(data.contactReplies).toMatchObject([{ text: mark }, { text: mark }]);
  expect(data.contactReplies?.[0]).not.toHaveProperty('adminId');
  expect(data.contactNotes).toMatchObject([{ text: mark }]);
  expect(data.contactNotes?.[0]).not.toHaveProperty('adminId');
  expect(data.repeatedRequests).toMatchObject([{ key: `k-${mark}` }]);
  expect(data.printOrders).toMatchObject([{ tracking: mark }]);
  for (const cost of ['quote', 'priceCents', 'currency']) expect(data.printOrders?.[0]).not.toHaveProperty(cost);
  expect(data.printNews).toMatchObject([{ tracking: mark, message: mark }]);
  expect(data.administratorActions).toHaveLength(3);
  expect(data.scans?.[0]).toMatchObject({ card: expect.stringMatching(/^TC-4\d{6}$/), addressHash: expect.any(String) });
  expect(JSON.stringify(data)).not.toContain(String(distance));
  expect(data.cacheCards?.[0]).toMatchObject({ code: 'AAAA0000' });
  expect(data.invitedPeople).toMatchObject([{ id: friend.id, email: expect.stringContaining('•••@') }]);
});

test('the data download contains no secrets, administrators or other members’ addresses', async () => {
  const { member, friend, referrer } = await filledMember();
  const text = JSON.stringify(await download(member));
  const hashes = await row<{ password: string; session: string; link: string }>(
    `SELECT password_hash AS password, (SELECT id_hash FROM sessions WHERE user_id = u.id) AS session,
       (SELECT token_hash FROM one_time_links WHERE user_id = u.id) AS link FROM users u WHERE id = ?`,
    member.id,
  );
  for (const secret of [hashes?.password, hashes?.session, hashes?.link, friend.email, referrer.email, 'Ada@x.test', '192.0.2.1']) {
    expect(secret).toBeTruthy();
    expect(text.includes(secret ?? '')).toBe(false);
  }
});

test('the data download has a certificate’s signals once its review is decided', async () => {
  const { member } = await filledMember();
  const signalsOf = async () => (await download(member)).vacationCertificates?.map(({ reviewSignals }) => reviewSignals);
  expect(await signalsOf()).toEqual([expect.any(String)]);
  await change(`UPDATE vacation_certificates SET status = 'active', review = 'waiting' WHERE user_id = ?`, member.id);
  expect(await signalsOf()).toEqual([null]);
});

test('the data download has the member’s message, but not the email about it to our office', async () => {
  const member = await newMember({ workerEnv: { ...env, CONTACT_TO: 'office@founders.test' } });
  await member.client.post('/api/contact', { name: 'Gus', email: member.email, message: 'The lid is broken.' });
  expect(await row("SELECT to_address FROM outbox WHERE user_id = ? AND template = 'contact_message'", member.id)).toEqual({
    to_address: 'office@founders.test',
  });
  const data = await download(member);
  expect(data.contactMessages).toMatchObject([{ message: 'The lid is broken.' }]);
  expect(data.mails).toMatchObject([{ template: 'welcome', toAddress: member.email }]);
  expect(JSON.stringify(data)).not.toContain('office@founders.test');
});

test('the data download is an uncacheable file for the caller only', async () => {
  const [one, other] = [await newMember(), await newMember()];
  const answer = await one.client.get('/api/my-data');
  expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment; filename="cache-cards-my-data-\d{4}-\d\d-\d\d\.json"$/);
  expect(answer.headers.get('Content-Type')).toContain('application/json');
  expect(answer.headers.get('Cache-Control')).toContain('no-store');
  expect(JSON.stringify(answer.body)).toContain(one.email);
  expect(JSON.stringify(answer.body)).not.toContain(other.email);
});

test('the data download is limited per hour', async () => {
  const { client } = await directMember();
  const answers = await Promise.all(Array.from({ length: dataDownloadsPerMember.limit + 2 }, () => client.get('/api/my-data')));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(dataDownloadsPerMember.limit);
  const refused = answers.find(({ status }) => status !== 200);
  if (!refused) throw new Error('Every download succeeded');
  expectError(refused, 429, 'too_many_downloads');
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
});

test('the data download reads no extra rows when other members have more data', async () => {
  const { member } = await filledMember();
  // Adds a second member because an index scan also reads the first row after the last match.
  await filledMember();
  const rowsRead = async () => {
    const { env: countedEnv, use } = countingDatabase(env as unknown as Env);
    await createStore(countedEnv).myData.read(member.id);
    expect(use.roundTrips).toBe(1);
    return use.rowsRead;
  };
  const before = await rowsRead();
  for (let others = 1; others <= 3; others += 1) await filledMember();
  expect(await rowsRead()).toBe(before);
});

test('optional emails are on until the member turns them off', async () => {
  const { client, id } = await newMember();
  expect((await client.get<Preferences>('/api/preferences')).body).toMatchObject({ wantsOptionalMail: true, hasPassword: true });
  expect((await client.call<Preferences>('PATCH', '/api/preferences', { wantsOptionalMail: false })).body.wantsOptionalMail).toBe(false);
  expect(await row('SELECT wants_optional_mail AS wants FROM users WHERE id = ?', id)).toEqual({ wants: 0 });
  expect((await client.get<Preferences>('/api/preferences')).body.wantsOptionalMail).toBe(false);
  expect((await client.call<Preferences>('PATCH', '/api/preferences', { wantsOptionalMail: true })).body.wantsOptionalMail).toBe(true);
  expectError(await client.call('PATCH', '/api/preferences', { wantsOptionalMail: 1 }), 400, 'invalid_input');
});

test('an account without a password reports that and until when its sign-in counts as fresh', async () => {
  const { client } = await directMember();
  const { body } = await client.get<Preferences>('/api/preferences');
  expect(body.hasPassword).toBe(false);
  expect(Date.parse(body.freshUntil) - Date.now()).toBeGreaterThan(590_000);
});

test('signing out everywhere ends every session including the current one, and invalidates older provider sign-ins', async () => {
  const member = await newMember();
  const { email, password } = member;
  const elsewhere = new Client();
  const { body } = await elsewhere.post<{ token: string }>('/api/login', { email, password });
  const byToken = elsewhere.bearer(body.token);
  expect((await byToken.get('/api/user')).status).toBe(200);

  expect((await member.client.post('/api/sign-out-everywhere')).status).toBe(200);
  expect([...member.client.cookies.keys()]).toEqual(['__Host-device']);
  expectError(await member.client.bearer(member.user.token).get('/api/user'), 401, 'not_signed_in');
  expectError(await byToken.get('/api/user'), 401, 'not_signed_in');
  expectError(await elsewhere.get('/api/user'), 401, 'not_signed_in');
  const stored = await row<{ since: number }>('SELECT sign_ins_valid_from AS since FROM users WHERE id = ?', member.id);
  expect(Math.abs((stored?.since ?? 0) - Date.now() / 1_000)).toBeLessThan(5);
  await signInAgain(member);
});

test('signing out everywhere does not affect other members', async () => {
  const [one, other] = [await newMember(), await newMember()];
  await one.client.post('/api/sign-out-everywhere');
  expect((await other.client.get('/api/user')).status).toBe(200);
});
