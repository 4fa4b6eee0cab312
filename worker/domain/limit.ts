import {
  addressCardMissesPerHour,
  anonymousCardMissesPerHour,
  cardChangesPerMember,
  confirmedChangesPerMember,
  contactMessagesPerDay,
  contactMessagesPerHour,
  dataDownloadsPerMember,
  emailChangesPerAddress,
  emailChangesPerMember,
  factorFailures,
  factorFailuresPerDay,
  loginFailuresPerAccount,
  loginFailuresPerAccountAndAddress,
  loginFailuresPerAddress,
  loginFailuresPerKnownDevice,
  logsPerMember,
  memberCardMissesPerDay,
  memberCardMissesPerHour,
  networkCardMissesPerHour,
  newOrdersPerMember,
  passkeySignInsPerAddress,
  placementsPerMember,
  repliesPerMember,
  resetMailsPerAccount,
  resetMailsPerAddress,
  secondsPerDay,
  secondsPerHour,
  signOutsPerMember,
  signUpsPerAddressAndDay,
  signUpsPerAddressAndHour,
  signUpsPerMailbox,
  signUpsPerNetwork,
  travelersPerMember,
  unconfirmedChangesPerMember,
  unverifiedMailsPerMailboxAndDay,
  unverifiedMailsPerMailboxAndHour,
  verificationMailsPerMember,
} from '#schema/rules.ts';
import { type Seconds, windowStart } from './time.ts';

export interface Limit {
  key: string;
  limit: number;
  windowStart: Seconds;
  endsAt: Seconds;
}

interface Rule {
  limit: number;
  windowSeconds: number;
}

function toLimit(key: string, { limit, windowSeconds }: Rule, now: Seconds): Limit {
  const start = windowStart(now, windowSeconds);
  return { key, limit, windowStart: start, endsAt: start + windowSeconds };
}

const limitMember =
  (action: string, rule: Rule) =>
  (userId: number, now: Seconds): Limit[] => [toLimit(`${action}:member:${userId}`, rule, now)];

export const cardChangeLimits = limitMember('card-change', cardChangesPerMember);
export const confirmedChangeLimits = limitMember('confirmed-change', confirmedChangesPerMember);
export const unconfirmedChangeLimits = limitMember('unconfirmed-change', unconfirmedChangesPerMember);
export const dataDownloadLimits = limitMember('my-data', dataDownloadsPerMember);
export const logLimits = limitMember('find-log', logsPerMember);
/** Rate limits on new orders per member. They exist because each order creates objects in Stripe. */
export const newOrderLimits = limitMember('order', newOrdersPerMember);
export const payoutAddressLimits = limitMember('payout-address', emailChangesPerMember);
export const placementLimits = limitMember('placement', placementsPerMember);
export const replyLimits = limitMember('reply', repliesPerMember);
/** Limits emailed replies to a conversation that belongs to no member. */
export const visitorReplyLimits = (conversationId: number, now: Seconds): Limit[] => [
  toLimit(`reply:message:${conversationId}`, repliesPerMember, now),
];
export const signOutLimits = limitMember('sign-out', signOutsPerMember);
export const travelerLimits = limitMember('traveler', travelersPerMember);
export const resendLimits = limitMember('resend-mail', verificationMailsPerMember);
export const verificationMailLimits = limitMember('verify-mail', verificationMailsPerMember);

export function memberMissLimits(userId: number, now: Seconds): Limit[] {
  return [
    toLimit(`card-miss:hour:member:${userId}`, { limit: memberCardMissesPerHour, windowSeconds: secondsPerHour }, now),
    toLimit(`card-miss:day:member:${userId}`, { limit: memberCardMissesPerDay, windowSeconds: secondsPerDay }, now),
  ];
}

/** Keyed hashes of an IPv4 address or IPv6 /64, and of the surrounding IPv6 /48 (null for IPv4). */
export interface AddressHashes {
  addressHash: string;
  networkHash: string | null;
}

export function addressMissLimits({ addressHash, networkHash }: AddressHashes, now: Seconds): Limit[] {
  const network = toLimit(`card-miss:hour:network:${networkHash}`, { limit: networkCardMissesPerHour, windowSeconds: secondsPerHour }, now);
  return [
    toLimit(`card-miss:hour:address:${addressHash}`, { limit: addressCardMissesPerHour, windowSeconds: secondsPerHour }, now),
    ...(networkHash === null ? [] : [network]),
  ];
}

export function anonymousMissLimit(now: Seconds): Limit {
  return toLimit('card-miss:hour:anonymous', { limit: anonymousCardMissesPerHour, windowSeconds: secondsPerHour }, now);
}

/**
 * `accountHash` is derived from the email, so that unknown accounts are limited in the same way. The account's own limit comes last:
 * attempts that another limit rejects do not count toward it, so a single network address cannot lock an account for everyone.
 */
export function loginLimits(accountHash: string, addressHash: string, now: Seconds): Limit[] {
  return signInLimits('login', accountHash, addressHash, now);
}

