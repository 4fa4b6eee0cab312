import { expect, test } from 'vitest';
import { decideCardEdit, decideCardStatus } from '#worker/domain/cards/admin-card.ts';

const card = { version: 3, status: 'active', isTest: false } as const;

test.each([
  ['a card as it was seen, with an owner who is a member', card, 3, 7, undefined],
  ['a card that is to be nobody’s', card, 3, undefined, undefined],
  ['a test card that stays nobody’s', { ...card, isTest: true }, 3, undefined, undefined],
  ['a card that there is not', undefined, 3, undefined, 'card_not_found'],
  ['a card that somebody changed since', card, 2, 7, 'changed_meanwhile'],
  ['a card for whom is no member', card, 3, null, 'no_such_member'],
  ['a test card with an owner', { ...card, isTest: true }, 3, 7, 'test_card_has_no_owner'],
] as const)('editing %s', (_, seen, version, owner, refusal) => {
  expect(decideCardEdit(seen, version, owner)).toEqual(refusal ? { ok: false, refusal } : { ok: true, value: undefined });
});

test.each([
  ['to another one', card, 3, 'missing', undefined],
  ['to the one it has', card, 3, 'active', 'status_already'],
  ['after somebody else changed the card', card, 4, 'missing', 'changed_meanwhile'],
  ['of a card that there is not', undefined, 3, 'missing', 'card_not_found'],
] as const)('setting the status %s', (_, seen, version, status, refusal) => {
  expect(decideCardStatus(seen, version, status)).toEqual(refusal ? { ok: false, refusal } : { ok: true, value: undefined });
});
