/** A review case as administrators see it, with one owner's cards, each found by every finder. */
import type { AdminReviewCase, CaseAccount } from '#schema/reviews/admin-review-case.ts';

interface CaseOptions {
  finders: number;
  cards: number;
  /** Seconds between consecutive finds by the same finder. */
  secondsApart?: number;
  isGroup?: boolean;
}

const start = Date.UTC(2026, 10, 18, 9);

/** Builds a case. The first finder owns the certificate; the owner is listed after the finders. */
export function reviewCase({ finders, cards, secondsApart = 60, isGroup = true }: CaseOptions): AdminReviewCase {
  const ownerId = finders + 1;
  const account = (id: number, name: string): CaseAccount => ({
    ...{ id, name, email: `${name}@demo.test`, tier: name === 'owner' ? 'basic' : 'free', joinedAt: '2026-11-01T12:00:00.000Z' },
    ...{ isVerified: true, isSuspended: false, isInGroup: isGroup || id === 1 },
    reasons: isGroup && id > 1 ? [{ withId: 1, code: 'mailbox', sentence: `${name} and finder1: one mailbox.` }] : [],
  });
  const people = Array.from({ length: finders }, (_, index) => account(index + 1, `finder${index + 1}`));
  const accounts = finders > 0 ? [...people, account(ownerId, 'owner')] : [];
  const none = { pending: 0, held: 0, paid: 0 };
  return {
    review: {
      ...{ id: 5, number: 'VC-7K2M-9QXA', type: 'regional-short', tokensRedeemed: 60, status: 'active', review: 'waiting', version: 3 },
      createdAt: '2026-11-19T12:00:00.000Z',
      user: { id: 1, email: 'finder1@demo.test', name: 'Ruby Sinclair', role: 'free', createdAt: '2026-11-01T12:00:00.000Z' },
      signals: isGroup ? ['pace', 'mailbox'] : [],
      isHeldBySuperAdmin: false,
      ...{ question: null, askedAt: null, decidedAt: null, decidedBy: null, reason: null },
    },
    signals: isGroup
      ? [
          { code: 'pace', sentence: 'finder1 sent 60 finds within 59 seconds.', seen: null },
          {
            code: 'mailbox',
            sentence: null,
            seen: { decision: 'pass', at: '2026-11-21T12:00:00.000Z', counts: { tokens: 12, allTokens: 60, members: 2 } },
          },
        ]
      : [],
    paidWith: { finds: 60, asOwner: 0, placements: 0, given: 0, other: 0 },
    accounts,
    othersLeftOut: 0,
    cards: Array.from({ length: cards }, (_, index) => ({
      ...{ id: index + 1, name: `TC-${String(index + 1).padStart(7, '0')}`, ownerId, finders },
      place: { latitude: 47 + index * 0.0018, longitude: 8 },
      hasMoved: false,
    })),
    finds: people.flatMap(({ id }) =>
      Array.from({ length: cards }, (_, index) => ({
        ...{ cardId: index + 1, userId: id, source: 'camera' as const, codeWasRight: true, distanceMeters: null, isTakenBack: false },
        stated: null,
        at: new Date(start + (id * 7_200 + index * secondsApart) * 1_000).toISOString(),
      })),
    ),
    money: accounts
      .filter(({ isInGroup }) => isInGroup)
      .map(({ id, name }) => ({
        ...{ userId: id, treasureKeys: 0, communityKeys: 0 },
        tokens: {
          finds: cards,
          asOwner: 0,
          placements: 0,
          other: 0,
          redeemed: id === 1 ? 60 : 0,
          balance: cards - (id === 1 ? 60 : 0),
          owed: 0,
        },
        certificates:
          id === 1 ? [{ id: 5, number: 'VC-7K2M-9QXA', status: 'active' as const, review: 'waiting' as const, tokensRedeemed: 60 }] : [],
        ...{ commissions: none, chests: none },
        memberships: { paid: name === 'owner' ? 5_000 : 0, returned: 0 },
        cards: { paid: name === 'owner' ? 6_000 : 0, returned: 0 },
      })),
  };
}
