/**
 * Who may pass (approve) a certificate under review. In production, a certificate with review signals requires a second-factor check.
 * Administrators may not pass certificates of their own member accounts. Product rules: Reviews.
 */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { approverStandingSeconds, benefactorSeconds, freshProofSeconds, scanEvidenceRetentionSeconds } from '#schema/rules.ts';
import { tokenRow } from '#tests/support/tokens/ledger-rows.ts';
import { reinstate, suspend } from '#tests/worker/support/accounts/suspended.ts';
import { newAdmin, type TestAdmin, withProof } from '#tests/worker/support/admin/administrators.ts';
import { beforeWrite } from '#tests/worker/support/before-write.ts';
import { change, expectError, newCard, row } from '#tests/worker/support/client.ts';
import { owedCommission, payoutQueueRow } from '#tests/worker/support/payouts/owed.ts';
import { decide, preview, send, undo } from '#tests/worker/support/reviews/deciding.ts';
import { drawSecondLook, pass, type Redeemer, waitingCertificate } from '#tests/worker/support/reviews/waiting-certificate.ts';

const inProduction = (admin: TestAdmin): TestAdmin => {
  admin.client.workerEnv = { ...admin.client.workerEnv, ENVIRONMENT: 'production' };
  return admin;
};
/** Returns the group decision that holds the member. */
const holdOf = async (id: number) =>
  (await row<{ id: number; version: number }>(
    "SELECT d.id, d.version FROM review_effects e JOIN review_decisions d ON d.id = e.decision_id WHERE e.user_id = ? AND d.action = 'hold'",
    id,
  )) ?? { id: 0, version: 0 };
const reviewOf = async ({ certificate }: Redeemer) =>
  (await row<{ review: string }>('SELECT review FROM vacation_certificates WHERE id = ?', certificate.id))?.review;

test('a certificate with signals passes in production only with a second-factor proof of the last 15 minutes', async () => {
  const signalled = await waitingCertificate({ signals: ['pace'] });
  const admin = inProduction(await newAdmin('admin'));
  expectError(await pass(admin, signalled), 403, 'second_factor_missing');
  await withProof(admin, freshProofSeconds);
  expectError(await pass(admin, signalled), 403, 'second_factor_stale');
  expectError(await pass(inProduction(await newAdmin()), signalled), 403, 'second_factor_missing');
  expect(await reviewOf(signalled)).toBe('waiting');
  await withProof(admin, freshProofSeconds - 5);
  expect((await pass(admin, signalled)).status).toBe(200);
  expect(await reviewOf(signalled)).toBe('passed');
});

test('a signal that appeared after the redemption needs the proof, too', async () => {
  const member = await waitingCertificate();
  await change(
    `INSERT INTO owed_token_events (user_id, amount, kind, reversal_kind, subject_id, created_at) VALUES (?, 5, 0, 6, 1, 1)`,
    member.id,
  );
  const admin = inProduction(await newAdmin('admin'));
  expectError(await pass(admin, member), 403, 'second_factor_missing');
  expect(await reviewOf(member)).toBe('waiting');
});

test('a certificate without signals passes without a second factor, and in development one with signals, too', async () => {
  expect((await pass(inProduction(await newAdmin('admin')), await waitingCertificate())).status).toBe(200);
  expect((await pass(await newAdmin('admin'), await waitingCertificate({ signals: ['pace'] }))).status).toBe(200);
});

test.each([
  ['the same mailbox', 'ann.insider@gmail.com', 'anninsider+cards@googlemail.com'],
  ['the same address in other letters', 'Bob.Insider@example.test', 'bob.insider@EXAMPLE.test'],
])('nobody passes the certificate of an account with %s', async (_, adminEmail, memberEmail) => {
  const [boss, other] = [await newAdmin(), await newAdmin('admin')];
  await change('UPDATE admins SET email = ?2, email_key = lower(?2) WHERE id = ?1', boss.id, adminEmail);
  const member = await waitingCertificate({ email: memberEmail });
  const error = expectError(await pass(boss, member), 403, 'own_member_account');
  expect(error.message).toBe(
    'A member affected by this shares a mailbox or network address with you. Ask another administrator to decide.',
  );
  expect(await reviewOf(member)).toBe('waiting');
  expect((await pass(other, member)).status).toBe(200);
});

