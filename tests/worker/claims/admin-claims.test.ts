/** Administrators list, view and decide ownership claims. */
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AdminClaim, AdminClaimDetails } from '#schema/claims/admin-claims.ts';
import type { Claim } from '#schema/claims/claim.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { linkIn } from '#tests/worker/support/accounts/mailed-links.ts';
import { reinstate, suspend } from '#tests/worker/support/accounts/suspended.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { beforeWrite } from '#tests/worker/support/before-write.ts';
import { boughtCards, reversePayment } from '#tests/worker/support/cards/bought-cards.ts';
import { verifyEmail } from '#tests/worker/support/certificates/redeemer.ts';
import {
  Client,
  change,
  everyRow,
  expectError,
  newCard,
  newMember as registerMember,
  row,
  type TestCard,
  type TestMember,
} from '#tests/worker/support/client.ts';

/** Registers a member and verifies their email, without which nobody may claim a card. */
async function newMember(options?: Parameters<typeof registerMember>[0]) {
  const member = await registerMember(options);
  await verifyEmail(member.id);
  return member;
}

const path = '/api/admin/claims';
let admin: TestAdmin;
let colleague: TestAdmin;
beforeAll(async () => {
  [admin, colleague] = [await newAdmin('admin'), await newAdmin('super_admin')];
});

const claim = async ({ client }: Pick<TestMember, 'client'>, { cardId }: { cardId: string }) =>
  (await client.post<Claim>('/api/ownership-claims', { cardId, proofUrl: 'https://logs.example.com/finds/17' })).body;
const adopt = ({ client }: Pick<TestMember, 'client'>, { cardId }: { cardId: string }) =>
  client.post<Claim>('/api/ownership-claims', { cardId });
/** Ends a member's memberships so long ago that their cards may be adopted. */
async function endMembership(id: number) {
  await change("UPDATE users SET role = 'free', membership_expires_at = NULL WHERE id = ?", id);
  await change('UPDATE membership_periods SET starts_at = 1, ends_at = 2 WHERE user_id = ?', id);
}
/** Returns a claim as an administrator sees it before deciding on it. */
const seenOf = async (id: number) => {
  const { body } = await admin.client.get<Partial<AdminClaimDetails>>(`${path}/${id}`);
  return { version: body.version ?? 1, cardVersion: body.card?.version ?? 1 };
};
const decideAsSeen = (id: number, body: object, by = admin) => by.client.post<AdminClaim>(`${path}/${id}/decision`, body);
const decide = async (id: number, body: object, by = admin) => decideAsSeen(id, { ...(await seenOf(id)), ...body }, by);
const mailsTo = async (userId: number, template: string) =>
  (await env.DB.prepare('SELECT to_address, payload FROM outbox WHERE user_id = ? AND template = ?').bind(userId, template).all()).results;
const listOf = async (query = '') => (await admin.client.get<AdminClaim[]>(`${path}${query}`)).body;
const auditOf = async (entityType: string, entityId: string | number) =>
  (
    await env.DB.prepare(
      'SELECT admin_id, action, user_id, before, after FROM audit_log WHERE entity_type = ? AND entity_id = ? ORDER BY id',
    )
      .bind(entityType, String(entityId))
      .all()
  ).results.map(({ before, after, ...same }) => ({ ...same, before: JSON.parse(String(before)), after: JSON.parse(String(after)) }));
const ownerOf = async ({ id }: { id: number }) =>
  (await row<{ user_id: number | null }>('SELECT user_id FROM cache_cards WHERE id = ?', id))?.user_id;

