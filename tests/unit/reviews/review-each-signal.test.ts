/** Each review signal in isolation, at its threshold and just below it. Product rules: Reviews. */
import { describe, expect, test } from 'vitest';
import { secondsPerDay } from '#schema/rules.ts';
import { daysAgo, now, ReviewWorld } from '#tests/support/reviews/review-cases.ts';
import type { AccountFact, ReferralFact, ReturnedPayment, ReviewFacts } from '#worker/domain/reviews/facts.ts';
import { reviewSignals } from '#worker/domain/reviews/signals.ts';

const codesOf = (facts: ReviewFacts) => reviewSignals(facts, now).map(({ code }) => code);
const sentenceOf = (facts: ReviewFacts, code: string) => reviewSignals(facts, now).find((signal) => signal.code === code)?.sentence;

/** Creates a member with 60 finds: `ownFinds` of one owner's cards, and the rest of other owners' cards. */
function finderOf(ownFinds: number, { owner = {}, finder = {} }: { owner?: object; finder?: object } = {}) {
  const world = new ReviewWorld();
  const ownerId = world.account({ name: 'olga', ...owner });
  const finderId = world.account({ name: 'fred', ...finder });
  world.walk(finderId, world.trail(ownerId, ownFinds), daysAgo(20));
  for (let left = 60 - ownFinds, day = 19; left > 0; left -= 10, day -= 1)
    world.walk(finderId, world.trail(world.account(), Math.min(10, left)), daysAgo(day));
  return { world, ownerId, finderId };
}

/**
 * Creates an owner whose cards are found once each, two hours apart. The given finders take turns. Finders with a registration network
 * address scan from that address.
 */
function ownerOf(
  cards: number,
  finders: (Partial<Pick<AccountFact, 'formerMailboxes' | 'isVerified' | 'isDisposable' | 'isErased'>> & {
    email?: string;
    registrationAddressHash?: string;
  })[],
  owner = {},
) {
  const world = new ReviewWorld();
  const ownerId = world.account({ name: 'olga', ...owner });
  const finderIds = finders.map((finder, index) => world.account({ name: `f${index}`, ...finder }));
  for (const [index, card] of world.trail(ownerId, cards).entries()) {
    const turn = index % finderIds.length;
    const { registrationAddressHash: addressHash } = finders[turn] ?? {};
    world.find(finderIds[turn] ?? 0, card, daysAgo(30) + index * 7_200, addressHash === undefined ? {} : { addressHash });
  }
  return { world, ownerId, finderIds };
}

