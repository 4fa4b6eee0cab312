import { env } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { fireAll } from '#tests/worker/support/admin/crons.ts';
import { change, everyRow, newCard, row, setClock } from '#tests/worker/support/client.ts';
import type { Env } from '#worker/env.ts';
import worker from '#worker/index.ts';
import { purgeExpired } from '#worker/jobs/purge-expired.ts';
import { createStore } from '#worker/store/store.ts';

afterEach(() => {
  vi.useRealTimers();
});

const purge = (instant: string) => fireAll({ at: Date.parse(instant) });
const count = async (table: string) => (await row<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))?.n;

test('the purge deletes exactly the expired sessions, counters and links, and can be repeated', async () => {
  setClock('2026-11-21T10:00:00Z');
  const { id, client } = await directMember();
  await client.get('/api/card/TC-9999999');
  const expiresAt = Date.parse('2026-11-21T12:00:00Z') / 1_000;
  await change(
    "INSERT INTO one_time_links (token_hash, user_id, purpose, email, created_at, expires_at) VALUES ('hash', ?, 'verify_email', 'x@example.test', 1, ?)",
    id,
    expiresAt,
  );
  await change(
    "INSERT INTO idempotency_keys (scope, key, request_hash, created_at, expires_at) VALUES ('user:1', 'key', 'hash', 1, ?)",
    expiresAt,
  );

  await change("INSERT INTO admins (email, email_key, password_hash, created_at) VALUES ('ada@example.test', 'ada@example.test', '!', 1)");
  await change(
    "INSERT INTO admin_password_resets (token_hash, admin_id, created_at, expires_at) SELECT 'hash', id, 1, ? FROM admins",
    expiresAt,
  );

  // Ignores the tables in which other jobs record their runs and totals.
  const users = await count('users');
  const except = ['job_runs', 'job_progress', 'ledger_checks', 'alarms', 'day_totals', 'running_totals'];
  // The first purge also fills in missing username skeletons.
  await purge('2026-11-21T10:20:00Z');
  const before = await everyRow({ except });
  await purge('2026-11-21T10:30:00Z');
  expect(await everyRow({ except })).toEqual(before);

  await purge('2026-11-21T12:00:01Z');
  expect(await count('idempotency_keys')).toBe(0);
  expect(await row("SELECT COUNT(*) AS n FROM rate_counters WHERE key LIKE 'card-miss:hour:%'")).toEqual({ n: 0 });
  expect(await row("SELECT COUNT(*) AS n FROM rate_counters WHERE key LIKE 'card-miss:day:%'")).toEqual({ n: 1 });
  expect(await count('one_time_links')).toBe(1);
  expect(await count('sessions')).toBe(1);
  expect((await client.get('/api/user')).status).toBe(200);

  for (let time = 0; time < 2; time += 1) await purge('2026-12-25T00:00:00Z');
  expect(await count('one_time_links')).toBe(0);
  expect(await count('admin_password_resets')).toBe(0);
  expect(await count('sessions')).toBe(0);
  expect(await count('rate_counters')).toBe(0);
  expect(await count('users')).toBe(users);
});

test('links to a former email are deleted 90 days after they expire', async () => {
  const { id } = await directMember();
  const expiresAt = Date.parse('2026-11-21T12:00:00Z') / 1_000;
  for (const purpose of ['undo_email_change', 'stop_email_change', 'change_email'])
    await change(
      'INSERT INTO one_time_links (token_hash, user_id, purpose, email, created_at, expires_at) VALUES (?1, ?2, ?1, ?1, 1, ?3)',
      purpose,
      id,
      expiresAt,
    );
  const links = 'SELECT COUNT(*) AS n FROM one_time_links WHERE user_id = ?';
  await purge('2027-02-19T11:00:00Z');
  expect(await row(links, id)).toEqual({ n: 2 });
  await purge('2027-02-19T13:00:00Z');
  expect(await row(links, id)).toEqual({ n: 0 });
});

const day = 86_400;
const at = Date.parse('2027-03-01T10:00:00Z') / 1_000;
const run = (now: number, moreRounds = Number.POSITIVE_INFINITY) => {
  let made = 0;
  const isSpent = () => {
    made += 1;
    return made > moreRounds;
  };
  return purgeExpired({ store: createStore(env as unknown as Env), budget: { isSpent } }, now);
};