describe('the administrators’ claim list', () => {
  test('shows pending claims first, longest waiting on top, then decided ones', async () => {
    const member = await newMember();
    const made: Claim[] = [];
    for (let count = 0; count < 4; count += 1) made.push(await claim(member, await newCard()));
    const [first, second, third, fourth] = made.map(({ id }) => id);
    await decide(first ?? 0, { status: 'rejected' });
    await decide(third ?? 0, { status: 'approved' });
    const own = (await listOf()).filter(({ claimant }) => claimant.id === member.id);
    expect(own.map(({ id }) => id)).toEqual([second, fourth, third, first]);
    const firstPage = await admin.client.get<AdminClaim[]>(`${path}?limit=2`);
    const next = /<(.*)>; rel="next"/.exec(firstPage.headers.get('Link') ?? '')?.[1] ?? '';
    expect([...firstPage.body, ...(await admin.client.get<AdminClaim[]>(next)).body].map(({ id }) => id)).toEqual(
      (await listOf('?limit=4')).map(({ id }) => id),
    );
  });

  test('filters by status and is searchable by card and claimant', async () => {
    const member = await newMember({ email: 'Searched.Claimant@example.test' });
    const card = await newCard();
    const made = await claim(member, card);
    expect((await listOf('?status=pending&limit=200')).map(({ id }) => id)).toContain(made.id);
    expect((await listOf('?status=approved&limit=200')).map(({ id }) => id)).not.toContain(made.id);
    for (const q of [card.cardId.slice(-5), 'searched.CLAIMANT'])
      expect(await listOf(`?q=${q}`)).toEqual([
        {
          id: made.id,
          cardId: card.cardId,
          claimant: { id: member.id, email: member.email },
          proofUrl: 'https://logs.example.com/finds/17',
          status: 'pending',
          adminComment: null,
          createdAt: made.createdAt,
          decidedAt: null,
          version: 1,
        },
      ]);
    const csv = await admin.client.get<string>(`${path}/export.csv?q=${card.cardId}`);
    expect(String(csv.body)).toContain(
      `${made.id},${card.cardId},${member.email},${member.id},https://logs.example.com/finds/17,pending,,`,
    );
  });
});

describe('claim details', () => {
  test('show card, owner, claimant and other claims on the card', async () => {
    const [owner, one, other] = [await newMember({ role: 'basic' }), await newMember(), await newMember()];
    const card = await newCard({ owner: owner.id });
    const [made, rival] = [await claim(one, card), await claim(other, card)];
    const { body } = await admin.client.get<AdminClaimDetails>(`${path}/${made.id}`);
    expect(body).toMatchObject({
      claim: { id: made.id, cardId: card.cardId, status: 'pending' },
      decidedBy: null,
      claimant: {
        id: one.id,
        email: one.email,
        name: `${one.user.firstName} ${one.user.lastName}`,
        role: 'free',
        isLeaving: false,
        cards: 0,
      },
      card: { cardId: card.cardId, status: 'active', owner: { id: owner.id, email: owner.email } },
      others: [{ id: rival.id, claimant: { id: other.id, email: other.email }, status: 'pending' }],
    });
    expect(JSON.stringify(body)).not.toContain(card.code);
  });

  test('exist for a card without an owner, but not for an unknown claim', async () => {
    const made = await claim(await directMember(), await newCard());
    expect((await admin.client.get<AdminClaimDetails>(`${path}/${made.id}`)).body.card.owner).toBeNull();
    for (const id of ['999999', '0', 'rubbish']) expectError(await admin.client.get(`${path}/${id}`), 404, 'claim_not_found');
  });
});

