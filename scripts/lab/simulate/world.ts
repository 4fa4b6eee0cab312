/**
 * In-memory state of the simulated product, limited to data about tokens, money and reviews. Contains no business logic: the other files in
 * this folder call the product's domain functions and record the results here.
 */
import type { CardStatus } from '#schema/cards/card.ts';
import type { CertificateType } from '#worker/domain/certificates/certificate.ts';
import type { Limit } from '#worker/domain/limit.ts';
import type { Account } from '#worker/domain/memberships/account.ts';
import type { FindFact, Place, ReviewFacts } from '#worker/domain/reviews/facts.ts';
import type { Signal } from '#worker/domain/reviews/signal.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { type Agenda, createAgenda } from './agenda.ts';
import type { Random } from './random.ts';
import type { StayRegister } from './travelers.ts';

export interface WorldMember {
  id: number;
  name: string;
  email: string;
  emailVerifiedAt: Seconds | null;
  createdAt: Seconds;
  referredById: number | null;
  registrationAddress: string;
  /** Key of the person who travels on the member's certificates; null if reviews.ts assigns the travelers. */
  traveler: string | null;
  tokenBalance: number;
  owedTokens: number;
  money: Account;
  /** Reversed commissions to deduct from the next payouts, in cents: 0 or negative. */
  carriedCents: number;
  /** The member's token rewards, oldest first. */
  rewards: LedgerReward[];
  communityKeys: { cardId: number; amount: number; at: Seconds }[];
  certificates: WorldCertificate[];
}

export type LedgerReward = ReviewFacts['rewards'][number];

export interface WorldCard {
  id: number;
  ownerId: number;
  orderId: number;
  status: CardStatus;
  place: Place | null;
  placementAt: Seconds | null;
  placementConfirmedAt: Seconds | null;
  finds: WorldFind[];
  ownScans: { at: Seconds; address: string }[];
}

export interface WorldFind extends Pick<FindFact, 'cardId' | 'userId' | 'at' | 'statedAt' | 'source' | 'codeWasRight' | 'distanceMeters'> {
  address: string;
}

export interface WorldCertificate {
  number: number;
  memberId: number;
  type: CertificateType;
  tokens: number;
  redeemedAt: Seconds;
  signals: Signal[];
  review: 'none' | 'waiting' | 'passed';
  isFirst: boolean;
  isActivated: boolean;
  /** Number of the certificate's tokens that come from finds made while offline. */
  offlineTokens: number;
  shown: number[];
  restsOn: Map<number, number>;
}

export interface Payout {
  memberId: number;
  what: 'commission' | 'chest';
  cents: number;
  at: Seconds;
}

interface Refusal {
  memberId: number;
  reason: string;
  at: Seconds;
}

export interface World {
  random: Random;
  members: Map<number, WorldMember>;
  cards: Map<number, WorldCard>;
  finds: Map<number, WorldFind[]>;
  certificates: WorldCertificate[];
  payouts: Payout[];
  refusals: Refusal[];
  stays: StayRegister;
  /** Last redemptions of deleted accounts, by canonical mailbox. */
  formerRedemptions: Map<string, Seconds>;
  counters: Map<string, number>;
  /** Rewrites a find with the source and time that the finder claims for it. */
  disguise: (find: WorldFind) => WorldFind;
  nextId: number;
  agenda: Agenda;
}

export function createWorld(random: Random): World {
  return {
    random,
    members: new Map(),
    cards: new Map(),
    finds: new Map(),
    certificates: [],
    payouts: [],
    refusals: [],
    stays: new Map(),
    formerRedemptions: new Map(),
    counters: new Map(),
    disguise: (find) => find,
    nextId: 1,
    agenda: createAgenda(),
  };
}

export function getMember(world: World, id: number): WorldMember {
  return requireFound(world.members.get(id), `member ${id}`);
}

export function getCard(world: World, id: number): WorldCard {
  return requireFound(world.cards.get(id), `card ${id}`);
}

export function listFinds(world: World, memberId: number): WorldFind[] {
  return requireFound(world.finds.get(memberId), `finds of member ${memberId}`);
}

function requireFound<Thing>(value: Thing | undefined, name: string): Thing {
  if (value === undefined) throw new Error(`Unknown in the simulation: ${name}`);
  return value;
}

/** Counts one attempt against each limit and returns the new counts in the same order. */
export function countAttempt(world: World, limits: Limit[]): number[] {
  return limits.map(({ key, windowStart }) => {
    const name = `${key}@${windowStart}`;
    const count = (world.counters.get(name) ?? 0) + 1;
    world.counters.set(name, count);
    return count;
  });
}
