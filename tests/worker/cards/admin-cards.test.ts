import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import type { BulkResponse } from '#schema/admin/bulk.ts';
import type { AdminCard, AdminCardDetails } from '#schema/cards/admin-cards.ts';
import type { OwnCardPage } from '#schema/cards/card.ts';
import { freshProofSeconds } from '#schema/rules.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { newAdmin, type TestAdmin, withProof } from '#tests/worker/support/admin/administrators.ts';
import { auditOf } from '#tests/worker/support/admin/audit-log.ts';
import { beforeWrite } from '#tests/worker/support/before-write.ts';
import { boughtCards } from '#tests/worker/support/cards/bought-cards.ts';
import { newReporter } from '#tests/worker/support/cards/reporters.ts';
import { type Answer, change, everyRow, expectError, newCard, newMember, row, type TestCard } from '#tests/worker/support/client.ts';

const path = '/api/admin/cards';
let admin: TestAdmin;
let colleague: TestAdmin;
beforeAll(async () => {
  [admin, colleague] = [await newAdmin('admin'), await newAdmin('super_admin')];
});

const listOf = async (query = '') => {
  const answer = await admin.client.get<AdminCard[]>(`${path}${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const idsOf = async (query: string) => (await listOf(query)).map(({ cardId }) => cardId);
const detailsOf = async ({ cardId }: { cardId: string }, by = admin) => (await by.client.get<AdminCardDetails>(`${path}/${cardId}`)).body;
const setStatus = ({ cardId }: { cardId: string }, body: unknown, by = admin) =>
  by.client.post<AdminCard>(`${path}/${cardId}/status`, body);
const editCard = (by: TestAdmin, { cardId }: { cardId: string }, changes: object): Promise<Answer<AdminCard>> =>
  by.client.put<AdminCard>(`${path}/${cardId}`, {
    version: 1,
    location: 'Old mill',
    description: 'Behind the third stone',
    latitude: null,
    longitude: null,
    ownerEmail: null,
    ...changes,
  });

describe('the administrators’ card list', () => {
  test('shows a card with its owner, never its code', async () => {
    const owner = await newMember({ role: 'basic' });
    const card = await newCard({ owner: owner.id });
    expect(await listOf(`?q=${card.cardId}`)).toEqual([
      {
        id: card.id,
        cardId: card.cardId,
        status: 'active',
        location: 'Old mill',
        totalScans: 0,
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        userInfo: { id: owner.id, email: owner.email },
        isTest: false,
        version: 1,
      },
    ]);
  });

  test('has no userInfo for a card without an owner', async () => {
    const card = await newCard({ isTest: true });
    const [shown] = await listOf(`?q=${card.cardId}`);
    expect(shown).toMatchObject({ cardId: card.cardId, isTest: true });
    expect(shown).not.toHaveProperty('userInfo');
  });

  test('omits cards whose order is unpaid, as do search, details and changes', async () => {
    const card = await newCard({ paid: false });
    expect(await idsOf('?limit=200')).not.toContain(card.cardId);
    expect(await idsOf(`?q=${card.cardId}`)).toEqual([]);
    expectError(await admin.client.get(`${path}/${card.cardId}`), 404, 'card_not_found');
    expectError(await setStatus(card, { version: 1, status: 'active' }), 404, 'card_not_found');
    expectError(await editCard(admin, card, {}), 404, 'card_not_found');
  });

  test('is searchable by parts of id, location and owner’s email, ignoring case', async () => {
    const owner = await newMember({ email: 'Quilla.Searched@example.test' });
    const card = await newCard({ owner: owner.id });
    await change("UPDATE cache_cards SET location = 'Zürich, Lindenhof' WHERE id = ?", card.id);
    for (const q of [card.cardId.toLowerCase(), card.cardId.slice(3), 'zürich', 'LINDENHOF', 'quilla.SEARCHED'])
      expect(await idsOf(`?q=${encodeURIComponent(q)}`), q).toEqual([card.cardId]);
    expect(await idsOf('?q=no-such-place%25_')).toEqual([]);
  });

  test.each(['ordered', 'active', 'missing', 'disabled'])('filters by the status %s', async (status) => {
    const card = await newCard({ status });
    const found = await listOf(`?status=${status}&limit=200`);
    expect(found.map(({ cardId }) => cardId)).toContain(card.cardId);
    expect(new Set(found.map((each) => each.status))).toEqual(new Set([status]));
  });

  test('filters by test card and order id, and is exported', async () => {
    const card = await newCard({ isTest: true });
    const test = await listOf('?kind=test');
    expect(test.map(({ cardId }) => cardId)).toContain(card.cardId);
    expect(test.every(({ isTest }) => isTest)).toBe(true);
    const byId = await idsOf('?sort=card&limit=200');
    expect(byId).toEqual([...byId].sort());
    const csv = await admin.client.get<string>(`${path}/export.csv?kind=test`);
    expect(csv.headers.get('Content-Disposition')).toBe('attachment; filename="cache-cards.csv"');
    expect(String(csv.body)).toContain('Card ID,Status,Owner,Owner ID,Location,Scans,Created,Test card');
    expect(String(csv.body)).toContain(`${card.cardId},active,,,Old mill,0,`);
    expect(String(csv.body)).not.toContain(card.code);
  });
});

describe('card details', () => {
  test('include order, finds, reports, claims and changes', async () => {
    const [owner, finder] = [await newMember({ role: 'basic' }), await newMember()];
    await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', finder.id);
    const card = await newCard({ owner: owner.id, placed: true });
    const order = await row<{ id: number }>(
      `INSERT INTO orders (user_id, kind, quantity, amount_cents, status, created_at, expires_at, paid_at)
       VALUES (?, 'cache_cards', 1, 100, 'paid', 1, 2, 1) RETURNING id`,
      owner.id,
    );
    await change('UPDATE cache_cards SET order_id = ? WHERE id = ?', order?.id ?? 0, card.id);
    await finder.client.post('/api/scan', { cardId: card.cardId, code: card.code });
    await finder.client.post(`/api/card/${card.cardId}/report`);
    await finder.client.post('/api/ownership-claims', { cardId: card.cardId, proofUrl: 'https://logs.example.com/1' });
    await setStatus(card, { version: 1, status: 'missing', reason: 'Nobody finds it' });
    const who = { id: finder.id, email: finder.email };
    expect(await detailsOf(card, colleague)).toMatchObject({
      card: { cardId: card.cardId, description: 'Behind the third stone', tokensEarned: 12, placementConfirmedAt: expect.any(String) },
      order: { id: order?.id, status: 'paid', quantity: 1 },
      printOrder: null,
      finds: [{ finder: who, kind: 'rewarded', tokensEarned: 1, codeWasRight: true }],
      reports: [{ reporter: who, closedAt: expect.any(String), isCounted: false, answer: null }],
      claims: [{ claimant: who, status: 'pending' }],
      changes: [
        {
          action: 'card.status',
          admin: admin.email,
          before: { status: 'active' },
          after: { status: 'missing' },
          reason: 'Nobody finds it',
        },
      ],
    });
    expect(JSON.stringify(await detailsOf(card, colleague))).not.toContain(card.code);
    const { changes } = await detailsOf(card);
    expect(changes).toMatchObject([{ action: 'card.status', admin: admin.email, before: null, after: null, reason: null }]);
  });

  test('do not exist for an unknown card', async () => {
    for (const id of ['TC-9999999', 'rubbish', '%'])
      expectError(await admin.client.get(`${path}/${encodeURIComponent(id)}`), 404, 'card_not_found');
  });
});

describe('changing a card’s status', () => {
  const cardRow = ({ id }: TestCard) => row('SELECT status, placed_date, version FROM cache_cards WHERE id = ?', id);
  const openReports = async ({ id }: TestCard) =>
    (await row<{ n: number }>('SELECT count(*) AS n FROM card_reports WHERE card_id = ? AND closed_at IS NULL', id))?.n;

  test.each(['ordered', 'missing', 'disabled'])('to %s is audited with its reason', async (status) => {
    const owner = await directMember();
    const card = await newCard({ owner: owner.id });
    const answer = await setStatus(card, { version: 1, status, reason: 'As asked' });
    expect(answer).toMatchObject({ status: 200, body: { cardId: card.cardId, status, version: 2 } });
    expect(await auditOf('cache_card', card.cardId)).toEqual([
      {
        admin_id: admin.id,
        action: 'card.status',
        user_id: owner.id,
        before: { status: 'active' },
        after: { status },
        reason: 'As asked',
      },
    ]);
  });

  test('to active places an ordered card at that time, once', async () => {
    const card = await newCard({ status: 'ordered' });
    await setStatus(card, { version: 1, status: 'active' });
    const placed = await cardRow(card);
    expect(placed).toMatchObject({ status: 'active', placed_date: expect.any(Number) });
    await change('UPDATE cache_cards SET placed_date = 1000 WHERE id = ?', card.id);
    await setStatus(card, { version: 2, status: 'missing' });
    await setStatus(card, { version: 3, status: 'active' });
    expect(await cardRow(card)).toEqual({ status: 'active', placed_date: 1000, version: 4 });
    await setStatus(card, { version: 4, status: 'ordered' });
    expect(await cardRow(card)).toEqual({ status: 'ordered', placed_date: 1000, version: 5 });
  });

  test.each(['active', 'ordered', 'disabled'])('to %s closes the reports that made the card missing', async (status) => {
    const card = await newCard();
    for (const { client } of [await newReporter(), await newReporter()]) await client.post(`/api/card/${card.cardId}/report`);
    expect(await cardRow(card)).toMatchObject({ status: 'missing', version: 2 });
    expect(await openReports(card)).toBe(2);
    await setStatus(card, { version: 2, status });
    expect(await openReports(card)).toBe(0);
  });

  test('to disabled hides the card until it is set active', async () => {
    const { client } = await directMember();
    const card = await newCard();
    await setStatus(card, { version: 1, status: 'disabled' });
    expectError(await client.get(`/api/card/${card.cardId}`), 404, 'card_not_found');
    await setStatus(card, { version: 2, status: 'active' });
    expect((await client.get(`/api/card/${card.cardId}`)).status).toBe(200);
  });

  test.each(['refunded', 'disputed'])('of a card that a %s payment disabled is changed by nobody', async (status) => {
    const owner = await newMember({ role: 'basic' });
    const { cards, orderId } = await boughtCards(owner.id, 2);
    const [first, second] = cards as [TestCard, TestCard];
    await change('UPDATE orders SET status = ?2 WHERE id = ?1', orderId, status);
    await change("UPDATE cache_cards SET status = 'disabled', version = 1 WHERE order_id = ?", orderId);
    expectError(await setStatus(first, { version: 1, status: 'active' }), 403, 'card_payment_returned');
    const bulk = await admin.client.post<BulkResponse>(`${path}/status`, {
      cards: [first, second].map(({ cardId }) => ({ cardId, version: 1 })),
      status: 'ordered',
    });
    expect(bulk.body.results.map(({ isDone }) => isDone)).toEqual([false, false]);
    expect(await row('SELECT status, version FROM cache_cards WHERE id = ?', first.id)).toEqual({ status: 'disabled', version: 1 });
    expectError(await setStatus(first, { version: 1, status: 'active' }, await newAdmin()), 403, 'card_payment_returned');
  });

  test('twice concurrently succeeds once, and the other request gets 409', async () => {
    const card = await newCard();
    const answers = await Promise.all([
      setStatus(card, { version: 1, status: 'missing' }),
      setStatus(card, { version: 1, status: 'disabled' }, colleague),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await auditOf('cache_card', card.cardId)).toHaveLength(1);
    expect(await cardRow(card)).toMatchObject({ version: 2 });
  });

  test.each([
    [{ version: 1, status: 'active' }, { status: 'The card already has this status' }],
    [{ version: 1, status: 'lost' }, { status: 'Choose one of ordered, active, missing, disabled' }],
    [{ status: 'missing' }, { version: 'This field is required' }],
    [{ version: 1, status: 'missing', reason: 'x'.repeat(201) }, { reason: 'Reason can have at most 200 characters' }],
    [{ version: 1, status: 'missing', code: 'A' }, { code: 'This field is not accepted here' }],
  ])('to an invalid one is rejected and writes nothing: %#', async (body, fields) => {
    const card = await newCard();
    const before = await everyRow();
    expect(expectError(await setStatus(card, body), 400, 'invalid_input').fields).toEqual(fields);
    expect(await everyRow()).toEqual(before);
  });
});

test('an owner who enters an administrator’s address without confirming it does not bar them', async () => {
  const desk = await newAdmin('admin');
  const [owner, shield] = [await newMember(), await newMember({ email: desk.email.replace('@', '+shield@') })];
  await change('UPDATE users SET email_verified_at = 1, referred_by_id = ?2 WHERE id = ?1', owner.id, shield.id);
  expect((await owner.client.patch('/api/user', { email: desk.email, currentPassword: owner.password })).status).toBe(200);
  const card = await newCard({ owner: owner.id, status: 'active' });
  expect((await setStatus(card, { version: 1, status: 'disabled', reason: 'Phishing' }, desk)).status).toBe(200);
});

test('an owner’s former address still counts after the owner changed it', async () => {
  const desk = await newAdmin('admin');
  const owner = await newMember({ email: desk.email.replace('@', '+me@') });
  await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', owner.id);
  const email = `elsewhere-${owner.id}@example.test`;
  expect((await owner.client.patch('/api/user', { email, currentPassword: owner.password })).status).toBe(200);
  await change('UPDATE users SET email = ?2, email_key = ?2 WHERE id = ?1', owner.id, email);
  const card = await newCard({ owner: owner.id, status: 'active' });
  expectError(await setStatus(card, { version: 1, status: 'disabled' }, desk), 403, 'own_member_account');
});

test('nobody changes the cards of their own member account or of someone it invited', async () => {
  const insider = await newAdmin('admin');
  const own = await newMember({ email: insider.email.replace('@', '+me@') });
  await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', own.id);
  const friend = await newMember();
  await change('UPDATE users SET referred_by_id = ?2 WHERE id = ?1', friend.id, own.id);
  for (const owner of [own, friend]) {
    const card = await newCard({ owner: owner.id, status: 'missing' });
    expectError(await setStatus(card, { version: 1, status: 'active' }, insider), 403, 'own_member_account');
    expectError(await editCard(insider, card, { location: 'New mill' }), 403, 'own_member_account');
    const replacement = { version: 1, reason: 'Wet' };
    expectError(await insider.client.post(`${path}/${card.cardId}/replace`, replacement), 403, 'own_member_account');
    const { body } = await insider.client.post<BulkResponse>(`${path}/status`, {
      cards: [{ cardId: card.cardId, version: 1 }],
      status: 'active',
    });
    expect(body.results).toMatchObject([{ isDone: false }]);
    expect((await setStatus(card, { version: 1, status: 'active' })).status).toBe(200);
  }
});

describe('editing a card', () => {
  test('changes the given fields and audits the differences', async () => {
    const owner = await newMember({ role: 'basic' });
    const card = await newCard({ owner: owner.id });
    const answer = await editCard(admin, card, {
      location: ' New mill ',
      latitude: 35,
      longitude: -82.5,
      ownerEmail: owner.email.toUpperCase(),
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { location: 'New mill', version: 2, userInfo: { id: owner.id } },
    });
    expect(await auditOf('cache_card', card.cardId)).toEqual([
      {
        admin_id: admin.id,
        action: 'card.update',
        user_id: owner.id,
        before: { location: 'Old mill', latitude: null, longitude: null },
        after: { location: 'New mill', latitude: 35, longitude: -82.5 },
        reason: null,
      },
    ]);
  });

  test('emails the owner what changed, and takes another place for a move', async () => {
    const owner = await newMember({ role: 'basic' });
    const card = await newCard({ owner: owner.id, placed: true });
    const at = { latitude: 35.5951, longitude: -82.5515, ownerEmail: owner.email };
    await change('UPDATE cache_cards SET latitude = ?, longitude = ?, placement_at = 1 WHERE id = ?', at.latitude, at.longitude, card.id);
    expect((await (await directMember()).client.post('/api/scan', { cardId: card.cardId, code: card.code })).status).toBe(200);
    await change('UPDATE card_scans SET scan_date = scan_date - 60 WHERE card_id = ?', card.id);
    await change('UPDATE cache_cards SET placement_confirmed_at = placement_confirmed_at - 60 WHERE id = ?', card.id);
    const edited = async (changes: object) => {
      const { version } = (await row<{ version: number }>('SELECT version FROM cache_cards WHERE id = ?', card.id)) ?? {};
      expect((await editCard(admin, card, { version, ...at, ...changes })).status).toBe(200);
      const mail = await row<{ payload: string }>(
        "SELECT payload FROM outbox WHERE template = 'card_edited' AND user_id = ? ORDER BY id DESC",
        owner.id,
      );
      const { placement } = (await owner.client.get<OwnCardPage>(`/api/cache-cards/${card.cardId}`)).body;
      return [mail && (JSON.parse(mail.payload) as { changes: string }).changes, placement?.isConfirmed];
    };
    expect(await edited({ location: 'Mill', latitude: 35.5952 })).toEqual(['location, place on the map', true]);
    expect(await edited({ location: 'Mill', description: 'Call us', latitude: 52, longitude: 13 })).toEqual([
      'description, place on the map',
      false,
    ]);
    await edited({ location: 'Mill', description: 'Call us', latitude: 52, longitude: 13 });
    expect(await row("SELECT count(*) AS n FROM outbox WHERE template = 'card_edited' AND user_id = ?", owner.id)).toEqual({ n: 2 });
  });

  test('transfers the card to another member or to nobody, without location and description', async () => {
    const [owner, next] = [await newMember({ role: 'basic' }), await newMember()];
    const card = await newCard({ owner: owner.id, placed: true });
    await editCard(colleague, card, { ownerEmail: next.email });
    expect(await row('SELECT code FROM cache_cards WHERE card_id = ? AND code = ?', card.cardId, card.code)).toBeNull();
    expect((await next.client.get(`/api/cache-cards/${card.cardId}`)).status).toBe(200);
    expect((await owner.client.get(`/api/cache-cards/${card.cardId}`)).status).toBe(404);
    await editCard(colleague, card, { version: 2, ownerEmail: '' });
    expect((await next.client.get(`/api/cache-cards/${card.cardId}`)).status).toBe(404);
    const mails = await env.DB.prepare(
      "SELECT to_address, payload FROM outbox WHERE template = 'card_left' AND user_id IN (?, ?) ORDER BY id",
    )
      .bind(owner.id, next.id)
      .all();
    expect(mails.results).toEqual(
      [owner, next].map(({ email, user }) => ({
        to_address: email,
        payload: JSON.stringify({ firstName: user.firstName, cardId: card.cardId }),
      })),
    );
    expect((await auditOf('cache_card', card.cardId)).map(({ user_id, before, after }) => ({ user_id, before, after }))).toEqual([
      {
        user_id: owner.id,
        before: { location: 'Old mill', description: 'Behind the third stone', ownerId: owner.id },
        after: { location: null, description: null, ownerId: next.id },
      },
      { user_id: next.id, before: { ownerId: owner.id }, after: { ownerId: next.id } },
      { user_id: next.id, before: { ownerId: next.id }, after: { ownerId: null } },
    ]);
  });

  test('transfers the card for super administrators only; an administrator gets 403, and nothing changes', async () => {
    const [owner, next] = [await newMember({ role: 'basic' }), await newMember()];
    const [card, ownerless] = [await newCard({ owner: owner.id, placed: true }), await newCard()];
    const before = await everyRow({ except: ['audit_log', 'rate_counters'] });
    for (const ownerEmail of [next.email, null, 'nobody-has-this@example.test'])
      expectError(await editCard(admin, card, { ownerEmail }), 403, 'super_admin_only');
    expectError(await editCard(admin, ownerless, { ownerEmail: next.email }), 403, 'super_admin_only');
    expect(await everyRow({ except: ['audit_log', 'rate_counters'] })).toEqual(before);
    expect((await editCard(admin, card, { location: 'Corrected', ownerEmail: owner.email })).status).toBe(200);
    expect(await row('SELECT user_id FROM cache_cards WHERE id = ?', card.id)).toEqual({ user_id: owner.id });
  });

  test('transfers the card in production only with a second-factor proof from the last 15 minutes', async () => {
    const [owner, next] = [await newMember({ role: 'basic' }), await newMember()];
    const card = await newCard({ owner: owner.id, placed: true });
    const boss = await newAdmin();
    boss.client.workerEnv = { ...boss.client.workerEnv, ENVIRONMENT: 'production' };
    const transfer = () => editCard(boss, card, { ownerEmail: next.email });
    expectError(await transfer(), 403, 'second_factor_missing');
    await withProof(boss, freshProofSeconds);
    expectError(await transfer(), 403, 'second_factor_stale');
    await withProof(boss);
    expect((await transfer()).body).toMatchObject({ userInfo: { id: next.id } });
  });

  test('does not transfer the card if its owner’s email moves to another member during the edit', async () => {
    const [owner, next] = [await newMember({ role: 'basic' }), await newMember()];
    const card = await newCard({ owner: owner.id, placed: true });
    const plain = await newAdmin('admin');
    let isMoved = false;
    plain.client.workerEnv = beforeWrite(plain.client.workerEnv, 'cache_cards', async () => {
      if (isMoved) return;
      isMoved = true;
      await change("UPDATE users SET email = 'moved@example.test', email_key = 'moved@example.test' WHERE id = ?", owner.id);
      await change('UPDATE users SET email = ?2, email_key = ?2 WHERE id = ?1', next.id, owner.email);
    });
    expectError(await editCard(plain, card, { location: 'Here', ownerEmail: owner.email }), 403, 'super_admin_only');
    expect([isMoved, await row('SELECT user_id, location FROM cache_cards WHERE id = ?', card.id)]).toEqual([
      true,
      { user_id: owner.id, location: 'Old mill' },
    ]);
  });

  test('without a difference is not audited', async () => {
    const card = await newCard();
    expect(await editCard(admin, card, {})).toMatchObject({ status: 200, body: { version: 1 } });
    expect(await auditOf('cache_card', card.cardId)).toEqual([]);
  });

  test('twice concurrently succeeds once, and the other request gets 409', async () => {
    const card = await newCard();
    const answers = await Promise.all([
      editCard(admin, card, { location: 'Here' }),
      editCard(colleague, card, { location: 'There' }),
      editCard(admin, card, { location: 'Elsewhere' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const winner = answers.find(({ status }) => status === 200)?.body.location;
    expect(await row('SELECT location, version FROM cache_cards WHERE id = ?', card.id)).toEqual({ location: winner, version: 2 });
    expect(await auditOf('cache_card', card.cardId)).toHaveLength(1);
    expectError(await editCard(admin, card, { location: 'Late' }), 409, 'changed_meanwhile');
  });

  test.each([
    [{ ownerEmail: 'nobody-has-this@example.test' }, { ownerEmail: 'No member has this email address' }],
    [{ ownerEmail: 'rubbish' }, { ownerEmail: 'Please enter a valid email address' }],
    [{ latitude: 1 }, { longitude: 'Enter both latitude and longitude, or neither' }],
    [{ latitude: 91, longitude: 0 }, { latitude: 'Latitude must be between -90 and 90' }],
    [{ location: 'x'.repeat(201) }, { location: 'Location can have at most 200 characters' }],
    [{ location: undefined }, { location: 'This field is required' }],
    [{ code: 'AAAAAAAA' }, { code: 'This field is not accepted here' }],
  ])('with invalid values is rejected and writes nothing: %#', async (changes, fields) => {
    const card = await newCard();
    const before = await everyRow();
    expect(expectError(await editCard(admin, card, changes), 400, 'invalid_input').fields).toEqual(fields);
    expect(await everyRow()).toEqual(before);
  });

  test('gives no card to a member who is leaving and no test card to anyone, but lets a leaving owner keep theirs', async () => {
    const member = await newMember();
    const testCard = await newCard({ isTest: true });
    expect(expectError(await editCard(admin, testCard, { ownerEmail: member.email }), 400).fields).toEqual({
      ownerEmail: 'A test card has no owner',
    });
    const [theirs, other] = [await newCard({ owner: member.id }), await newCard()];
    await change('UPDATE users SET deletion_requested_at = 1 WHERE id = ?', member.id);
    expect(expectError(await editCard(admin, other, { ownerEmail: member.email }), 400).fields).toEqual({
      ownerEmail: 'No member has this email address',
    });
    expect((await editCard(admin, theirs, { location: 'Corrected', ownerEmail: member.email })).status).toBe(200);
    // The deletion released the unverified address.
    await change(`UPDATE users SET email_key = 'deleted-' || id || '@invalid' WHERE id = ?`, member.id);
    await newMember({ email: member.email });
    expect((await editCard(admin, theirs, { version: 2, location: 'Corrected again', ownerEmail: member.email })).status).toBe(200);
    expect(await row('SELECT user_id AS owner FROM cache_cards WHERE id = ?', theirs.id)).toEqual({ owner: member.id });
  });
});