describe('an administrator’s decision on a claim', () => {
  test('to approve transfers the card, audits both changes, and emails the claimant at once', async () => {
    const [owner, claimant] = [await newMember({ role: 'basic' }), await newMember()];
    const card = await newCard({ owner: owner.id });
    const made = await claim(claimant, card);
    const answer = await decide(made.id, { status: 'approved', comment: ' Welcome back ' }, colleague);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        id: made.id,
        status: 'approved',
        adminComment: 'Welcome back',
        claimant: { email: claimant.email },
        decidedAt: expect.any(String),
        version: 2,
      },
    });
    expect(await ownerOf(card)).toBe(claimant.id);
    const { code } = (await row<{ code: string }>('SELECT code FROM cache_cards WHERE card_id = ?', card.cardId)) ?? {};
    expect(code).toMatch(/^[0-9A-Z]{8}$/);
    expect(code).not.toBe(card.code);
    expectError(await owner.client.post('/api/scan', { cardId: card.cardId, code: card.code }), 404, 'card_not_found');
    expect(await auditOf('cache_card', card.cardId)).toEqual([
      { admin_id: colleague.id, action: 'card.owner', user_id: owner.id, before: { ownerId: owner.id }, after: { ownerId: claimant.id } },
    ]);
    expect(await auditOf('ownership_claim', made.id)).toEqual([
      {
        admin_id: colleague.id,
        action: 'claim.decide',
        user_id: claimant.id,
        before: { status: 'pending', adminComment: null },
        after: { status: 'approved', adminComment: 'Welcome back' },
      },
    ]);
    expect(await row("SELECT status, to_address FROM outbox WHERE template = 'claim_decided' AND user_id = ?", claimant.id)).toMatchObject({
      to_address: claimant.email,
    });
    const { body } = await admin.client.get<AdminClaimDetails>(`${path}/${made.id}`);
    expect(body).toMatchObject({ decidedBy: colleague.email, card: { owner: { id: claimant.id } } });
  });

  test('to reject leaves the card unchanged', async () => {
    const [owner, claimant] = [await directMember(), await directMember()];
    const card = await newCard({ owner: owner.id });
    const made = await claim(claimant, card);
    expect((await decide(made.id, { status: 'rejected' })).body).toMatchObject({ status: 'rejected', adminComment: null });
    expect(await ownerOf(card)).toBe(owner.id);
    expect(await auditOf('cache_card', card.cardId)).toEqual([]);
    expect(await auditOf('ownership_claim', made.id)).toMatchObject([{ after: { status: 'rejected' } }]);
  });

  test('succeeds for one of two administrators; card and email follow the first', async () => {
    const claimant = await newMember();
    const card = await newCard();
    const made = await claim(claimant, card);
    const seen = await seenOf(made.id);
    const answers = await Promise.all([
      decideAsSeen(made.id, { ...seen, status: 'approved' }),
      decideAsSeen(made.id, { ...seen, status: 'rejected', comment: 'Another card' }, colleague),
      decideAsSeen(made.id, { ...seen, status: 'approved' }, colleague),
    ]);
    const [taken, ...more] = answers.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    for (const refused of answers.filter((answer) => answer !== taken)) expectError(refused, 409, 'claim_decided');
    expect(await ownerOf(card)).toBe(taken?.body.status === 'approved' ? claimant.id : null);
    expect(await auditOf('ownership_claim', made.id)).toHaveLength(1);
    expect(await row("SELECT count(*) AS n FROM outbox WHERE template = 'claim_decided' AND user_id = ?", claimant.id)).toEqual({ n: 1 });
  });

  test('that is repeated after the card went to someone else changes nothing', async () => {
    const [first, rightful] = [await newMember(), await newMember()];
    const card = await newCard();
    const { id } = await claim(first, card);
    const { version } = await seenOf(id);
    expect((await decide(id, { status: 'approved' })).status).toBe(200);
    expect((await decide((await claim(rightful, card)).id, { status: 'approved' }, colleague)).status).toBe(200);
    const before = await everyRow();
    const { cardVersion } = await seenOf(id);
    expectError(await decideAsSeen(id, { status: 'approved', version, cardVersion }), 409, 'claim_decided');
    expect(await everyRow()).toEqual(before);
    expect(await ownerOf(card)).toBe(rightful.id);
  });

  test('to approve is rejected if another claim on the card was approved since the page loaded', async () => {
    const [one, other] = [await directMember(), await directMember()];
    const card = await newCard();
    const [first, second] = [await claim(one, card), await claim(other, card)];
    const seen = await seenOf(second.id);
    await decide(first.id, { status: 'approved' });
    expect(await ownerOf(card)).toBe(one.id);
    const before = await everyRow();
    expectError(await decideAsSeen(second.id, { ...seen, status: 'approved' }, colleague), 409, 'changed_meanwhile');
    expect(await everyRow()).toEqual(before);
    await decide(second.id, { status: 'approved' });
    expect(await ownerOf(card)).toBe(other.id);
  });

  test('to approve does not overwrite a colleague’s change of the card, whoever its owner is now', async () => {
    const [owner, claimant, third] = [await newMember(), await newMember(), await newMember()];
    for (const given of [third, claimant]) {
      const card = await newCard({ owner: owner.id });
      const made = await claim(claimant, card);
      const seen = await seenOf(made.id);
      const place = { location: null, description: null, latitude: null, longitude: null };
      const edit = { version: seen.cardVersion, ...place, ownerEmail: given.email };
      expect((await colleague.client.put(`/api/admin/cards/${card.cardId}`, edit)).status).toBe(200);
      const before = await everyRow();
      expectError(await decideAsSeen(made.id, { ...seen, status: 'approved' }), 409, 'changed_meanwhile');
      expect(await everyRow()).toEqual(before);
      expect(await ownerOf(card)).toBe(given.id);
      // A rejection changes no card, so it does not require the card's current version.
      expect((await decideAsSeen(made.id, { ...seen, status: 'rejected' })).status).toBe(200);
      expect(await ownerOf(card)).toBe(given.id);
    }
  });

  test('to approve notifies the former owner once; to reject does not notify them', async () => {
    const [owner, claimant] = [await newMember({ role: 'basic' }), await newMember()];
    const [card, kept] = [await newCard({ owner: owner.id }), await newCard({ owner: owner.id })];
    await decide((await claim(claimant, card)).id, { status: 'approved' }, colleague);
    await decide((await claim(claimant, kept)).id, { status: 'rejected' });
    expect(await mailsTo(owner.id, 'card_left')).toEqual([
      { to_address: owner.email, payload: JSON.stringify({ firstName: owner.user.firstName, cardId: card.cardId }) },
    ]);
    expect(await mailsTo(claimant.id, 'card_left')).toEqual([]);
  });

  test('is rejected if the claimant has left, and changes nothing', async () => {
    const claimant = await newMember();
    const card = await newCard();
    const made = await claim(claimant, card);
    await change('UPDATE users SET deletion_requested_at = 1 WHERE id = ?', claimant.id);
    const before = await everyRow();
    expectError(await decide(made.id, { status: 'approved' }), 409, 'claimant_left');
    expect(await everyRow()).toEqual(before);
    await change('UPDATE users SET deletion_requested_at = NULL WHERE id = ?', claimant.id);
    await claimant.client.post('/api/delete-account', { confirmation: 'DELETE', currentPassword: claimant.password });
    expectError(await decide(made.id, { status: 'approved' }), 409, 'claimant_left');
    expect(await ownerOf(card)).toBeNull();
    expect((await admin.client.get<AdminClaimDetails>(`${path}/${made.id}`)).body).toMatchObject({
      claim: { status: 'withdrawn', adminComment: 'Withdrawn: the member deleted their account.' },
      decidedBy: null,
      claimant: { isLeaving: true },
    });
  });

  test.each([
    [{ status: 'pending' }, { status: 'Choose approved or rejected' }],
    [{}, { status: 'This field is required' }],
    [{ status: 'approved', comment: 'x'.repeat(501) }, { comment: 'Comment can have at most 500 characters' }],
    [{ status: 'approved', userId: 3 }, { userId: 'This field is not accepted here' }],
  ])('with invalid values is rejected: %#', async (body, fields) => {
    const made = await claim(await directMember(), await newCard());
    expect(expectError(await decide(made.id, body), 400, 'invalid_input').fields).toEqual(fields);
    expect(await listOf(`?q=${made.cardId}`)).toMatchObject([{ status: 'pending' }]);
  });

  test('can only be a rejection once the card is disabled, so a friend cannot revive a card whose payment was returned', async () => {
    const [buyer, claimant] = [await newMember(), await newMember()];
    const bought = await boughtCards(buyer.id, 1, { placed: true });
    const card = bought.cards[0] as TestCard;
    const made = await claim(claimant, card);
    await reversePayment(bought);
    const before = await everyRow({ except: ['audit_log'] });
    expectError(await decide(made.id, { status: 'approved' }), 409, 'card_disabled');
    expect(await everyRow({ except: ['audit_log'] })).toEqual(before);
    expect((await decide(made.id, { status: 'rejected' })).status).toBe(200);
  });

  test('is rejected for an unknown claim', async () => {
    for (const id of [999_999, 0]) expectError(await decide(id, { status: 'approved' }), 404, 'claim_not_found');
  });
});

