/**
 * Ownership claims: members submit and withdraw them, and administrators decide on them. Product rules: Claims, printing, email and
 * messages.
 */
import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Claim } from '#schema/claims/claim.ts';
import { adoptableAfterSeconds, claimsPerMember } from '#schema/rules.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { approve } from '#tests/worker/support/cards/approved-claims.ts';
import { verifyEmail } from '#tests/worker/support/certificates/redeemer.ts';
import {
  advanceClock,
  type Client,
  change,
  expectError,
  newCard,
  newMember,
  row,
  setClock,
  type TestCard,
} from '#tests/worker/support/client.ts';
import { claimStore } from '#worker/store/claims/claims.ts';

const proofUrl = 'https://logs.example.com/finds/17';
const claim = (client: Client, { cardId }: { cardId: string }, url: unknown = proofUrl) =>
  client.post<Claim>('/api/ownership-claims', { cardId, proofUrl: url });
const listOf = async (client: Client) => (await client.get<Claim[]>('/api/ownership-claims')).body;
const rowCount = async () => (await row<{ n: number }>('SELECT count(*) AS n FROM ownership_claims'))?.n;

afterEach(() => vi.useRealTimers());

describe('claiming a card', () => {
  test('returns the pending claim, which only the claimant sees in their list', async () => {
    const [one, other] = [await directMember(), await directMember()];
    const card = await newCard({ owner: other.id });
    const made = await claim(one.client, card, '  HTTPS://Logs.Example.com/finds/17?a=b#c ');
    expect(made).toMatchObject({
      status: 201,
      body: {
        userId: one.id,
        cardId: card.cardId,
        proofUrl: 'https://logs.example.com/finds/17?a=b#c',
        status: 'pending',
        adminComment: null,
      },
    });
    expect(await listOf(one.client)).toEqual([made.body]);
    expect(await listOf(other.client)).toEqual([]);
  });

  test('needs a verified email', async () => {
    const member = await newMember();
    const card = await newCard();
    expectError(await claim(member.client, card), 403, 'email_unverified');
    await verifyEmail(member.id);
    expect((await claim(member.client, card)).status).toBe(201);
  });

  test('lists the newest claim first', async () => {
    const { client } = await directMember();
    const cards = [await newCard(), await newCard(), await newCard()];
    for (const card of cards) await claim(client, card);
    expect((await listOf(client)).map(({ cardId }) => cardId)).toEqual(cards.map(({ cardId }) => cardId).reverse());
  });

  test.each([
    ['http://logs.example.com/1', 'The link must start with https://'],
    ['javascript:alert(1)', 'The link must start with https://'],
    ['https://127.0.0.1/proof', 'The link must lead to a public web page'],
    ['https://intranet/proof', 'The link must lead to a public web page'],
    ['https://me:secret@logs.example.com/', 'Remove the user name and password from the link'],
    [`https://logs.example.com/${'a'.repeat(500)}`, 'The link can have at most 500 characters'],
    ['', 'Please enter a link that proves the card is yours'],
    [17, 'Please enter a link that proves the card is yours'],
  ])('with the proof %s is rejected at its field', async (url, message) => {
    const { client } = await directMember();
    const before = await rowCount();
    expect(expectError(await claim(client, await newCard(), url), 400, 'invalid_input').fields).toEqual({ proofUrl: message });
    expect(await rowCount()).toBe(before);
  });

  test('that is unknown, disabled, unpaid or malformed is rejected; possible card ids count as guesses', async () => {
    const { client, id } = await directMember();
    const hidden = [await newCard({ status: 'disabled' }), await newCard({ paid: false }), { cardId: 'TC-9999999' }, { cardId: '17' }];
    for (const card of hidden) expectError(await claim(client, card), 404, 'card_not_found');
    expect(await row("SELECT count FROM rate_counters WHERE key = 'card-miss:hour:member:' || ?", String(id))).toEqual({ count: 3 });
  });

  test('that has lost its owner needs no proof but a membership, and gives the card to the adopter without another reward', async () => {
    setClock('2026-11-21T10:00:00Z');
    const [adopter, free, owner] = [await directMember({ role: 'basic' }), await directMember(), await directMember({ role: 'basic' })];
    const adopt = (client: Client, { cardId }: { cardId: string }) => client.post<Claim>('/api/ownership-claims', { cardId });
    const orphan = await newCard();
    expectError(await adopt(free.client, orphan), 403, 'adoption_needs_membership');
    expect(await adopt(adopter.client, orphan)).toMatchObject({ status: 201, body: { proofUrl: null, status: 'pending' } });
    expectError(await adopt(adopter.client, await newCard({ isTest: true })), 409, 'test_card');
    const check = (client: Client, kind: string) => client.get(`/api/ownership-claims/check?cardId=${orphan.cardId}&kind=${kind}`);
    expectError(await check(free.client, 'adoption'), 403, 'adoption_needs_membership');
    expectError(await check(adopter.client, 'adoption'), 409, 'claim_pending');
    expect(await check(free.client, 'claim')).toMatchObject({ status: 200, body: { cardId: orphan.cardId } });
    expect(await listOf(free.client)).toEqual([]);

    const lapsed = await newCard({ owner: owner.id, placed: true });
    expectError(await adopt(adopter.client, lapsed), 409, 'card_has_owner');
    await change("UPDATE users SET role = 'free' WHERE id = ?", owner.id);
    // Owners who never had a membership keep their cards.
    await change('DELETE FROM membership_periods WHERE user_id = ?', owner.id);
    expectError(await adopt(adopter.client, lapsed), 409, 'card_has_owner');
    const endsAt = Math.floor(Date.now() / 1_000) - adoptableAfterSeconds;
    await change(
      `INSERT INTO membership_periods (user_id, tier, starts_at, ends_at, source, cause, created_at) VALUES (?, 'basic', 1, ?, 'grant', 'grant:1', 1)`,
      owner.id,
      endsAt + 60,
    );
    expectError(await adopt(adopter.client, lapsed), 409, 'card_has_owner');
    await change('UPDATE membership_periods SET ends_at = ? WHERE user_id = ?', endsAt, owner.id);
    const { body } = await adopt(adopter.client, lapsed);
    await approve(body.id);
    expect(
      await row(
        `SELECT count(*) AS n FROM outbox WHERE template IN ('card_claimed', 'claim_decided') AND payload LIKE '%"isAdoption":"yes"%'`,
      ),
    ).toEqual({ n: 2 });
    expect(
      await row(
        'SELECT user_id AS "userId", location, placement_at AS "at", has_changed_owner AS "paysNothing" FROM cache_cards WHERE id = ?',
        lapsed.id,
      ),
    ).toEqual({
      ...{ userId: adopter.id, location: null, at: null, paysNothing: 1 },
    });
  });

  test('of one’s own is rejected', async () => {
    const owner = await directMember({ role: 'basic' });
    expectError(await claim(owner.client, await newCard({ owner: owner.id })), 409, 'own_card');
    expect(await listOf(owner.client)).toEqual([]);
  });

  test('that is a test card is rejected', async () => {
    const { client } = await directMember();
    expectError(await claim(client, await newCard({ isTest: true })), 409, 'test_card');
    expect(await listOf(client)).toEqual([]);
  });

  test('twice creates one claim, even concurrently; another member may also claim the card', async () => {
    const [one, other] = [await directMember(), await directMember()];
    const card = await newCard();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => claim(one.client, card)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expectError(await claim(one.client, card, 'https://other.example.com/'), 409, 'claim_pending');
    expect(await listOf(one.client)).toHaveLength(1);
    expect((await claim(other.client, card)).status).toBe(201);
  });

  test('again after a rejection creates a new claim', async () => {
    const { client } = await directMember();
    const card = await newCard();
    const first = await claim(client, card);
    await change("UPDATE ownership_claims SET status = 'rejected' WHERE id = ?", first.body.id);
    expect((await claim(client, card)).status).toBe(201);
    expect((await listOf(client)).map(({ status }) => status)).toEqual(['pending', 'rejected']);
  });

  test('is limited per day', async () => {
    setClock('2026-11-22T10:00:00Z');
    const { client } = await directMember();
    const cards = await Promise.all(Array.from({ length: claimsPerMember.limit + 3 }, () => newCard()));
    for (const card of cards.slice(0, claimsPerMember.limit - 1)) expect((await claim(client, card)).status).toBe(201);
    const atOnce = await Promise.all(cards.slice(claimsPerMember.limit - 1).map((card) => claim(client, card)));
    expect(atOnce.filter(({ status }) => status === 201)).toHaveLength(1);
    advanceClock(3_600);
    const refused = await claim(client, await newCard());
    expectError(refused, 429, 'too_many_claims');
    expect(Number(refused.headers.get('Retry-After'))).toBe(claimsPerMember.windowSeconds - 3_600);
    advanceClock(claimsPerMember.windowSeconds);
    expect((await claim(client, await newCard())).status).toBe(201);
  });
});

