import { expect, test } from 'vitest';
import { decideCardEdit, decideCardStatus } from '#worker/domain/cards/admin-card.ts';

const card = { version: 3, status: 'active', isTest: false, isPaymentReturned: false, isUsedUp: false, ownerId: 5 } as const;
const returned = { ...card, status: 'disabled', isPaymentReturned: true } as const;

test.each([
  ['a card at its current version, with a member as owner', card, 3, 7, undefined],
  ['a card to have no owner', card, 3, undefined, undefined],
  ['a test card that stays without an owner', { ...card, isTest: true }, 3, undefined, undefined],
  ['an unknown card', undefined, 3, undefined, 'card_not_found'],
  ['a card changed meanwhile', card, 2, 7, 'changed_meanwhile'],
  ['a card to an unknown owner', card, 3, null, 'no_such_member'],
  ['a returned card of the same owner', returned, 3, 5, undefined],
  ['a returned card to have another owner', returned, 3, 7, 'card_payment_returned'],
  ['a returned card to have no owner', returned, 3, undefined, 'card_payment_returned'],
  ['a test card with an owner', { ...card, isTest: true }, 3, 7, 'test_card_has_no_owner'],
] as const)('an administrator editing %s is accepted or refused', (_, seen, version, owner, refusal) => {
  expect(decideCardEdit(seen, version, owner)).toEqual(refusal ? { ok: false, refusal } : { ok: true, value: undefined });
});

test.each([
  ['to another one', card, 3, 'missing', undefined],
  ['to its current one', card, 3, 'active', 'status_already'],
  ['of a card changed meanwhile', card, 4, 'missing', 'changed_meanwhile'],
  ['of an unknown card', undefined, 3, 'missing', 'card_not_found'],
  ['of a card whose payment was returned', returned, 3, 'active', 'card_payment_returned'],
  ['of a card that replaced a lost one', { ...card, status: 'disabled', isUsedUp: true }, 3, 'ordered', 'card_used_up'],
] as const)('an administrator setting the status %s is accepted or refused', (_, seen, version, status, refusal) => {
  expect(decideCardStatus(seen, version, status)).toEqual(refusal ? { ok: false, refusal } : { ok: true, value: undefined });
});
