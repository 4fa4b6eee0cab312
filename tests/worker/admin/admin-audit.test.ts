import { env } from 'cloudflare:workers';
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { AuditEntries } from '#schema/admin/audit.ts';
import { withSession } from '#tests/support/database/session-database.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { Client, change, newMember, row } from '#tests/worker/support/client.ts';
import type { Env } from '#worker/env.ts';

const list = '/api/admin/audit';

async function entry(values: {
  adminId: number | null;
  userId?: number;
  action?: string;
  entityId?: string;
  entityType?: string;
  reason?: string;
  runId?: number;
}): Promise<void> {
  await change(
    `INSERT INTO audit_log (admin_id, action, entity_type, entity_id, user_id, before, after, reason, address, request_id, created_at, run_id)
     VALUES (?1, ?2, ?3, ?4, ?5, '{"city":"Boone"}', '{"city":"Lenoir","tags":["a"]}', ?6, '192.0.2.7', 'req-1', 1795000000, ?7)`,
    values.adminId,
    values.action ?? 'user.update',
    values.entityType ?? 'user',
    values.entityId ?? '1',
    values.userId ?? null,
    values.reason ?? '=Moved, he said',
    values.runId ?? null,
  );
}

let superAdmin: Awaited<ReturnType<typeof newAdmin>>;
let admin: Awaited<ReturnType<typeof newAdmin>>;
beforeEach(async () => {
  superAdmin = await newAdmin('super_admin');
  admin = await newAdmin('admin');
});

const read = async (client: Client, query = '') => v.parse(AuditEntries, (await client.get(`${list}${query}`)).body);

describe('an audit entry', () => {
  test('shows a super administrator everything', async () => {
    const member = await newMember();
    await entry({ adminId: admin.id, userId: member.id, entityId: String(member.id) });
    const [newest] = await read(superAdmin.client);
    expect(newest).toMatchObject({
      admin: { id: admin.id, email: admin.email },
      action: 'user.update',
      entityType: 'user',
      entityId: String(member.id),
      userId: member.id,
      requestId: 'req-1',
      personal: {
        userEmail: member.email,
        before: { city: 'Boone' },
        after: { city: 'Lenoir', tags: ['a'] },
        reason: '=Moved, he said',
        address: '192.0.2.7',
      },
    });
  });

  test('shows a plain administrator who did what to which row and when, without personal data, also as CSV', async () => {
    const member = await newMember();
    await entry({ adminId: superAdmin.id, userId: member.id, entityId: String(member.id) });
    const answer = await admin.client.get(list);
    const [newest] = v.parse(AuditEntries, answer.body);
    expect(newest).toMatchObject({ admin: { email: superAdmin.email }, action: 'user.update', userId: member.id, personal: null });
    const csv = await (await admin.client.fetch(`${list}/export.csv`)).text();
    for (const personal of ['Boone', 'Lenoir', 'Moved', '192.0.2.7', member.email]) {
      expect(JSON.stringify(answer.body)).not.toContain(personal);
      expect(csv).not.toContain(personal);
    }
    const full = await (await superAdmin.client.fetch(`${list}/export.csv`)).text();
    expect(full).toContain(`"'=Moved, he said"`);
  });

  test('of an erased member can still be read', async () => {
    await entry({ adminId: null });
    await change('UPDATE audit_log SET before = NULL, after = NULL, reason = NULL, address = NULL');
    expect((await read(superAdmin.client, '?entity=user'))[0]).toMatchObject({
      admin: null,
      personal: { before: null, after: null, reason: null },
    });
  });
});

