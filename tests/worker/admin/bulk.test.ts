/** Bulk calls, in which each row succeeds or fails independently of the others. Product rules: Administrators. */
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import type { BulkResponse } from '#schema/admin/bulk.ts';
import { bulkMaxRows } from '#schema/rules.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { type Answer, Client, change, expectError, newCard, row } from '#tests/worker/support/client.ts';
import { owedChest, owedCommission, payoutQueueRow } from '#tests/worker/support/payouts/owed.ts';

let admin: TestAdmin;
let boss: TestAdmin;
beforeAll(async () => {
  [admin, boss] = [await newAdmin('admin'), await newAdmin('super_admin')];
});

const postBulk = (path: string, body: object, by = admin) => by.client.post<BulkResponse>(`/api/admin/${path}`, body);
const outcomesOf = ({ body }: Answer<BulkResponse>) => body.results.map(({ id, isDone }) => [id, isDone]);
const reasons = ({ body }: Answer<BulkResponse>) => body.results.map(({ reason }) => reason);
const audits = async (action: string, ids: (number | string)[]) =>
  (
    await env.DB.prepare(
      'SELECT entity_id AS id, admin_id AS admin FROM audit_log WHERE action = ?1 AND entity_id IN (SELECT CAST(value AS TEXT) FROM json_each(?2)) ORDER BY entity_id',
    )
      .bind(action, JSON.stringify(ids))
      .all()
  ).results;
const changedWords = 'Someone else changed this in the meantime. Please reload and try again.';

async function messages(count: number): Promise<number[]> {
  const { results } = await env.DB.prepare(
    `WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < ?1)
     INSERT INTO contact_messages (name, email, message, created_at) SELECT 'Ann', 'ann@example.test', 'Hello', 1 FROM s RETURNING id`,
  )
    .bind(count)
    .all<{ id: number }>();
  return results.map(({ id }) => id);
}

const firstVersions = (ids: number[]) => ids.map((id) => ({ id, version: 1 }));

describe('messages handled in bulk', () => {
  test('are audited one by one; unknown and already handled ones are reported', async () => {
    const [one = 0, two = 0, three = 0] = await messages(3);
    expect(outcomesOf(await postBulk('messages/handled', { messages: firstVersions([two]), isHandled: true }, boss))).toEqual([
      [two, true],
    ]);
    const answer = await postBulk('messages/handled', { messages: firstVersions([three, two, 987_654, one]), isHandled: true });
    expect(outcomesOf(answer)).toEqual([
      [three, true],
      [two, false],
      [987_654, false],
      [one, true],
    ]);
    expect(reasons(answer)).toEqual([null, changedWords, 'This message could not be found.', null]);
    expect(await audits('message.handle', [one, two, three])).toEqual([
      { id: String(one), admin: admin.id },
      { id: String(two), admin: boss.id },
      { id: String(three), admin: admin.id },
    ]);
  });

  test('stay unchanged if a reply arrived after they were seen', async () => {
    const [id = 0] = await messages(1);
    await admin.client.post(`/api/admin/messages/${id}/replies`, { text: 'One thing more', version: 1 });
    expect(reasons(await postBulk('messages/handled', { messages: firstVersions([id]), isHandled: true }))).toEqual([changedWords]);
    expectError(await admin.client.patch(`/api/admin/messages/${id}`, { isHandled: true, version: 1 }), 409, 'changed_meanwhile');
    expect(await row('SELECT handled_at AS at FROM contact_messages WHERE id = ?', id)).toEqual({ at: null });
  });

  test('by two administrators concurrently are each handled once', async () => {
    const ids = await messages(30);
    const answers = await Promise.all(
      [admin, boss, admin].map((by) => postBulk('messages/handled', { messages: firstVersions(ids), isHandled: true }, by)),
    );
    const doneBy = answers.map((answer) => answer.body.results.filter(({ isDone }) => isDone).length);
    expect(doneBy.reduce((sum, count) => sum + count, 0)).toBe(30);
    expect(await audits('message.handle', ids)).toHaveLength(30);
  });

  test.each([
    [{ messages: [], isHandled: true }, 'Please choose at least one row'],
    [{ messages: firstVersions([5, 5]), isHandled: true }, 'Choose each row only once'],
    [
      { messages: firstVersions(Array.from({ length: bulkMaxRows + 1 }, (_, index) => index + 1)), isHandled: true },
      `Choose at most ${bulkMaxRows} rows`,
    ],
    [{ messages: 'all', isHandled: true }, 'Please choose at least one row'],
  ])('are rejected with a message for %j', async (body, words) => {
    const answer = await postBulk('messages/handled', body);
    expectError(answer, 400, 'invalid_input');
    expect((answer.body as unknown as { fields: Record<string, string> }).fields).toEqual({ messages: words });
  });

  test('can be as many as the limit allows', async () => {
    const ids = await messages(bulkMaxRows);
    const answer = await postBulk('messages/handled', { messages: firstVersions(ids), isHandled: true });
    expect(answer.body.results.every(({ isDone }) => isDone)).toBe(true);
  });
});

