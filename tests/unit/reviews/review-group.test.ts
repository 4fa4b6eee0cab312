/** Tests which accounts are grouped together, and why. Product rules: Reviews. */
import { describe, expect, test } from 'vitest';
import { secondsPerHour } from '#schema/rules.ts';
import { daysAgo, ReviewWorld } from '#tests/support/reviews/review-cases.ts';
import { groupAccounts } from '#worker/domain/reviews/group.ts';

/** Creates accounts that found the same 30 cards, a quarter of an hour apart. */
function together(count: number, changes: (index: number) => object) {
  const world = new ReviewWorld();
  const cards = world.trail(world.account({ name: 'olga' }), 30);
  const ids = Array.from({ length: count }, (_, index) => world.account({ name: `f${index}`, ...changes(index) }));
  for (const [index, id] of ids.entries()) world.walk(id, cards, daysAgo(20) + index * 900);
  return { ids, group: groupAccounts(world.buildFacts(ids[0] ?? 0)) };
}

describe('accounts belong together', () => {
  test('with one mailbox, whatever else differs', () => {
    const { ids, group } = together(3, (index) => (index < 2 ? { email: `f+${index}@gmail.com` } : {}));
    expect(group.members).toEqual(ids.slice(0, 2));
    expect(group.reasons).toContainEqual({
      ...{ id: ids[1], withId: ids[0], code: 'mailbox' },
      sentence: 'f1 and f0: their email addresses share one mailbox.',
    });
  });

  test('with one mailbox that one of them has left', () => {
    const former = [{ formerMailboxes: ['a@x.test'] }, { email: 'a+1@x.test' }, { email: 'a@x.test', isVerified: false }];
    const world = new ReviewWorld();
    const cards = world.trail(world.account(), 1);
    const ids = former.map((changes) => world.account(changes));
    for (const [index, id] of ids.entries()) world.walk(id, cards, daysAgo(20 - index));
    const facts = world.buildFacts(ids[0] ?? 0);
    expect(groupAccounts(facts)).toMatchObject({ members: ids.slice(0, 2), reasons: [{ code: 'mailbox' }] });
  });

  test('with one mailbox only if both confirmed their addresses, or with a further weak reason', () => {
    const aliases = (index: number) => ({ email: `f+${index}@gmail.com`, isVerified: index === 0 });
    const world = new ReviewWorld();
    const [member, stranger] = [world.account(aliases(0)), world.account({ name: 's', ...aliases(1) })];
    world.walk(stranger, world.trail(member, 30), daysAgo(20));
    expect(groupAccounts(world.buildFacts(member)).members).toEqual([member]);
    expect(groupAccounts(world.buildFacts(stranger)).members).toEqual([stranger, member]);
    expect(together(2, aliases).group.reasons.map(({ code }) => code)).toEqual(['unverified_mailbox', 'twins']);
  });

  test('with two weaker reasons', () => {
    const { ids, group } = together(4, () => ({ registrationAddressHash: 'cellar' }));
    expect(group.members).toEqual(ids);
    expect(group.reasons.map(({ code }) => code)).toEqual(['address', 'twins', 'address', 'twins', 'address', 'twins']);
  });

  test('even if one account went on to more cards', () => {
    const world = new ReviewWorld();
    const cards = world.trail(world.account(), 60);
    const [long, short] = [world.account({ registrationAddressHash: 'h' }), world.account({ registrationAddressHash: 'h' })];
    world.walk(long, cards, daysAgo(20));
    world.walk(short, cards.slice(0, 20), daysAgo(20) + 900);
    const { members, reasons } = groupAccounts(world.buildFacts(long));
    expect(members).toEqual([long, short]);
    expect(reasons.map(({ code }) => code)).toEqual(['address', 'twins']);
  });

  test('through a common member', () => {
    // Accounts a and b share a mailbox; b and c are linked for two weaker reasons.
    const world = new ReviewWorld();
    const cards = world.trail(world.account(), 30);
    const [a, b, c] = [
      world.account({ email: 'a+1@x.test' }),
      world.account({ email: 'a+2@x.test', registrationAddressHash: 'h' }),
      world.account({ registrationAddressHash: 'h' }),
    ] as const;
    world.walk(a, cards, daysAgo(20));
    for (const id of [b, c]) world.walk(id, cards, daysAgo(10));
    const { members, reasons } = groupAccounts(world.buildFacts(a));
    expect(members).toEqual([a, b, c]);
    expect(reasons.find(({ id }) => id === c)).toMatchObject({ withId: b });
  });

  test('if one is the owner of many cards found by the other, and both live at one address', () => {
    const world = new ReviewWorld();
    const owner = world.account({ registrationAddressHash: 'h' });
    const [neighbor, stranger] = [world.account({ registrationAddressHash: 'h' }), world.account()] as const;
    const cards = world.trail(owner, 30);
    for (const [index, id] of [neighbor, stranger].entries()) world.walk(id, cards, daysAgo(20 - 5 * index));
    expect(groupAccounts(world.buildFacts(neighbor)).members).toEqual([neighbor, owner]);
    expect(groupAccounts(world.buildFacts(stranger)).members).toEqual([stranger]);
  });
});

describe('strangers do not belong together', () => {
  test('if they walked the same trail on different days', () => {
    const world = new ReviewWorld();
    const cards = world.trail(world.account(), 60);
    const ids = Array.from({ length: 6 }, () => world.account());
    for (const [index, id] of ids.entries()) world.walk(id, cards, daysAgo(40 - 3 * index));
    expect(groupAccounts(world.buildFacts(ids[0] ?? 0))).toEqual({ members: [ids[0]], reasons: [] });
  });

  test('if all are new in a town that starts to play, and find the same five owners’ cards', () => {
    const world = new ReviewWorld();
    const isNew = (index: number) => ({ createdAt: daysAgo(60) + index * secondsPerHour });
    const owners = Array.from({ length: 5 }, (_, index) => world.account(isNew(index)));
    const trails = owners.map((owner) => world.trail(owner, 16));
    const people = Array.from({ length: 12 }, (_, index) => world.account(isNew(5 + index)));
    for (const [index, id] of people.entries())
      for (const [day, trail] of trails.entries()) world.walk(id, trail, daysAgo(50 - 2 * index - day));
    for (const id of people) expect(groupAccounts(world.buildFacts(id)).members).toEqual([id]);
  });
});
