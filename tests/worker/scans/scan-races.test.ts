import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { ScanResponse } from '#schema/scans/scan.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { balanceOf, expectError, newCard } from '#tests/worker/support/client.ts';

const count = async (sql: string, ...values: (string | number)[]) => {
  const row = await env.DB.prepare(sql)
    .bind(...values)
    .first<{ n: number }>();
  return row?.n ?? -1;
};

const rowsOf = async (sql: string, ...values: (string | number)[]) =>
  (
    await env.DB.prepare(sql)
      .bind(...values)
      .all()
  ).results;

describe('concurrent scans', () => {
  test('50 identical scans pay once', async () => {
    const owner = await directMember({ role: 'basic' });
    const finder = await directMember();
    const card = await newCard({ owner: owner.id, placed: true });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => finder.client.post<ScanResponse>('/api/scan', { cardId: card.cardId, code: card.code })),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(50).fill(200));
    expect(answers.filter((answer) => answer.body.tokensEarned === 1)).toHaveLength(1);
    expect(await balanceOf(finder.id)).toBe(1);
    expect(await balanceOf(owner.id)).toBe(1 + 10);
    expect(await count('SELECT total_scans AS n FROM cache_cards WHERE id = ?', card.id)).toBe(1);
    expect(await count('SELECT tokens_earned AS n FROM cache_cards WHERE id = ?', card.id)).toBe(12);
  });

  test.each([
    { name: 'with the code', hasCode: true, sent: 60, limit: 50, code: 'daily_scan_limit' },
    { name: 'without the code', hasCode: false, sent: 15, limit: 10, code: 'daily_codeless_limit' },
  ])('$sent scans of different cards $name pay $limit; the others store nothing', async ({ hasCode, sent, limit, code }) => {
    const finder = await directMember();
    const owner = await directMember({ role: 'basic' });
    const cards = await Promise.all(Array.from({ length: sent }, () => newCard({ owner: owner.id })));
    const answers = await Promise.all(
      cards.map((card) => finder.client.post<ScanResponse>('/api/scan', { cardId: card.cardId, ...(hasCode && { code: card.code }) })),
    );
    const paid = cards.filter((_, index) => answers[index]?.status === 200).map(({ id }) => id);
    const refused = answers.filter(({ status }) => status !== 200);
    expect([paid.length, refused.length]).toEqual([limit, sent - limit]);
    for (const answer of refused) {
      expectError(answer, 429, code);
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    }
    expect([await balanceOf(finder.id), await balanceOf(owner.id)]).toEqual([limit, limit]);
    const scanned = await rowsOf('SELECT card_id AS "id" FROM card_scans WHERE user_id = ? ORDER BY card_id', finder.id);
    const found = await rowsOf('SELECT id FROM cache_cards WHERE user_id = ? AND total_scans > 0 ORDER BY id', owner.id);
    expect([scanned, found].map((list) => list.map(({ id }) => id))).toEqual([paid, paid]);
    expect(await rowsOf('SELECT rewarded_scans, codeless_scans FROM member_days WHERE user_id = ?', finder.id)).toEqual([
      { rewarded_scans: limit, codeless_scans: hasCode ? 0 : limit },
    ]);
  });

  test('two first confirmations of one owner’s cards pay 10 and 2 tokens', async () => {
    const owner = await directMember({ role: 'premium' });
    const finders = await Promise.all([directMember(), directMember()]);
    const cards = await Promise.all([newCard({ owner: owner.id, placed: true }), newCard({ owner: owner.id, placed: true })]);
    await Promise.all(
      finders.map((finder, index) => finder.client.post('/api/scan', { cardId: cards[index]?.cardId, code: cards[index]?.code })),
    );
    const { results } = await env.DB.prepare(`SELECT amount FROM token_transactions WHERE user_id = ? AND kind = 2 ORDER BY amount`)
      .bind(owner.id)
      .all<{ amount: number }>();
    expect(results.map((row) => row.amount)).toEqual([2, 10]);
    expect(await count('SELECT community_keys AS n FROM users WHERE id = ?', owner.id)).toBe(2);
  });

  test('ten finders confirm the placement of a card once', async () => {
    const owner = await directMember({ role: 'basic' });
    const card = await newCard({ owner: owner.id, placed: true });
    const finders = await Promise.all(Array.from({ length: 10 }, () => directMember()));
    await Promise.all(finders.map((finder) => finder.client.post('/api/scan', { cardId: card.cardId, code: card.code })));
    expect(await balanceOf(owner.id)).toBe(10 + 10);
    expect(await count('SELECT total_scans AS n FROM cache_cards WHERE id = ?', card.id)).toBe(10);
    expect(await count('SELECT tokens_earned AS n FROM cache_cards WHERE id = ?', card.id)).toBe(30);
  });

  test('one request sent ten times with one Idempotency-Key pays once, with the same answer each time', async () => {
    const finder = await directMember();
    const card = await newCard();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        finder.client.post<ScanResponse>('/api/scan', { cardId: card.cardId, code: card.code }, { 'Idempotency-Key': 'offline-scan-0001' }),
      ),
    );
    expect(answers.map((answer) => answer.body.tokensEarned)).toEqual(Array(10).fill(1));
    expect(await balanceOf(finder.id)).toBe(1);
  });

  test('the owner and a finder of an ordered card activate it once and pay once', async () => {
    const owner = await directMember({ role: 'basic' });
    const finder = await directMember();
    const card = await newCard({ owner: owner.id, status: 'ordered' });
    const answers = await Promise.all(
      [owner, finder, owner, finder].map((member) => member.client.post('/api/scan', { cardId: card.cardId, code: card.code })),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect(
      await count(`SELECT COUNT(*) AS n FROM cache_cards WHERE id = ? AND status = 'active' AND placed_date IS NOT NULL`, card.id),
    ).toBe(1);
    expect(await balanceOf(owner.id)).toBe(1);
    expect(await balanceOf(finder.id)).toBe(1);
  });
});