describe('the signal “one owner”', () => {
  test.each([
    ['one mailbox', { owner: { email: 'o.lga@gmail.com' }, finder: { email: 'olga+2@googlemail.com' } }, 'one mailbox'],
    [
      'a mailbox of the owner that the finder had',
      { owner: { email: 'olga@x.test' }, finder: { formerMailboxes: ['olga@x.test'] } },
      'one mailbox',
    ],
    [
      'a mailbox of the finder that the owner had',
      { owner: { formerMailboxes: ['f@x.test'] }, finder: { email: 'f+1@x.test' } },
      'one mailbox',
    ],
    ['a mailbox that both had', { owner: { formerMailboxes: ['a@x.test'] }, finder: { formerMailboxes: ['a@x.test'] } }, 'one mailbox'],
    [
      'one address at registration',
      { owner: { registrationAddressHash: 'h' }, finder: { registrationAddressHash: 'h' } },
      'signed up from the same',
    ],
    [
      'accounts made within the hour',
      { owner: { createdAt: daysAgo(9) }, finder: { createdAt: daysAgo(9) + 3_600 } },
      'within an hour of each other',
    ],
    ['a referral', { finder: { referredById: 1 } }, 'one was referred by the other'],
    ['a referral the other way', { owner: { referredById: 2 } }, 'one was referred by the other'],
  ])('is raised if half of the finds are at cards of an owner tied by %s', (_what, accounts, words) => {
    const { world, finderId } = finderOf(30, accounts);
    expect(sentenceOf(world.buildFacts(finderId), 'one_owner')).toContain(words);
    const less = finderOf(29, accounts);
    expect(codesOf(less.world.buildFacts(less.finderId))).not.toContain('one_owner');
  });

  test.each([
    ['sharedBankCards', 'paid with the same bank card'],
    ['sharedPayPalAddresses', 'PayPal addresses share one mailbox'],
  ])('is raised if both are in %s', (pairs, words) => {
    const { world, ownerId, finderId } = finderOf(30);
    expect(codesOf(world.buildFacts(finderId))).toEqual([]);
    const facts = world.buildFacts(finderId, { [pairs]: [{ userId: ownerId, otherId: finderId }] });
    expect(sentenceOf(facts, 'one_owner')).toContain(words);
  });

  test('is not raised for an address that both used on one day, but for one that both return to', () => {
    const { world, ownerId, finderId } = finderOf(30);
    const [card = 0, next = 0] = world.trail(ownerId, 2);
    world.ownScan(ownerId, card, daysAgo(12), 'café');
    world.find(finderId, card, daysAgo(12) + 60, { addressHash: 'café' });
    expect(codesOf(world.buildFacts(finderId, { price: 62 }))).toEqual([]);
    world.ownScan(ownerId, card, daysAgo(10), 'café');
    world.find(finderId, next, daysAgo(10) + 60, { addressHash: 'café' });
    expect(codesOf(world.buildFacts(finderId, { price: 62 }))).toEqual(['one_owner']);
  });

  test('adds up owners with a stronger tie than friendship, and of friends counts the one with most finds', () => {
    const world = new ReviewWorld();
    const finderId = world.account({ name: 'fred', registrationAddressHash: 'h' });
    const owners = [0, 1, 2].map(() => world.account({ registrationAddressHash: 'h' }));
    for (const owner of owners) world.walk(finderId, world.trail(owner, 20), daysAgo(owner), 60, { addressHash: 'h' });
    expect(codesOf(world.buildFacts(finderId))).toEqual(['one_owner']);
    const friends = new ReviewWorld();
    const brought = friends.account();
    for (const _ of [1, 2, 3]) friends.walk(brought, friends.trail(friends.account({ referredById: brought }), 20), daysAgo(10 - _));
    expect(codesOf(friends.buildFacts(brought))).toEqual([]);
  });

  test('is raised for the owner’s certificate, whose placements count by their confirmers', () => {
    const { world, ownerId } = ownerOf(20, [{ registrationAddressHash: 'home-1' }, { registrationAddressHash: 'home-1' }]);
    expect(codesOf(world.buildFacts(ownerId))).toEqual(['one_owner']);
    const placed = ownerOf(12, [{ registrationAddressHash: 'home-1' }]);
    expect(codesOf(placed.world.buildFacts(placed.ownerId))).toEqual([]);
    for (let card = 1; card <= 12; card += 1) placed.world.place(card, 2);
    expect(codesOf(placed.world.buildFacts(placed.ownerId))).toEqual(['one_owner']);
  });
});

describe('the signal “similar finders”', () => {
  /** Creates `count` accounts that walk past the same 60 cards, a day apart, each on a different network. */
  function walkers(count: number, changes: (index: number) => object) {
    const world = new ReviewWorld();
    const ownerId = world.account({ name: 'olga', email: 'olga@gmail.com' });
    const cards = world.trail(ownerId, 60);
    const ids = Array.from({ length: count }, (_, index) => world.account({ name: `f${index}`, ...changes(index) }));
    for (const [index, id] of ids.entries()) {
      world.walk(id, cards.slice(0, 30), daysAgo(40 - index));
      world.walk(id, cards.slice(30), daysAgo(39 - index));
    }
    return world.buildFacts(ids[0] ?? 0);
  }
  const tied = { registrationAddressHash: 'home-1' };

  test('is raised from three accounts on, if they are tied to the owner', () => {
    expect(codesOf(walkers(3, () => tied))).toEqual(['one_owner', 'shared_address', 'twins']);
    expect(codesOf(walkers(2, () => tied))).toEqual(['one_owner']);
  });

  test('is not raised for strangers to the owner', () => {
    expect(codesOf(walkers(9, (index) => ({ registrationAddressHash: 'block', createdAt: daysAgo(50) + index })))).toEqual([]);
    expect(codesOf(walkers(9, (index) => (index < 1 ? tied : { createdAt: daysAgo(50) + index })))).toEqual(['one_owner']);
  });

  test('states the days on which the accounts were created', () => {
    const referredAccount = (index: number) => ({ referredById: 1, createdAt: daysAgo(100) + index * secondsPerDay });
    expect(codesOf(walkers(3, referredAccount))).toEqual(['one_owner', 'made_together', 'twins']);
    expect(codesOf(walkers(3, (index) => ({ ...referredAccount(index), createdAt: daysAgo(100) + index * 4 * secondsPerDay })))).toEqual([
      'one_owner',
      'twins',
    ]);
  });
});