describe('a claim on a card that has an owner', () => {
  const owners: [string, () => Promise<{ id: number }>][] = [
    ['let their membership lapse', () => newMember()],
    [
      'was suspended by a super administrator',
      async () => {
        const owner = await newMember({ role: 'premium' });
        await suspend(colleague, owner.id);
        return owner;
      },
    ],
  ];
  test.each(owners)('who %s is approved by any administrator', async (_, create) => {
    const [owner, claimant] = [await create(), await newMember()];
    const card = await newCard({ owner: owner.id });
    expect((await decide((await claim(claimant, card)).id, { status: 'approved' })).status).toBe(200);
    expect(await ownerOf(card)).toBe(claimant.id);
  });

  test.each([
    false,
    true,
  ])('who pays is approved by super administrators only; suspended by a plain administrator: %s', async (isSuspended) => {
    const [owner, claimant] = [await newMember({ role: 'premium' }), await newMember()];
    const card = await newCard({ owner: owner.id });
    const made = await claim(claimant, card);
    if (isSuspended) await suspend(admin, owner.id);
    expect((await admin.client.get<AdminClaimDetails>(`${path}/${made.id}`)).body.needsSuperAdmin).toBe(true);
    const before = await everyRow({ except: ['audit_log'] });
    expectError(await decide(made.id, { status: 'approved' }), 403, 'super_admin_only');
    expect(await everyRow({ except: ['audit_log'] })).toEqual(before);
    expect((await decide(made.id, { status: 'approved' }, colleague)).status).toBe(200);
    expect(await ownerOf(card)).toBe(claimant.id);
  });

  test('who renews during the decision of a plain administrator stays theirs', async () => {
    const [owner, claimant, insider] = [await newMember(), await newMember(), await newAdmin('admin')];
    const card = await newCard({ owner: owner.id });
    const made = await claim(claimant, card);
    const seen = await seenOf(made.id);
    insider.client.workerEnv = beforeWrite(insider.client.workerEnv, 'ownership_claims', () =>
      change("UPDATE users SET role = 'basic' WHERE id = ?", owner.id),
    );
    expectError(await decideAsSeen(made.id, { ...seen, status: 'approved' }, insider), 409, 'changed_meanwhile');
    expect(await ownerOf(card)).toBe(owner.id);
  });

  test('who is leaving needs a proof and a super administrator, and the owner is emailed', async () => {
    const [owner, claimant] = [await newMember({ role: 'premium' }), await newMember({ role: 'basic' })];
    const card = await newCard({ owner: owner.id });
    await owner.client.post('/api/delete-account', { confirmation: 'DELETE', currentPassword: owner.password });
    expectError(await adopt(claimant, card), 409, 'card_has_owner');
    const made = await claim(claimant, card);
    expect(await mailsTo(owner.id, 'card_claimed')).toMatchObject([{ to_address: owner.email }]);
    expectError(await decide(made.id, { status: 'approved' }), 403, 'super_admin_only');
    expect((await decide(made.id, { status: 'approved' }, colleague)).status).toBe(200);
    expect(await mailsTo(owner.id, 'card_left')).toMatchObject([{ to_address: owner.email }]);
  });

  const returns: [string, (owner: TestMember) => Promise<unknown>, (owner: TestMember) => Promise<unknown>][] = [
    ['is reinstated', ({ id }) => suspend(colleague, id), ({ id }) => reinstate(colleague, id)],
    [
      'keeps an account about to be deleted',
      async ({ client, id, password }) => {
        await client.post('/api/delete-account', { confirmation: 'DELETE', currentPassword: password });
        await endMembership(id);
      },
      async ({ email, id }) => {
        await change('UPDATE membership_periods SET ends_at = unixepoch() WHERE user_id = ?', id);
        await new Client().post('/api/secure-account', { token: await linkIn(email, 'account_deletion') });
      },
    ],
    [
      'gets a membership again',
      ({ id }) => endMembership(id),
      async ({ id }) => {
        const member = await row<{ version: number }>('SELECT version FROM users WHERE id = ?', id);
        const grant = { tier: 'basic', reason: 'Back', version: member?.version };
        expect((await colleague.client.post(`/api/admin/users/${id}/membership`, grant)).status).toBe(200);
      },
    ],
  ];
  test.each(returns)('who %s ends adoptions, and the claimant is emailed', async (_, leave, comeBack) => {
    const [owner, claimant] = [await newMember({ role: 'premium' }), await newMember({ role: 'basic' })];
    const card = await newCard({ owner: owner.id });
    await leave(owner);
    const made = await adopt(claimant, card);
    expect(made.status).toBe(201);
    await comeBack(owner);
    expect(await listOf(`?q=${card.cardId}`)).toMatchObject([{ status: 'rejected', adminComment: 'The card has an active owner again.' }]);
    expect(await mailsTo(claimant.id, 'claim_decided')).toMatchObject([{ to_address: claimant.email }]);
    expect(await ownerOf(card)).toBe(owner.id);
  });

  test('is not approved as an adoption if the owner returns during the decision', async () => {
    const [owner, claimant, insider] = [await newMember(), await newMember({ role: 'basic' }), await newAdmin('super_admin')];
    const card = await newCard({ owner: owner.id });
    await change(
      `INSERT INTO membership_periods (user_id, tier, starts_at, ends_at, source, cause, created_at) VALUES (?1, 'basic', 1, 2, 'grant', 'lapsed:' || ?1, 1)`,
      owner.id,
    );
    const { body } = await adopt(claimant, card);
    const seen = await seenOf(body.id);
    insider.client.workerEnv = beforeWrite(insider.client.workerEnv, 'ownership_claims', () =>
      change("UPDATE users SET role = 'basic' WHERE id = ?", owner.id),
    );
    expectError(await decideAsSeen(body.id, { ...seen, status: 'approved' }, insider), 409, 'card_not_adoptable');
    expect(await ownerOf(card)).toBe(owner.id);
  });

  test('is announced to the owner, once a day per card, so that they can object', async () => {
    const [owner, one, other] = [await newMember({ role: 'premium' }), await newMember(), await newMember()];
    const card = await newCard({ owner: owner.id });
    await claim(one, card);
    expectError(
      await one.client.post('/api/ownership-claims', { cardId: card.cardId, proofUrl: 'https://logs.example.com/1' }),
      409,
      'claim_pending',
    );
    await claim(other, card);
    expect(await mailsTo(owner.id, 'card_claimed')).toEqual([
      { to_address: owner.email, payload: JSON.stringify({ firstName: owner.user.firstName, cardId: card.cardId, isAdoption: null }) },
    ]);
  });
});

