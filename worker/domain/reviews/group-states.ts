/** States of certificates and commissions after a hold, release or revocation. */
import { secondsPerDay } from '#schema/rules.ts';
import type { Account } from '#worker/domain/memberships/account.ts';
import { parseHeldReasons, writeHeldReasons } from '#worker/domain/payouts/payout.ts';
import { deriveReferral } from '#worker/domain/referrals/referral.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { type CertificateState, type GroupCertificate, heldSignal, type OwedState } from './group-facts.ts';

export function certificateState({ review, reviewedAt, reviewedById, signals, status }: CertificateState): CertificateState {
  return { review, reviewedAt, reviewedById, signals, status };
}

/**
 * Whether a group decision currently puts the certificate on hold. The signal alone is not enough, because it remains on record after the
 * review is passed.
 */
export function isHeldNow({ review, signals }: CertificateState): boolean {
  return review === 'waiting' && signals.includes(heldSignal);
}

export function withHold(state: CertificateState): CertificateState {
  const signals = [...new Set([...state.signals, heldSignal])];
  return { ...state, review: 'waiting', reviewedAt: null, reviewedById: null, signals };
}

/**
 * Restores the certificate's state from before the hold, unless it returned to review after that state was reviewed. The deadline moves by
 * whole days, so that it stays at the end of a day. `until` ends the counted hold: now, or the start of a pause of the member's deadlines,
 * whose end adds the rest.
 */
export function releaseCertificate(
  certificate: Pick<GroupCertificate, keyof CertificateState | 'returnedAt'>,
  before: Record<string, unknown>,
  heldAt: Seconds,
  until: Seconds,
): { after: CertificateState; moreSeconds: number } {
  const previousState = before as unknown as CertificateState;
  const { review, reviewedAt, reviewedById, signals } = previousState;
  const state = certificateState(certificate);
  if (certificate.returnedAt !== null && certificate.returnedAt >= (reviewedAt ?? 0))
    return { after: { ...state, signals: state.signals.filter((code) => code !== heldSignal) }, moreSeconds: 0 };
  const after = { ...state, review, reviewedAt, reviewedById, signals };
  const heldSeconds = Math.max(0, until - heldAt);
  return { after, moreSeconds: review === 'waiting' ? 0 : Math.ceil(heldSeconds / secondsPerDay) * secondsPerDay };
}

/** State of an unpaid amount whose member has asked for deletion, until they cancel it. */
export const forfeitedState: OwedState = { status: 'held', heldReason: 'member_left' };

/**
 * Removes the hold that a group decision placed. The commission may still be on hold for other reasons, and members who have asked for
 * deletion forfeit it.
 */
export function withoutHold(account: Account, hasLeft: boolean): Account {
  const released = withReasons(account, (reasons) => reasons.filter((reason) => reason !== 'decision'));
  return hasLeft && released.referral?.commission?.status === 'pending' ? withCommission(released, forfeitedState) : released;
}

export function withHeldCommission(account: Account): Account {
  return withReasons(account, (reasons) => [...new Set([...reasons, 'decision' as const])]);
}

type Reasons = ReturnType<typeof parseHeldReasons>;

function withReasons(account: Account, change: (reasons: Reasons) => Reasons): Account {
  const { referral } = account;
  if (!referral?.commission) return account;
  const { status, heldReason: heldReasonText } = referral.commission;
  const heldReason = writeHeldReasons(change(parseHeldReasons(heldReasonText)));
  const isOpen = status === 'pending' || status === 'held';
  return withCommission(account, { status: isOpen ? (heldReason ? 'held' : 'pending') : status, heldReason });
}

/**
 * Revokes a paid commission: a reversal deducts the amount from the next payout, and the commission's keys become invalid. A reversal that
 * it already has, because of its payment, stays even if the payment is restored.
 */
export function withoutCommission(account: Account): Account {
  const { referral } = account;
  if (!referral?.commission) return account;
  const reasons = new Set([...parseHeldReasons(referral.commission.heldReason), 'decision' as const]);
  const commission = { ...referral.commission, heldReason: writeHeldReasons(reasons) };
  return deriveReferral({ ...account, referral: { ...referral, commission, reversal: referral.reversal ?? 'pending' } });
}

export function withCommission(account: Account, state: OwedState, reversal = account.referral?.reversal ?? null): Account {
  const { referral } = account;
  if (!referral?.commission) return account;
  return deriveReferral({ ...account, referral: { ...referral, reversal, commission: { ...referral.commission, ...state } } });
}
