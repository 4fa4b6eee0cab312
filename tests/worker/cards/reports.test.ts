import { describe, expect, test } from 'vitest';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { type Client, change, expectError, newCard, row, type TestCard } from '#tests/worker/support/client.ts';

const statusOf = async ({ id }: TestCard) => (await row<{ status: string }>('SELECT status FROM cache_cards WHERE id = ?', id))?.status;
const scan = (client: Client, { cardId, code }: TestCard) => client.post('/api/scan', { cardId, code });

describe('reporting a card missing', () => {
  const report = (client: Client, { cardId }: { cardId: string }) => client.post(`/api/card/${cardId}/report`);
  const openReports = async ({ id }: TestCard) =>
    (await row<{ n: number }>('SELECT COUNT(*) AS n FROM card_reports WHERE card_id = ? AND closed_at IS NULL', id))?.n;

  test('needs two different members', async () => {
    const owner = await directMember({ role: 'basic' });
    const card = await newCard({ owner: owner.id });
    const [one, two, three] = [await directMember(), await directMember(), await directMember()];
    expect(await report(one.client, card)).toMatchObject({ status: 200, body: { status: 'active' } });
    expect(await statusOf(card)).toBe('active');
    expect(await report(two.client, card)).toMatchObject({ status: 200, body: { status: 'missing' } });
    expect(await statusOf(card)).toBe('missing');
    expect(await report(three.client, card)).toMatchObject({ status: 200, body: { status: 'missing' } });
    expect((await owner.client.get(`/api/cache-cards/${card.cardId}`)).body).toMatchObject({
      openReports: 3,
      reportedByMe: false,
      card: { status: 'missing' },
    });
  });

  test('twice by one member counts once, also concurrently', async () => {
    const card = await newCard();
    const { client } = await directMember();
    await Promise.all([1, 2, 3].map(() => report(client, card)));
    expect(await report(client, card)).toMatchObject({ status: 200, body: { status: 'active' } });
    expect(await openReports(card)).toBe(1);
  });

  test('by two members concurrently makes it missing', async () => {
    const card = await newCard();
    const [one, two] = [await directMember(), await directMember()];
    await Promise.all([report(one.client, card), report(two.client, card)]);
    expect(await statusOf(card)).toBe('missing');
  });

  const mailsToOwner = async ({ id }: { id: number }) =>
    (await row<{ n: number }>("SELECT count(*) AS n FROM outbox WHERE template = 'card_missing' AND user_id = ?", id))?.n;

  test('without a verified address is rejected with a message', async () => {
    const card = await newCard();
    expectError(await report((await directMember({ isVerified: false })).client, card), 403, 'email_unverified');
    expect(await openReports(card)).toBe(0);
  });

  test.each([
    'mailbox',
    'network address',
  ])('by two accounts of one %s changes nothing; a third member makes the card missing', async (same) => {
    const owner = await directMember({ role: 'basic' });
    const card = await newCard({ owner: owner.id });
    const [one, two, three] = [await directMember(), await directMember(), await directMember()];
    if (same === 'mailbox') {
      await change("UPDATE users SET email = 'B.ert+' || id || '@gmail.com' WHERE id IN (?, ?)", one.id, two.id);
    } else two.client.address = one.client.address;
    await Promise.all([one, two].map(({ client }) => report(client, card)));
    expect(await statusOf(card)).toBe('active');
    expect(await openReports(card)).toBe(2);
    expect(await mailsToOwner(owner)).toBe(0);
    expect(await report(three.client, card)).toMatchObject({ body: { status: 'missing' } });
  });

  test('notifies the owner by mail each time the card becomes missing', async () => {
    const owner = await directMember({ role: 'basic' });
    const card = await newCard({ owner: owner.id });
    const members = await Promise.all([1, 2, 3, 4].map(() => directMember()));
    await Promise.all(members.map(({ client }) => report(client, card)));
    expect(await mailsToOwner(owner)).toBe(1);
    await scan(owner.client, card);
    for (const { client } of members) await report(client, card);
    expect(await mailsToOwner(owner)).toBe(2);
  });

  test('erases the hashes of mailbox and address once the report is closed', async () => {
    const card = await newCard();
    const [one, finder] = [await directMember(), await directMember()];
    await report(one.client, card);
    const hashes = 'SELECT mailbox_hash IS NOT NULL AS mailbox, address_hash IS NOT NULL AS address FROM card_reports WHERE card_id = ?';
    expect(await row(hashes, card.id)).toEqual({ mailbox: 1, address: 1 });
    await scan(finder.client, card);
    expect(await row(hashes, card.id)).toEqual({ mailbox: 0, address: 0 });
  });

  test('expires after 90 days, so that a second report from the same mailbox does not complete it', async () => {
    const card = await newCard();
    const [one, two] = [await directMember(), await directMember()];
    await report(one.client, card);
    await change('UPDATE card_reports SET created_at = created_at - 90 * 86400 - 1 WHERE card_id = ?', card.id);
    await fire('purge-expired');
    expect((await report(two.client, card)).body).toMatchObject({ status: 'active' });
  });

  test('ends with the next scan, which makes the card active; then two new reports are needed', async () => {
    const card = await newCard();
    const [one, two, finder] = [await directMember(), await directMember(), await directMember()];
    await report(one.client, card);
    await report(two.client, card);
    expect(await scan(finder.client, card)).toMatchObject({ body: { tokensEarned: 1, card: { status: 'active' } } });
    expect(await openReports(card)).toBe(0);
    await report(one.client, card);
    expect(await statusOf(card)).toBe('active');
    await report(two.client, card);
    expect(await statusOf(card)).toBe('missing');
  });

  test('is undone by a repeated, unpaid scan and by the owner’s own scan', async () => {
    const owner = await directMember({ role: 'basic' });
    const card = await newCard({ owner: owner.id });
    const [one, two] = [await directMember(), await directMember()];
    await scan(one.client, card);
    for (const finder of [one, owner]) {
      await report(one.client, card);
      await report(two.client, card);
      expect(await statusOf(card)).toBe('missing');
      expect(await scan(finder.client, card)).toMatchObject({ body: { tokensEarned: 0, card: { status: 'active' } } });
      expect(await openReports(card)).toBe(0);
    }
  });

  test('is rejected for a card that was never placed', async () => {
    const card = await newCard({ status: 'ordered' });
    expectError(await report((await directMember()).client, card), 409, 'card_not_placed');
    expect(await openReports(card)).toBe(0);
  });

  test('counts as a guess for a disabled, unpaid or unknown card', async () => {
    const { client, id } = await directMember();
    const hidden = [await newCard({ status: 'disabled' }), await newCard({ paid: false }), { cardId: 'TC-9999999' }];
    for (const card of hidden) expectError(await report(client, card), 404, 'card_not_found');
    expect(await row("SELECT count FROM rate_counters WHERE key = 'card-miss:hour:member:' || ?", String(id))).toEqual({ count: 3 });
  });

  test('is rejected after 20 a day', async () => {
    const { client } = await directMember();
    for (let times = 1; times <= 20; times += 1) expect((await report(client, await newCard())).status).toBe(200);
    const card = await newCard();
    expectError(await report(client, card), 429, 'too_many_reports');
    expect(await openReports(card)).toBe(0);
  });
});