describe('a claim that concerns the administrator’s own account', () => {
  test.each([
    ['mailbox', async (by: TestAdmin) => newMember({ email: by.email.replace('@', '+cards@') })],
    ['network address', async (by: TestAdmin) => newMember({ address: by.client.address })],
  ])('because it was made with the same %s is approved by another administrator only; every administrator may reject it', async (_, create) => {
    const insider = await newAdmin();
    const claimant = await create(insider);
    await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', claimant.id);
    const [card, second] = [await newCard(), await newCard()];
    const [made, other] = [await claim(claimant, card), await claim(claimant, second)];
    const before = await everyRow({ except: ['audit_log', 'rate_counters'] });
    expectError(await decide(made.id, { status: 'approved' }, insider), 403, 'own_member_account');
    expect(await everyRow({ except: ['audit_log', 'rate_counters'] })).toEqual(before);
    expect((await decide(other.id, { status: 'rejected' }, insider)).status).toBe(200);
    expect((await decide(made.id, { status: 'approved' })).status).toBe(200);
    expect(await ownerOf(card)).toBe(claimant.id);
  });

  test.each([
    ['owns', async (own: TestMember) => newCard({ owner: own.id })],
    [
      'also claims',
      async (own: TestMember) => {
        const card = await newCard();
        await claim(own, card);
        return card;
      },
    ],
  ])('because that account %s the card is rejected by another administrator only, also in bulk', async (_, createCard) => {
    const insider = await newAdmin();
    const [own, claimant] = [await newMember({ email: insider.email }), await newMember()];
    const made = await claim(claimant, await createCard(own));
    const before = await everyRow({ except: ['audit_log', 'rate_counters'] });
    const rejection = { status: 'rejected', comment: 'No proof.' };
    expectError(await decide(made.id, rejection, insider), 403, 'own_member_account');
    const { version } = await seenOf(made.id);
    expect((await insider.client.post(`${path}/rejections`, { claims: [{ id: made.id, version }] })).body).toMatchObject({
      results: [{ id: made.id, isDone: false }],
    });
    expect(await everyRow({ except: ['audit_log', 'rate_counters'] })).toEqual(before);
    expect((await decide(made.id, rejection)).status).toBe(200);
  });

  test('is not approved if its mailbox changes during the decision', async () => {
    const insider = await newAdmin('admin');
    const claimant = await newMember();
    const card = await newCard();
    const made = await claim(claimant, card);
    const seen = await seenOf(made.id);
    insider.client.workerEnv = beforeWrite(insider.client.workerEnv, 'ownership_claims', () =>
      change("UPDATE users SET email = 'now-mine@example.test', email_key = 'now-mine@example.test' WHERE id = ?", claimant.id),
    );
    expectError(await decideAsSeen(made.id, { ...seen, status: 'approved' }, insider), 409, 'changed_meanwhile');
    expect(await ownerOf(card)).toBeNull();
  });
});

test('an adoption is not approved once the claimant no longer pays, but a claim with a proof is', async () => {
  const [claimant, insider] = [await newMember({ role: 'basic' }), await newAdmin('super_admin')];
  const [card, proven] = [await newCard(), await newCard()];
  const [{ body: adoption }, withProof] = [await adopt(claimant, card), await claim(claimant, proven)];
  await endMembership(claimant.id);
  expectError(await decideAsSeen(adoption.id, { ...(await seenOf(adoption.id)), status: 'approved' }, insider), 409, 'claimant_not_paying');
  expect(await ownerOf(card)).toBeNull();
  expect((await decide(withProof.id, { status: 'approved' })).status).toBe(200);
  expect((await decide(adoption.id, { status: 'rejected' })).status).toBe(200);
});
