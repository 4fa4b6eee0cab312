import {
  addressCardMissesPerHour,
  anonymousCardMissesPerHour,
  cardChangesPerMember,
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
  repliesPerMember,
  resetMailsPerAccount,
  resetMailsPerAddress,
  secondsPerDay,
  secondsPerHour,
  signUpsPerAddressAndDay,
  signUpsPerAddressAndHour,
  signUpsPerMailbox,
  signUpsPerNetwork,
  unprovedMailsPerMailboxAndDay,
  unprovedMailsPerMailboxAndHour,
  verificationMailsPerMember,
} from '#schema/rules.ts';
import { type Seconds, windowStart } from './time.ts';

export interface Limit {
  key: string;
  limit: number;
  windowStart: Seconds;
  endsAt: Seconds;
}

function toLimit(key: string, limit: number, windowSeconds: number, now: Seconds): Limit {
  const start = windowStart(now, windowSeconds);
  return { key, limit, windowStart: start, endsAt: start + windowSeconds };
}

export function memberMissLimits(userId: number, now: Seconds): Limit[] {
  return [
    toLimit(`card-miss:hour:member:${userId}`, memberCardMissesPerHour, secondsPerHour, now),
    toLimit(`card-miss:day:member:${userId}`, memberCardMissesPerDay, secondsPerDay, now),
  ];
}

/** Keyed hashes of an IPv4 address or IPv6 /64, and of the surrounding IPv6 /48 (null for IPv4). */
export interface AddressHashes {
  addressHash: string;
  networkHash: string | null;
}

export function addressMissLimits({ addressHash, networkHash }: AddressHashes, now: Seconds): Limit[] {
  const network = toLimit(`card-miss:hour:network:${networkHash}`, networkCardMissesPerHour, secondsPerHour, now);
  return [
    toLimit(`card-miss:hour:address:${addressHash}`, addressCardMissesPerHour, secondsPerHour, now),
    ...(networkHash === null ? [] : [network]),
  ];
}

export function anonymousMissLimit(now: Seconds): Limit {
  return toLimit('card-miss:hour:anonymous', anonymousCardMissesPerHour, secondsPerHour, now);
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
  const attemptLimit = loginFailuresPerAccountAndAddress;
  return [
    toLimit(`${area}:address:${addressHash}`, loginFailuresPerAddress.limit, loginFailuresPerAddress.windowSeconds, now),
    toLimit(`${area}:${accountHash}:${addressHash}`, attemptLimit.limit, attemptLimit.windowSeconds, now),
    toLimit(`${area}:account:${accountHash}`, loginFailuresPerAccount.limit, loginFailuresPerAccount.windowSeconds, now),
  ];
}

/** Returns the sign-in limit for a device that the account has used before. No other limits count for that device. */
export function deviceLoginLimits(area: 'login' | 'admin-login', deviceHash: string, now: Seconds): Limit[] {
  const { limit, windowSeconds } = loginFailuresPerKnownDevice;
  return [toLimit(`${area}:device:${deviceHash}`, limit, windowSeconds, now)];
}

/**
 * Network address limits come first. Attempts that they reject do not count toward the mailbox, so that one client cannot exhaust someone
 * else's mailbox limit.
 */
export function signUpLimits({ addressHash, networkHash }: AddressHashes, mailboxHash: string, now: Seconds): Limit[] {
  const [hour, day, network] = [signUpsPerAddressAndHour, signUpsPerAddressAndDay, signUpsPerNetwork];
  return [
    toLimit(`sign-up:hour:address:${addressHash}`, hour.limit, hour.windowSeconds, now),
    toLimit(`sign-up:day:address:${addressHash}`, day.limit, day.windowSeconds, now),
    ...(networkHash === null ? [] : [toLimit(`sign-up:day:network:${networkHash}`, network.limit, network.windowSeconds, now)]),
    mailboxSignUpLimit(mailboxHash, now),
  ];
}

/** Limit on a mailbox's sign-ups. The count is reset after an attempt that creates no account. */
export function mailboxSignUpLimit(mailboxHash: string, now: Seconds): Limit {
  return toLimit(`sign-up:day:mailbox:${mailboxHash}`, signUpsPerMailbox.limit, signUpsPerMailbox.windowSeconds, now);
}

/**
 * Limits email to a mailbox's unverified addresses. The hourly limit comes first, so that email it delays does not count toward the daily
 * one.
 */
