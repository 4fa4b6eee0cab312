/** Mailboxes that an account left still tie it to others. Product rules: Reviews. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { boughtCards } from '#tests/worker/support/cards/bought-cards.ts';
import { makeTrusted, verifyEmail } from '#tests/worker/support/certificates/redeemer.ts';
import { advanceClock, change, newMember, row, setClock, type TestMember, tokenInMail } from '#tests/worker/support/client.ts';
import { find, redeem } from '#tests/worker/support/reviews/deciding.ts';

let year = 2026;
beforeEach(() => {
  year += 1;
  setClock(`${year}-06-01T10:00:00Z`);
});
afterEach(() => void vi.useRealTimers());

/** A trusted owner redeems tokens for cards that one finder found; `prepare` runs in between. Returns the certificate's signals. */
async function signalsAfter(prepare: (owner: TestMember, finder: TestMember) => Promise<void>): Promise<string[]> {
  const owner = await newMember({ role: 'basic', email: `boss${year}.x@gmail.com` });
  await makeTrusted(owner.id);
  const { cards } = await boughtCards(owner.id, 60);
  const finder = await newMember({ email: `finder${year}@two.test` });
  for (const { id } of [owner, finder]) await verifyEmail(id);
  for (const [index, card] of cards.entries()) {
    if (index === 40) advanceClock(86_400);
    await find(finder, [card]);
    advanceClock(30);
  }
  await prepare(owner, finder);
  await owner.client.post('/api/login', { email: owner.email, password: owner.password });
  const certificate = await row<{ signals: string | null }>(
    'SELECT review_signals AS signals FROM vacation_certificates WHERE id = ?',
    await redeem(owner),
  );
  return JSON.parse(certificate?.signals ?? '[]') as string[];
}

async function changeEmail(member: TestMember, email: string): Promise<void> {
  expect((await member.client.patch('/api/user', { email, currentPassword: member.password })).status).toBe(200);
  const sent = await row<{ id: string }>(
    "SELECT message_id AS id FROM outbox WHERE template = 'confirm_email_change' AND to_address = ?",
    email,
  );
  expect((await member.client.post('/api/confirm-email-change', { token: await tokenInMail(sent?.id ?? '') })).status).toBe(200);
}

const aliasOf = () => `boss${year}.x+1@gmail.com`;
const haveEmail = (member: TestMember, email: string) =>
  change('UPDATE users SET email = ?2, email_key = ?2 WHERE id = ?1', member.id, email);
const payAt = (member: TestMember, hash: string) =>
  change(
    `INSERT INTO payouts (user_id, amount_cents, entries, reference, paid_at, mailbox_hash, request) VALUES (?1, 1000, 1, 'r' || ?1, 1, ?2, 'q' || ?1)`,
    member.id,
    hash,
  );

test.each<[string, string[], (owner: TestMember, finder: TestMember) => Promise<void>]>([
  ['separate mailboxes', [], async () => {}],
  ['one mailbox', ['one_owner', 'mailbox'], async (_, finder) => void (await haveEmail(finder, aliasOf()))],
  [
    'one mailbox that the finder left',
    ['one_owner', 'mailbox'],
    async (_, finder) => {
      await haveEmail(finder, aliasOf());
      await changeEmail(finder, `other${year}@three.test`);
      advanceClock(90 * 86_400);
    },
  ],
  [
    'a mailbox that the finder never confirmed',
    [],
    async (_, finder) => {
      await haveEmail(finder, aliasOf());
      await change('UPDATE users SET email_verified_at = NULL WHERE id = ?', finder.id);
      expect((await finder.client.patch('/api/user', { email: `other${year}@three.test`, currentPassword: finder.password })).status).toBe(
        200,
      );
      await verifyEmail(finder.id);
    },
  ],
  [
    'one PayPal mailbox at which both were paid',
    ['one_owner'],
    async (owner, finder) => {
      for (const member of [owner, finder]) await payAt(member, 'purse');
      await change("INSERT INTO payout_addresses (user_id, email, confirmed_at) VALUES (?, 'fresh@pay.test', 1)", finder.id);
    },
  ],
  [
    'the PayPal mailbox of the owner, at which the finder was paid',
    ['one_owner'],
    async (owner, finder) => {
      await payAt(finder, 'wallet');
      await change(
        "INSERT INTO payout_addresses (user_id, email, mailbox_hash, confirmed_at) VALUES (?, 'w@pay.test', 'wallet', 1)",
        owner.id,
      );
    },
  ],
])('%s: %j', async (_, signals, prepare) => {
  expect(await signalsAfter(prepare)).toEqual(signals);
});