test('cards set to a status in bulk need their current versions and share one reason', async () => {
  const cards = [await newCard(), await newCard(), await newCard()];
  const versions = cards.map(({ cardId }) => ({ cardId, version: 1 }));
  await postBulk('cards/status', { cards: versions.slice(1, 2), status: 'disabled' }, boss);
  const answer = await postBulk('cards/status', {
    cards: [...versions, { cardId: 'TC-9999999', version: 1 }],
    status: 'missing',
    reason: 'Flood',
  });
  expect(answer.body.results.map(({ isDone }) => isDone)).toEqual([true, false, true, false]);
  expect(reasons(answer)).toEqual([null, changedWords, null, 'This Cache Card could not be found']);
  const again = await postBulk('cards/status', { cards: [{ cardId: versions[0]?.cardId, version: 2 }], status: 'missing' });
  expect(reasons(again)).toEqual(['The card already has this status']);
  for (const [index, status] of ['missing', 'disabled', 'missing'].entries())
    expect(await row('SELECT status FROM cache_cards WHERE id = ?', cards[index]?.id ?? 0)).toEqual({ status });
  expect(
    await audits(
      'card.status',
      cards.map(({ cardId }) => cardId),
    ),
  ).toHaveLength(3);
});

test('owners of cards disabled in bulk are emailed once each, as the owner of a single card is', async () => {
  const [one, other] = [await directMember({ role: 'basic' }), await directMember({ role: 'basic' })];
  const cards = [await newCard({ owner: one.id }), await newCard({ owner: one.id }), await newCard({ owner: other.id }), await newCard()];
  const single = await newCard({ owner: other.id });
  await postBulk('cards/status', { cards: cards.map(({ cardId }) => ({ cardId, version: 1 })), status: 'disabled' }, boss);
  await boss.client.post(`/api/admin/cards/${single.cardId}/status`, { version: 1, status: 'disabled' });
  const [first, second, third] = cards.map(({ cardId }) => cardId);
  const mails = (template: string) =>
    env.DB.prepare(
      "SELECT user_id AS id, payload ->> 'cardId' AS card, payload ->> 'cards' AS cards FROM outbox WHERE template = ? ORDER BY id",
    )
      .bind(template)
      .all();
  expect((await mails('card_disabled')).results).toEqual([
    { id: one.id, card: null, cards: `${first}, ${second}` },
    { id: other.id, card: null, cards: third },
    { id: other.id, card: single.cardId, cards: null },
  ]);
});

test('owners of cards taken off the map in bulk are emailed once each, and the cards keep their date of placement', async () => {
  const owner = await directMember({ role: 'basic' });
  const [one, two] = [await newCard({ owner: owner.id }), await newCard({ owner: owner.id })];
  await change('UPDATE cache_cards SET placed_date = 1000 WHERE user_id = ?', owner.id);
  const setAll = (status: string, version: number) =>
    postBulk('cards/status', { cards: [one, two].map(({ cardId }) => ({ cardId, version })), status });
  const mails = async () =>
    (
      await env.DB.prepare("SELECT payload ->> 'cards' AS cards FROM outbox WHERE user_id = ? AND template = 'card_taken_off' ORDER BY id")
        .bind(owner.id)
        .all<{ cards: string }>()
    ).results.map(({ cards }) => cards.split(', ').sort());
  const both = [one.cardId, two.cardId].sort();
  await setAll('missing', 1);
  expect(await mails()).toEqual([both]);
  await setAll('ordered', 2);
  expect(await mails()).toEqual([both, both]);
  expect((await owner.client.get('/api/cache-cards')).body).toMatchObject(Array(2).fill({ status: 'ordered', placedDate: null }));
  await setAll('active', 3);
  expect(await row('SELECT count(*) AS n FROM cache_cards WHERE user_id = ? AND placed_date = 1000', owner.id)).toEqual({ n: 2 });
  expect(await mails()).toHaveLength(2);
});