describe('the signal “codes downloaded before the finds”', () => {
  test.each([
    [5, 55, { isCodeExposed: true }, ['exposed_codes']],
    [5, 55, { isCodeExposed: true, codeWasRight: false }, []],
    [4, 10, { isCodeExposed: true }, []],
  ])('with %i among %i other finds: %j', (exposed, others, how, expected) => {
    const world = new ReviewWorld();
    const finder = world.account({ name: 'fred' });
    world.walk(finder, world.trail(world.account(), exposed), daysAgo(9), 600, how);
    world.walk(finder, world.trail(world.account(), others), daysAgo(7), 300);
    const facts = world.buildFacts(finder);
    expect(codesOf(facts)).toEqual(expected);
    if (expected.length > 0)
      expect(sentenceOf(facts, 'exposed_codes')).toBe(
        "Before 5 of 60 finds, made by fred, an administrator had downloaded the cards' codes or changed their delivery address, the cards were not printed yet, or their owner's account was recovered.",
      );
  });
});

describe('the signal “finds without the code”', () => {
  test.each([
    [20, 40, ['codeless']],
    [19, 41, []],
    [0, 60, []],
  ])('with %i without among %i with it', (without, withCode, expected) => {
    const world = new ReviewWorld();
    const finder = world.account({ name: 'fred' });
    world.walk(finder, world.trail(world.account(), without), daysAgo(9), 600, { codeWasRight: false, source: 'typed' });
    world.walk(finder, world.trail(world.account(), withCode), daysAgo(7), 300);
    const facts = world.buildFacts(finder);
    expect(codesOf(facts)).toEqual(expected);
    if (expected.length > 0) expect(sentenceOf(facts, 'codeless')).toBe("20 of 60 finds were made without the card's code, by fred.");
  });

  test('is raised for the certificate of the owner whom the finds paid', () => {
    const world = new ReviewWorld();
    const owner = world.account();
    const cards = world.trail(owner, 60);
    for (const part of [0, 1, 2, 3, 4, 5])
      world.walk(world.account(), cards.slice(part * 10, part * 10 + 10), daysAgo(9 - part), 600, { codeWasRight: false });
    expect(codesOf(world.buildFacts(owner))).toEqual(['codeless']);
  });
});

