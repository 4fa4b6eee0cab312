/**
 * Loads the facts of a certificate's case (worker/domain/reviews/facts.ts). Used only when a certificate is redeemed or its case is opened.
 */

import { tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import { isTombstone } from '#worker/domain/accounts/deletion.ts';
import { hashedMailbox, normalizeMailbox, unconfirmedMailbox } from '#worker/domain/accounts/mailbox.ts';
import { isFavor } from '#worker/domain/admin/giving-actions.ts';
import { contestedSince } from '#worker/domain/memberships/account.ts';
import { backingRewards } from '#worker/domain/reviews/backing-rewards.ts';
import type {
  AccountFact,
  AccountPair,
  BackingCard,
  BackingReward,
  FindFact,
  Place,
  ReferralFact,
  ReturnedPayment,
  ReviewFacts,
} from '#worker/domain/reviews/facts.ts';
import { disposableEmailTest } from '#worker/store/accounts/disposable-email.ts';
import type { Database, StoreEnv } from '#worker/store/database.ts';
import { batch, firstRow, rows } from '#worker/store/sql.ts';
import {
  type AccountRow,
  type CardRow,
  type CaseKey,
  type CaseSubject,
  type FindKey,
  type FindRow,
  type FormerPlace,
  type ReferralRow,
  type ReturnedPaymentRow,
  type RewardRow,
  type SharedUseRow,
  selectAccounts,
  selectBankCards,
  selectCaseCards,
  selectCaseMember,
  selectCaseRewards,
  selectFindsByKey,
  selectGifts,
  selectNeighbors,
  selectOwnScans,
  selectPayPalMailboxes,
  selectQuietCardFinds,
  selectReferred,
  selectReferrers,
  selectReturnedPayments,
} from './review-rows.ts';

export function reviewStore(db: Database, { ASSETS }: Pick<StoreEnv, 'ASSETS'>) {
  return {
    /**
     * Loads the facts for an existing certificate, or for one that is about to be redeemed at a given price. Returns undefined for an
     * unknown member or certificate. Takes three round trips and reads a few thousand rows, regardless of the size of the tables.
     */
    facts: async (userId: number, about: CaseSubject): Promise<ReviewFacts | undefined> =>
      (await load(db, ASSETS, { userId, about }))?.facts,

    factsOfCertificate: async (certificateId: number): Promise<ReviewFacts | undefined> =>
      (await load(db, ASSETS, { certificateId }))?.facts,

    /** Returns the cards in a certificate's case, or an empty list if the certificate's redemption is unknown. */
    caseCards: async (certificateId: number): Promise<CaseCard[]> => (await load(db, ASSETS, { certificateId }))?.cards ?? [],
  };
}

/**
 * A card in a review case. Its finds with row ids in the given range are evidence; `throughScanId` is null if the range has no upper bound.
 */
export interface CaseCard {
  cardId: number;
  fromScanId: number;
  throughScanId: number | null;
}

type CardDates = Pick<CardRow, 'codeExposedFrom' | 'codeExposedUntil' | 'placedAt' | 'isShipped' | 'sentToPrintAt'>;

interface LoadedCase {
  facts: ReviewFacts;
  cards: CaseCard[];
}

async function load(db: Database, files: StoreEnv['ASSETS'], key: CaseKey): Promise<LoadedCase | undefined> {
  const [found, earned, referrers, referred, gifts] = await batch(db, [
    selectCaseMember(key),
    selectCaseRewards(key),
    selectReferrers(key),
    selectReferred(key),
    selectGifts(key),
  ]);
  const member = firstRow(found);
  if (!member || member.price === null) return undefined;
  const userId = member.id;
  const rewards = backingRewards(rows(earned).map(toBackingReward), { balance: member.balance, price: member.price });

  const cardIds = [...new Set(rewards.flatMap((reward) => (reward.kind === 'adjustment' ? [] : [reward.cardId])))];
  const keys = rewards.flatMap((reward) => toFindKeys(reward, userId));
  const [cardRows, backingFinds, quiet, neighbors, ownScans] = await batch(db, [
    selectCaseCards(cardIds, userId),
    selectFindsByKey(keys),
    selectQuietCardFinds(cardIds),
    selectNeighbors(keys),
    selectOwnScans(cardIds),
  ]);
  const foundIds = new Set(rewards.flatMap((reward) => (reward.kind === 'find' ? reward.cardId : [])));
  // If the member did not find the card, the member was rewarded as its owner at the time, even if the card now has another owner.
  const cards = rows(cardRows).map((card) => toBackingCard(foundIds.has(card.id) ? card : { ...card, ownerId: userId }));
  const findRows = [...rows(backingFinds), ...rows(quiet), ...rows(neighbors)];

  const payers = uniqueIds([userId, ...cards.map(({ ownerId }) => ownerId)]);
  const involvedIds = uniqueIds([...payers, ...findRows.map((find) => find.userId)]);
  const orders = uniqueIds(cards.map(({ orderId }) => orderId));
  const [accounts, payments, bankCards, payPalUsers] = await batch(db, [
    selectAccounts(involvedIds, member.certificateId),
    selectReturnedPayments(payers, orders),
    selectBankCards(payers),
    selectPayPalMailboxes(userId, involvedIds),
  ]);
  const isDisposableEmail = await disposableEmailTest(files);
  const facts = {
    memberId: userId,
    owedTokens: member.owedTokens,
    isHeld: member.isHeld === 1,
    refusedAt: member.refusedAt,
    favors: rows(gifts).flatMap(({ action, at }) => (isFavor(action) ? { action, at } : [])),
    givenCardIds: rows(gifts).flatMap(({ cardId }) => cardId ?? []),
    foundAfterTransferIds: rows(cardRows).flatMap(({ id, isFoundAfterTransfer }) => (isFoundAfterTransfer === 1 ? id : [])),
    rewards,
    cards,
    finds: uniqueFinds(findRows, rows(cardRows)),
    ownScans: rows(ownScans),
    accounts: rows(accounts).map((account) => toAccountFact(account, isDisposableEmail)),
    returnedPayments: rows(payments).flatMap(toReturnedPayments),
    sharedBankCards: listPairs(rows(bankCards), new Set(payers), new Set(involvedIds)),
    sharedPayPalAddresses: listPairs(rows(payPalUsers), new Set([userId]), new Set(involvedIds)),
    referrers: rows(referrers).map(toReferralFact),
    referred: rows(referred).map(toReferralFact),
  };
  return { facts, cards: toCaseCards(cardIds, rows(backingFinds), rows(neighbors)) };
}

/** For a card with many finds, only the finds adjacent to those that paid for the certificate are evidence. */
function toCaseCards(cardIds: number[], backing: FindRow[], neighbors: FindRow[]): CaseCard[] {
  const nearby = Map.groupBy([...neighbors, ...backing], ({ cardId }) => cardId);
  const cardsWithNeighbors = new Set(neighbors.map(({ cardId }) => cardId));
  return cardIds.map((cardId) => {
    if (!cardsWithNeighbors.has(cardId)) return { cardId, fromScanId: 0, throughScanId: null };
    const scanIds = (nearby.get(cardId) ?? []).map(({ id }) => id);
    return { cardId, fromScanId: Math.min(...scanIds), throughScanId: Math.max(...scanIds) };
  });
}

/** In the ledger row of an adjustment, `subjectId` is the administrator's id. */
function toBackingReward({ kind, subjectId: cardId, otherId: finderId, ...paid }: RewardRow): BackingReward {
  if (kind === tokenKinds.scan.code) return { ...paid, kind: 'find', cardId };
  if (kind === tokenKinds.owner_scan.code) return { ...paid, kind: 'owner_reward', cardId, finderId };
  if (kind === tokenKinds.placement.code) return { ...paid, kind: 'placement', cardId };
  return { ...paid, kind: 'adjustment', isGift: kind === tokenKinds.adjustment.code && cardId !== 0 };
}

function toFindKeys(reward: BackingReward, memberId: number): FindKey[] {
  if (reward.kind === 'find') return [[reward.cardId, memberId]];
  return reward.kind === 'owner_reward' ? [[reward.cardId, reward.finderId]] : [];
}

function uniqueFinds(found: FindRow[], cards: CardRow[]): FindFact[] {
  const cardsById = new Map(cards.map(({ formerPlaces, ...card }) => [card.id, { ...card, places: parseFormerPlaces(formerPlaces) }]));
  const finds = new Map(found.map((find) => [find.id, find]));
  return [...finds.values()]
    .sort((one, other) => one.at - other.at || one.id - other.id)
    .map(({ id, ...find }) => {
      const card = cardsById.get(find.cardId);
      const formerPlace = card?.places.find(({ throughScanId }) => throughScanId >= id);
      return {
        isCodeExposed: card !== undefined && (isDownloaded(card, find.at) || isUnprinted(card, find.at)),
        ...{ ...find, codeWasRight: find.codeWasRight === 1, isTakenBack: find.isTakenBack === 1 },
        formerPlacement: formerPlace ? { place: toPlace(formerPlace), placedAt: formerPlace.placedAt } : null,
      };
    });
}

function isDownloaded({ codeExposedFrom, codeExposedUntil, placedAt }: CardDates, at: number): boolean {
  return codeExposedFrom !== null && codeExposedFrom <= at && at <= (codeExposedUntil ?? placedAt ?? Infinity);
}

/** Nobody has a card that was neither printed, by the printer or from a print file, nor placed by its owner. */
function isUnprinted({ isShipped, sentToPrintAt, codeExposedFrom, placedAt }: CardDates, at: number): boolean {
  return isShipped === 1 && at < Math.min(...[sentToPrintAt, codeExposedFrom, placedAt].map((date) => date ?? Infinity));
}

/** Returns pairs of a payer and another involved member who share a bank card or PayPal address, without duplicates. */
function listPairs(uses: SharedUseRow[], payers: ReadonlySet<number>, involvedIds: ReadonlySet<number>): AccountPair[] {
  const pairs = new Map<string, AccountPair>();
  const relevantUses = uses.filter(({ userId }) => involvedIds.has(userId));
  for (const users of Map.groupBy(relevantUses, ({ shared }) => shared).values())
    for (const { userId } of users.filter((one) => payers.has(one.userId)))
      for (const { userId: otherId } of users)
        if (otherId !== userId && !pairs.has(`${otherId}:${userId}`)) pairs.set(`${userId}:${otherId}`, { userId, otherId });
  return [...pairs.values()];
}

function uniqueIds(ids: (number | null)[]): number[] {
  return [...new Set(ids)].filter((id) => id !== null);
}

/** Returns the card's former locations in the order of their finds, oldest first. */
function parseFormerPlaces(json: string): FormerPlace[] {
  return (JSON.parse(json) as FormerPlace[]).sort((one, other) => one.throughScanId - other.throughScanId);
}

function toBackingCard({ id, name, ownerId, latitude, longitude, placedAt, finders, orderId }: CardRow): BackingCard {
  return { ...{ id, name, ownerId, placedAt, finders, orderId }, place: toPlace({ latitude, longitude }) };
}

function toPlace({ latitude, longitude }: Pick<CardRow, 'latitude' | 'longitude'>): Place | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

function toAccountFact(row: AccountRow, isDisposableEmail: (email: string) => boolean): AccountFact {
  const { id, email, createdAt, role, referredById, registrationAddressHash } = row;
  const hash = row.mailboxHash;
  const formerEmails = JSON.parse(row.formerEmails) as string[];
  const formerHashes = JSON.parse(row.formerMailboxHashes ?? '[]') as string[];
  return {
    ...{ id, createdAt, referredById, registrationAddressHash },
    name: isTombstone(email) ? `member ${id} (left)` : formatAccountName(row),
    isErased: isTombstone(email) && row.isKept === 0,
    tier: role,
    mailbox: hash === null ? normalizeMailbox(email) : hashedMailbox(hash.replace(unconfirmedMailbox, '')),
    formerMailboxes: [...formerEmails.map(normalizeMailbox), ...formerHashes.map(hashedMailbox)],
    isDisposable: row.isDisposable === 1 || [email, ...formerEmails].some(isDisposableEmail),
    isVerified: hash === null ? row.emailVerifiedAt !== null : !hash.startsWith(unconfirmedMailbox),
  };
}

function toReferralFact({ username, firstName, lastName, hasPaid, hasReturnedPayment, ...referral }: ReferralRow): ReferralFact {
  return {
    ...referral,
    name: formatAccountName({ id: referral.id, username, firstName, lastName }),
    hasPaid: hasPaid === 1,
    hasReturnedPayment: hasReturnedPayment === 1,
  };
}

function formatAccountName({ id, username, firstName, lastName }: Pick<AccountRow, 'id' | 'username' | 'firstName' | 'lastName'>): string {
  return username || [firstName, lastName].filter(Boolean).join(' ') || `member ${id}`;
}

function toReturnedPayments(row: ReturnedPaymentRow): ReturnedPayment[] {
  const { userId, orderId, amountCents, isMembership, disputeStatus } = row;
  const at = contestedSince(row);
  if (at === null) return [];
  const outcome = disputeStatus === 'lost' ? 'dispute_lost' : disputeStatus === 'open' ? 'dispute_open' : 'refunded';
  return [{ ...{ userId, orderId, amountCents, outcome, at }, kind: isMembership === 1 ? 'membership' : 'card_order' }];
}
