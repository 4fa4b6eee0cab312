import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { ScanResponse } from '#schema/scan.ts';
import { balanceOf, newCard } from './support/client.ts';
import { directMember } from './support/direct-member.ts';

const count = async (sql: string, ...values: (string | number)[]) => {
  const row = await env.DB.prepare(sql)
    .bind(...values)
    .first<{ n: number }>();
  return row?.n ?? -1;
};

describe('scans at the same moment', () => {
  test('50 identical ones pay once', async () => {
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

  test('60 different ones pay 50, and the rest is told when to come back', async () => {
    const finder = await directMember();
    const cards = await Promise.all(Array.from({ length: 60 }, () => newCard()));
    const answers = await Promise.all(
      cards.map((card) => finder.client.post<ScanResponse>('/api/scan', { cardId: card.cardId, code: card.code })),
    );
    expect(answers.filter((answer) => answer.status === 200 && answer.body.tokensEarned === 1)).toHaveLength(50);
    const refused = answers.filter((answer) => answer.status === 429);
    expect(refused).toHaveLength(10);
    for (const answer of refused) expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await balanceOf(finder.id)).toBe(50);
  });

  test('15 different ones without the code pay 10', async () => {
    const finder = await directMember();
    const cards = await Promise.all(Array.from({ length: 15 }, () => newCard()));
    const answers = await Promise.all(cards.map((card) => finder.client.post('/api/scan', { cardId: card.cardId })));
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(5);
    expect(await balanceOf(finder.id)).toBe(10);
  });

  test('two first confirmations of one owner pay one 10 and one 2', async () => {
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

  test('ten finders of one card confirm its placement once', async () => {
    const owner = await directMember({ role: 'basic' });
    const card = await newCard({ owner: owner.id, placed: true });
    const finders = await Promise.all(Array.from({ length: 10 }, () => directMember()));
    await Promise.all(finders.map((finder) => finder.client.post('/api/scan', { cardId: card.cardId, code: card.code })));
    expect(await balanceOf(owner.id)).toBe(10 + 10);
    expect(await count('SELECT total_scans AS n FROM cache_cards WHERE id = ?', card.id)).toBe(10);
    expect(await count('SELECT tokens_earned AS n FROM cache_cards WHERE id = ?', card.id)).toBe(30);
  });

  test('one request sent ten times under one Idempotency-Key pays once and always answers what it paid', async () => {
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

  test('an owner and a finder who scan an ordered card at once make it active once and pay once', async () => {
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

  test('two reporters at once mark a card missing', async () => {
    const card = await newCard();
    const reporters = await Promise.all([directMember(), directMember()]);
    await Promise.all(reporters.map((reporter) => reporter.client.post(`/api/card/${card.cardId}/report`)));
    expect(await count(`SELECT COUNT(*) AS n FROM cache_cards WHERE id = ? AND status = 'missing'`, card.id)).toBe(1);
  });
});