test('claims rejected in bulk share one comment, and each claimant is notified once', async () => {
  const [ann, ben] = [await directMember(), await directMember()];
  const claims: number[] = [];
  for (const { client } of [ann, ben]) {
    const { cardId } = await newCard();
    claims.push((await client.post<{ id: number }>('/api/ownership-claims', { cardId, proofUrl: 'https://logs.example.com/1' })).body.id);
  }
  const body = { claims: claims.map((id) => ({ id, version: 1 })), comment: 'The photo shows another card' };
  const answers = await Promise.all([postBulk('claims/rejections', body), postBulk('claims/rejections', body, boss)]);
  for (const [index, id] of claims.entries()) {
    expect(answers.filter((answer) => answer.body.results[index]?.isDone)).toHaveLength(1);
    expect(await row('SELECT status, admin_comment AS comment FROM ownership_claims WHERE id = ?', id)).toEqual({
      status: 'rejected',
      comment: body.comment,
    });
    expect(await row(`SELECT count(*) AS n FROM outbox WHERE cause = ?`, `claim_decided:${id}`)).toEqual({ n: 1 });
  }
  expect(await audits('claim.decide', claims)).toHaveLength(2);
});

describe('held payouts in bulk', () => {
  test('send the receiver one email about all commissions', async () => {
    const member = await directMember();
    const rows: { id: number; version: number }[] = [];
    for (const cents of [1_000, 2_000, 1_000])
      rows.push({ id: (await owedCommission(member.id, cents, { status: 'held', why: 'same_card' })).id, version: 1 });
    expect((await postBulk('payouts/commissions/releases', { rows }, boss)).status).toBe(200);
    const mails = await env.DB.prepare(
      `SELECT payload ->> 'amountCents' AS cents, payload ->> 'commissions' AS commissions FROM outbox
       WHERE user_id = ? AND template = 'commission_earned' AND status <> 'dropped'`,
    )
      .bind(member.id)
      .all();
    expect(mails.results).toEqual([{ cents: '4000', commissions: '3' }]);
  });

  test('are released by super administrators, except those that must stay held', async () => {
    const member = await directMember();
    const held = await owedCommission(member.id, 1_000, { status: 'held', why: 'same_card' });
    const disputed = await owedCommission(member.id, 1_000, { status: 'held', why: 'dispute' });
    const rows = [held, disputed].map(({ id }) => ({ id, version: 1 }));
    expectError(await postBulk('payouts/commissions/releases', { rows }), 403, 'super_admin_only');
    expectError(await postBulk('payouts/commissions/releases', { rows }, { ...boss, client: new Client() }), 401, 'admin_not_signed_in');
    const answers = await Promise.all([1, 2].map(() => postBulk('payouts/commissions/releases', { rows }, boss)));
    expect(answers.filter(({ body }) => body.results[0]?.isDone)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.results[1]?.isDone)).toHaveLength(0);
    expect(await payoutQueueRow(member.id)).toMatchObject({ cents: 1_000, entries: 1 });
    expect(await audits('commission.release', [held.id, disputed.id])).toEqual([{ id: String(held.id), admin: boss.id }]);
  });

  test('can include chests', async () => {
    const member = await directMember();
    const id = await owedChest(member.id, '2026-09', 200, { status: 'held', why: 'same_card' });
    expect(outcomesOf(await postBulk('payouts/chests/releases', { rows: [{ id, version: 1 }] }, boss))).toEqual([[id, true]]);
    expect(reasons(await postBulk('payouts/chests/releases', { rows: [{ id, version: 1 }] }, boss))).toEqual([changedWords]);
  });
});