test('the purge deletes digests after 90 days although they have a cause, and keeps the ids of disputes', async () => {
  const { id } = await directMember();
  await change(
    `INSERT INTO outbox (message_id, user_id, template, to_address, payload, cause, status, next_attempt_at, created_at)
     VALUES ('<digest@x>', ${id}, 'card_digest', 'a@example.test', '{}', 'card_digest:${id}:2027-02-01', 'sent', 1, ${at - 91 * day})`,
  );
  await change(
    `INSERT INTO stripe_events (id, type, object_id, received_at, applied_at)
     VALUES ('evt_dispute', 'charge.dispute.created', 'du_1', ${at - 91 * day}, ${at - 91 * day})`,
  );
  await run(at);
  expect(await row("SELECT count(*) AS n FROM outbox WHERE message_id = '<digest@x>'")).toEqual({ n: 0 });
  expect(await row("SELECT count(*) AS n FROM stripe_events WHERE object_id = 'du_1'")).toEqual({ n: 1 });
  await change("DELETE FROM stripe_events WHERE object_id = 'du_1'");
});

test('the purge keeps sent emails, applied events and address hashes for 90 days to the second', async () => {
  const { id } = await directMember();
  const mail = `INSERT INTO outbox (message_id, user_id, template, to_address, payload, cause, status, next_attempt_at, created_at)
    VALUES (?1, ${id}, 'welcome', 'a@example.test', '{"a":"b"}', ?2, ?3, 1, ${at})`;
  await change(mail, '<plain@x>', null, 'sent');
  await change(mail, '<once@x>', 'welcome:1', 'sent');
  await change(mail, '<dead@x>', null, 'dead');
  const event = 'INSERT INTO stripe_events (id, type, received_at, applied_at) VALUES (?1, ?2, ?3, ?4)';
  await change(event, 'evt_applied', 'invoice.paid', 1, at);
  await change(event, 'evt_waits', 'invoice.paid', 1, null);
  await change(event, 'balance:1', 'balance_to_return', 1, at);
  await change(
    "INSERT INTO contact_messages (name, email, message, address_hash, created_at) VALUES ('N', 'n@x.test', 'Hello', 'hash', ?)",
    at,
  );
  const card = await newCard();
  await change(
    "INSERT INTO card_reports (card_id, user_id, created_at, mailbox_hash, address_hash) VALUES (?, ?, ?, 'mailbox', 'hash')",
    card.id,
    id,
    at,
  );
  const storedRows = async () => ({
    mails: (
      await env.DB.prepare(
        "SELECT message_id AS id, to_address AS address, payload FROM outbox WHERE message_id LIKE '%@x>' ORDER BY id",
      ).all()
    ).results,
    events: (await env.DB.prepare('SELECT id FROM stripe_events ORDER BY id').all()).results.map((found) => found.id),
    hashes: await row(
      'SELECT (SELECT count(address_hash) FROM contact_messages) AS messages, (SELECT count(address_hash) FROM card_reports) AS reports',
    ),
  });
  const before = await storedRows();
  expect(before.mails).toHaveLength(3);
  await run(at + 90 * day);
  expect(await storedRows()).toEqual(before);
  await run(at + 90 * day + 1);
  expect(await storedRows()).toEqual({
    // For an email that may be sent only once, the row is preserved but its content is deleted.
    mails: [
      { id: '<dead@x>', address: 'a@example.test', payload: '{"a":"b"}' },
      { id: '<once@x>', address: '', payload: '{}' },
    ],
    events: ['balance:1', 'evt_waits'],
    hashes: { messages: 0, reports: 0 },
  });
});

test('the purge spreads many rows over several runs, each within its statement budget', async () => {
  await change(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000)
     INSERT INTO outbox (message_id, template, to_address, payload, status, next_attempt_at, created_at)
     SELECT 'many' || i, 'welcome', 'a@example.test', '{}', 'sent', 1, 1 FROM n`,
  );
  const remainingMails = async () => (await row<{ n: number }>("SELECT count(*) AS n FROM outbox WHERE message_id LIKE 'many%'"))?.n;
  for (const expected of [7_000, 2_000, 0]) {
    await run(at, 0);
    expect(await remainingMails()).toBe(expected);
  }
});

test('the purge fails without its configuration', async () => {
  const broken = { ...(env as unknown as Env), PUBLIC_ORIGIN: undefined } as unknown as Env;
  const event = { scheduledTime: 0, cron: '', noRetry: () => undefined };
  await expect(worker.scheduled(event, broken)).rejects.toThrow('PUBLIC_ORIGIN');
});
