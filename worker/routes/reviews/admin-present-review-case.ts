import type { AdminReviewCase, CaseCard, CaseFind, CaseMoney, StatedTimeBelief } from '#schema/reviews/admin-review-case.ts';
import type { SnapshotSignals } from '#schema/reviews/signals.ts';
import { realAddress } from '#worker/domain/accounts/deletion.ts';
import { getStatusAt } from '#worker/domain/certificates/certificate.ts';
import { backingFinds, buildCase, type ReviewCase } from '#worker/domain/reviews/case.ts';
import { createEarnedLookup, type DecisionSnapshot, listSignals } from '#worker/domain/reviews/case-display.ts';
import type { FindFact, ReviewFacts } from '#worker/domain/reviews/facts.ts';
import type { AccountGroup } from '#worker/domain/reviews/group.ts';
import { listBeliefs } from '#worker/domain/reviews/pace/syncs.ts';
import { reviewSignals } from '#worker/domain/reviews/signals.ts';
import { toIso } from '#worker/domain/time.ts';
import type { CaseMemberRow, CaseRecords, CaseSumRow } from '#worker/store/reviews/admin-review-case.ts';
import type { ReviewRow } from '#worker/store/reviews/admin-reviews.ts';
import type { SnapshotRow } from '#worker/store/reviews/review-snapshots.ts';
import { presentReview } from './admin-reviews.ts';

interface ShownCase {
  facts: ReviewFacts;
  group: AccountGroup;
  shown: readonly number[];
  records: CaseRecords;
  review: ReviewRow;
}

export function presentCase({ facts, group, shown, records, review }: ShownCase, now: number): AdminReviewCase {
  const accounts = new Map(facts.accounts.map((account) => [account.id, account]));
  const contacts = new Map(records.contacts.map((contact) => [contact.id, contact]));
  const members = new Set(group.members);
  const shownIds = new Set(shown);
  const presented = presentReview(review, now);
  const reviewCase = buildCase(facts);
  const beliefs = listBeliefs(reviewCase);
  return {
    review: presented,
    signals: listSignals(reviewSignals(facts, now), presented.signals, records.snapshots.map(presentSnapshot)),
    paidWith: createEarnedLookup(facts),
    accounts: shown.flatMap((id) => {
      const account = accounts.get(id);
      const contact = contacts.get(id);
      if (!account || !contact) return [];
      const { name, tier, isVerified } = account;
      const reasons = group.reasons.filter((reason) => reason.id === id).map(({ withId, code, sentence }) => ({ withId, code, sentence }));
      return {
        ...{ id, name, tier, isVerified, reasons },
        email: realAddress(contact.email),
        joinedAt: toIso(account.createdAt),
        isSuspended: contact.suspendedAt !== null,
        isInGroup: members.has(id),
      };
    }),
    othersLeftOut: facts.accounts.length - shownIds.size,
    cards: presentCards(reviewCase),
    finds: facts.finds.filter(({ userId }) => shownIds.has(userId)).map((find) => presentFind(find, beliefs.get(find))),
    money: group.members.flatMap((id) => {
      const member = records.members.find((one) => one.id === id);
      return member ? presentMoney(member, records, now) : [];
    }),
  };
}

function presentSnapshot({ decision, decidedAt, signals }: SnapshotRow): DecisionSnapshot {
  return { decision, at: toIso(decidedAt), signals: JSON.parse(signals) as SnapshotSignals };
}

/** Presents the case's cards, each with its location at the time of the newest find that helped pay for the certificate. */
function presentCards(reviewCase: ReviewCase): CaseCard[] {
  const finds = new Map(backingFinds(reviewCase).map((find) => [find.cardId, find]));
  return reviewCase.facts.cards.map(({ id, name, ownerId, place, finders }) => {
    const earlierPlacement = finds.get(id)?.formerPlacement;
    return { id, name, ownerId, place: earlierPlacement ? earlierPlacement.place : place, hasMoved: earlierPlacement != null, finders };
  });
}

function presentFind({ at, statedAt, ...find }: FindFact, belief: StatedTimeBelief | undefined): CaseFind {
  const { cardId, userId, source, codeWasRight, distanceMeters, isTakenBack } = find;
  return {
    ...{ cardId, userId, source, codeWasRight, distanceMeters, isTakenBack },
    at: toIso(at),
    stated: statedAt === null || belief === undefined ? null : { at: toIso(statedAt), belief },
  };
}

function presentMoney(
  { id: userId, treasureKeys, communityKeys, balance, owed }: CaseMemberRow,
  records: CaseRecords,
  now: number,
): CaseMoney {
  const ledger = createSumLookup(records.ledger, userId);
  const explained = ledger('scan') + ledger('owner_scan') + ledger('placement') + ledger('redemption') + ledger('refund');
  const payments = (isMembership: 0 | 1) => {
    const row = records.payments.find((one) => one.userId === userId && one.isMembership === isMembership);
    return { paid: row?.paid ?? 0, returned: row?.returned ?? 0 };
  };
  return {
    ...{ userId, treasureKeys, communityKeys },
    tokens: {
      finds: ledger('scan'),
      asOwner: ledger('owner_scan'),
      placements: ledger('placement'),
      // Net tokens from adjustments and reversals, computed as the balance minus the tokens from all other sources.
      other: balance - explained,
      redeemed: 0 - ledger('redemption') - ledger('refund'),
      ...{ balance, owed },
    },
    certificates: records.certificates
      .filter((certificate) => certificate.userId === userId)
      .map(({ id, number, review, tokensRedeemed, pausedAt, ...row }) => ({
        id,
        number,
        review,
        tokensRedeemed,
        status: getStatusAt({ review, ...row }, pausedAt ?? now),
      })),
    commissions: sumDue(records.commissions, userId),
    chests: sumDue(records.chests, userId),
    memberships: payments(1),
    cards: payments(0),
  };
}

function sumDue(rows: readonly CaseSumRow[], userId: number) {
  const sumName = createSumLookup(rows, userId);
  return { pending: sumName('pending'), held: sumName('held'), paid: sumName('paid') };
}

function createSumLookup(rows: readonly CaseSumRow[], userId: number): (sumName: string) => number {
  return (sumName) => rows.find((row) => row.userId === userId && row.of === sumName)?.sum ?? 0;
}