export function adminLoginLimits(accountHash: string, addressHash: string, now: Seconds): Limit[] {
  return signInLimits('admin-login', accountHash, addressHash, now);
}

function signInLimits(area: string, accountHash: string, addressHash: string, now: Seconds): Limit[] {
  return [
    toLimit(`${area}:address:${addressHash}`, loginFailuresPerAddress, now),
    toLimit(`${area}:${accountHash}:${addressHash}`, loginFailuresPerAccountAndAddress, now),
    toLimit(`${area}:account:${accountHash}`, loginFailuresPerAccount, now),
  ];
}

/** Returns the sign-in limit for a device that the account has used before. No other limits apply to that device. */
export function deviceLoginLimits(area: 'login' | 'admin-login', deviceHash: string, now: Seconds): Limit[] {
  return [toLimit(`${area}:device:${deviceHash}`, loginFailuresPerKnownDevice, now)];
}

/**
 * Returns the sign-up limits. Network address limits come first. Attempts that they reject do not count toward the mailbox, so that one
 * client cannot exhaust someone else's mailbox limit.
 */
export function signUpLimits({ addressHash, networkHash }: AddressHashes, mailboxHash: string, now: Seconds): Limit[] {
  return [
    toLimit(`sign-up:hour:address:${addressHash}`, signUpsPerAddressAndHour, now),
    toLimit(`sign-up:day:address:${addressHash}`, signUpsPerAddressAndDay, now),
    ...(networkHash === null ? [] : [toLimit(`sign-up:day:network:${networkHash}`, signUpsPerNetwork, now)]),
    mailboxSignUpLimit(mailboxHash, now),
  ];
}

/** Limits sign-ups per mailbox. Attempts that create no account are not counted. */
export function mailboxSignUpLimit(mailboxHash: string, now: Seconds): Limit {
  return toLimit(`sign-up:day:mailbox:${mailboxHash}`, signUpsPerMailbox, now);
}

/**
 * Limits email to a mailbox's unverified addresses. The hourly limit is checked first so that emails it delays do not count toward the
 * daily limit.
 */
export function unverifiedMailLimits(mailboxHash: string, now: Seconds): Limit[] {
  return [
    toLimit(`mail:hour:mailbox:${mailboxHash}`, unverifiedMailsPerMailboxAndHour, now),
    toLimit(`mail:day:mailbox:${mailboxHash}`, unverifiedMailsPerMailboxAndDay, now),
  ];
}

/**
 * Returns the limits for password reset emails. `accountHash` is derived from the email, so that unknown accounts are limited in the same
 * way.
 */
export function resetMailLimits(accountHash: string, addressHash: string, now: Seconds): Limit[] {
  return [
    toLimit(`reset-mail:address:${addressHash}`, resetMailsPerAddress, now),
    toLimit(`reset-mail:account:${accountHash}`, resetMailsPerAccount, now),
  ];
}

/** Limits an administrator's wrong app codes and recovery codes combined, across all sessions. */
export function factorLimits(adminId: number, now: Seconds): Limit[] {
  return [
    toLimit(`admin-factor:quarter:${adminId}`, factorFailures, now),
    toLimit(`admin-factor:day:${adminId}`, factorFailuresPerDay, now),
  ];
}

/** Limits how often an administrator's rejected actions are recorded: once per hour for each kind of rejection. */
export function refusalNoteLimit(adminId: number, refusalCode: string, now: Seconds): Limit {
  return toLimit(`admin-refused:${adminId}:${refusalCode}`, { limit: 1, windowSeconds: secondsPerHour }, now);
}

export function passkeySignInLimits(addressHash: string, now: Seconds): Limit[] {
  return [toLimit(`passkey-sign-in:address:${addressHash}`, passkeySignInsPerAddress, now)];
}

/** Returns the limits for the contact form. They apply to the whole IPv6 /48, because a sender can use any /64 in it. */
export function contactLimits({ addressHash, networkHash }: AddressHashes, now: Seconds): Limit[] {
  const sender = networkHash ?? addressHash;
  return [toLimit(`contact:hour:${sender}`, contactMessagesPerHour, now), toLimit(`contact:day:${sender}`, contactMessagesPerDay, now)];
}

/** Returns the limits for email changes. Rejected attempts also count. */
export function emailChangeLimits(userId: number, addressHash: string, now: Seconds): Limit[] {
  return [
    toLimit(`email-change:member:${userId}`, emailChangesPerMember, now),
    toLimit(`email-change:address:${addressHash}`, emailChangesPerAddress, now),
  ];
}

/**
 * Returns the number of seconds until no limit is exceeded, or undefined if none is. `counts` has the same order as `limits` and includes
 * this attempt.
 */
export function secondsUntilAllowed(limits: Limit[], counts: number[], now: Seconds): number | undefined {
  const ends = limits.filter((limit, index) => (counts[index] ?? 0) > limit.limit).map((limit) => limit.endsAt);
  return ends.length > 0 ? Math.max(...ends) - now : undefined;
}
