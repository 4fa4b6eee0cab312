/** How certificates and commissions stand once they are held, let go, or taken back although they were paid. */
import { secondsPerDay } from '#schema/rules.ts';
import type { Account } from '#worker/domain/memberships/account.ts';
import { heldReasonsOf, writeHeldReasons } from '#worker/domain/payouts/payout.ts';
import { deriveReferral } from '#worker/domain/referrals/referral.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { type CertificateStanding, heldSignal } from './group-facts.ts';

export function standingOf({ review, reviewedAt, reviewedById, signals, status }: CertificateStanding): CertificateStanding {
  return { review, reviewedAt, reviewedById, signals, status };
}

/** Who passes a held certificate leaves the signal there: it says why somebody looked. */
export function isHeldNow({ review, signals }: CertificateStanding): boolean {
  return review === 'waiting' && signals.includes(heldSignal);
}

/** It waits for a review, whatever was decided before. */
export function withHold(standing: CertificateStanding): CertificateStanding {
  const signals = [...new Set([...standing.signals, heldSignal])];
  return { ...standing, review: 'waiting', reviewedAt: null, reviewedById: null, signals };
}

/**
 * As it stood before it was held, unless it has begun to wait for another reason meanwhile. The days that it could have been
 * activated on are not lost: deadlines are ends of days, and stay so.
 */
export function releasedCertificate(
  standing: CertificateStanding,
  before: Record<string, unknown>,
  heldAt: Seconds,
  now: Seconds,
): { after: CertificateStanding; moreSeconds: number } {
  const was = before as unknown as CertificateStanding;
  const { review, reviewedAt, reviewedById } = was;
  const signals = standing.signals.filter((code) => code !== heldSignal);
  if (signals.some((code) => !was.signals.includes(code))) return { after: { ...standing, signals }, moreSeconds: 0 };
  const after = { ...standing, review, reviewedAt, reviewedById, signals };
  return { after, moreSeconds: review === 'waiting' ? 0 : Math.ceil((now - heldAt) / secondsPerDay) * secondsPerDay };
}

/** A commission that a decision held, without that reason: another one may hold it still. */
export function withoutHold(account: Account): Account {
  return withReasons(account, (reasons) => reasons.filter((reason) => reason !== 'decision'));
}

export function withHeldCommission(account: Account): Account {
  return withReasons(account, (reasons) => [...new Set([...reasons, 'decision' as const])]);
}

type Reasons = ReturnType<typeof heldReasonsOf>;

function withReasons(account: Account, change: (reasons: Reasons) => Reasons): Account {
  const { referral } = account;
  if (!referral?.commission) return account;
  const { status, heldReason: held } = referral.commission;
  const heldReason = writeHeldReasons(change(heldReasonsOf(held)));
  const isOpen = status === 'pending' || status === 'held';
  return withCommission(account, { status: isOpen ? (heldReason ? 'held' : 'pending') : status, heldReason });
}

/** A commission that was paid: a reversal of its own takes it off the next payout, and its keys go for as long as the reason stands. */
export function withoutCommission(account: Account): Account {
  const { referral } = account;
  if (!referral?.commission) return account;
  const reasons = new Set([...heldReasonsOf(referral.commission.heldReason), 'decision' as const]);
  const commission = { ...referral.commission, heldReason: writeHeldReasons(reasons) };
  return deriveReferral({ ...account, referral: { ...referral, commission, reversal: 'pending' } });
}

/** The account with its commission so, and what follows from that. */
export function withCommission(
  account: Account,
  standing: { status: 'pending' | 'paid' | 'reversed' | 'held'; heldReason: string | null },
  reversal = account.referral?.reversal ?? null,
): Account {
  const { referral } = account;
  if (!referral?.commission) return account;
  return deriveReferral({ ...account, referral: { ...referral, reversal, commission: { ...referral.commission, ...standing } } });
}