describe('the signal “pace”', () => {
  test.each([
    [46, 60 / 9, ['pace']],
    [45, 60 / 9, []],
    [60, 7, []],
  ])('with %i of 60 finds, one per %d seconds', (finds, secondsApart, expected) => {
    const world = new ReviewWorld();
    const finder = world.account();
    const owners = [0, 1, 2].map(() => world.account());
    const cards = owners.flatMap((owner, index) => world.trail(owner, 20, { latitude: 47 + index * 0.036, longitude: 8 }));
    world.walk(finder, cards.slice(0, finds), daysAgo(9), secondsApart);
    // Spreads the rest of the 60 finds that the certificate needs over several days, slowly enough not to raise a signal.
    for (let left = 60 - finds, day = 8; left > 0; left -= 10, day -= 1)
      world.walk(finder, world.trail(world.account(), Math.min(10, left)), daysAgo(day), 200);
    expect(codesOf(world.buildFacts(finder))).toEqual(expected);
  });

  test.each([
    ['a flight of 6,000 km in 7 hours', 54, 7, 0],
    ['6,000 km in 5 hours', 54, 5, 6],
    ['a train of 300 km in an hour', 2.7, 1, 0],
    ['290 km in half an hour', 2.6, 0.5, 6],
  ])('with %s, six times', (_what, degrees, hours, jumps) => {
    const world = new ReviewWorld();
    const [finder, owner] = [world.account({ name: 'fred' }), world.account()];
    for (let stop = 0; stop < 7; stop += 1)
      world.find(finder, world.card(owner, { place: { latitude: (stop % 2) * degrees, longitude: 8 } }), daysAgo(9) + stop * hours * 3_600);
    const facts = world.buildFacts(finder);
    expect(codesOf(facts)).toEqual(jumps > 0 ? ['pace'] : []);
    if (jumps > 0) expect(sentenceOf(facts, 'pace')).toContain(`fred sent ${jumps} finds impossibly far from the one before`);
  });

  test('is not raised for a card with a wrong place', () => {
    const world = new ReviewWorld();
    const [finder, owner] = [world.account(), world.account()];
    const cards = world.trail(owner, 60);
    for (const index of [20, 40]) cards[index] = world.card(owner, { place: { latitude: 47, longitude: -8 } });
    world.walk(finder, cards, daysAgo(9));
    expect(codesOf(world.buildFacts(finder))).toEqual([]);
  });

  test('is raised for the certificate of an owner whom the finds paid a good part', () => {
    const world = new ReviewWorld();
    const owner = world.account({ name: 'olga' });
    const cards = world.trail(owner, 60);
    const [fast, faster] = [world.account({ name: 'fast' }), world.account({ name: 'faster' })];
    world.walk(fast, cards.slice(0, 46), daysAgo(9), 2);
    world.walk(faster, cards.slice(46, 50), daysAgo(8), 2);
    for (const card of cards.slice(50)) world.find(world.account(), card, daysAgo(7) + card * 600);
    expect(sentenceOf(world.buildFacts(owner), 'pace')).toBe(
      'fast sent 31 finds within 60 seconds (a walk without network would explain that).',
    );
  });
});

describe('the signal “stated distance”', () => {
  const far = (places: number, kilometers: number) => {
    const world = new ReviewWorld();
    const [finder, owner] = [world.account({ name: 'fred' }), world.account()];
    const cards = world.trail(owner, 20);
    for (const [index, card] of cards.entries())
      world.find(finder, card, daysAgo(9) + index * 400, { distanceMeters: index < places ? kilometers * 1_000 : 12 });
    return world.buildFacts(finder);
  };

  test('is raised from five places on', () => {
    expect(codesOf(far(5, 3))).toEqual(['distance']);
    expect(codesOf(far(4, 3))).toEqual([]);
    expect(codesOf(far(20, 1))).toEqual([]);
    expect(sentenceOf(far(6, 3), 'distance')).toBe(
      '6 of 20 finds with a reported location were made more than 1 km from the card, up to 3 km, by fred.',
    );
  });

  test('is not raised if the owner gave all cards one wrong place, nor without statements', () => {
    const world = new ReviewWorld();
    const [finder, owner] = [world.account(), world.account()];
    const cards = Array.from({ length: 20 }, () => world.card(owner, { place: { latitude: 1, longitude: 1 } }));
    world.walk(finder, cards, daysAgo(9), 400, { distanceMeters: 5_000 });
    expect(codesOf(world.buildFacts(finder))).toEqual([]);
    expect(codesOf(finderOf(30).world.buildFacts(2))).toEqual([]);
  });
});