test('nobody reinstates their own suspended account, or takes the second look at its certificate', async () => {
  const [boss, self] = [await newAdmin('admin'), await newAdmin('admin')];
  await change("UPDATE admins SET email = 'self.made@gmail.com', email_key = 'self.made@gmail.com' WHERE id = ?", self.id);
  const member = await waitingCertificate({ email: 'selfmade+cards@gmail.com' });
  await drawSecondLook(member.certificate, true);
  expect((await pass(boss, member)).status).toBe(200);
  const look = await row<{ id: number }>('SELECT id FROM second_looks WHERE certificate_id = ?', member.certificate.id);
  expectError(await self.client.post(`/api/admin/second-looks/${look?.id}/agree`, { version: 1 }), 403, 'own_member_account');
  expect((await suspend(boss, member.id)).status).toBe(200);
  expectError(await reinstate(self, member.id), 403, 'own_member_account');
  expect((await reinstate(boss, member.id)).status).toBe(200);
});

test('an earlier email of the administrator and a PayPal address of the member count as their mailboxes', async () => {
  const admin = await newAdmin('admin');
  const earlier = admin.email;
  const profile = { firstName: 'Ad', lastName: 'Min', email: 'quite-new@example.test' };
  expect((await admin.client.put('/api/admin/update-profile', profile)).status).toBe(200);
  await change('UPDATE admin_sessions SET revoked_at = NULL WHERE admin_id = ?', admin.id);
  const [member, paid] = [await waitingCertificate({ email: earlier.replace('@', '+me@') }), await waitingCertificate()];
  await change(`INSERT INTO payout_addresses (user_id, email, confirmed_at) VALUES (?, 'Quite-New+pay@example.test', 1)`, paid.id);
  expectError(await pass(admin, member), 403, 'own_member_account');
  expectError(await pass(admin, paid), 403, 'own_member_account');
});

test.each([
  ['registered', async () => {}],
  [
    'scanned a card',
    async (member: Redeemer) => {
      await change('UPDATE users SET registration_address_hash = NULL WHERE id = ?', member.id);
      const { cardId, code } = await newCard({ status: 'active' });
      expect((await member.client.post('/api/scan', { cardId, code })).status).toBe(200);
    },
  ],
  [
    'wrote a message',
    async (member: Redeemer) => {
      await change('UPDATE users SET registration_address_hash = NULL WHERE id = ?', member.id);
      const message = { name: 'Mem', email: member.email, message: 'Hello' };
      expect((await member.client.post('/api/contact', message)).status).toBe(201);
    },
  ],
])('nobody passes the certificate of an account that %s from their network address', async (_, act) => {
  const [admin, other] = [await newAdmin('admin'), await newAdmin('admin')];
  const member = await waitingCertificate({ address: admin.client.address });
  await act(member);
  expectError(await pass(admin, member), 403, 'own_member_account');
  expect((await pass(other, member)).status).toBe(200);
});

test('addresses from which the administrator worked in the last 90 days count, older ones do not', async () => {
  const [admin, moved] = [await newAdmin('admin'), await newAdmin('admin')];
  const home = admin.client.address;
  const member = await waitingCertificate({ address: home });
  await admin.client.post(`/api/admin/users/${member.id}/notes`, { text: 'From home' });
  admin.client.address = '203.0.113.77';
  expectError(await pass(admin, member), 403, 'own_member_account');
  await change(
    `INSERT INTO audit_log (admin_id, action, entity_type, entity_id, address, request_id, created_at) VALUES (?, 'admin.login', 'admin', '1', ?, 'r', ?)`,
    moved.id,
    home,
    Math.floor(Date.now() / 1_000) - scanEvidenceRetentionSeconds - 60,
  );
  expect((await pass(moved, member)).status).toBe(200);
});