export function unprovedMailLimits(mailboxHash: string, now: Seconds): Limit[] {
  const [hour, day] = [unprovedMailsPerMailboxAndHour, unprovedMailsPerMailboxAndDay];
  return [
    toLimit(`mail:hour:mailbox:${mailboxHash}`, hour.limit, hour.windowSeconds, now),
    toLimit(`mail:day:mailbox:${mailboxHash}`, day.limit, day.windowSeconds, now),
  ];
}

/** `accountHash` is derived from the email, so that unknown accounts are limited in the same way. */
export function resetMailLimits(accountHash: string, addressHash: string, now: Seconds): Limit[] {
  return [
    toLimit(`reset-mail:address:${addressHash}`, resetMailsPerAddress.limit, resetMailsPerAddress.windowSeconds, now),
    toLimit(`reset-mail:account:${accountHash}`, resetMailsPerAccount.limit, resetMailsPerAccount.windowSeconds, now),
  ];
}

/** Limits an administrator's wrong app codes and recovery codes together, across all sessions. */
export function factorLimits(adminId: number, now: Seconds): Limit[] {
  const [quarter, day] = [factorFailures, factorFailuresPerDay];
  return [
    toLimit(`admin-factor:quarter:${adminId}`, quarter.limit, quarter.windowSeconds, now),
    toLimit(`admin-factor:day:${adminId}`, day.limit, day.windowSeconds, now),
  ];
}

/** Records at most one rejection of each kind per hour. */
export function refusalNoteLimit(adminId: number, refusalCode: string, now: Seconds): Limit {
  return toLimit(`admin-refused:${adminId}:${refusalCode}`, 1, secondsPerHour, now);
}

export function passkeySignInLimits(addressHash: string, now: Seconds): Limit[] {
  const { limit, windowSeconds } = passkeySignInsPerAddress;
  return [toLimit(`passkey-sign-in:address:${addressHash}`, limit, windowSeconds, now)];
}

export function verificationMailLimits(userId: number, now: Seconds): Limit[] {
  return [toLimit(`verify-mail:member:${userId}`, verificationMailsPerMember.limit, verificationMailsPerMember.windowSeconds, now)];
}

export function payoutAddressLimits(userId: number, now: Seconds): Limit[] {
  return [toLimit(`payout-address:member:${userId}`, emailChangesPerMember.limit, emailChangesPerMember.windowSeconds, now)];
}

export function dataDownloadLimits(userId: number, now: Seconds): Limit[] {
  return [toLimit(`my-data:member:${userId}`, dataDownloadsPerMember.limit, dataDownloadsPerMember.windowSeconds, now)];
}

export function logLimits(userId: number, now: Seconds): Limit[] {
  return [toLimit(`find-log:member:${userId}`, logsPerMember.limit, logsPerMember.windowSeconds, now)];
}

/** `addressHash` is the hash of the sender's network address group. */
export function contactLimits(addressHash: string, now: Seconds): Limit[] {
  const [hour, day] = [contactMessagesPerHour, contactMessagesPerDay];
  return [
    toLimit(`contact:hour:${addressHash}`, hour.limit, hour.windowSeconds, now),
    toLimit(`contact:day:${addressHash}`, day.limit, day.windowSeconds, now),
  ];
}

export function replyLimits(userId: number, now: Seconds): Limit[] {
  return [toLimit(`reply:member:${userId}`, repliesPerMember.limit, repliesPerMember.windowSeconds, now)];
}

/** Limits new orders, because each one creates objects in Stripe. */
export function newOrderLimits(userId: number, now: Seconds): Limit[] {
  return [toLimit(`order:member:${userId}`, newOrdersPerMember.limit, newOrdersPerMember.windowSeconds, now)];
}

export function cardChangeLimits(userId: number, now: Seconds): Limit[] {
  return [toLimit(`card-change:member:${userId}`, cardChangesPerMember.limit, cardChangesPerMember.windowSeconds, now)];
}

/** Rejected attempts count toward these limits, too. */
export function emailChangeLimits(userId: number, addressHash: string, now: Seconds): Limit[] {
  return [
    toLimit(`email-change:member:${userId}`, emailChangesPerMember.limit, emailChangesPerMember.windowSeconds, now),
    toLimit(`email-change:address:${addressHash}`, emailChangesPerAddress.limit, emailChangesPerAddress.windowSeconds, now),
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