describe('the audit log', () => {
  test('filters by member, administrator or kind of row, newest first', async () => {
    const member = await newMember();
    await entry({ adminId: admin.id, userId: member.id, action: 'user.update' });
    await entry({ adminId: superAdmin.id, userId: member.id, action: 'tokens.adjust' });
    await entry({ adminId: superAdmin.id, entityType: 'oddity', entityId: 'TC-0000001', action: 'card.print_file' });
    const actions = async (query: string) => (await read(admin.client, query)).map(({ action }) => action);
    expect(await actions(`?user=${member.id}`)).toEqual(['tokens.adjust', 'user.update']);
    expect(await actions(`?admin=${superAdmin.id}`)).toEqual(['card.print_file', 'tokens.adjust']);
    expect(await actions('?entity=oddity')).toEqual(['card.print_file']);
    expect(await actions('?q=ADJUST')).toContain('tokens.adjust');
    expect(await actions('?action=card.print_file')).toEqual(['card.print_file']);
  });

  test('is searched by a member’s email, by an item and, for super administrators, by the reason', async () => {
    const member = await newMember();
    const other = await newMember();
    await entry({ adminId: admin.id, userId: member.id, entityType: 'order', entityId: '4', reason: 'Parcel came back twice' });
    await entry({ adminId: admin.id, userId: other.id, entityType: 'order', entityId: '44' });
    await entry({ adminId: admin.id, userId: other.id, entityType: 'cache_card', entityId: 'TC-0000042', action: 'card.replace' });
    const found = async (client: Client, q: string) =>
      (await read(client, `?${new URLSearchParams({ q })}`)).map(({ entityType, entityId }) => `${entityType} ${entityId}`);
    for (const { client } of [admin, superAdmin]) {
      expect(await found(client, member.email.toUpperCase())).toEqual(['order 4']);
      expect(await found(client, `member ${other.id}`)).toEqual(['cache_card TC-0000042', 'order 44']);
      expect(await found(client, 'Order 4')).toEqual(['order 4']);
      expect(await found(client, 'tc-0000042')).toEqual(['cache_card TC-0000042']);
    }
    expect(await found(superAdmin.client, 'parcel CAME back')).toEqual(['order 4']);
    expect(await found(admin.client, 'parcel came back')).toEqual([]);
    const csv = await (await superAdmin.client.fetch(`${list}/export.csv?q=${encodeURIComponent(member.email)}`)).text();
    expect(csv.trim().split('\n')).toHaveLength(2);
    expect(csv).toContain('Edited a member');
  });

  test('lists the steps of a payout run only below the run, for the member, or when asked for', async () => {
    const member = await newMember();
    await entry({ adminId: admin.id, action: 'payout_run.pay', entityType: 'payout_run', entityId: '7' });
    await entry({ adminId: admin.id, action: 'payout.pay', entityType: 'payout', entityId: '1', userId: member.id, runId: 7 });
    await entry({ adminId: admin.id, action: 'payout.pay', entityType: 'payout', entityId: '2', userId: member.id });
    const ids = async (query: string) => (await read(admin.client, query)).map(({ action, entityId }) => `${action} ${entityId}`);
    expect(await ids(`?admin=${admin.id}`)).toEqual(expect.arrayContaining(['payout.pay 2', 'payout_run.pay 7']));
    for (const query of [`?admin=${admin.id}`, '', '?entity=payout', '?from=2026-11-18&to=2026-11-18'])
      expect(await ids(query), query).not.toContain('payout.pay 1');
    expect(await ids('?run=7')).toEqual(['payout.pay 1']);
    expect(await ids(`?user=${member.id}`)).toEqual(['payout.pay 2', 'payout.pay 1']);
    expect(await ids('?action=payout.pay')).toEqual(['payout.pay 2', 'payout.pay 1']);
  });

  test('cannot be searched for values that the administrator may not read', async () => {
    await entry({ adminId: superAdmin.id });
    for (const q of ['Lenoir', 'Moved', '192.0.2.7']) expect(await read(admin.client, `?q=${q}`)).toEqual([]);
  });

  test('counts the entries that it lists', async () => {
    const { n } = (await row<{ n: number }>('SELECT count(*) AS n FROM audit_log WHERE run_id IS NULL')) ?? { n: -1 };
    expect((await admin.client.get(list)).headers.get('X-Total-Count')).toBe(String(n));
  });
});

test('a change without an audit row fails its test', async () => {
  await new Client().post('/api/contact', { name: 'Ann', email: 'ann@example.test', message: 'Hello' });
  const message = await row<{ id: number }>('SELECT max(id) AS id FROM contact_messages');
  const withoutAudit = withSession({
    prepare: (sql) => env.DB.prepare(sql.includes('INTO audit_log') ? `${sql} LIMIT 0` : sql),
    batch: (statements) => env.DB.batch(statements),
  });
  admin.client.workerEnv = { ...(env as unknown as Env), DB: withoutAudit };
  await expect(admin.client.patch(`/api/admin/messages/${message?.id}`, { isHandled: true, version: 1 })).rejects.toThrow(
    /changed contact_messages without an audit row/,
  );
});
