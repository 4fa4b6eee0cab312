import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CardForScan, decideScan, type Finder, type ScanContext } from '#worker/domain/scans/scan.ts';

const owner = 1;
const finderId = 2;
const card: CardForScan = {
  status: 'active',
  ownerId: owner,
  isOwnerSuspended: false,
  isOwnerHidden: false,
  ownerReferredById: null,
  isTest: false,
  placementOpen: false,
  placementPaidBefore: false,
  openReports: 0,
  alreadyCollected: false,
  keyUsedFor: null,
  keyTokensEarned: 0,
};
const finder: Finder = { id: finderId, referredById: null, isVerified: true, rewardedToday: 0, codelessToday: 0 };
const context: ScanContext = { codeWasRight: true, testCardsPay: true, now: Date.parse('2026-11-21T18:00:00Z') / 1_000 };
const sixHours = 6 * 3_600;

const reward = { kind: 'reward', activates: false, tokens: 1, ownerTokens: 1, placement: 'none' };

interface Case {
  seen?: Partial<CardForScan>;
  by?: Partial<Finder>;
  how?: Partial<ScanContext>;
}

const decide = ({ seen, by, how }: Case) => decideScan({ ...card, ...seen }, { ...finder, ...by }, { ...context, ...how });

describe('an allowed scan:', () => {
  test.each<[string, Case, object]>([
    ['a first find pays finder and owner', {}, reward],
    ['a card without an owner pays the finder only', { seen: { ownerId: null } }, { ...reward, ownerTokens: 0 }],
    ['an ordered card pays as usual', { seen: { status: 'ordered' } }, { ...reward, activates: true }],
    [
      'an ordered card becomes active without the code',
      { seen: { status: 'ordered' }, how: { codeWasRight: false } },
      { ...reward, activates: true },
    ],
    ['a missing card pays as usual', { seen: { status: 'missing', openReports: 2 } }, { ...reward, activates: true }],
    [
      'a missing card stays missing without the code',
      { seen: { status: 'missing', openReports: 2 }, how: { codeWasRight: false } },
      reward,
    ],
    [
      'a test card has no code, so any scan finds it again',
      { seen: { isTest: true, ownerId: null, status: 'missing' }, how: { codeWasRight: false } },
      { ...reward, activates: true, ownerTokens: 0 },
    ],
    ['an open placement is confirmed', { seen: { placementOpen: true } }, { ...reward, placement: 'confirmed_and_paid' }],
    ['does not confirm a placement without the code', { seen: { placementOpen: true }, how: { codeWasRight: false } }, reward],
    [
      'an unverified member’s find confirms the placement once they verify',
      { seen: { placementOpen: true }, by: { isVerified: false } },
      { ...reward, placement: 'awaits_verification' },
    ],
    [
      'an unverified member without the code does not confirm it later either',
      { seen: { placementOpen: true }, by: { isVerified: false }, how: { codeWasRight: false } },
      reward,
    ],
    [
      'an unverified member referred by the owner does not confirm it later either',
      { seen: { placementOpen: true }, by: { isVerified: false, referredById: owner } },
      reward,
    ],
    [
      'a second placement by the same owner is confirmed, but not paid again',
      { seen: { placementOpen: true, placementPaidBefore: true } },
      { ...reward, placement: 'confirmed' },
    ],
    [
      'a member referred by the owner does not confirm the placement',
      { seen: { placementOpen: true }, by: { referredById: owner } },
      reward,
    ],
    ['the owner’s referrer does not confirm the placement', { seen: { placementOpen: true, ownerReferredById: finderId } }, reward],
    [
      'a member with the same referrer as the owner confirms the placement',
      { seen: { placementOpen: true, ownerReferredById: 9 }, by: { referredById: 9 } },
      { ...reward, placement: 'confirmed_and_paid' },
    ],
    [
      'a card without an owner has no placement to confirm',
      { seen: { ownerId: null, placementOpen: true } },
      { ...reward, ownerTokens: 0 },
    ],
    ['a find of a suspended owner’s card pays the finder alone', { seen: { isOwnerSuspended: true } }, { ...reward, ownerTokens: 0 }],
    [
      'a find of a suspended owner’s card does not confirm the placement',
      { seen: { isOwnerSuspended: true, isOwnerHidden: true, placementOpen: true } },
      { ...reward, ownerTokens: 0 },
    ],
    [
      'an unverified member does not confirm a suspended owner’s placement later either',
      { seen: { isOwnerSuspended: true, isOwnerHidden: true, placementOpen: true }, by: { isVerified: false } },
      { ...reward, ownerTokens: 0 },
    ],
    ['a find of a leaving owner’s card does not confirm the placement', { seen: { isOwnerHidden: true, placementOpen: true } }, reward],
    ['one’s own card pays nothing', { by: { id: owner } }, { kind: 'own_card', activates: false }],
    ['one’s own ordered card is activated', { seen: { status: 'ordered' }, by: { id: owner } }, { kind: 'own_card', activates: true }],
    [
      'one’s own missing card stays missing, and its reports open',
      { seen: { status: 'missing', openReports: 2 }, by: { id: owner } },
      { kind: 'own_card', activates: false },
    ],
    ['a repeat pays nothing', { seen: { alreadyCollected: true } }, { kind: 'repeat', activates: false }],
    ['a repeat closes no report', { seen: { alreadyCollected: true, openReports: 1 } }, { kind: 'repeat', activates: false }],
    [
      'a repeat finds a missing test card again',
      { seen: { isTest: true, ownerId: null, alreadyCollected: true, status: 'missing' } },
      { kind: 'repeat', activates: true },
    ],
    ['a test card pays where test cards pay', { seen: { isTest: true, ownerId: null } }, { ...reward, ownerTokens: 0 }],
    [
      'a test card pays nothing where they do not',
      { seen: { isTest: true, ownerId: null }, how: { testCardsPay: false } },
      { kind: 'unpaid', activates: false },
    ],
    ['the 50th of the day', { by: { rewardedToday: 49 } }, reward],
    ['the 10th of the day without a code', { by: { codelessToday: 9 }, how: { codeWasRight: false } }, reward],
    ['one with the code after 10 without', { by: { codelessToday: 10, rewardedToday: 10 } }, reward],
    ['a repeat at the limit', { seen: { alreadyCollected: true }, by: { rewardedToday: 50 } }, { kind: 'repeat', activates: false }],
    ['one’s own card at the limit', { by: { id: owner, rewardedToday: 50 } }, { kind: 'own_card', activates: false }],
    [
      'a repeated request gets the earlier answer',
      { seen: { keyUsedFor: 'this_card', keyTokensEarned: 1, alreadyCollected: true }, by: { rewardedToday: 50 } },
      { kind: 'replay', tokens: 1 },
    ],
  ])('%s', (_, given, plan) => {
    expect(decide(given)).toEqual({ ok: true, value: plan });
  });
});

