import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { reporterMinAgeSeconds, reporterMinFinds, reportsPerDay, secondsPerDay } from '#schema/rules.ts';
import { type DirectMember, directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { suspend } from '#tests/worker/support/accounts/suspended.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { giveFinds, newObserver, newReporter } from '#tests/worker/support/cards/reporters.ts';
import { advanceClock, type Client, change, expectError, newCard, row, setClock, type TestCard } from '#tests/worker/support/client.ts';
import { findUndeliverableReason } from '#worker/domain/messages/delivery.ts';

beforeEach(() => setClock('2026-11-23T10:00:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

const statusOf = async ({ id }: TestCard) => (await row<{ status: string }>('SELECT status FROM cache_cards WHERE id = ?', id))?.status;
const scan = (client: Client, { cardId, code }: TestCard) => client.post('/api/scan', { cardId, code });
const report = ({ client }: { client: Client }, { cardId }: { cardId: string }) =>
  client.post<{ message: string; status: string }>(`/api/card/${cardId}/report`);
const openReports = async ({ id }: TestCard) =>
  (await row<{ n: number }>('SELECT COUNT(*) AS n FROM card_reports WHERE card_id = ? AND closed_at IS NULL', id))?.n;
const countedReports = async ({ id }: TestCard) =>
  (await row<{ n: number }>('SELECT COUNT(*) AS n FROM card_reports WHERE card_id = ? AND closed_at IS NULL AND is_counted = 1', id))?.n;
const mailsTo = async ({ id }: { id: number }) =>
  (
    await env.DB.prepare(`SELECT template, payload FROM outbox WHERE user_id = ? AND template LIKE 'card_%' ORDER BY id`)
      .bind(id)
      .all<{ template: string; payload: string }>()
  ).results.map(({ template, payload }) => [template, JSON.parse(payload).reports] as const);
const reporters = (count: number) => Promise.all(Array.from({ length: count }, () => newReporter()));

async function ownedCard() {
  const owner = await directMember({ role: 'basic' });
  return { owner, card: await newCard({ owner: owner.id }) };
}

describe('reporting a card missing', () => {
  test('needs two members with experience, and emails the owner about each report', async () => {
    const { owner, card } = await ownedCard();
    const [one, two, three] = (await reporters(3)) as [DirectMember, DirectMember, DirectMember];
    expect(await report(one, card)).toMatchObject({ status: 200, body: { status: 'active' } });
    expect(await statusOf(card)).toBe('active');
    expect(await mailsTo(owner)).toEqual([['card_reported', 1]]);
    expect(await report(two, card)).toMatchObject({ status: 200, body: { status: 'missing' } });
    expect(await statusOf(card)).toBe('missing');
    expect((await report(three, card)).body).toEqual({
      message: 'Thank you. This Cache Card is already marked as missing.',
      status: 'missing',
    });
    expect(await mailsTo(owner)).toEqual([
      ['card_reported', 1],
      ['card_missing', 2],
    ]);
    expect((await owner.client.get(`/api/cache-cards/${card.cardId}`)).body).toMatchObject({
      openReports: 2,
      uncountedReports: 0,
      checkedAt: null,
      canConfirmFrom: null,
      spareCardId: null,
      card: { status: 'missing' },
    });
  });

  test('needs three if the card was found with its code in the last seven days', async () => {
    const { owner, card } = await ownedCard();
    const [one, two, three, four] = (await reporters(4)) as [DirectMember, DirectMember, DirectMember, DirectMember];
    await scan((await directMember()).client, card);
    advanceClock(7 * secondsPerDay - 60);
    await report(one, card);
    expect(await report(two, card)).toMatchObject({ body: { status: 'active' } });
    expect(await report(three, card)).toMatchObject({ body: { status: 'missing' } });
    expect(await mailsTo(owner)).toEqual([
      ['card_reported', 1],
      ['card_reported', 2],
      ['card_missing', 3],
    ]);

    const other = await newCard({ owner: owner.id });
    await change('UPDATE card_scans SET code_was_right = 0 WHERE card_id = ?', card.id);
    await scan((await directMember()).client, other);
    advanceClock(7 * secondsPerDay);
    await report(three, other);
    expect(await report(four, other)).toMatchObject({ body: { status: 'missing' } });
  });

  test('needs two if the last find was without the code or was taken back', async () => {
    for (const undo of ['code_was_right = 0', 'taken_back_by = 1']) {
      const card = await newCard();
      await change(
        `INSERT INTO review_decisions (id, key, admin_id, action, reason, members, created_at) VALUES (1, 'k', ?, 'take_back', 'r', 1, 1) ON CONFLICT DO NOTHING`,
        (await newAdmin()).id,
      );
      await scan((await directMember()).client, card);
      await change(`UPDATE card_scans SET ${undo} WHERE card_id = ?`, card.id);
      const [one, two] = (await reporters(2)) as [DirectMember, DirectMember];
      await report(one, card);
      expect(await report(two, card)).toMatchObject({ body: { status: 'missing' } });
    }
  });

  test('by new members never takes a card off the map or emails its owner, and they get the same answer', async () => {
    const { owner, card } = await ownedCard();
    const known = await report(await newReporter(), await newCard({ owner: owner.id }));
    const young = await directMember();
    await giveFinds(young);
    const idle = await directMember();
    await change('UPDATE users SET created_at = created_at - ? WHERE id = ?', reporterMinAgeSeconds, idle.id);
    await giveFinds(idle, reporterMinFinds - 1);
    const doubted = await newReporter();
    await change('UPDATE card_scans SET taken_back_by = (SELECT max(id) FROM review_decisions) WHERE user_id = ?', doubted.id);
    await change(
      `UPDATE card_scans SET kind = 2, tokens_earned = 0 WHERE id = (SELECT max(id) FROM card_scans WHERE user_id = ? AND taken_back_by IS NULL)`,
      doubted.id,
    );
    for (const member of [young, idle, doubted]) expect((await report(member, card)).body).toEqual(known.body);
    expect(await statusOf(card)).toBe('active');
    expect((await mailsTo(owner)).length).toBe(1);
    expect((await owner.client.get(`/api/cache-cards/${card.cardId}`)).body).toMatchObject({ openReports: 0, uncountedReports: 3 });
    await report(await newReporter(), card);
    expect(await statusOf(card)).toBe('active');
  });

  test('by a member who found cards without their codes counts only if these belong to three other owners', { tags: 'long' }, async () => {
    const { owner, card } = await ownedCard();
    const others = await Promise.all([1, 2, 3].map(() => directMember()));
    const [one, two, three] = others;
    if (!one || !two || !three) throw new Error('No owners');
    const isCounted = async (...finds: [count: number, found: NonNullable<Parameters<typeof giveFinds>[2]>][]) => {
      const member = await newObserver();
      for (const [count, found] of finds) await giveFinds(member, count, found);
      const before = await countedReports(card);
      await report(member, card);
      return (await countedReports(card)) !== before;
    };
    const typedFinds = (owners: readonly { id: number }[]) => ({ withCode: false, owners });
    expect(await isCounted([20, typedFinds([one, two])])).toBe(false);
    expect(await isCounted([20, typedFinds([one, two, owner])])).toBe(false);
    expect(await isCounted([20, typedFinds([])])).toBe(false);
    expect(await isCounted([4, { owners: [one] }], [9, typedFinds([one, two])])).toBe(false);
    expect(await isCounted([3, typedFinds([one, two, three])], [1, {}], [3, typedFinds([owner])])).toBe(false);
    expect(await isCounted([3, typedFinds([one, two, three])], [2, {}])).toBe(true);
  });

  test('counts once its author has the experience and reports the card again', async () => {
    const { owner, card } = await ownedCard();
    const member = await directMember();
    await giveFinds(member);
    await report(member, card);
    expect(await countedReports(card)).toBe(0);
    await change('UPDATE users SET created_at = created_at - ? WHERE id = ?', reporterMinAgeSeconds, member.id);
    await report(member, card);
    expect([await openReports(card), await countedReports(card)]).toEqual([1, 1]);
    expect(await mailsTo(owner)).toEqual([['card_reported', 1]]);
    await report(member, card);
    expect(await mailsTo(owner)).toEqual([['card_reported', 1]]);
  });

  test('twice by one member counts once, even concurrently', async () => {
    const { owner, card } = await ownedCard();
    const member = await newReporter();
    await Promise.all([1, 2, 3].map(() => report(member, card)));
    expect(await report(member, card)).toMatchObject({ status: 200, body: { status: 'active' } });
    expect(await openReports(card)).toBe(1);
    expect(await mailsTo(owner)).toEqual([['card_reported', 1]]);
  });

  test('by two members concurrently makes it missing once', async () => {
    const { owner, card } = await ownedCard();
    const [one, two] = (await reporters(2)) as [DirectMember, DirectMember];
    await Promise.all([report(one, card), report(two, card)]);
    expect(await statusOf(card)).toBe('missing');
    expect(await mailsTo(owner)).toEqual([
      ['card_reported', 1],
      ['card_missing', 2],
    ]);
  });

  test('without a verified address is rejected with a message', async () => {
    const card = await newCard();
    expectError(await report(await newReporter({ isVerified: false }), card), 403, 'email_unverified');
    expect(await openReports(card)).toBe(0);
  });

  test.each([
    'mailbox',
    'network address',
  ])('by two accounts of one %s counts once; a third member makes the card missing', async (same) => {
    const { owner, card } = await ownedCard();
    const [one, two, three] = (await reporters(3)) as [DirectMember, DirectMember, DirectMember];
    if (same === 'mailbox') {
      await change("UPDATE users SET email = 'B.ert+' || id || '@gmail.com' WHERE id IN (?, ?)", one.id, two.id);
    } else two.client.address = one.client.address;
    await Promise.all([one, two].map((member) => report(member, card)));
    expect(await statusOf(card)).toBe('active');
    expect([await openReports(card), await countedReports(card)]).toEqual([2, 1]);
    expect(await mailsTo(owner)).toEqual([['card_reported', 1]]);
    expect(await report(three, card)).toMatchObject({ body: { status: 'missing' } });
  });

  test('by a member who is suspended or leaves counts no longer', async () => {
    const { card } = await ownedCard();
    const [one, two, three, four] = (await reporters(4)) as [DirectMember, DirectMember, DirectMember, DirectMember];
    await report(one, card);
    expect((await suspend(await newAdmin(), one.id)).status).toBe(200);
    expect(await report(two, card)).toMatchObject({ body: { status: 'active' } });
    await change('UPDATE users SET deletion_requested_at = 1 WHERE id = ?', two.id);
    expect(await report(three, card)).toMatchObject({ body: { status: 'active' } });
    expect(await report(four, card)).toMatchObject({ body: { status: 'missing' } });
  });

  test('sends the owner no emails if they turned off optional emails, or are suspended', async () => {
    for (const template of ['card_reported', 'card_missing'])
      expect(
        findUndeliverableReason({
          template,
          attempts: 1,
          wantsOptionalMail: 0,
          stoppedTopics: '[]',
          isToUnverified: 0,
          isToErased: 0,
          bounceReason: null,
        }),
      ).toMatchObject({
        reason: 'unsubscribed',
      });
    const { owner, card } = await ownedCard();
    await suspend(await newAdmin(), owner.id);
    for (const member of await reporters(2)) await report(member, card);
    expect(await statusOf(card)).toBe('missing');
    expect(await mailsTo(owner)).toEqual([]);
  });

  test('erases the hashes of mailbox and address once the report is closed', async () => {
    const { owner, card } = await ownedCard();
    const hashes = `SELECT sum(mailbox_hash IS NOT NULL) AS mailbox, sum(address_hash IS NOT NULL) AS address FROM card_reports WHERE card_id = ?`;
    const member = await newReporter();
    for (const close of [
      async () => scan((await directMember()).client, card),
      () => owner.client.post(`/api/cache-cards/${card.cardId}/report-answer`, { answer: 'still_there' }),
    ]) {
      await report(member, card);
      expect(await row(hashes, card.id)).toEqual({ mailbox: 1, address: 1 });
      await close();
      expect(await row(hashes, card.id)).toEqual({ mailbox: 0, address: 0 });
    }
  });

  test('expires after 90 days, so that a second report does not complete it', async () => {
    const card = await newCard();
    const [one, two] = (await reporters(2)) as [DirectMember, DirectMember];
    await report(one, card);
    await change('UPDATE card_reports SET created_at = created_at - 90 * 86400 - 1 WHERE card_id = ?', card.id);
    await fire('purge-expired');
    expect((await report(two, card)).body).toMatchObject({ status: 'active' });
  });

  test('ends with the next scan, which makes the card active; then new reports are needed', async () => {
    const card = await newCard();
    const [one, two, three] = (await reporters(3)) as [DirectMember, DirectMember, DirectMember];
    await report(one, card);
    await report(two, card);
    expect(await scan((await directMember()).client, card)).toMatchObject({ body: { tokensEarned: 1, card: { status: 'active' } } });
    expect(await openReports(card)).toBe(0);
    await report(one, card);
    await report(two, card);
    expect(await statusOf(card)).toBe('active');
    await report(three, card);
    expect(await statusOf(card)).toBe('missing');
  });

  test('is undone by a find, but not by a repeated scan or the owner’s own, with or without the code', async () => {
    const { owner, card } = await ownedCard();
    const repeat = await directMember();
    await scan(repeat.client, card);
    await change('UPDATE card_scans SET scan_date = 1 WHERE card_id = ?', card.id);
    for (const member of await reporters(2)) await report(member, card);
    for (const { client } of [owner, repeat, owner])
      for (const code of [card.code, undefined])
        expect(await client.post('/api/scan', { cardId: card.cardId, code })).toMatchObject({
          status: 200,
          body: { tokensEarned: 0, card: { status: 'missing' } },
        });
    expect((await scan(owner.client, card)).body.message).toContain('confirm that on its page');
    const typed = await (await directMember()).client.post('/api/scan', { cardId: card.cardId, source: 'typed' });
    expect(typed).toMatchObject({ body: { tokensEarned: 1, card: { status: 'missing' } } });
    expect([await statusOf(card), await openReports(card)]).toEqual(['missing', 2]);
    await scan((await directMember()).client, card);
    expect([await statusOf(card), await openReports(card)]).toEqual(['active', 0]);
  });

  test('concurrently with a scan leaves the card active, with a report only if it came after the scan', async () => {
    for (let round = 1; round <= 4; round += 1) {
      const card = await newCard();
      const [one, two] = (await reporters(2)) as [DirectMember, DirectMember];
      const finder = await directMember();
      await report(one, card);
      const [found, late] = await Promise.all([scan(finder.client, card), report(two, card)]);
      expect([found.status, late.status]).toEqual([200, 200]);
      expect(await statusOf(card)).toBe('active');
      expect((await openReports(card)) ?? 9).toBeLessThanOrEqual(1);
    }
  });

  test('is rejected for a card that was never placed', async () => {
    const card = await newCard({ status: 'ordered' });
    expectError(await report(await newReporter(), card), 409, 'card_not_placed');
    expect(await openReports(card)).toBe(0);
  });

  test('counts as a guess for a disabled, unpaid or unknown card', async () => {
    const member = await newReporter();
    const hidden = [await newCard({ status: 'disabled' }), await newCard({ paid: false }), { cardId: 'TC-9999999' }];
    for (const card of hidden) expectError(await report(member, card), 404, 'card_not_found');
    expect(await row("SELECT count FROM rate_counters WHERE key = 'card-miss:hour:member:' || ?", String(member.id))).toEqual({ count: 3 });
  });

  test('is limited to three cards a day, even concurrently, with or without experience', async () => {
    for (const member of [await newReporter(), await directMember()]) {
      const cards = await Promise.all(Array.from({ length: 8 }, () => newCard()));
      const answers = await Promise.all(cards.map((card) => report(member, card)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(reportsPerDay);
      const refused = answers.find(({ status }) => status !== 200);
      if (!refused) throw new Error('No report was refused');
      expectError(refused, 429, 'too_many_reports');
      expect(refused.headers.get('Retry-After')).toBe(String(14 * 3_600));
      expect(await row('SELECT count(*) AS n FROM card_reports WHERE user_id = ?', member.id)).toEqual({ n: reportsPerDay });
      // Resending a report does not count as another report.
      const reported = cards.find((_, index) => answers[index]?.status === 200);
      if (reported) expect((await report(member, reported)).status).toBe(200);
    }
    advanceClock(14 * 3_600);
    const rested = await newReporter();
    expect((await report(rested, await newCard())).status).toBe(200);
  });

  test('by two experienced accounts takes no more cards off the map than their daily limit', async () => {
    const { owner } = await ownedCard();
    const cards = await Promise.all(Array.from({ length: 6 }, () => newCard({ owner: owner.id })));
    const [one, two] = (await reporters(2)) as [DirectMember, DirectMember];
    for (const card of cards) for (const member of [one, two]) await report(member, card);
    expect((await Promise.all(cards.map(statusOf))).filter((status) => status === 'missing')).toHaveLength(reportsPerDay);
  });
});
