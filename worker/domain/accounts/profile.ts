import type { ProfileRequest } from '#schema/accounts/account.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';

/**
 * How a profile change replaces the email.
 * - `rewrite`: the email differs only in case, so nothing else changes.
 * - `replace`: an unverified email is replaced immediately.
 * - `prove`: a verified email stays until the new one is verified.
 * - `recover`: an administrator replaces a verified email immediately because someone else controls its mailbox.
 */
export interface EmailPlan {
  method: 'rewrite' | 'replace' | 'prove' | 'recover';
  email: string;
  emailKey: string;
  previousKey: string;
}

type ProfileField = 'firstName' | 'lastName' | 'phone' | 'address' | 'city' | 'state' | 'zip' | 'country';

export interface ProfilePlan {
  set: Partial<Record<ProfileField, string | null>>;
  email?: EmailPlan;
}

export function comparisonKey(text: string): string {
  return text.trim().normalize('NFKC').toLowerCase();
}

/** Decides which profile fields to change. Omitted fields stay the same. The username may be included, but must be unchanged. */
export function decideProfile(
  request: ProfileRequest,
  member: { email: string; emailVerifiedAt: Seconds | null; username: string | null },
): Result<ProfilePlan, 'username_fixed'> {
  const { currentPassword: _, email, username, ...texts } = request;
  if (username !== undefined && (username || null) !== member.username) return err('username_fixed');
  const changes = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined)) as ProfilePlan['set'];
  return ok(email === undefined || email === member.email ? { set: changes } : { set: changes, email: planEmail(email, member) });
}

export const addressFields = ['address', 'city', 'state', 'zip', 'country'] as const satisfies ProfileField[];
/** Parts of a profile that deliveries use. */
const deliveryParts = { name: ['firstName', 'lastName'], address: addressFields } as const;

/** Returns the parts of the profile that a change affects, and whether each replaces earlier data. */
export function findDeliveryChanges(set: ProfilePlan['set'], member: Record<ProfileField, string | null>) {
  return (['name', 'address'] as const).flatMap((part) => {
    const changed = deliveryParts[part].filter((field) => set[field] !== undefined && (set[field] || null) !== (member[field] || null));
    return changed.length > 0 ? [{ part, replaces: changed.some((field) => member[field]) }] : [];
  });
}

export function planEmail(email: string, member: { email: string; emailVerifiedAt: Seconds | null }): EmailPlan {
  const [emailKey, previousKey] = [comparisonKey(email), comparisonKey(member.email)];
  if (emailKey === previousKey) return { method: 'rewrite', email, emailKey, previousKey };
  return { method: member.emailVerifiedAt === null ? 'replace' : 'prove', email, emailKey, previousKey };
}