describe('withdrawing a claim', () => {
  const withdraw = (client: Client, id: number | string) => client.post<Claim>(`/api/ownership-claims/${id}/withdraw`);

  test('ends it once, and the card can be claimed again', async () => {
    const { client } = await directMember();
    const card = await newCard();
    const { body } = await claim(client, card);
    const answers = await Promise.all(Array.from({ length: 5 }, () => withdraw(client, body.id)));
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 200, body: { ...body, status: 'withdrawn', updatedAt: expect.any(String) } });
    expect(await row('SELECT status, version FROM ownership_claims WHERE id = ?', body.id)).toEqual({ status: 'withdrawn', version: 2 });
    expect((await claim(client, card)).status).toBe(201);
    expect((await listOf(client)).map(({ status }) => status)).toEqual(['pending', 'withdrawn']);
  });

  test('works for the claimant only; other and unknown claims are not found', async () => {
    const [one, other] = [await directMember(), await directMember()];
    const { body } = await claim(one.client, await newCard());
    for (const id of [body.id, 999_999, 0, 'rubbish']) expectError(await withdraw(other.client, id), 404, 'claim_not_found');
    expect(await listOf(one.client)).toEqual([body]);
  });

  test.each(['approved', 'rejected'] as const)('that was %s is rejected', async (status) => {
    const { client } = await directMember();
    const { body } = await claim(client, await newCard());
    await change('UPDATE ownership_claims SET status = ? WHERE id = ?', status, body.id);
    expectError(await withdraw(client, body.id), 409, 'claim_decided');
    expect(await listOf(client)).toMatchObject([{ status }]);
  });
});