describe('the signal “mailboxes” is raised for', () => {
  test('disposable ones', () => {
    const { world, finderId } = finderOf(10, { finder: { isDisposable: true } });
    expect(sentenceOf(world.buildFacts(finderId), 'mailbox')).toBe('fred uses a disposable mailbox.');
  });

  test('an address shared with another finder of the same cards', () => {
    const { world, finderId } = finderOf(10, { finder: { email: 'f.red@gmail.com' } });
    world.find(world.account({ name: 'also', email: 'fred+1@gmail.com' }), 1, daysAgo(3));
    expect(sentenceOf(world.buildFacts(finderId), 'mailbox')).toBe('fred and also use different addresses of the same mailbox.');
  });

  test('an address shared with a former one of another account', () => {
    const { world, finderId } = finderOf(10, { finder: { email: 'fred@x.test' } });
    world.find(world.account({ name: 'also', formerMailboxes: ['fred@x.test'] }), 1, daysAgo(3));
    expect(sentenceOf(world.buildFacts(finderId), 'mailbox')).toBe('fred and also use different addresses of the same mailbox.');
    const linked = ownerOf(60, [{ formerMailboxes: ['a@x.test'] }, { formerMailboxes: ['b@x.test', 'a@x.test'] }, {}, {}]);
    expect(sentenceOf(linked.world.buildFacts(1), 'mailbox')).toContain('30 of the 60 tokens');
    const owned = ownerOf(60, [{ formerMailboxes: ['owner@x.test'] }, {}, {}, {}, {}], { email: 'owner@x.test' });
    expect(sentenceOf(owned.world.buildFacts(1), 'mailbox')).toContain('same mailbox');
  });

  test('a former mailbox of someone else only against the account that never confirmed it', () => {
    const victim = finderOf(10, { finder: { formerMailboxes: ['fred@x.test'] } });
    const stranger = victim.world.account({ name: 'also', email: 'fred+1@x.test', isVerified: false });
    victim.world.find(stranger, 1, daysAgo(3));
    expect(codesOf(victim.world.buildFacts(victim.finderId))).toEqual([]);
    expect(codesOf(victim.world.buildFacts(stranger))).toContain('mailbox');
  });

  test('an address of someone else’s mailbox only against the account that never confirmed it', () => {
    const victim = finderOf(10, { finder: { email: 'fred@gmail.com' } });
    const stranger = victim.world.account({ name: 'also', email: 'fred+1@gmail.com', isVerified: false });
    victim.world.find(stranger, 1, daysAgo(3));
    expect(codesOf(victim.world.buildFacts(victim.finderId))).toEqual([]);
    const unconfirmed = finderOf(10, { finder: { email: 'fred+1@gmail.com', isVerified: false } });
    unconfirmed.world.find(unconfirmed.world.account({ name: 'also', email: 'fred@gmail.com' }), 1, daysAgo(3));
    expect(codesOf(unconfirmed.world.buildFacts(unconfirmed.finderId))).toEqual(['mailbox']);
    const strangers = Array.from({ length: 4 }, (_, index) => ({ email: `owner+${index}@x.test`, isVerified: index > 1 }));
    const owned = ownerOf(60, strangers, { email: 'owner@x.test' }).world.buildFacts(1);
    expect(sentenceOf(owned, 'mailbox')).toContain('30 of the 60 tokens come from finders with disposable or shared mailboxes (f2 and f3)');
  });

  test('one shared among the finders of an owner’s cards', () => {
    const disposable = { isDisposable: true };
    expect(codesOf(ownerOf(60, [disposable, {}, {}, {}]).world.buildFacts(1))).toEqual(['mailbox']);
    expect(codesOf(ownerOf(60, [disposable, {}, {}, {}, {}]).world.buildFacts(1))).toEqual([]);
    const aliases = [{ email: 'a+1@x.test' }, { email: 'a+2@x.test' }, {}, {}];
    expect(sentenceOf(ownerOf(60, aliases).world.buildFacts(1), 'mailbox')).toBe(
      '30 of the 60 tokens come from finders with disposable or shared mailboxes (f0 and f1).',
    );
  });
});

