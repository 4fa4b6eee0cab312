/** One person cannot use two administrator accounts to get a payout approved. Product rules: Payout runs. */
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SignedInAdmin } from '#schema/admin/session.ts';
import type { RunDetails } from '#schema/payouts/admin-payout-runs.ts';
import { newAdmin, type TestAdmin, withProof } from '#tests/worker/support/admin/administrators.ts';
import { AuditedClient } from '#tests/worker/support/admin/audited-client.ts';
import { daysPass, inProduction, standingAdmin } from '#tests/worker/support/admin/two-people.ts';
import { change, expectError, row } from '#tests/worker/support/client.ts';
import { owedCommission } from '#tests/worker/support/payouts/owed.ts';
import { frozenRun, linesOf, payee, runsPath, takeStep } from '#tests/worker/support/payouts/payout-run-steps.ts';
import { canApprove, listApprovers } from '#worker/domain/payouts/approvers.ts';
import { mayApprove, selectApproverFacts, toApproverFacts } from '#worker/store/payouts/waiting-runs.ts';
import { batch, rows } from '#worker/store/sql.ts';

let ada: TestAdmin;
let ben: TestAdmin;
beforeEach(async () => {
  await change("UPDATE referral_commissions SET status = 'paid' WHERE status = 'pending'");
  await change("UPDATE payout_runs SET status = 'paid'");
  await change('UPDATE admins SET disabled_at = 1');
  await daysPass(8);
  [ada, ben] = [await standingAdmin(), await standingAdmin()];
});

const runBy = async (admin: TestAdmin) => {
  await owedCommission((await payee()).id, 1_250);
  return frozenRun(admin);
};
const details = async ({ client }: TestAdmin, { id }: RunDetails) => (await client.get<RunDetails>(`${runsPath}/${id}`)).body;
const patch = async (by: TestAdmin, id: number, values: { role?: string; disabled?: boolean }) => {
  const { version } = (await row<{ version: number }>('SELECT version FROM admins WHERE id = ?', id)) ?? { version: 0 };
  expect((await by.client.patch(`/api/admin/administrators/${id}`, { ...values, version })).status).toBe(200);
};
/** Registers a super administrator with a mailbox that the administrator `by` controls. Sets a password and a second factor immediately. */
const register = async (by: TestAdmin, role = 'super_admin'): Promise<TestAdmin> => {
  const [email, password] = [`sock${crypto.randomUUID()}@example.test`, 'a long unusual phrase'];
  const { workerEnv } = by.client;
  // The list of common passwords, which is checked in production, is not available in this test.
  by.client.workerEnv = { ...workerEnv, ENVIRONMENT: 'development' };
  const answer = await by.client.post<SignedInAdmin>('/api/admin/register', { email, password, confirmPassword: password, role });
  by.client.workerEnv = workerEnv;
  expect(answer.status).toBe(201);
  const { id } = answer.body.admin;
  await change('UPDATE admins SET password_is_temporary = 0 WHERE id = ?', id);
  const client = new AuditedClient();
  client.token = answer.body.token;
  const sock = await inProduction({ client, id, email, role: 'super_admin' });
  await change("UPDATE admin_passkeys SET created_at = unixepoch('now') WHERE admin_id = ?", id);
  return sock;
};
const mailsAbout = async (email: string) =>
  (
    await env.DB.prepare(
      "SELECT to_address AS recipient, payload ->> 'change' AS is_change FROM outbox WHERE template = 'super_admin_changed' AND payload ->> 'administrator' = ? ORDER BY id",
    )
      .bind(email)
      .all<{ recipient: string; is_change: string }>()
  ).results.map(({ recipient, is_change }) => `${is_change}: ${recipient}`);

test('a super administrator of long standing approves the run of another', async () => {
  const run = await runBy(ada);
  expect(await details(ada, run)).toMatchObject({ isApprovable: false, approvers: [{ email: ben.email, from: null, isCaller: false }] });
  expect(expectError(await takeStep(ada, 'approve', run), 403, 'second_administrator').message).toContain(ben.email);
  expect((await takeStep(ben, 'approve', run)).body).toMatchObject({ status: 'approved', approvers: [] });
});

