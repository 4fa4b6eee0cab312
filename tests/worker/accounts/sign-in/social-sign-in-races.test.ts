/**
 * Provider sign-ins check the account's state again during the write because it may have changed since the decision to allow the sign-in.
 */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Stranger, signInAs, stranger, tokenFor } from '#tests/worker/support/accounts/identities.ts';
import { change, everyRow, newMember, setClock } from '#tests/worker/support/client.ts';
import type { Identity } from '#worker/domain/accounts/identity.ts';
import { comparisonKey } from '#worker/domain/accounts/profile.ts';
import { type AccountCreationPlan, decideSocialSignIn, splitDisplayName } from '#worker/domain/accounts/social-sign-in.ts';
import { accountTakeoverMail, providerLinkedMail } from '#worker/domain/messages/mail.ts';
import { type Env, readConfig } from '#worker/env.ts';
import { verifyIdentity } from '#worker/security/identity-token.ts';
import { createStore } from '#worker/store/store.ts';

beforeEach(() => setClock('2026-11-21T10:01:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

const seconds = () => Math.floor(Date.now() / 1_000);
const { socialSignIns } = createStore(env as unknown as Env);

async function identityOf(person: Stranger, claims: Record<string, unknown> = {}): Promise<Identity> {
  const { identity } = await readConfig(env as unknown as Env);
  if (!identity) throw new Error('No provider is configured');
  const read = await verifyIdentity(identity, await tokenFor(person, claims), seconds());
  if (!read.ok) throw new Error(JSON.stringify(read.refusal));
  return read.value;
}

async function planFor(identity: Identity): Promise<AccountCreationPlan> {
  const plan = decideSocialSignIn(
    identity,
    await socialSignIns.load(identity, comparisonKey(identity.email), { replaces: null }, seconds()),
  );
  if (!plan.ok || !('verifiesEmail' in plan.value)) throw new Error('Expected a plan that opens an account');
  return plan.value;
}

/** Executes a stale sign-in decision and returns whether it wrote anything. */
async function openLate(plan: AccountCreationPlan, identity: Identity) {
  const before = await everyRow();
  const to = { email: identity.email, firstName: null };
  const id = { messageId: crypto.randomUUID(), tokenHash: crypto.randomUUID() };
  const mail = plan.kind === 'take_over' ? accountTakeoverMail(to, 'Google') : providerLinkedMail(id, to, 'Google');
  const member = await socialSignIns.open(
    plan,
    identity,
    { hash: crypto.randomUUID(), userAgent: null, country: null, replaces: null, way: 'google' as const },
    [mail],
    seconds(),
  );
  return { member, before, after: await everyRow() };
}

async function verifiedMember(email: string) {
  const member = await newMember({ email });
  await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', member.id);
  return member;
}

test('a known identity cannot sign in after a concurrent sign-out everywhere', async () => {
  const person = stranger();
  const { answer } = await signInAs(person);
  const identity = await identityOf(person);
  const plan = await planFor(identity);
  await change('UPDATE users SET sign_ins_valid_from = ? WHERE id = ?', seconds() + 1, answer.body.user.id);
  const { member, before, after } = await openLate(plan, identity);
  expect(member).toBeUndefined();
  expect(after).toEqual(before);
});

test('a second provider is not linked after a concurrent sign-out everywhere', async () => {
  const person = stranger();
  const { answer } = await signInAs(person);
  const identity = await identityOf({ ...person, provider: 'apple' });
  const plan = await planFor(identity);
  await change('UPDATE users SET sign_ins_valid_from = ? WHERE id = ?', seconds() + 1, answer.body.user.id);
  const { member, before, after } = await openLate(plan, identity);
  expect(member).toBeUndefined();
  expect(after).toEqual(before);
});

test('a provider is not linked when the address is no longer verified', async () => {
  const person = stranger();
  const owner = await verifiedMember(person.email);
  const identity = await identityOf(person);
  const plan = await planFor(identity);
  expect(plan.kind).toBe('link');
  await change('UPDATE users SET email_verified_at = NULL WHERE id = ?', owner.id);
  const { member, before, after } = await openLate(plan, identity);
  expect(member).toBeUndefined();
  expect(after).toEqual(before);
});

test.each([
  ['its address was verified', 'UPDATE users SET email_verified_at = 1 WHERE id = ?'],
  ['its address was changed', `UPDATE users SET email = 'x-' || email, email_key = 'x-' || email_key WHERE id = ?`],
  ['its deletion was requested', 'UPDATE users SET deletion_requested_at = 1 WHERE id = ?'],
])('an account is not taken over once %s', async (_, sql) => {
  const person = stranger();
  const registrant = await newMember({ email: person.email });
  const identity = await identityOf(person);
  const plan = await planFor(identity);
  expect(plan.kind).toBe('take_over');
  await change(sql, registrant.id);
  const { member, before, after } = await openLate(plan, identity);
  expect(member).toBeUndefined();
  expect(after).toEqual(before);
});

test('registration through a provider fails for an address that another account can still restore', async () => {
  const identity = await identityOf(stranger());
  const emailKey = comparisonKey(identity.email);
  expect(decideSocialSignIn(identity, await socialSignIns.load(identity, emailKey, { replaces: null }, seconds()))).toEqual({
    ok: true,
    value: { kind: 'register' },
  });
  const { id } = await newMember();
  await change(
    `INSERT INTO one_time_links (token_hash, user_id, purpose, email, created_at, expires_at)
     VALUES ('way-back', ?, 'undo_email_change', ?, 1, 9999999999)`,
    id,
    identity.email,
  );
  const before = await everyRow();
  const joining = {
    ...splitDisplayName(identity.name),
    emailKey,
    referralCode: 'RACE0001',
    invitedWith: null,
    addressHash: null,
    language: 'en' as const,
  };
  const session = { hash: crypto.randomUUID(), userAgent: null, country: null, replaces: null, way: 'google' as const };
  expect(await socialSignIns.register(joining, identity, session, [], '!', seconds())).toBeUndefined();
  expect(await everyRow()).toEqual(before);
  expect(decideSocialSignIn(identity, await socialSignIns.load(identity, emailKey, { replaces: null }, seconds()))).toEqual({
    ok: false,
    refusal: 'email_reserved',
  });
});
