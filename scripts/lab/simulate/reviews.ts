/**
 * Models human review: the probability that a farm is recognized, and its losses if it is. The simulation itself runs once without catching
 * anyone. Afterward, the review outcomes are drawn many times and averaged.
 */
import type { Seconds } from '#worker/domain/time.ts';
import type { Random } from './random.ts';
import { decidedAt } from './redemptions.ts';
import { claimStay, type StayRegister } from './travelers.ts';
import type { Payout, World, WorldCertificate } from './world.ts';

/** Probability that a farm's certificate is recognized with 0, 1, 2, and 3 or more signals. */
export type CatchRates = readonly [number, number, number, number];

export const statedRates = [0.05, 0.35, 0.7, 0.95] as const;
export const halfRates = [0.025, 0.175, 0.35, 0.475] as const;
export const noReviews = [0, 0, 0, 0] as const;

/** Number of people who use an attacker's certificates for free: the attacker and four friends. Anyone else must be paid to travel. */
export const defaultFreeTravelers = 5;

export interface Outcome {
  certificates: number;
  /** Number of certificates whose traveler the attacker pays because the free travelers have already had their stays. */
  paidTravelers: number;
  payoutCents: number;
}

interface Farm {
  world: World;
  accounts: ReadonlySet<number>;
  freeTravelers: number;
}

export function measureOutcome({ world, accounts, freeTravelers }: Farm, catchRates: CatchRates, random: Random, draws: number): Outcome {
  const friends = Array.from({ length: freeTravelers }, (_, index) => `friend ${index}`);
  const events = listEvents(world, accounts);
  const sum: Outcome = { certificates: 0, paidTravelers: 0, payoutCents: 0 };
  const repeats = catchRates === noReviews ? 1 : draws;
  for (let draw = 0; draw < repeats; draw += 1) {
    const caughtIds = new Set<number>();
    const stays: StayRegister = new Map();
    // Draws one random number per event, even if unused, so that the random sequence does not depend on the signals.
    const luck = events.map(() => random.next());
    for (const [index, { certificate, payout }] of events.entries()) {
      if (certificate && !caughtIds.has(certificate.memberId)) {
        const isRecognized = isCertificateRecognized(certificate, catchRates, caughtIds, luck[index] ?? 0);
        if (isRecognized) for (const id of listCaughtAccounts(certificate, accounts)) caughtIds.add(id);
        // An approved certificate is activated and booked immediately, and cannot be revoked.
        if (!isRecognized && certificate.isActivated) {
          sum.certificates += 1;
          if (!friends.some((friend) => claimStay(stays, friend, certificate.redeemedAt))) sum.paidTravelers += 1;
        }
      }
      if (payout && !caughtIds.has(payout.memberId)) sum.payoutCents += payout.cents;
    }
  }
  const { certificates, paidTravelers, payoutCents } = sum;
  return { certificates: certificates / repeats, paidTravelers: paidTravelers / repeats, payoutCents: payoutCents / repeats };
}

interface ReviewedEvent {
  at: Seconds;
  certificate?: WorldCertificate;
  payout?: Payout;
}

function listEvents({ certificates, payouts }: World, accounts: ReadonlySet<number>): ReviewedEvent[] {
  const decidedCertificates = certificates
    .filter(({ memberId }) => accounts.has(memberId))
    .map((certificate) => ({ at: decidedAt(certificate), certificate }));
  const accountPayouts = payouts.filter(({ memberId }) => accounts.has(memberId)).map((payout) => ({ at: payout.at, payout }));
  return [...decidedCertificates, ...accountPayouts].sort((one, other) => one.at - other.at);
}

function isCertificateRecognized(
  { review, signals, restsOn, tokens }: WorldCertificate,
  catchRates: CatchRates,
  caughtIds: ReadonlySet<number>,
  luck: number,
): boolean {
  if (review !== 'waiting') return false;
  // The reviewer sees which accounts have already been caught, so their share of the certificate's tokens is added up.
  const caughtTokens = [...restsOn].reduce((sum, [id, part]) => sum + (caughtIds.has(id) ? part : 0), 0);
  return caughtTokens >= tokens / 2 || luck < (catchRates[Math.min(signals.length, 3)] ?? 0);
}

/**
 * Returns the accounts that the decision blocks: all accounts of the attacker that appear on the evidence page. Honest members are
 * unaffected.
 */
function listCaughtAccounts({ shown, memberId }: WorldCertificate, accounts: ReadonlySet<number>): number[] {
  return [memberId, ...shown].filter((id) => accounts.has(id));
}