describe('a refused scan:', () => {
  test.each<[string, Case, object]>([
    ['the 51st of the day', { by: { rewardedToday: 50 } }, { reason: 'daily_scan_limit', retryAfterSeconds: sixHours }],
    [
      'the 11th of the day without a code',
      { by: { rewardedToday: 20, codelessToday: 10 }, how: { codeWasRight: false } },
      { reason: 'daily_codeless_limit', retryAfterSeconds: sixHours },
    ],
    [
      'at both limits the one that a code would not lift is named',
      { by: { rewardedToday: 50, codelessToday: 10 }, how: { codeWasRight: false } },
      { reason: 'daily_scan_limit', retryAfterSeconds: sixHours },
    ],
    [
      'an idempotency key of another card',
      { seen: { keyUsedFor: 'other_card', keyTokensEarned: 1 } },
      { reason: 'idempotency_key_reused' },
    ],
  ])('%s', (_, given, refusal) => {
    expect(decide(given)).toEqual({ ok: false, refusal });
  });
});

test('no scan ever pays more than 1 to the finder and 1 to the owner', () => {
  const seen = fc.record<CardForScan>({
    status: fc.constantFrom('ordered', 'active', 'missing'),
    ownerId: fc.option(fc.integer({ min: 1, max: 3 })),
    isOwnerSuspended: fc.boolean(),
    isOwnerHidden: fc.boolean(),
    ownerReferredById: fc.option(fc.integer({ min: 1, max: 3 })),
    isTest: fc.boolean(),
    placementOpen: fc.boolean(),
    placementPaidBefore: fc.boolean(),
    openReports: fc.nat(3),
    alreadyCollected: fc.boolean(),
    keyUsedFor: fc.constantFrom('this_card', 'other_card', null),
    keyTokensEarned: fc.constantFrom(0, 1),
  });
  const by = fc.record<Finder>({
    id: fc.integer({ min: 1, max: 3 }),
    referredById: fc.option(fc.integer({ min: 1, max: 3 })),
    isVerified: fc.boolean(),
    rewardedToday: fc.nat(60),
    codelessToday: fc.nat(15),
  });
  const how = fc.record<ScanContext>({ codeWasRight: fc.boolean(), testCardsPay: fc.boolean(), now: fc.nat(4_000_000_000) });
  fc.assert(
    fc.property(seen, by, how, (a, b, c) => {
      const decision = decideScan(a, b, c);
      if (!decision.ok || decision.value.kind !== 'reward') return;
      expect(decision.value).toMatchObject({ tokens: 1, ownerTokens: a.ownerId === null || a.isOwnerSuspended ? 0 : 1 });
      expect(a.ownerId).not.toBe(b.id);
      expect(a.alreadyCollected || b.rewardedToday >= 50 || (!c.codeWasRight && b.codelessToday >= 10)).toBe(false);
    }),
  );
});
