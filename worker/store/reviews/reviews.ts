/** Facts of a certificate's case (worker/domain/reviews/facts.ts), read only when a certificate is redeemed or its case is opened. */

import { tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import { isTombstone } from '#worker/domain/accounts/deletion.ts';
import { mailboxOf } from '#worker/domain/accounts/mailbox.ts';
import { contestedSince } from '#worker/domain/memberships/account.ts';
import { backingRewards } from '#worker/domain/reviews/backing-rewards.ts';
import type {
  AccountFact,
  BackingCard,
  BackingReward,
  FindFact,
  ReferralFact,
  ReturnedPayment,
  ReviewFacts,
} from '#worker/domain/reviews/facts.ts';
import { disposableEmailTest } from '#worker/store/accounts/disposable-email.ts';
import type { Database, StoreEnv } from '#worker/store/database.ts';
import { batch, firstRow, rows } from '#worker/store/sql.ts';
import {
  type AccountRow,
  accountsOfCase,
  type BankCardRow,
  bankCardsOf,
  type CardRow,
  type CaseKey,
  type CaseSubject,
  cardsOfCase,
  type FindKey,
  type FindRow,
  findsAt,
  findsOfQuietCards,
  memberOfCase,
  neighboursOf,
  ownScansOf,
  type ReferralRow,
  type ReturnedPaymentRow,
  type RewardRow,
  referredBy,
  referrersOf,
  returnedPaymentsOf,
  rewardsOfCase,
} from './review-rows.ts';

export function reviewStore(db: Database, { ASSETS }: Pick<StoreEnv, 'ASSETS'>) {
  return {
    /**
     * For a certificate, or for one about to be redeemed at a price. Undefined for an unknown member or certificate. Takes three round
     * trips and reads a few thousand rows, regardless of the tables' size.
     */
    facts: (userId: number, about: CaseSubject): Promise<ReviewFacts | undefined> => load(db, ASSETS, { userId, about }),

    factsOfCertificate: (certificateId: number): Promise<ReviewFacts | undefined> => load(db, ASSETS, { certificateId }),
  };
}

async function load(db: Database, files: StoreEnv['ASSETS'], key: CaseKey): Promise<ReviewFacts | undefined> {
  const [found, earned, referrers, referred] = await batch(db, [memberOfCase(key), rewardsOfCase(key), referrersOf(key), referredBy(key)]);
  const member = firstRow(found);
  if (!member || member.price === null) return undefined;
  const userId = member.id;
  const rewards = backingRewards(rows(earned).map(rewardOf), { balance: member.balance, price: member.price });

  const cardIds = [...new Set(rewards.flatMap((reward) => (reward.kind === 'adjustment' ? [] : [reward.cardId])))];
  const keys = rewards.flatMap((reward) => findKeyOf(reward, userId));
  const [cardRows, backingFinds, quiet, neighbours, ownScans] = await batch(db, [
    cardsOfCase(cardIds, userId),
    findsAt(keys),
    findsOfQuietCards(cardIds),
    neighboursOf(keys),
    ownScansOf(cardIds),
  ]);
  const foundIds = new Set(rewards.flatMap((reward) => (reward.kind === 'find' ? reward.cardId : [])));
  // A card that the member did not find has paid them as its owner, whoever owns it now.
  const cards = rows(cardRows).map((card) => cardOf(foundIds.has(card.id) ? card : { ...card, ownerId: userId }));
  const finds = uniqueFinds([...rows(backingFinds), ...rows(quiet), ...rows(neighbours)]);

  const payers = idsOf([userId, ...cards.map(({ ownerId }) => ownerId)]);
  const involved = idsOf([...payers, ...finds.map((find) => find.userId)]);
  const orders = idsOf(cards.map(({ orderId }) => orderId));
  const [accounts, payments, bankCards] = await batch(db, [
    accountsOfCase(involved),
    returnedPaymentsOf(payers, orders),
    bankCardsOf(payers),
  ]);
  const isDisposableEmail = await disposableEmailTest(files);
  return {
    memberId: userId,
    owedTokens: member.owedTokens,
    rewards,
    cards,
    finds,
    ownScans: rows(ownScans),
    accounts: rows(accounts).map((account) => accountOf(account, isDisposableEmail(account.email))),
    returnedPayments: rows(payments).flatMap(returnedPaymentOf),
    sharedBankCards: pairsOf(rows(bankCards), new Set(payers), new Set(involved)),
    referrers: rows(referrers).map(referralOf),
    referred: rows(referred).map(referralOf),
  };
}

function rewardOf({ kind, subjectId: cardId, otherId: finderId, ...paid }: RewardRow): BackingReward {
  if (kind === tokenKinds.scan.code) return { ...paid, kind: 'find', cardId };
  if (kind === tokenKinds.owner_scan.code) return { ...paid, kind: 'owner_reward', cardId, finderId };
  return kind === tokenKinds.placement.code ? { ...paid, kind: 'placement', cardId } : { ...paid, kind: 'adjustment' };
}

function findKeyOf(reward: BackingReward, memberId: number): FindKey[] {
  if (reward.kind === 'find') return [[reward.cardId, memberId]];
  return reward.kind === 'owner_reward' ? [[reward.cardId, reward.finderId]] : [];
}

function uniqueFinds(found: FindRow[]): FindFact[] {
  const finds = new Map(found.map((find) => [find.id, find]));
  return [...finds.values()]
    .sort((one, other) => one.at - other.at || one.id - other.id)
    .map(({ id: _, ...find }) => ({ ...find, codeWasRight: find.codeWasRight === 1, isTakenBack: find.isTakenBack === 1 }));
}

/** Pairs of someone in the case and a payer who share a bank card; each pair once. */
function pairsOf(bankCards: BankCardRow[], payers: ReadonlySet<number>, involved: ReadonlySet<number>): ReviewFacts['sharedBankCards'] {
  const pairs = new Map<string, { userId: number; otherId: number }>();
  const relevantCards = bankCards.filter(({ userId }) => involved.has(userId));
  for (const sharing of Map.groupBy(relevantCards, ({ fingerprint }) => fingerprint).values())
    for (const { userId } of sharing.filter((one) => payers.has(one.userId)))
      for (const { userId: otherId } of sharing)
        if (otherId !== userId && !pairs.has(`${otherId}:${userId}`)) pairs.set(`${userId}:${otherId}`, { userId, otherId });
  return [...pairs.values()];
}

function idsOf(ids: (number | null)[]): number[] {
  return [...new Set(ids)].filter((id) => id !== null);
}

function cardOf({ latitude, longitude, ...card }: CardRow): BackingCard {
  return { ...card, place: latitude === null || longitude === null ? null : { latitude, longitude } };
}

function accountOf(row: AccountRow, isDisposable: boolean): AccountFact {
  const { id, email, createdAt, role, referredById, registrationAddressHash } = row;
  return {
    ...{ id, createdAt, referredById, registrationAddressHash },
    name: isTombstone(email) ? `member ${id} (left)` : nameOf(row),
    tier: role,
    mailbox: mailboxOf(email),
    isDisposable,
    isVerified: row.emailVerifiedAt !== null,
  };
}

function referralOf({ username, firstName, lastName, hasReturnedPayment, ...referral }: ReferralRow): ReferralFact {
  return { ...referral, name: nameOf({ id: referral.id, username, firstName, lastName }), hasReturnedPayment: hasReturnedPayment === 1 };
}

function nameOf({ id, username, firstName, lastName }: Pick<AccountRow, 'id' | 'username' | 'firstName' | 'lastName'>): string {
  return username || [firstName, lastName].filter(Boolean).join(' ') || `member ${id}`;
}

function returnedPaymentOf(row: ReturnedPaymentRow): ReturnedPayment[] {
  const { userId, orderId, amountCents, isMembership, disputeStatus } = row;
  const at = contestedSince(row);
  if (at === null) return [];
  const outcome = disputeStatus === 'lost' ? 'dispute_lost' : disputeStatus === 'open' ? 'dispute_open' : 'refunded';
  return [{ ...{ userId, orderId, amountCents, outcome, at }, kind: isMembership === 1 ? 'membership' : 'card_order' }];
}