describe('one person who acts as two cannot approve', () => {
  test('by registering a second account with their own mailbox: it has to wait 7 days, and everyone else is emailed', async () => {
    const sock = await register(ada);
    expect(await mailsAbout(sock.email)).toContain(`created: ${ben.email}`);
    expect(await mailsAbout(sock.email)).not.toContain(`created: ${ada.email}`);
    const run = await runBy(ada);
    const refusal = expectError(await takeStep(sock, 'approve', run), 403, 'approver_waits');
    const from = (await details(sock, run)).approvers.find(({ isCaller }) => isCaller)?.from ?? '';
    expect(Date.parse(from) - Date.now()).toBeGreaterThan(6.99 * 86_400_000);
    expect(refusal.message).toBe(
      `You can’t approve this payout run until ${from.slice(0, 16).replace('T', ' ')} UTC. Other approvers: ${ben.email}.`,
    );
    await daysPass(6.9);
    expectError(await takeStep(sock, 'approve', run), 403, 'approver_waits');
    await daysPass(0.2);
    expect((await takeStep(sock, 'approve', run)).status).toBe(200);
  });

  test('by disabling every colleague before starting the run, and enabling them again after the download', async () => {
    await patch(ada, ben.id, { disabled: true });
    expect(await mailsAbout(ben.email)).toEqual([`disabled: ${ben.email}`]);
    const run = await runBy(ada);
    const refusal = expectError(await takeStep(ada, 'approve', run), 403, 'approver_waits');
    expect(refusal.message).toMatch(/until 20\d\d-.* UTC\. Other approvers: nobody yet\./);
    expectError(await ada.client.get(`${runsPath}/${run.id}/paypal.csv`), 409, 'payout_run_not_approved');
    await patch(ada, ben.id, { disabled: false });
    expect(await mailsAbout(ben.email)).toEqual([`disabled: ${ben.email}`, `enabled: ${ben.email}`]);
    expectError(await takeStep(ada, 'approve', run), 403, 'second_administrator');
  });

  test.each([
    ['demoting', { role: 'admin' }],
    ['disabling', { disabled: true }],
  ])('alone until 7 days after %s the last colleague', async (_, values) => {
    await patch(ada, ben.id, values);
    const run = await runBy(ada);
    expectError(await takeStep(ada, 'approve', run), 403, 'approver_waits');
    await daysPass(7.1);
    expect((await takeStep(ada, 'approve', run)).status).toBe(200);
  });

  test('by starting the run from an account they registered, or from one registered by that account', async () => {
    const sock = await register(ada);
    const second = await register(sock);
    for (const [starter, mayBenApprove] of [
      [sock, true],
      [second, false],
    ] as const) {
      const run = await runBy(starter);
      expectError(await takeStep(ada, 'approve', run), 403, 'approver_waits');
      expect((await details(ben, run)).isApprovable).toBe(mayBenApprove);
      await takeStep(ada, 'cancel', run);
    }
  });

  test.each([
    [
      'a reset link to the starter',
      () => ada.client.post(`/api/admin/administrators/${ben.id}/reset-link`),
      () => ({ starter: ben, approver: ada }),
    ],
    [
      'a reset link to the approver',
      () => ada.client.post(`/api/admin/administrators/${ben.id}/reset-link`),
      () => ({ starter: ada, approver: ben }),
    ],
    ['a second factor added to the approver’s account', () => withProof(ben), () => ({ starter: ada, approver: ben })],
    [
      'recovery codes for the approver’s account',
      () => ben.client.post('/api/admin/factors/recovery-codes'),
      () => ({ starter: ada, approver: ben }),
    ],
  ] as const)('within 7 days of %s', async (_, happens, people) => {
    if (_.startsWith('recovery'))
      await change("INSERT INTO admin_totp (admin_id, secret, is_confirmed, created_at) VALUES (?, 'x', 1, 1)", ben.id);
    expect(await happens()).not.toMatchObject({ status: 403 });
    if (_.startsWith('a second factor'))
      await change("UPDATE admin_passkeys SET created_at = unixepoch('now') WHERE id = (SELECT max(id) FROM admin_passkeys)");
    const { starter, approver } = people();
    expectError(await takeStep(approver, 'approve', await runBy(starter)), 403, 'approver_waits');
  });

  test('by promoting an old account of an administrator, disabling it or enabling it again', async () => {
    const old = await inProduction(await newAdmin('admin'));
    await change('UPDATE admins SET created_at = 1 WHERE id = ?', old.id);
    await patch(ada, old.id, { role: 'super_admin' });
    const run = await runBy(ada);
    expectError(await takeStep(old, 'approve', run), 403, 'approver_waits');
    await daysPass(7.1);
    for (const disabled of [true, false]) await patch(ben, old.id, { disabled });
    await change('UPDATE admin_sessions SET revoked_at = NULL WHERE admin_id = ?', old.id);
    expectError(await takeStep(old, 'approve', run), 403, 'approver_waits');
    expect((await mailsAbout(old.email)).filter((mail) => mail.endsWith(old.email))).toEqual(
      ['promoted', 'disabled', 'enabled'].map((word) => `${word}: ${old.email}`),
    );
  });
});

