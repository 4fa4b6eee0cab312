/** A member's timeline for administrators. */
import { env } from 'cloudflare:workers';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { Timeline, type TimelineEvent } from '#schema/accounts/admin-timeline.ts';
import { tokenRow } from '#tests/support/tokens/ledger-rows.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { Client, change, expectError, newCard, newMember, type TestMember } from '#tests/worker/support/client.ts';
import { countingDatabase } from '#tests/worker/support/counted-database.ts';
import { waitingCertificate } from '#tests/worker/support/reviews/waiting-certificate.ts';
import type { Env } from '#worker/env.ts';

let boss: TestAdmin;
let plain: TestAdmin;

beforeAll(async () => {
  [boss, plain] = await Promise.all([newAdmin(), newAdmin('admin')]);
});

async function timelineOf(id: number, query = '', client: Client = plain.client): Promise<Timeline> {
  const answer = await client.get(`/api/admin/users/${id}/timeline${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return v.parse(Timeline, answer.body);
}

describe('the timeline of a member', () => {
  test('shows why a certificate was refused to every administrator, and audited changes only to super administrators', async () => {
    const member = await waitingCertificate();
    const refusal = { version: 1, reason: 'One phone, five accounts' };
    expect((await boss.client.post(`/api/admin/reviews/${member.certificate.id}/refuse`, refusal)).status).toBe(200);
    const { events } = await timelineOf(member.id);
    expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(['joined', 'redeemed', 'mail', 'decision', 'audit']));
    expect(events.find(({ kind }) => kind === 'decision')).toMatchObject({
      about: 'certificate',
      outcome: 'refused',
      reason: refusal.reason,
    });
    const audit = (of: TimelineEvent[]) => of.find((event) => event.kind === 'audit' && event.action === 'certificate.refuse');
    expect(audit(events)).toMatchObject({ before: null, after: null, reason: null });
    expect(audit((await timelineOf(member.id, '?show=audit', boss.client)).events)).toMatchObject({
      after: { review: 'refused' },
      reason: refusal.reason,
    });
  });

  test('lists events of several tables newest first, by page, each once, in few reads', async () => {
    const busy = await newMember();
    const card = await newCard({ owner: busy.id });
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 70)
       ${tokenRow('owner_scan', { user: busy.id, amount: 1, subject: card.id, other: 'i', at: '2 * i', from: 'FROM n' })}`,
    ).run();
    for (let at = 1; at < 140; at += 20) await message(busy, at);
    const pages: TimelineEvent[][] = [];
    for (let more: string | null = ''; more !== null; ) {
      const page: Timeline = await timelineOf(busy.id, `?show=found,message${more}`);
      pages.push(page.events);
      more = page.nextCursor && `&cursor=${page.nextCursor}`;
    }
    const events = pages.flat();
    expect(pages.map(({ length }) => length)).toEqual([30, 30, 17]);
    expect(new Set(events.map(({ id }) => id)).size).toBe(77);
    expect(events.map(({ at }) => at)).toEqual(
      events
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );

    const { env: counting, use } = countingDatabase(env as unknown as Env);
    const client = new Client();
    client.token = plain.client.token;
    client.workerEnv = counting;
    await timelineOf(busy.id, '', client);
    expect(use.roundTrips).toBe(2);
    expect(use.rowsRead).toBeLessThanOrEqual(200);
  });

  test('refuses an unknown kind, a malformed cursor and an unknown member', async () => {
    for (const query of ['show=gossip', 'cursor=abc', 'cursor=mail-1']) {
      expectError(await plain.client.get(`/api/admin/users/1/timeline?${query}`), 400, 'invalid_input');
    }
    expectError(await plain.client.get('/api/admin/users/999999/timeline'), 404, 'member_not_found');
  });
});

async function message(member: TestMember, at: number): Promise<void> {
  await change(
    `INSERT INTO contact_messages (name, email, message, user_id, created_at) VALUES ('Fay', 'fay@example.test', 'Hello', ?, ?)`,
    member.id,
    at,
  );
}
