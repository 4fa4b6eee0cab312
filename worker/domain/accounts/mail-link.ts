/** What a link in a mail may still do. */
import type { LinkPurpose } from '#worker/domain/messages/mail.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { comparisonKey } from './profile.ts';

/** A link with the member it was mailed to, as both are now. */
export interface SeenLink {
  purpose: LinkPurpose;
  /** The address that it speaks of. */
  email: string;
  expiresAt: Seconds;
  usedAt: Seconds | null;
  /** The member's address now. */
  emailKey: string;
  emailVerifiedAt: Seconds | null;
}

export type LinkRefusal = 'link_unknown' | 'link_used' | 'link_expired' | 'link_outdated';

/**
 * Verifying the address of the link. Opening it twice is no mistake: what is verified already is so, and needs no write.
 */
export function decideVerification(link: SeenLink | undefined, now: Seconds): Result<'verify' | 'is_verified', LinkRefusal> {
  if (link?.purpose !== 'verify_email') return err('link_unknown');
  const isCurrent = comparisonKey(link.email) === link.emailKey;
  if (isCurrent && link.emailVerifiedAt !== null) return ok('is_verified');
  if (link.usedAt !== null) return err('link_used');
  if (link.expiresAt <= now) return err('link_expired');
  return isCurrent ? ok('verify') : err('link_outdated');
}

/** Moving the account to the address of the link, which is proved by that. Opening it twice is no mistake. */
export function decideEmailChange(
  link: SeenLink | undefined,
  now: Seconds,
): Result<'change' | 'is_changed', LinkRefusal | 'change_link_expired'> {
  if (link?.purpose !== 'change_email') return err('link_unknown');
  if (link.usedAt !== null) return comparisonKey(link.email) === link.emailKey ? ok('is_changed') : err('link_used');
  return link.expiresAt <= now ? err('change_link_expired') : ok('change');
}

/** Money goes to the address of the link, which is proved by that. Opening it twice is no mistake. */
export function decidePayoutAddress(link: SeenLink | undefined, now: Seconds): Result<'confirm', LinkRefusal | 'payout_link_expired'> {
  if (link?.purpose !== 'confirm_payout_address') return err('link_unknown');
  if (link.usedAt !== null) return err('link_used');
  return link.expiresAt <= now ? err('payout_link_expired') : ok('confirm');
}

/** Keeping the address of the link: by calling the change off while it waits, by bringing the address back afterwards. Works once. */
export function decideUndo(
  link: SeenLink | undefined,
  now: Seconds,
): Result<{ kind: 'call_off' | 'bring_back'; email: string; emailKey: string }, LinkRefusal | 'undo_link_expired'> {
  if (link?.purpose !== 'stop_email_change' && link?.purpose !== 'undo_email_change') return err('link_unknown');
  if (link.usedAt !== null) return err('link_used');
  if (link.expiresAt <= now) return err('undo_link_expired');
  const kind = link.purpose === 'stop_email_change' ? 'call_off' : 'bring_back';
  return ok({ kind, email: link.email, emailKey: comparisonKey(link.email) });
}

/** Setting a new password by the link: once, within an hour, and only while the account still uses the address it was mailed to. */
export function decideReset(link: SeenLink | undefined, now: Seconds): Result<'reset', LinkRefusal | 'reset_link_expired'> {
  if (link?.purpose !== 'reset_password') return err('link_unknown');
  if (link.usedAt !== null) return err('link_used');
  if (link.expiresAt <= now) return err('reset_link_expired');
  return comparisonKey(link.email) === link.emailKey ? ok('reset') : err('link_outdated');
}