test('changes to plain administrators are not emailed, a reset link and a demotion of a super administrator are', async () => {
  const plain = await newAdmin('admin');
  await patch(ada, plain.id, { disabled: true });
  expect(await mailsAbout(plain.email)).toEqual([]);
  await ada.client.post(`/api/admin/administrators/${ben.id}/reset-link`);
  await patch(ada, ben.id, { role: 'admin' });
  expect(await mailsAbout(ben.email)).toEqual([`reset: ${ben.email}`, `demoted: ${ben.email}`]);
});

describe('the rule in SQL and in the domain', () => {
  /** Inserts four administrators with random changes over the last ten days, in the same format as the store. */
  async function randomHistory(random: () => number, now: number): Promise<number[]> {
    const hours = (n: number) => now - n * 3_600;
    const pick = (n: number) => Math.floor(random() * n);
    await env.DB.batch(
      ['admin_passkeys', 'admin_sessions', 'payout_run_entries', 'payout_run_lines', 'payout_runs'].map((table) =>
        env.DB.prepare(`DELETE FROM ${table}`),
      ),
    );
    await change("UPDATE admins SET role = 'admin', disabled_at = 1, created_at = 1");
    const ids: number[] = [];
    for (let n = 0; n < 4; n += 1) ids.push((await newAdmin()).id);
    const states = ids.map((id) => ({ id, role: pick(4) > 0 ? 'super_admin' : 'admin', disabled: pick(4) === 0 }));
    await change('UPDATE admins SET created_at = 1 WHERE id >= ?', ids[0] ?? 0);
    for (const at of Array.from({ length: pick(6) }, () => hours(pick(240))).sort((a, b) => a - b)) {
      const [target, by] = [states[pick(4)], ids[pick(4)]];
      if (!target) continue;
      const kind = pick(4);
      const [before, after]: [object, object] = [{}, {}];
      if (kind === 0) {
        const role = target.role === 'admin' ? 'super_admin' : 'admin';
        Object.assign(before, { role: target.role });
        Object.assign(after, { role });
        target.role = role;
      }
      if (kind === 1) {
        Object.assign(before, { disabled: target.disabled });
        Object.assign(after, { disabled: !target.disabled });
        target.disabled = !target.disabled;
      }
      if (kind === 3) await change('UPDATE admins SET created_at = ?2 WHERE id = ?1', target.id, at);
      const action = ['admin.change', 'admin.change', 'admin.reset_link', 'admin.create'][kind] ?? '';
      await env.DB.prepare(
        "INSERT INTO audit_log (admin_id, action, entity_type, entity_id, before, after, request_id, created_at) VALUES (?, ?, 'admin', ?, ?, ?, 'x', ?)",
      )
        .bind(pick(6) === 0 ? null : (by ?? null), action, String(target.id), JSON.stringify(before), JSON.stringify(after), at)
        .run();
    }
    for (const { id, role, disabled } of states) {
      await change('UPDATE admins SET role = ?2, disabled_at = iif(?3, 9, NULL) WHERE id = ?1', id, role, Number(disabled));
      if (pick(5) > 0)
        await change(
          "INSERT INTO admin_passkeys (admin_id, credential_id, public_key, counter, transports, name, created_at) VALUES (?1, ?2, '', 0, '[]', 'Key', ?3)",
          id,
          crypto.randomUUID(),
          pick(3) === 0 ? hours(pick(240)) : 1,
        );
    }
    return ids;
  }

  test('decides alike in random histories of administrators', { tags: 'long' }, async () => {
    const seed = Math.floor(Math.random() * 1e9);
    let state = seed;
    const random = () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return state / 0x80000000;
    };
    const seen = new Set<boolean>();
    for (let round = 0; round < 25; round += 1) {
      // Rounds are 20 days apart, so changes made in earlier rounds no longer affect who may approve.
      const now = 2_000_000_000 + round * 20 * 86_400;
      const ids = await randomHistory(random, now);
      for (const starter of ids) {
        const [admins, changes] = await batch(env.DB, selectApproverFacts(now));
        const approvers = listApprovers(starter, toApproverFacts(rows(admins), rows(changes)), false, now);
        const { results } = await env.DB.prepare(
          `SELECT a.id AS id, ${mayApprove('a.id', 'r', '0', '?1')} AS may FROM admins a, (SELECT ?2 AS created_by_id) r WHERE a.role = 'super_admin' AND a.disabled_at IS NULL`,
        )
          .bind(now, starter)
          .all<{ id: number; may: number }>();
        const inDomain = approvers.map((one) => [one.id, canApprove(one, now)]);
        expect([seed, round, starter, results.map(({ id, may }) => [id, may === 1])]).toEqual([seed, round, starter, inDomain]);
        for (const one of approvers) seen.add(canApprove(one, now));
      }
    }
    expect([...seen].toSorted()).toEqual([false, true]);
  });
});