describe('the signal “left” is raised for tokens that come', () => {
  test('from erased finders of an owner’s cards', () => {
    const left = { isErased: true };
    expect(sentenceOf(ownerOf(60, [left, {}, {}, {}]).world.buildFacts(1), 'left')).toBe(
      '15 of the 60 tokens come from accounts that were deleted (f0).',
    );
    expect(codesOf(ownerOf(60, [left, {}, {}, {}, {}]).world.buildFacts(1))).toEqual([]);
  });

  test('from finding an erased owner’s cards', () => {
    const { world, finderId } = finderOf(15, { owner: { isErased: true } });
    expect(codesOf(world.buildFacts(finderId))).toEqual(['left']);
  });
});

describe('the signal “combined”', () => {
  const build = ([tied, erased, disposable]: readonly [number, number, number]) => {
    const kinds = [Array(tied).fill({}), Array(erased).fill({ isErased: true }), Array(disposable).fill({ isDisposable: true })].flat();
    const { world, ownerId, finderIds } = ownerOf(60, [...kinds, ...Array(20 - kinds.length).fill({})]);
    return world.buildFacts(ownerId, { sharedBankCards: finderIds.slice(0, tied).map((otherId) => ({ userId: ownerId, otherId })) });
  };

  test('is raised if shares below each threshold reach one together', () => {
    expect(sentenceOf(build([4, 1, 2]), 'combined')).toBe(
      '21 of the 60 tokens add up: 6 from finders with disposable or shared mailboxes, 3 from accounts that were deleted, 12 from linked accounts.',
    );
    expect(codesOf(build([4, 1, 2]))).toEqual(['combined']);
    expect(codesOf(build([4, 1, 1]))).toEqual([]);
    expect(codesOf(build([9, 0, 0]))).toEqual([]);
  });

  test('counts each token once, and is not raised next to the signal of a single source', () => {
    const { world } = ownerOf(60, [...Array(4).fill({ isErased: true, isDisposable: true }), ...Array(16).fill({})]);
    expect(codesOf(world.buildFacts(1))).toEqual([]);
    expect(codesOf(build([4, 1, 5]))).toEqual(['mailbox']);
  });

  test('adds up several returned payments', () => {
    const { world, finderId } = finderOf(10);
    const payments = (count: number) =>
      [1, 3, 4].slice(0, count).map(
        (userId): ReturnedPayment => ({
          ...{ userId, kind: 'membership', orderId: null, amountCents: 6_000, outcome: 'refunded', at: daysAgo(3) },
        }),
      );
    expect(codesOf(world.buildFacts(finderId, { returnedPayments: payments(1) }))).toEqual([]);
    expect(codesOf(world.buildFacts(finderId, { returnedPayments: payments(2) }))).toEqual(['combined']);
  });
});

describe('the signal “money back”', () => {
  const payment = (changes: Partial<ReturnedPayment> = {}): ReturnedPayment => ({
    ...{ userId: 1, kind: 'card_order', orderId: 1, amountCents: 6_000, outcome: 'refunded', at: daysAgo(3) },
    ...changes,
  });

  test.each([
    ['the cards were refunded', payment(), "olga's payment for cards of $60.00 was refunded."],
    [
      'the owner’s membership is disputed',
      payment({ kind: 'membership', outcome: 'dispute_open' }),
      "olga's payment for a membership of $60.00 is disputed.",
    ],
    ['the cards of another order were refunded', payment({ orderId: 99 }), undefined],
    ['the membership was refunded over a year ago', payment({ kind: 'membership', at: daysAgo(400) }), undefined],
  ])('when %s', (_what, returned, sentence) => {
    const { world, finderId } = finderOf(15);
    expect(sentenceOf(world.buildFacts(finderId, { returnedPayments: [returned] }), 'money_back')).toBe(sentence);
    const little = finderOf(14);
    expect(codesOf(little.world.buildFacts(little.finderId, { returnedPayments: [returned] }))).toEqual([]);
  });

  test('for the membership of an owner is raised at their own certificate, but not for a mere finder', () => {
    const { world, ownerId } = ownerOf(60, [{}, {}, {}]);
    const membership = payment({ kind: 'membership', orderId: null, outcome: 'dispute_lost' });
    expect(codesOf(world.buildFacts(ownerId, { returnedPayments: [membership] }))).toEqual(['money_back']);
    const finder = finderOf(0);
    expect(codesOf(finder.world.buildFacts(finder.finderId, { returnedPayments: [{ ...membership, userId: finder.finderId }] }))).toEqual(
      [],
    );
  });

  test('includes the amount that the member owes', () => {
    const { world, finderId } = finderOf(0);
    expect(sentenceOf(world.buildFacts(finderId, { owedTokens: 3 }), 'money_back')).toBe('fred owes 3 tokens from a reversal.');
  });
});

