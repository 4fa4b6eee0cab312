import type { LinkPurpose } from '#worker/domain/messages/mail.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { comparisonKey } from './profile.ts';

export interface LinkState {
  purpose: LinkPurpose;
  email: string;
  expiresAt: Seconds;
  usedAt: Seconds | null;
  emailKey: string;
  emailVerifiedAt: Seconds | null;
  /** True while the member is suspended. Links do not work during a suspension. */
  isSuspended: boolean;
  /** Whether emails to the account's address bounced. */
  hasBounced: boolean;
}

export type LinkRefusal = 'link_unknown' | 'link_used' | 'link_paused' | 'link_expired' | 'link_outdated';

/** Returns the reason why a link cannot be used, or undefined if it can. The caller has already checked the link's purpose. */
function findLinkRefusal<Expired extends string>(
  { usedAt, isSuspended, expiresAt }: LinkState,
  expired: Expired,
  now: Seconds,
): 'link_used' | 'link_paused' | Expired | undefined {
  if (usedAt !== null) return 'link_used';
  if (isSuspended) return 'link_paused';
  return expiresAt <= now ? expired : undefined;
}

/**
 * Decides whether a verification link may be used; using it also clears a bounce. If the email is already verified and has not bounced,
 * opening the link again succeeds without a write.
 */
export function decideVerification(link: LinkState | undefined, now: Seconds): Result<'verify' | 'is_verified', LinkRefusal> {
  if (link?.purpose !== 'verify_email') return err('link_unknown');
  const isCurrent = comparisonKey(link.email) === link.emailKey;
  if (isCurrent && link.emailVerifiedAt !== null && !link.hasBounced) return ok('is_verified');
  const refusal = findLinkRefusal(link, 'link_expired', now);
  if (refusal) return err(refusal);
  return isCurrent ? ok('verify') : err('link_outdated');
}

/** Decides whether a link may change the account's email. The link also verifies the new email. Opening it again succeeds. */
export function decideEmailChange(
  link: LinkState | undefined,
  now: Seconds,
): Result<'change' | 'is_changed', LinkRefusal | 'change_link_expired'> {
  if (link?.purpose !== 'change_email') return err('link_unknown');
  if (link.usedAt !== null && comparisonKey(link.email) === link.emailKey) return ok('is_changed');
  const refusal = findLinkRefusal(link, 'change_link_expired', now);
  return refusal ? err(refusal) : ok('change');
}

/** Decides whether a payout address link may be used. Using it also verifies the new address. */
export function decidePayoutAddress(link: LinkState | undefined, now: Seconds): Result<'confirm', LinkRefusal | 'payout_link_expired'> {
  if (link?.purpose !== 'confirm_payout_address') return err('link_unknown');
  const refusal = findLinkRefusal(link, 'payout_link_expired', now);
  return refusal ? err(refusal) : ok('confirm');
}

/** Decides whether the link in a warning email may secure the account or remove a new payout address. The link works once. */
export function decideWarning(
  link: LinkState | undefined,
  purpose: 'secure_account' | 'remove_payout_address',
  now: Seconds,
): Result<'act', LinkRefusal | 'secure_link_expired' | 'remove_payout_link_expired'> {
  if (link?.purpose !== purpose) return err('link_unknown');
  const refusal = findLinkRefusal(link, purpose === 'secure_account' ? 'secure_link_expired' : 'remove_payout_link_expired', now);
  return refusal ? err(refusal) : ok('act');
}

/** Restores the old email by canceling a pending change or undoing a completed one. The link works once. */
export function decideUndo(
  link: LinkState | undefined,
  now: Seconds,
): Result<{ kind: 'call_off' | 'bring_back'; email: string; emailKey: string }, LinkRefusal | 'undo_link_expired'> {
  if (link?.purpose !== 'stop_email_change' && link?.purpose !== 'undo_email_change') return err('link_unknown');
  const refusal = findLinkRefusal(link, 'undo_link_expired', now);
  if (refusal) return err(refusal);
  const kind = link.purpose === 'stop_email_change' ? 'call_off' : 'bring_back';
  return ok({ kind, email: link.email, emailKey: comparisonKey(link.email) });
}

/** Accepts a reset link once, within an hour, and only if the account still uses the email that the link was sent to. */
export function decideReset(link: LinkState | undefined, now: Seconds): Result<'reset', LinkRefusal | 'reset_link_expired'> {
  if (link?.purpose !== 'reset_password') return err('link_unknown');
  const refusal = findLinkRefusal(link, 'reset_link_expired', now);
  if (refusal) return err(refusal);
  return comparisonKey(link.email) === link.emailKey ? ok('reset') : err('link_outdated');
}