describe('a decision on a claim', () => {
  const store = claimStore(env.DB);
  let adminId: number;
  let mails = 0;
  beforeAll(async () => {
    const made = await row<{ id: number }>(
      `INSERT INTO admins (email, email_key, password_hash, created_at) VALUES ('ada@example.test', 'ada@example.test', '!', 1) RETURNING id`,
    );
    adminId = made?.id ?? 0;
  });

  const decide = async (claimId: number, status: 'approved' | 'rejected', comment: string | null = null) => {
    mails += 1;
    const seen = await row<{ version: number; cardVersion: number }>(
      'SELECT o.version, c.version AS cardVersion FROM ownership_claims o JOIN cache_cards c ON c.id = o.card_id WHERE o.id = ?',
      claimId,
    );
    const actor = { adminId, address: null, requestId: `request-${mails}` };
    return store.decide(
      { claimId, version: 1, cardVersion: 1, ...seen, status, comment, code: 'NEWC0DE1', mayTransfer: true, actor },
      Math.floor(Date.now() / 1_000),
    );
  };
  const cardRow = ({ id }: TestCard) =>
    row('SELECT user_id, status, location, placement_at, placement_confirmed_at FROM cache_cards WHERE id = ?', id);
  const mailsTo = async (userId: number) =>
    (await env.DB.prepare("SELECT to_address, payload FROM outbox WHERE user_id = ? AND template = 'claim_decided'").bind(userId).all())
      .results;

  test('to approve gives the card to the claimant without its placement, notifies them, and leaves other claims pending', async () => {
    const [owner, rival] = [await directMember({ role: 'basic' }), await directMember()];
    const claimant = await newMember();
    await verifyEmail(claimant.id);
    const card = await newCard({ owner: owner.id, placed: true });
    const before = await cardRow(card);
    const [{ body }, others] = [await claim(claimant.client, card), await claim(rival.client, card)];
    expect(await decide(body.id, 'approved', 'Welcome back')).toMatchObject({ status: 'approved', adminComment: 'Welcome back' });
    expect(await cardRow(card)).toEqual({ ...before, user_id: claimant.id, location: null, placement_at: null });
    expect(await listOf(claimant.client)).toMatchObject([{ status: 'approved', adminComment: 'Welcome back' }]);
    expect(await listOf(rival.client)).toEqual([others.body]);
    expect((await claimant.client.get(`/api/cache-cards/${card.cardId}`)).status).toBe(200);
    expect((await owner.client.get(`/api/cache-cards/${card.cardId}`)).status).toBe(404);
    const [mail, ...more] = await mailsTo(claimant.id);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to_address: claimant.email });
    expect(JSON.parse(String(mail?.payload))).toEqual({
      firstName: 'Mem',
      cardId: card.cardId,
      status: 'approved',
      comment: 'Welcome back',
      isAdoption: null,
    });
  });

  test('to reject changes only the claim', async () => {
    const { client, id } = await directMember();
    const card = await newCard();
    const before = await cardRow(card);
    const { body } = await claim(client, card);
    await decide(body.id, 'rejected');
    expect(await cardRow(card)).toEqual(before);
    expect(await listOf(client)).toMatchObject([{ status: 'rejected', adminComment: null }]);
    expect(await mailsTo(id)).toHaveLength(1);
  });

  test('is made once, even concurrently', async () => {
    const { client, id } = await directMember();
    const card = await newCard();
    const { body } = await claim(client, card);
    const decisions = await Promise.all([
      decide(body.id, 'rejected', 'No'),
      decide(body.id, 'approved', 'Yes'),
      decide(body.id, 'approved'),
    ]);
    const taken = decisions.filter((decision) => typeof decision !== 'string');
    expect(decisions.filter((decision) => decision === 'claim_decided')).toHaveLength(2);
    expect(taken).toHaveLength(1);
    expect(await listOf(client)).toMatchObject([{ status: taken[0]?.status, adminComment: taken[0]?.adminComment }]);
    expect((await cardRow(card))?.user_id).toBe(taken[0]?.status === 'approved' ? id : null);
    expect(await mailsTo(id)).toHaveLength(1);
  });

  test('concurrent with a withdrawal: one of the two succeeds', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const { client, id } = await directMember();
      const card = await newCard();
      const { body } = await claim(client, card);
      const [decision, withdrawn] = await Promise.all([
        decide(body.id, 'approved'),
        client.post<Claim>(`/api/ownership-claims/${body.id}/withdraw`),
      ]);
      const isApproved = typeof decision !== 'string';
      expect(withdrawn.status).toBe(isApproved ? 409 : 200);
      if (!isApproved) expect(decision).toBe('claim_withdrawn');
      expect(await listOf(client)).toMatchObject([{ status: isApproved ? 'approved' : 'withdrawn' }]);
      expect((await cardRow(card))?.user_id).toBe(isApproved ? id : null);
      expect(await mailsTo(id)).toHaveLength(isApproved ? 1 : 0);
    }
  });

  test('is rejected after the claimant withdrew', async () => {
    const { client, id } = await directMember();
    const { body } = await claim(client, await newCard());
    await client.post(`/api/ownership-claims/${body.id}/withdraw`);
    expect(await decide(body.id, 'rejected', 'No')).toBe('claim_withdrawn');
    expect(await listOf(client)).toMatchObject([{ status: 'withdrawn', adminComment: null }]);
    expect(await mailsTo(id)).toEqual([]);
  });

  test('is rejected after the claimant asked for deletion', async () => {
    const { client, id } = await directMember();
    const card = await newCard();
    const { body } = await claim(client, card);
    await change('UPDATE users SET deletion_requested_at = 1 WHERE id = ?', id);
    expect(await decide(body.id, 'approved')).toBe('claimant_left');
    expect((await cardRow(card))?.user_id).toBeNull();
    expect(await mailsTo(id)).toEqual([]);
  });
});