describe('the signal “chain of referrals”', () => {
  const chain = (members: number, daysBetween: number): ReferralFact[] =>
    Array.from({ length: members }, (_, index) => ({
      ...{ id: 100 + index, name: `r${index}`, referredById: 101 + index, hasPaid: true, hasReturnedPayment: false },
      createdAt: daysAgo(20 + (index + 1) * daysBetween),
    }));
  const referredBy = (referrers: ReferralFact[], referred: ReferralFact[] = []) => {
    const { world, finderId } = finderOf(0, { finder: { createdAt: daysAgo(20) } });
    return world.buildFacts(finderId, { referrers, referred });
  };

  test('is raised for six members who each referred the next within two weeks', () => {
    expect(sentenceOf(referredBy(chain(5, 14)), 'referral_chain')).toBe(
      'r4 referred r3 referred r2 referred r1 referred r0 referred fred, each within 14 days of signing up.',
    );
    expect(codesOf(referredBy(chain(4, 1)))).toEqual([]);
    expect(codesOf(referredBy(chain(6, 15)))).toEqual([]);
  });

  test('is raised if the payments of at least two of them, and of half of them, were refunded', () => {
    const lost = chain(4, 60).map((one) => ({ ...one, hasReturnedPayment: true }));
    expect(codesOf(referredBy([], lost.slice(0, 2)))).toEqual(['referral_chain']);
    expect(codesOf(referredBy([], lost.slice(0, 1)))).toEqual([]);
    expect(codesOf(referredBy(chain(3, 60), lost.slice(0, 2)))).toEqual([]);
    // Accounts that never paid have nothing to return.
    const unpaid = chain(3, 60).map((one) => ({ ...one, hasPaid: false }));
    expect(codesOf(referredBy(unpaid, lost.slice(0, 2)))).toEqual(['referral_chain']);
  });
});

describe('finds that were taken back', () => {
  /**
   * Creates three accounts that share the owner's mailbox and find the owner's cards. If `isTakenBack` is set, the finds of two of them are
   * revoked.
   */
  function walkTrail(isTakenBack: boolean) {
    const world = new ReviewWorld();
    const ownerId = world.account({ name: 'olga', email: 'olga@gmail.com' });
    const cards = world.trail(ownerId, 20);
    const [finderId = 0, ...others] = [1, 2, 3].map((number) => world.account({ name: `f${number}`, email: `olga+${number}@gmail.com` }));
    world.walk(finderId, cards, daysAgo(20));
    for (const [index, other] of others.entries()) world.walk(other, cards, daysAgo(18 - index), 180, { isTakenBack });
    return { world, ownerId, finderId };
  }

  test('count for no signal of another finder', () => {
    const [standing, takenBack] = [walkTrail(false), walkTrail(true)];
    expect(codesOf(standing.world.buildFacts(standing.finderId))).toContain('twins');
    expect(codesOf(takenBack.world.buildFacts(takenBack.finderId))).not.toContain('twins');
    // The mailbox signal remains after the finds are revoked because the accounts still exist.
    expect(codesOf(takenBack.world.buildFacts(takenBack.finderId))).toEqual(['one_owner', 'mailbox']);
  });

  test('count at the certificate paid with them, of an owner who kept the tokens', () => {
    const [standing, takenBack] = [walkTrail(false), walkTrail(true)];
    expect(reviewSignals(takenBack.world.buildFacts(takenBack.ownerId), now)).toEqual(
      reviewSignals(standing.world.buildFacts(standing.ownerId), now),
    );
  });
});