test('no number of further audit entries hides an address from which the administrator worked', async () => {
  const admin = await newAdmin('admin');
  const home = admin.client.address;
  const member = await waitingCertificate({ address: home });
  await admin.client.post(`/api/admin/users/${member.id}/notes`, { text: 'From home' });
  admin.client.address = '203.0.113.77';
  await change(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
     INSERT INTO audit_log (admin_id, action, entity_type, entity_id, address, request_id, created_at)
     SELECT ?, 'note.add', 'user', '1', '198.51.100.' || (i % 100), 'r' || i, ? FROM n`,
    admin.id,
    Math.floor(Date.now() / 1_000) + 60,
  );
  expectError(await pass(admin, member), 403, 'own_member_account');
});

test('an IPv6 address counts by its /64 network', async () => {
  const admin = await newAdmin('admin');
  admin.client.address = '2001:db8:7:7::1';
  const member = await waitingCertificate({ address: '2001:db8:7:7:ffff::9' });
  expectError(await pass(admin, member), 403, 'own_member_account');
});

test('passing fails when the member starts to use the administrator’s address during the decision', async () => {
  const admin = await newAdmin('admin');
  const member = await waitingCertificate();
  const twin = await waitingCertificate({ address: admin.client.address });
  admin.client.workerEnv = beforeWrite(admin.client.workerEnv, 'vacation_certificates', () =>
    change(
      'UPDATE users SET registration_address_hash = (SELECT registration_address_hash FROM users WHERE id = ?2) WHERE id = ?1',
      member.id,
      twin.id,
    ),
  );
  expectError(await pass(admin, member), 409, 'changed_meanwhile');
  expect(await reviewOf(member)).toBe('waiting');
});

const give = ({ client }: TestAdmin, { id }: { id: number }, amount = 30) =>
  client.post(`/api/admin/users/${id}/tokens`, { amount, reason: 'A prize' }, { 'Idempotency-Key': `gift-${id}-${amount}` });
const owe = ({ id }: Redeemer) =>
  change(`INSERT INTO owed_token_events (user_id, amount, kind, reversal_kind, subject_id, created_at) VALUES (?, 5, 0, 6, 1, 1)`, id);

test.each<[string, (boss: TestAdmin, member: Redeemer) => Promise<unknown>]>([
  ['gave the member tokens', (boss, member) => give(boss, member)],
  [
    'forgave tokens that the member owed',
    async ({ client }, member) => {
      await owe(member);
      return client.post(`/api/admin/users/${member.id}/owed-tokens/forgive`, { amount: 5, owedTokens: 5, reason: 'Goodwill' });
    },
  ],
  [
    'gave the member a membership',
    async ({ client }, member) => {
      const { version } = (await row<{ version: number }>('SELECT version FROM users WHERE id = ?', member.id)) ?? {};
      return client.post(`/api/admin/users/${member.id}/membership`, { tier: 'basic', version, reason: 'Goodwill' });
    },
  ],
  [
    'undid the taking back of the member’s finds',
    async ({ id }, member) => {
      await change(
        `INSERT INTO review_decisions (key, admin_id, action, reason, members, created_at) VALUES ('t', ?, 'take_back', 'r', 1, 1)`,
        id,
      );
      await change(
        `INSERT INTO review_decisions (key, admin_id, action, reason, members, undoes_id, created_at)
         SELECT 'u', ?, 'undo', 'r', 1, max(id), unixepoch() FROM review_decisions`,
        id,
      );
      await change(
        `INSERT INTO review_effects (decision_id, user_id, kind, entity_id, before, taken, owed) SELECT max(id), ?1, 'member', ?1, '{}', 0, 0 FROM review_decisions`,
        member.id,
      );
      return { status: 200 };
    },
  ],
])('who %s in the last 12 months neither passes nor rechecks their certificate', async (_, favour) => {
  const [boss, other] = [await newAdmin(), await newAdmin('admin')];
  const member = await waitingCertificate();
  await drawSecondLook(member.certificate, true);
  expect(await favour(boss, member)).toMatchObject({ status: expect.toSatisfy((status) => status < 300) });
  const error = expectError(await pass(boss, member), 403, 'benefactor');
  expect(error.message).toBe(
    'An administrator recently gave this member a benefit, so an independent one must decide. Please ask another administrator.',
  );
  expect(await reviewOf(member)).toBe('waiting');
  expect((await pass(other, member)).status).toBe(200);
  const look = await row<{ id: number }>('SELECT id FROM second_looks WHERE certificate_id = ?', member.certificate.id);
  expectError(await boss.client.post(`/api/admin/second-looks/${look?.id}/agree`, { version: 1 }), 403, 'benefactor');
});

const auditOf = (by: TestAdmin, action: string, { id }: TestAdmin, secondsAgo = 60) =>
  change(
    `INSERT INTO audit_log (admin_id, action, entity_type, entity_id, request_id, created_at) VALUES (?, ?, 'admin', ?, 'r', unixepoch() - ?)`,
    by.id,
    action,
    String(id),
    secondsAgo,
  );

test.each([
  'admin.create',
  'admin.reset_link',
])('%s by the giver makes an account unable to pass the certificate for 12 months', async (action) => {
  const [boss, puppet, other] = [await newAdmin(), await newAdmin('admin'), await newAdmin()];
  const [member, stranger] = [await waitingCertificate(), await waitingCertificate()];
  await drawSecondLook(member.certificate, true);
  expect((await give(boss, member)).status).toBe(201);
  await auditOf(boss, action, puppet, benefactorSeconds - 60);
  expectError(await pass(puppet, member), 403, 'benefactor');
  expect((await pass(puppet, stranger)).status).toBe(200);
  expect((await pass(other, member)).status).toBe(200);
  const look = await row<{ id: number }>('SELECT id FROM second_looks WHERE certificate_id = ?', member.certificate.id);
  expectError(await puppet.client.post(`/api/admin/second-looks/${look?.id}/agree`, { version: 1 }), 403, 'benefactor');
});

test('an account that someone else created, or the giver more than 12 months ago, passes the certificate', async () => {
  const [boss, other, older] = [await newAdmin(), await newAdmin('admin'), await newAdmin('admin')];
  const [first, second] = [await waitingCertificate(), await waitingCertificate()];
  for (const member of [first, second]) expect((await give(boss, member)).status).toBe(201);
  await auditOf(await newAdmin(), 'admin.create', other);
  await auditOf(boss, 'admin.create', older, benefactorSeconds + 60);
  expect((await pass(other, first)).status).toBe(200);
  expect((await pass(older, second)).status).toBe(200);
});

test.each<[string, (boss: TestAdmin, one: TestAdmin, other: TestAdmin) => Promise<readonly [giver: TestAdmin, passer: TestAdmin]>]>([
  [
    'the administrator created',
    async (boss, one) => {
      await auditOf(boss, 'admin.create', one);
      return [one, boss];
    },
  ],
  [
    'whose account was created by the same administrator',
    async (boss, one, other) => {
      await auditOf(boss, 'admin.create', one);
      await auditOf(boss, 'admin.create', other);
      return [one, other];
    },
  ],
  [
    'who created the account that reset theirs',
    async (boss, one, other) => {
      await auditOf(boss, 'admin.create', one);
      await auditOf(one, 'admin.reset_link', other);
      return [boss, other];
    },
  ],
])('no administrator passes the certificate of a member with a gift from one %s', async (_, connect) => {
  const [giver, passer] = await connect(await newAdmin(), await newAdmin(), await newAdmin());
  const member = await waitingCertificate();
  expect((await give(giver, member)).status).toBe(201);
  expectError(await pass(passer, member), 403, 'benefactor');
  expect((await pass(await newAdmin('admin'), member)).status).toBe(200);
});

test('if one administrator created all others, those they created pass for each other, but not for those that they created themselves', async () => {
  const [founder, giver, puppet, other] = [await newAdmin(), await newAdmin(), await newAdmin(), await newAdmin()];
  await change('UPDATE admins SET disabled_at = 1 WHERE id NOT IN (?, ?, ?, ?)', founder.id, giver.id, puppet.id, other.id);
  for (const created of [giver, other]) await auditOf(founder, 'admin.create', created);
  await auditOf(giver, 'admin.create', puppet);
  const [first, second] = [await waitingCertificate(), await waitingCertificate()];
  expect((await give(puppet, first)).status).toBe(201);
  expect((await give(founder, second)).status).toBe(201);
  expectError(await pass(giver, first), 403, 'benefactor');
  expectError(await pass(founder, first), 403, 'benefactor');
  expect((await pass(other, first)).status).toBe(200);
  for (const admin of [giver, puppet, other]) expectError(await pass(admin, second), 403, 'benefactor');
});

test('in production only an account unchanged for 7 days passes the certificate of a member with a gift', async () => {
  const boss = await newAdmin();
  const [gifted, plain] = [await waitingCertificate(), await waitingCertificate()];
  expect((await give(boss, gifted)).status).toBe(201);
  const fresh = inProduction(await withProof(await newAdmin('admin')));
  expectError(await pass(fresh, gifted), 403, 'benefactor');
  expect((await pass(fresh, plain)).status).toBe(200);
  await change('UPDATE admins SET created_at = unixepoch() - ? WHERE id = ?', approverStandingSeconds + 60, fresh.id);
  await auditOf(await newAdmin(), 'admin.change', fresh);
  expectError(await pass(fresh, gifted), 403, 'benefactor');
  const standing = inProduction(await withProof(await newAdmin('admin')));
  await change('UPDATE admins SET created_at = unixepoch() - ? WHERE id = ?', approverStandingSeconds + 60, standing.id);
  expect((await pass(standing, gifted)).status).toBe(200);
});

test.each<[string, (by: TestAdmin, member: Redeemer) => Promise<unknown>, (by: TestAdmin, member: Redeemer) => Promise<unknown>]>([
  ['suspension', (by, { id }) => suspend(by, id), (by, { id }) => reinstate(by, id)],
  ['group decision', (by, { id }) => decide(by, 'hold', [id]), (by, { id }) => decide(by, 'release', [id])],
])('who ends a colleague’s %s does not pass the certificate; who ends their own does', async (_, stop, end) => {
  const [boss, colleague] = [await newAdmin(), await newAdmin()];
  const [own, other] = [await waitingCertificate(), await waitingCertificate()];
  await stop(boss, own);
  await stop(colleague, other);
  for (const member of [own, other]) await end(boss, member);
  const versionOf = async ({ certificate }: Redeemer) =>
    (await row<{ version: number }>('SELECT version FROM vacation_certificates WHERE id = ?', certificate.id))?.version;
  expectError(await pass(boss, other, await versionOf(other)), 403, 'benefactor');
  expect((await pass(boss, own, await versionOf(own))).status).toBe(200);
  expect((await pass(colleague, other, await versionOf(other))).status).toBe(200);
});

const payAlone = async ({ client }: TestAdmin, { id }: Redeemer) => {
  const { version } = await payoutQueueRow(id);
  const payment = { reference: 'Transfer 1', members: [{ id, version }] };
  return client.post('/api/admin/payouts/payments', payment, { 'Idempotency-Key': crypto.randomUUID() });
};
const refuse = ({ client }: TestAdmin, { certificate }: Redeemer, version = 1) =>
  client.post(`/api/admin/reviews/${certificate.id}/refuse`, { version, reason: 'A farm' });
const endedHolds = async ({ id }: Redeemer) =>
  (
    await env.DB.prepare(
      `SELECT to_address AS "to", payload ->> 'action' AS action, payload ->> 'sender' AS sender FROM outbox
       WHERE template = 'hold_ended' AND payload ->> 'member' = ?`,
    )
      .bind(String(id))
      .all()
  ).results;

test.each<[string, string, (by: TestAdmin, member: Redeemer) => Promise<unknown>]>([
  ['passing the certificate', 'certificate.pass', (by, member) => pass(by, member, 2)],
  ['refusing the certificate', 'certificate.refuse', (by, member) => refuse(by, member, 2)],
  ['releasing the member', 'review.release', (by, { id }) => decide(by, 'release', [id])],
  ['taking back the member’s finds', 'review.take_back', (by, { id }) => decide(by, 'take_back', [id])],
  ['undoing the decision', 'review.release', async (by, { id }) => undo(by, await holdOf(id))],
])('whoever ends a colleague’s hold by %s does not pay the member, and the colleague is emailed', async (_, action, end) => {
  const [boss, colleague] = [await newAdmin(), await newAdmin()];
  const [member, own] = [await waitingCertificate(), await waitingCertificate()];
  await decide(colleague, 'hold', [member.id]);
  await decide(boss, 'hold', [own.id]);
  for (const { id } of [member, own]) await owedCommission(id, 2_000);
  for (const held of [member, own]) await end(boss, held);
  expectError(await payAlone(boss, member), 403, 'benefactor');
  for (const answer of [await payAlone(colleague, member), await payAlone(boss, own)]) expect(answer.status).not.toBe(403);
  expect(await endedHolds(member)).toEqual([{ to: colleague.email, action, sender: boss.email }]);
  expect(await endedHolds(own)).toEqual([]);
});

test('whoever passes a certificate that a colleague held, but released, pays the member', async () => {
  const [boss, colleague] = [await newAdmin(), await newAdmin()];
  const member = await waitingCertificate();
  await decide(colleague, 'hold', [member.id]);
  await decide(colleague, 'release', [member.id]);
  await change('UPDATE vacation_certificates SET review_signals = \'["held"]\' WHERE id = ?', member.certificate.id);
  await owedCommission(member.id, 2_000);
  expect((await pass(boss, member, 3)).status).toBe(200);
  expect((await payAlone(boss, member)).status).not.toBe(403);
  expect(await endedHolds(member)).toEqual([]);
});

test('nobody refuses the certificate or takes back the finds of their own account', async () => {
  const boss = await newAdmin();
  const member = await waitingCertificate({ email: boss.email.replace('@', '+own@') });
  await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', member.id);
  expectError(await refuse(boss, member), 403, 'own_member_account');
  const { seen } = await preview(boss, 'take_back', [member.id]);
  expectError(await send(boss, 'take_back', [member.id], seen), 403, 'own_member_account');
  expect(await reviewOf(member)).toBe('waiting');
});

test('passing fails when the giver creates or resets the administrator’s account during the decision', async () => {
  const [boss, puppet] = [await newAdmin(), await newAdmin('admin')];
  const member = await waitingCertificate();
  expect((await give(boss, member)).status).toBe(201);
  puppet.client.workerEnv = beforeWrite(puppet.client.workerEnv, 'vacation_certificates', () => auditOf(boss, 'admin.reset_link', puppet));
  expectError(await pass(puppet, member), 409, 'changed_meanwhile');
});

test('who took tokens from the member, or gave some more than 12 months ago, passes their certificate', async () => {
  const boss = await newAdmin();
  const [fined, old] = [await waitingCertificate(), await waitingCertificate()];
  await change(tokenRow('adjustment', { user: fined.id, amount: 9 }));
  expect((await give(boss, fined, -3)).status).toBe(201);
  expect((await pass(boss, fined)).status).toBe(200);
  const at = Math.floor(Date.now() / 1_000) - benefactorSeconds - 60;
  await change(tokenRow('adjustment', { user: old.id, amount: 9, subject: String(boss.id), at }));
  expect((await pass(boss, old)).status).toBe(200);
});

test('the only administrator passes the certificate of a member they gave tokens, unless another was enabled in the last 7 days', async () => {
  const [boss, other] = [await newAdmin(), await newAdmin('admin')];
  const [first, second, third] = [await waitingCertificate(), await waitingCertificate(), await waitingCertificate()];
  for (const member of [first, second, third]) expect((await give(boss, member)).status).toBe(201);
  await change('UPDATE admins SET disabled_at = 1 WHERE id <> ?', boss.id);
  const changeOther = (before: object, secondsAgo: number) =>
    change(
      `INSERT INTO audit_log (admin_id, action, entity_type, entity_id, before, request_id, created_at)
       VALUES (?, 'admin.change', 'admin', ?, ?, 'r', unixepoch() - ?)`,
      boss.id,
      String(other.id),
      JSON.stringify(before),
      secondsAgo,
    );
  await changeOther({ disabled: false }, approverStandingSeconds + 60);
  expect((await pass(boss, first)).status).toBe(200);
  // The other administrator was disabled for the entire 7 days, so only this administrator could have made the decision.
  await changeOther({ role: 'super_admin' }, 60);
  expect((await pass(boss, second)).status).toBe(200);
  await changeOther({ disabled: false }, approverStandingSeconds - 60);
  expectError(await pass(boss, third), 403, 'benefactor');
});

test('passing fails when the administrator gives the member tokens during the decision', async () => {
  const boss = await newAdmin();
  const member = await waitingCertificate();
  boss.client.workerEnv = beforeWrite(boss.client.workerEnv, 'vacation_certificates', () =>
    change(tokenRow('adjustment', { user: member.id, amount: 9, subject: String(boss.id), at: 'unixepoch()' })),
  );
  expectError(await pass(boss, member), 409, 'changed_meanwhile');
});
