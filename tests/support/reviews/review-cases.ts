/** Builds review cases from accounts, cards and finds, in the format that the store loads. */
import { secondsPerDay, tokensPerOwnerScan, tokensPerScan } from '#schema/rules.ts';
import { normalizeMailbox } from '#worker/domain/accounts/mailbox.ts';
import { backingRewards } from '#worker/domain/reviews/backing-rewards.ts';
import type { AccountFact, BackingCard, BackingReward, FindFact, OwnScanFact, ReviewFacts } from '#worker/domain/reviews/facts.ts';

export const now = Date.UTC(2026, 10, 21, 10) / 1_000;
export const daysAgo = (days: number) => now - days * secondsPerDay;

type AccountChanges = Partial<Omit<AccountFact, 'id' | 'mailbox'>> & { email?: string };
type FindChanges = Partial<Omit<FindFact, 'cardId' | 'userId' | 'at'>>;

/** A builder for accounts, cards and finds. Finds earn the same rewards as in the product. */
export class ReviewWorld {
  readonly #accounts = new Map<number, AccountFact>();
  readonly #cards = new Map<number, BackingCard>();
  readonly #finds: FindFact[] = [];
  readonly #ownScans: OwnScanFact[] = [];
  readonly #placedFor = new Map<number, number>();

  /** Adds a verified member. By default, members joined years ago, at least ten days apart, and use separate networks. */
  account({ email, ...changes }: AccountChanges = {}): number {
    const id = this.#accounts.size + 1;
    const name = changes.name ?? `member${id}`;
    this.#accounts.set(id, {
      ...{ id, name, createdAt: daysAgo(4_000 - 10 * id), tier: 'free', isDisposable: false, isVerified: true, isErased: false },
      ...{ referredById: null, registrationAddressHash: `home-${id}`, formerMailboxes: [] },
      ...changes,
      mailbox: normalizeMailbox(email ?? `${name}@example.test`),
    });
    return id;
  }

  /** Adds one owner's cards along a path, 200 m apart; returns their ids. */
  trail(ownerId: number | null, count: number, start = { latitude: 47, longitude: 8 }): number[] {
    return Array.from({ length: count }, (_, index) =>
      this.card(ownerId, { place: { latitude: start.latitude + index * 0.0018, longitude: start.longitude } }),
    );
  }

  card(ownerId: number | null, changes: Partial<BackingCard> = {}): number {
    const id = this.#cards.size + 1;
    const name = `TC-${String(id).padStart(7, '0')}`;
    this.#cards.set(id, { id, name, ownerId, place: null, placedAt: null, finders: 0, orderId: ownerId, ...changes });
    return id;
  }

  /**
   * Adds a find of each card in turn, `secondsApart` seconds apart. By default, the network address changes each day, like that of a
   * traveling phone.
   */
  walk(userId: number, cards: readonly number[], from: number, secondsApart = 180, changes: FindChanges = {}): void {
    for (const [index, cardId] of cards.entries()) this.find(userId, cardId, Math.floor(from + index * secondsApart), changes);
  }

  find(userId: number, cardId: number, at: number, changes: FindChanges = {}): void {
    const addressHash = `road-${userId}-${Math.floor(at / secondsPerDay)}`;
    this.#finds.push({
      cardId,
      userId,
      at,
      source: 'camera',
      codeWasRight: true,
      addressHash,
      distanceMeters: null,
      statedAt: null,
      formerPlacement: null,
      isTakenBack: false,
      isCodeExposed: false,
      ...changes,
    });
    const card = this.#cards.get(cardId);
    if (card) card.finders += 1;
  }

  ownScan(userId: number, cardId: number, at: number, addressHash: string): void {
    this.#ownScans.push({ cardId, userId, at, addressHash });
  }

  /** Makes the first find of the card confirm its placement, which earns the owner the given number of tokens. */
  place(cardId: number, tokens: number): void {
    this.#placedFor.set(cardId, tokens);
  }

  /** Returns the review facts of a certificate that the member redeems now with all of their earnings. */
  buildFacts(memberId: number, changes: Partial<ReviewFacts> & { price?: number } = {}): ReviewFacts {
    const { price = 60, ...rest } = changes;
    const earnedSum = this.#createRewards(memberId);
    const balance = earnedSum.reduce((sum, { tokens }) => sum + tokens, 0);
    const rewards = backingRewards(earnedSum.reverse(), { balance, price });
    const cardIds = new Set(rewards.flatMap((reward) => (reward.kind === 'adjustment' ? [] : [reward.cardId])));
    const cards = [...this.#cards.values()].filter(({ id }) => cardIds.has(id));
    const finds = this.#finds.filter(({ cardId }) => cardIds.has(cardId)).sort((one, other) => one.at - other.at);
    const ids = new Set([memberId, ...cards.map(({ ownerId }) => ownerId), ...finds.map(({ userId }) => userId)]);
    return {
      memberId,
      ...{ owedTokens: 0, isHeld: false, refusedAt: null, favors: [], givenCardIds: [], foundAfterTransferIds: [] },
      ...{ rewards, cards, finds },
      ownScans: this.#ownScans.filter(({ cardId }) => cardIds.has(cardId)),
      accounts: [...this.#accounts.values()].filter(({ id }) => ids.has(id)),
      ...{ returnedPayments: [], sharedBankCards: [], sharedPayPalAddresses: [], referrers: [], referred: [] },
      ...rest,
    };
  }

  #createRewards(memberId: number): BackingReward[] {
    const placedCards = new Set<number>();
    return [...this.#finds]
      .sort((one, other) => one.at - other.at)
      .flatMap(({ cardId, userId, at }): BackingReward[] => {
        const isOwner = this.#cards.get(cardId)?.ownerId === memberId;
        const placement = placedCards.has(cardId) ? undefined : this.#placedFor.get(cardId);
        placedCards.add(cardId);
        if (userId === memberId) return [{ kind: 'find', cardId, at, tokens: tokensPerScan }];
        if (!isOwner) return [];
        return [
          { kind: 'owner_reward', cardId, finderId: userId, at, tokens: tokensPerOwnerScan },
          ...(placement === undefined ? [] : [{ kind: 'placement' as const, cardId, at, tokens: placement }]),
        ];
      });
  }
}