describe('whoever gave a member something does not approve their payment', () => {
  const referred = async (by: TestAdmin, cents = 1_250) => {
    const member = await payee();
    const { friendId } = await owedCommission(member.id, cents);
    await audited(by, 'user.referrer', friendId);
    return member;
  };
  const audited = (by: TestAdmin, action: string, userId: number) =>
    change(
      `INSERT INTO audit_log (admin_id, action, entity_type, entity_id, user_id, request_id, created_at) VALUES (?, ?, 'user', '1', ?, 'r', unixepoch('now') - 60)`,
      by.id,
      action,
      userId,
    );

  test('the member leaves the run that the giver approves, and the next approver sees and approves the gift', async () => {
    const [member, returned] = [await referred(ben), await payee()];
    await owedCommission(returned.id, 3_000);
    await audited(ben, 'payout.return', returned.id);
    const run = await runBy(ada);
    expect(run.gifts).toMatchObject([
      { member: { id: returned.id }, amountCents: 3_000, action: 'payout.return', by: ben.email },
      { member: { id: member.id }, amountCents: 1_250, action: 'user.referrer', by: ben.email },
    ]);
    expectError(await takeStep(ben, 'approve', run), 409, 'payout_run_shrunk');
    const left = await details(ben, run);
    expect(left).toMatchObject({ lines: 1, gifts: [], status: 'frozen' });
    expect(left.out.map(({ reason, member: { id } }) => [id, reason]).sort()).toEqual(
      [
        [member.id, 'given'],
        [returned.id, 'given'],
      ].sort(),
    );
    expect((await takeStep(ben, 'approve', left)).body.status).toBe('approved');
    const next = await frozenRun(ben);
    expect(next).toMatchObject({ lines: 2, totalCents: 4_250 });
    expect((await takeStep(ada, 'approve', next)).body).toMatchObject({ status: 'approved', lines: 2 });
  });

  /** Tries to approve the member's payment in a new run. Returns whether the member stays in that run. */
  const approvesIn = async (starter: TestAdmin, approver: TestAdmin, { id }: { id: number }) => {
    const { status, body } = await takeStep(approver, 'approve', await runBy(starter));
    if (status === 200) return (await linesOf(approver, body.id)).some(({ member, status: state }) => member.id === id && state !== 'out');
    expect(status).toBe(409);
    return false;
  };

  test('nor does an account that the giver created months ago, as long as someone independent can', async () => {
    const sock = await register(ben);
    await daysPass(60);
    const member = await referred(ben);
    const run = await runBy(ada);
    expectError(await takeStep(sock, 'approve', run), 409, 'payout_run_shrunk');
    expect((await details(ada, run)).out).toMatchObject([{ reason: 'given', member: { id: member.id } }]);
    const { results } = await env.DB.prepare(
      "SELECT to_address AS recipient FROM outbox WHERE template = 'payout_gifts_wait' AND payload ->> 'run' = ? AND payload ->> 'approver' = ? ORDER BY id",
    )
      .bind(String(run.id), sock.email)
      .all();
    expect(results).toEqual([ada, ben, sock].map(({ email }) => ({ recipient: email })));
    await daysPass(31);
    expect(await approvesIn(ada, sock, member)).toBe(false);
    expect(await approvesIn(ben, ada, member)).toBe(true);
  });

  test('if all others are connected to the giver, one approves it 30 days after everyone was emailed and the newest gift', async () => {
    const sock = await register(ben);
    await change('UPDATE admins SET disabled_at = 1 WHERE id = ?', ada.id);
    await daysPass(60);
    const member = await referred(ben);
    expect(await approvesIn(ben, sock, member)).toBe(false);
    await daysPass(29);
    expect(await approvesIn(ben, sock, member)).toBe(false);
    await daysPass(2);
    await audited(ben, 'payout.return', member.id);
    expect(await approvesIn(ben, sock, member)).toBe(false);
    await daysPass(31);
    expect(await approvesIn(ben, sock, member)).toBe(true);
  });

  test('the only super administrator approves it, even with a plain colleague', async () => {
    await change('UPDATE admins SET disabled_at = 1 WHERE id <> ?', ada.id);
    await newAdmin('admin');
    await referred(ada);
    const run = await runBy(ada);
    expect((await takeStep(ada, 'approve', run)).body).toMatchObject({ status: 'approved', lines: 2, outLines: 0 });
  });

  test('in development, too', async () => {
    const inDevelopment = ({ client, ...admin }: TestAdmin): TestAdmin => {
      client.workerEnv = { ...client.workerEnv, ENVIRONMENT: 'development' };
      return { ...admin, client };
    };
    await referred(ben);
    const run = await runBy(ada);
    expectError(await takeStep(inDevelopment(ben), 'approve', run), 409, 'payout_run_shrunk');
    expect(await details(ben, run)).toMatchObject({ lines: 1, outLines: 1 });
  });
});
