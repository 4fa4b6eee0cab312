import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Preferences } from '#schema/accounts/my-data.ts';
import type { User } from '#schema/accounts/user.ts';
import { type PushTopic, pushTopics } from '#schema/messages/notifications.ts';
import { advanceClock, Client, change, expectError, newMember, row, setClock, tokenInMail } from '#tests/worker/support/client.ts';
import { FakeProvider, outboxRow, withProvider } from '#tests/worker/support/messages/mail-delivery.ts';
import { type Env, readConfig } from '#worker/env.ts';
import { unsubscribeToken } from '#worker/security/unsubscribe.ts';

beforeEach(() => setClock('2026-11-21T10:00:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

const visitor = () => new Client();
const tokenTo = async (email: string) => tokenInMail((await outboxRow(email)).messageId);
const isVerified = async (client: Client) => (await client.get<User>('/api/user')).body.emailVerified;
let changes = 0;

/** Changes a member's email and returns the link that undoes the change. */
async function changeEmail({ client, email }: { client: Client; email: string }, newEmail: string): Promise<string> {
  expect((await client.call('PATCH', '/api/user', { email: newEmail })).status).toBe(200);
  const [confirm, undo] = [await tokenTo(newEmail), await tokenTo(email)];
  expect((await visitor().post('/api/confirm-email-change', { token: confirm })).status).toBe(200);
  return undo;
}

/** Creates a member who has just changed from a verified email to a new one. */
async function movedMember() {
  changes += 1;
  const member = await newMember();
  const verify = await tokenTo(member.email);
  expect((await visitor().post('/api/verify-email', { token: verify })).status).toBe(200);
  const newEmail = `moved${changes}@example.test`;
  return { ...member, newEmail, verify, undo: await changeEmail(member, newEmail) };
}

describe('the verification link', () => {
  test('verifies the address for anyone who has the link, and the member sees it', async () => {
    const { client, email } = await newMember();
    expect(await isVerified(client)).toBe(false);
    const answer = await visitor().post('/api/verify-email', { token: await tokenTo(email) });
    expect(answer).toMatchObject({ status: 200, body: { message: 'Thank you! Your email address is verified.' } });
    expect(await isVerified(client)).toBe(true);
  });

  test('can be used twice, even concurrently', async () => {
    const { email } = await newMember();
    const token = await tokenTo(email);
    const answers = await Promise.all(Array.from({ length: 5 }, () => visitor().post('/api/verify-email', { token })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await visitor().post('/api/verify-email', { token })).status).toBe(200);
  });

  test('works after a change of the address’s case', async () => {
    const { client, email } = await newMember();
    await client.call('PATCH', '/api/user', { email: email.toUpperCase() });
    expect((await visitor().post('/api/verify-email', { token: await tokenTo(email) })).status).toBe(200);
    expect(await isVerified(client)).toBe(true);
  });

  test('verifies nothing after the address was changed', async () => {
    const { client, email } = await newMember();
    const token = await tokenTo(email);
    await client.call('PATCH', '/api/user', { email: 'elsewhere@example.test' });
    expectError(await visitor().post('/api/verify-email', { token }), 400, 'link_outdated');
    expect(await isVerified(client)).toBe(false);
  });

  test('is rejected once it has expired, but not a second earlier', async () => {
    const { client, email } = await newMember();
    const token = await tokenTo(email);
    advanceClock(7 * 86_400);
    expectError(await visitor().post('/api/verify-email', { token }), 400, 'link_expired');
    advanceClock(-1);
    expect((await visitor().post('/api/verify-email', { token })).status).toBe(200);
    expect(await isVerified(client)).toBe(true);
  });

  test('is rejected when it is unknown or malformed', async () => {
    const { undo } = await movedMember();
    for (const token of ['x', undo, '%00', "' OR 1=1 --"])
      expectError(await visitor().post('/api/verify-email', { token }), 400, 'link_unknown');
    for (const body of [{}, { token: '' }, { token: 7 }, { token: 'x'.repeat(201) }])
      expectError(await visitor().post('/api/verify-email', body), 400, 'invalid_input');
  });

  test('is not consumed by a GET', async () => {
    const { client, email } = await newMember();
    const token = await tokenTo(email);
    expect((await visitor().get(`/api/verify-email?token=${token}`)).status).toBe(405);
    expect(await isVerified(client)).toBe(false);
  });

  test('is rejected for a member who is leaving', async () => {
    const { email, id } = await newMember();
    await change('UPDATE users SET deletion_requested_at = 1 WHERE id = ?', id);
    expectError(await visitor().post('/api/verify-email', { token: await tokenTo(email) }), 400, 'link_unknown');
  });
});

describe('requesting the verification email again', () => {
  test('sends a working link to the current address', async () => {
    const { client, email } = await newMember();
    advanceClock(60);
    const provider = new FakeProvider();
    const answer = await withProvider(client, provider).post('/api/verify-email/send');
    expect(answer).toMatchObject({ status: 200, body: { message: `We sent an email to ${email}. Open the link in it.` } });
    const token = /verify-email#token=([\w-]+)/.exec(provider.to(email).at(-1)?.text ?? '')?.[1];
    expect((await visitor().post('/api/verify-email', { token })).status).toBe(200);
    expect(await isVerified(client)).toBe(true);
  });

  test('is limited to 5 times an hour', async () => {
    const { client } = await newMember();
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.post('/api/verify-email/send')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status === 429);
    for (const answer of refused) expectError(answer, 429, 'too_many_mails');
    expect(refused[0]?.headers.get('Retry-After')).toBe('3600');
    advanceClock(3_600);
    expect((await client.post('/api/verify-email/send')).status).toBe(200);
  });

  test('sends nothing to a verified member', async () => {
    const { client, email, id } = await newMember();
    await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', id);
    const before = (await outboxRow(email)).id;
    expect((await client.post('/api/verify-email/send')).body).toMatchObject({ message: 'Your email address is already verified.' });
    expect((await outboxRow(email)).id).toBe(before);
  });
});

describe('the undo link of an email change', () => {
  test('restores the old address as verified and ends all sessions', async () => {
    const { client, id, email, newEmail, password, undo, user } = await movedMember();
    const other = new Client();
    expect((await other.post('/api/login', { email: newEmail, password })).status).toBe(200);
    const answer = await visitor().post('/api/undo-email-change', { token: undo });
    const message = `Your account uses ${email} again, and all devices were signed out. If your password no longer works, set a new one.`;
    expect(answer).toMatchObject({ status: 200, body: { message } });
    for (const caller of [client, other, client.bearer(user.token)]) expectError(await caller.get('/api/user'), 401, 'not_signed_in');
    expectError(await visitor().post('/api/login', { email: newEmail, password }), 401, 'wrong_credentials');
    const back = await visitor().post<User>('/api/login', { email, password });
    expect(back).toMatchObject({ status: 200, body: { id, email, emailVerified: true } });
    expect(await row('SELECT sign_ins_valid_from AS "from" FROM users WHERE id = ?', id)).toEqual({ from: Date.now() / 1_000 });
  });

  test('works once and voids a password reset that was requested at the new address', async () => {
    const { undo, id } = await movedMember();
    await change(
      "INSERT INTO one_time_links (token_hash, user_id, purpose, email, created_at, expires_at) VALUES ('reset', ?, 'reset_password', 'x', 1, 9999999999)",
      id,
    );
    const answers = await Promise.all(Array.from({ length: 4 }, () => visitor().post('/api/undo-email-change', { token: undo })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectError(answer, 400, 'link_used');
    expect(await row("SELECT used_at AS used FROM one_time_links WHERE token_hash = 'reset'")).toEqual({ used: Date.now() / 1_000 });
  });

  test('of the first of two changes voids the link of the second, so that a thief cannot reverse it', async () => {
    const { client, id, email, newEmail, undo } = await movedMember();
    advanceClock(60);
    const thiefToken = await changeEmail({ client, email: newEmail }, 'thief@example.test');
    expect((await visitor().post('/api/undo-email-change', { token: undo })).status).toBe(200);
    expectError(await visitor().post('/api/undo-email-change', { token: thiefToken }), 400, 'link_used');
    expect(await row('SELECT email FROM users WHERE id = ?', id)).toEqual({ email });
  });

  test('of the second of two changes leaves the link of the first valid', async () => {
    const { client, id, email, newEmail, undo } = await movedMember();
    advanceClock(60);
    const secondToken = await changeEmail({ client, email: newEmail }, `third-${newEmail}`);
    expect((await visitor().post('/api/undo-email-change', { token: secondToken })).status).toBe(200);
    expect(await row('SELECT email FROM users WHERE id = ?', id)).toEqual({ email: newEmail });
    expect((await visitor().post('/api/undo-email-change', { token: undo })).status).toBe(200);
    expect(await row('SELECT email FROM users WHERE id = ?', id)).toEqual({ email });
  });

  test('is rejected if the old address belongs to someone else; nobody is signed out', async () => {
    const { client, email, undo } = await movedMember();
    // No API call can cause this state, because the old email stays reserved until the undo link expires.
    const { id } = await newMember();
    await change('UPDATE users SET email = ?2, email_key = ?2 WHERE id = ?1', id, email);
    expectError(await visitor().post('/api/undo-email-change', { token: undo }), 409, 'old_email_taken');
    expect((await client.get('/api/user')).status).toBe(200);
  });

  test('is rejected after 7 days', async () => {
    const { client, undo } = await movedMember();
    advanceClock(7 * 86_400);
    expectError(await visitor().post('/api/undo-email-change', { token: undo }), 400, 'undo_link_expired');
    expect((await client.get('/api/user')).status).toBe(200);
  });

  test('is rejected for an unknown token or another kind of link', async () => {
    const { verify } = await movedMember();
    for (const token of [verify, 'x']) expectError(await visitor().post('/api/undo-email-change', { token }), 400, 'link_unknown');
  });
});

describe('the unsubscribe link', () => {
  const wants = async (id: number) =>
    (await row<{ wants: number }>('SELECT wants_optional_mail AS wants FROM users WHERE id = ?', id))?.wants;
  const tokenOf = async (id: number, topic: PushTopic | null = null) =>
    unsubscribeToken((await readConfig(env as unknown as Env)).linkSigningKey, { userId: id, topic, epoch: 0 });

  test('turns reminders off from its page, repeatedly and even years later', async () => {
    const { id } = await newMember();
    const token = await tokenOf(id);
    advanceClock(5 * 365 * 86_400);
    for (let time = 1; time <= 2; time += 1) {
      const answer = await visitor().post('/api/unsubscribe', { token });
      expect(answer).toMatchObject({ status: 200, body: { message: 'You won’t get any more optional emails.' } });
    }
    expect(await wants(id)).toBe(0);
  });

  test('works for the email program’s one-click form, without an origin', async () => {
    const { id } = await newMember();
    const answer = await visitor().fetch(`/api/unsubscribe/one-click?token=${await tokenOf(id)}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(answer.status).toBe(200);
    expect(await wants(id)).toBe(0);
  });

  test('is not consumed by a GET, which redirects to the confirmation page', async () => {
    const { id } = await newMember();
    const token = await tokenOf(id);
    const answer = await visitor().fetch(`/api/unsubscribe/one-click?token=${token}`);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('Location')).toBe(`/unsubscribe#token=${token}`);
    expect(await wants(id)).toBe(1);
  });

  test.each(pushTopics)('of an email about %s stops only that topic, and its page can stop all', async (topic) => {
    const { id, client } = await newMember();
    await client.put('/api/preferences/digest', { frequency: 'daily' });
    for (const chosen of ['thanks', 'new_cards'])
      await client.patch('/api/preferences/notifications', { channel: 'email', topic: chosen, isOn: true });
    const choices = async () => {
      const { wantsOptionalMail, digest, notifications } = (await client.get<Preferences>('/api/preferences')).body;
      return { wantsOptionalMail, topics: [...(digest === 'daily' ? ['card_found'] : []), ...notifications.email].sort() };
    };
    expect(await choices()).toEqual({ wantsOptionalMail: true, topics: [...pushTopics].sort() });
    const token = await tokenOf(id, topic);
    for (let time = 1; time <= 2; time += 1) {
      const answer = await visitor().fetch(`/api/unsubscribe/one-click?token=${token}`, { method: 'POST' });
      expect(answer.status).toBe(200);
    }
    const others = pushTopics.filter((other) => other !== topic).sort();
    expect(await choices()).toEqual({ wantsOptionalMail: true, topics: others });
    const message = 'You won’t get any more of these emails.';
    expect(await visitor().post('/api/unsubscribe', { token })).toMatchObject({ status: 200, body: { message } });
    if (topic !== 'card_found') {
      const again = await client.patch('/api/preferences/notifications', { channel: 'email', topic, isOn: true });
      expect(again.status).toBe(200);
      expect((await choices()).topics).toEqual([...pushTopics].sort());
    }
    expect((await visitor().post('/api/unsubscribe', { token, isForAll: true })).status).toBe(200);
    expect((await choices()).wantsOptionalMail).toBe(false);
  });

  test('is rejected when a member forged it', async () => {
    const { id } = await newMember();
    const forged = (await tokenOf(id + 1)).replace(/^\d+/, String(id));
    const otherTopic = (await tokenOf(id, 'thanks')).replace('thanks', 'stay');
    const noTopic = (await tokenOf(id, 'thanks')).replace('.thanks', '');
    const tokens = [
      forged,
      otherTopic,
      noTopic,
      `${id}.nonsense.x`,
      `${id}.`,
      `${id}`,
      'x',
      `${await tokenOf(id)}x`,
      await tokenOf(999_999),
      `0${await tokenOf(id)}`,
    ];
    for (const token of tokens) {
      expectError(await visitor().post('/api/unsubscribe', { token }), 400, 'link_unknown');
      expect((await visitor().fetch(`/api/unsubscribe/one-click?token=${token}`, { method: 'POST' })).status).toBe(400);
    }
    expect((await visitor().fetch('/api/unsubscribe/one-click', { method: 'POST' })).status).toBe(400);
    expect(await wants(id)).toBe(1);
  });
});
