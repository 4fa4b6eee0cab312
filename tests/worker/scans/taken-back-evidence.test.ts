/** Tests how revoked finds appear in later review cases and in the admin area. Product rules: Reviews. */

import { env } from 'cloudflare:workers';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { AdminCardDetails } from '#schema/cards/admin-cards.ts';
import { AdminReviewCase } from '#schema/reviews/admin-review-case.ts';
import { neighbourFinds, twinSearchMaxFinders } from '#schema/rules.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { boughtCards } from '#tests/worker/support/cards/bought-cards.ts';
import { giveTokens, passReview, verifyEmail } from '#tests/worker/support/certificates/redeemer.ts';
import { activate } from '#tests/worker/support/certificates/stays.ts';
import { change, newCard, newMember, row } from '#tests/worker/support/client.ts';
import { decide, find, pair, redeem, undoDecision } from '#tests/worker/support/reviews/deciding.ts';
import type { Env } from '#worker/env.ts';
import { createStore } from '#worker/store/store.ts';

const { reviews } = createStore(env as unknown as Env);
const kindsOf = async (userId: number, price: number) =>
  (await reviews.facts(userId, { price }))?.rewards.map(({ kind, tokens }) => `${tokens} ${kind}`);

test('finds that were taken back are not behind later redemptions; earlier rewards are', async () => {
  const { owner, finder, boss, ids } = await pair();
  await decide(boss, 'take_back', ids);
  await giveTokens(finder.id, 2);
  await find(finder, [await newCard()]);
  expect(await kindsOf(finder.id, 3)).toEqual(['2 adjustment', '1 find']);
  await giveTokens(owner.id, 2);
  expect(await kindsOf(owner.id, 2)).toEqual(['2 adjustment']);

  const older = await newMember();
  await giveTokens(older.id, 3);
  const { cards } = await boughtCards(owner.id, 3);
  await find(older, cards);
  const decision = await decide(boss, 'take_back', [older.id]);
  expect(await kindsOf(older.id, 3)).toEqual(['3 adjustment']);
  expect(await kindsOf(owner.id, 5)).toEqual(['2 adjustment', '1 owner_reward', '1 owner_reward', '1 owner_reward']);
  await undoDecision(boss, decision);
  expect(await kindsOf(older.id, 6)).toEqual(['3 adjustment', '1 find', '1 find', '1 find']);
});

test('placements that were taken back are not behind later redemptions', async () => {
  const owner = await newMember({ role: 'premium' });
  const { cards } = await boughtCards(owner.id, 1, { placed: true });
  const { finder, boss } = await pair({ finds: 1 });
  await verifyEmail(finder.id);
  await giveTokens(owner.id, 4);
  await find(finder, cards);
  expect(await kindsOf(owner.id, 15)).toEqual(['4 adjustment', '1 owner_reward', '10 placement']);
  await decide(boss, 'take_back', [owner.id, finder.id]);
  expect(await kindsOf(owner.id, 4)).toEqual(['4 adjustment']);
});

test('finds that were taken back stay behind the certificate they paid for, marked as taken back', async () => {
  const { owner, finder, boss, cards } = await pair();
  await verifyEmail(finder.id);
  await giveTokens(finder.id, 57);
  const id = await redeem(finder);
  const number = (await row<{ number: string }>('SELECT number FROM vacation_certificates WHERE id = ?', id))?.number ?? '';
  await passReview(number);
  expect((await activate(finder.client, number)).status).toBe(200);
  const before = await reviews.facts(finder.id, { number });
  const decision = await decide(boss, 'take_back', [finder.id], id);
  const after = await reviews.facts(finder.id, { number });
  expect(after?.rewards).toEqual(before?.rewards);
  expect(after?.finds.map(({ isTakenBack }) => isTakenBack)).toEqual([true, true, true]);
  const shown = v.parse(AdminReviewCase, (await boss.client.get(`/api/admin/reviews/${id}/case`)).body);
  expect(shown.paidWith).toMatchObject({ finds: 3, other: 57 });
  expect(shown.finds.map(({ isTakenBack }) => isTakenBack)).toEqual([true, true, true]);
  expect(shown.cards.map(({ finders }) => finders)).toEqual([0, 0, 0]);

  // The owner is not in the group and still has the rewards from these finds, so the finds remain evidence in the owner's case.
  expect((await reviews.facts(owner.id, { price: 3 }))?.finds).toMatchObject(cards.map(() => ({ userId: finder.id, isTakenBack: true })));
  const { finds } = v.parse(AdminCardDetails, (await boss.client.get(`/api/admin/cards/${cards[0]?.cardId}`)).body);
  expect(finds).toMatchObject([{ finder: { id: finder.id }, takenBackBy: { decisionId: decision.id, review: { id, number } } }]);
  await undoDecision(boss, decision);
  const { finds: again } = v.parse(AdminCardDetails, (await boss.client.get(`/api/admin/cards/${cards[0]?.cardId}`)).body);
  expect(again).toMatchObject([{ takenBackBy: null }]);
});

test('a case reads a limited number of a card’s finds, even if most of them were taken back', async () => {
  const { boss, ids } = await pair();
  const decision = await decide(boss, 'take_back', ids);
  const card = await newCard();
  const finders: number[] = [];
  for (let number = 0; number < 2 * twinSearchMaxFinders; number += 1) finders.push((await directMember()).id);
  const member = await newMember();
  await find(member, [card]);
  await change(
    `INSERT INTO card_scans (card_id, user_id, scan_date, kind, source, code_was_right, request_key, taken_back_by)
     SELECT ?1, value, 1, 0, 0, 1, 'taken-' || value, ?3 FROM json_each(?2)`,
    card.id,
    JSON.stringify(finders),
    decision.id,
  );
  const finds = (await reviews.facts(member.id, { price: 1 }))?.finds ?? [];
  expect(finds).toHaveLength(1 + neighbourFinds);
});
