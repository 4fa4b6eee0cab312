/** Limits on unknown card ids, on failed sign-ins, on registrations and on mails. */
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
  factorFailuresOfDay,
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
  reportsPerMember,
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

/** One counter in its current window. */
export interface Limit {
  key: string;
  limit: number;
  windowStart: Seconds;
  endsAt: Seconds;
}

function limitOf(key: string, limit: number, windowSeconds: number, now: Seconds): Limit {
  const start = windowStart(now, windowSeconds);
  return { key, limit, windowStart: start, endsAt: start + windowSeconds };
}

/** Unknown card ids of a member. */
export function memberMissLimits(userId: number, now: Seconds): Limit[] {
  return [
    limitOf(`card-miss:hour:member:${userId}`, memberCardMissesPerHour, secondsPerHour, now),
    limitOf(`card-miss:day:member:${userId}`, memberCardMissesPerDay, secondsPerDay, now),
  ];
}

/** Keyed hashes of an IPv4 address or IPv6 /64, and of the surrounding IPv6 /48 (null for IPv4). */
export interface AddressHashes {
  addressHash: string;
  networkHash: string | null;
}

/** Unknown card ids of visitors. */
export function addressMissLimits({ addressHash, networkHash }: AddressHashes, now: Seconds): Limit[] {
  const network = limitOf(`card-miss:hour:network:${networkHash}`, networkCardMissesPerHour, secondsPerHour, now);
  return [
    limitOf(`card-miss:hour:address:${addressHash}`, addressCardMissesPerHour, secondsPerHour, now),
    ...(networkHash === null ? [] : [network]),
  ];
}

/** Unknown card ids of all visitors together. */
export function anonymousMissLimit(now: Seconds): Limit {
  return limitOf('card-miss:hour:anonymous', anonymousCardMissesPerHour, secondsPerHour, now);
}

/**
 * Failed sign-ins; `accountHash` is of the e-mail, so that unknown accounts are throttled alike. The account's own limit
 * comes last: attempts that the others refuse do not count towards it, so one address cannot lock an account for all.
 */
export function loginLimits(accountHash: string, addressHash: string, now: Seconds): Limit[] {
  return signInLimits('login', accountHash, addressHash, now);
}

/** The same for administrators, counted apart. */
export function adminLoginLimits(accountHash: string, addressHash: string, now: Seconds): Limit[] {
  return signInLimits('admin-login', accountHash, addressHash, now);
}

function signInLimits(area: string, accountHash: string, addressHash: string, now: Seconds): Limit[] {
  const both = loginFailuresPerAccountAndAddress;
  return [
    limitOf(`${area}:address:${addressHash}`, loginFailuresPerAddress.limit, loginFailuresPerAddress.windowSeconds, now),
    limitOf(`${area}:${accountHash}:${addressHash}`, both.limit, both.windowSeconds, now),
    limitOf(`${area}:account:${accountHash}`, loginFailuresPerAccount.limit, loginFailuresPerAccount.windowSeconds, now),
  ];
}

/** Failed sign-ins of a device that is known to the account: no others count. */
export function deviceLoginLimits(area: 'login' | 'admin-login', deviceHash: string, now: Seconds): Limit[] {
  const { limit, windowSeconds } = loginFailuresPerKnownDevice;
  return [limitOf(`${area}:device:${deviceHash}`, limit, windowSeconds, now)];
}

/**
 * Registrations. Addresses come first: attempts that they refuse do not count towards the mailbox, so that nobody uses up
 * somebody else's from one place.
 */
export function signUpLimits({ addressHash, networkHash }: AddressHashes, mailboxHash: string, now: Seconds): Limit[] {
  const [hour, day, network] = [signUpsPerAddressAndHour, signUpsPerAddressAndDay, signUpsPerNetwork];
  return [
    limitOf(`sign-up:hour:address:${addressHash}`, hour.limit, hour.windowSeconds, now),
    limitOf(`sign-up:day:address:${addressHash}`, day.limit, day.windowSeconds, now),
    ...(networkHash === null ? [] : [limitOf(`sign-up:day:network:${networkHash}`, network.limit, network.windowSeconds, now)]),
    mailboxSignUpLimit(mailboxHash, now),
  ];
}

/** Of them the one on accounts: an attempt that makes none is taken back there. */
export function mailboxSignUpLimit(mailboxHash: string, now: Seconds): Limit {
  return limitOf(`sign-up:day:mailbox:${mailboxHash}`, signUpsPerMailbox.limit, signUpsPerMailbox.windowSeconds, now);
}

/** Mails to addresses of a mailbox that nobody has verified. The hour comes first: what it holds back does not count for the day. */
export function unprovedMailLimits(mailboxHash: string, now: Seconds): Limit[] {
  const [hour, day] = [unprovedMailsPerMailboxAndHour, unprovedMailsPerMailboxAndDay];
  return [
    limitOf(`mail:hour:mailbox:${mailboxHash}`, hour.limit, hour.windowSeconds, now),
    limitOf(`mail:day:mailbox:${mailboxHash}`, day.limit, day.windowSeconds, now),
  ];
}

/** Mails with a link to set a new password; `accountHash` is of the e-mail, so that unknown ones are limited alike. */
export function resetMailLimits(accountHash: string, addressHash: string, now: Seconds): Limit[] {
  return [
    limitOf(`reset-mail:address:${addressHash}`, resetMailsPerAddress.limit, resetMailsPerAddress.windowSeconds, now),
    limitOf(`reset-mail:account:${accountHash}`, resetMailsPerAccount.limit, resetMailsPerAccount.windowSeconds, now),
  ];
}

/** Wrong codes of an administrator: of the app and recovery codes together, whichever session they are entered in. */
export function factorLimits(adminId: number, now: Seconds): Limit[] {
  const [quarter, day] = [factorFailures, factorFailuresOfDay];
  return [
    limitOf(`admin-factor:quarter:${adminId}`, quarter.limit, quarter.windowSeconds, now),
    limitOf(`admin-factor:day:${adminId}`, day.limit, day.windowSeconds, now),
  ];
}

/** Refusals of one kind of an administrator, of which one an hour is written down. */
export function refusalNoteLimit(adminId: number, refusalCode: string, now: Seconds): Limit {
  return limitOf(`admin-refused:${adminId}:${refusalCode}`, 1, secondsPerHour, now);
}

/** Challenges for signing in by passkey: anybody may ask for one. */
export function passkeySignInLimits(addressHash: string, now: Seconds): Limit[] {
  const { limit, windowSeconds } = passkeySignInsPerAddress;
  return [limitOf(`passkey-sign-in:address:${addressHash}`, limit, windowSeconds, now)];
}

/** Verification mails that a member asks for again. */
export function verificationMailLimits(userId: number, now: Seconds): Limit[] {
  return [limitOf(`verify-mail:member:${userId}`, verificationMailsPerMember.limit, verificationMailsPerMember.windowSeconds, now)];
}

/** Mails that ask a PayPal address, which may be a stranger's. */
export function payoutAddressLimits(userId: number, now: Seconds): Limit[] {
  return [limitOf(`payout-address:member:${userId}`, emailChangesPerMember.limit, emailChangesPerMember.windowSeconds, now)];
}

/** Downloads of all that is kept about a member. */
export function dataDownloadLimits(userId: number, now: Seconds): Limit[] {
  return [limitOf(`my-data:member:${userId}`, dataDownloadsPerMember.limit, dataDownloadsPerMember.windowSeconds, now)];
}

/** Lines to owners, written or changed. */
export function logLimits(userId: number, now: Seconds): Limit[] {
  return [limitOf(`find-log:member:${userId}`, logsPerMember.limit, logsPerMember.windowSeconds, now)];
}

/** Cards that a member says are missing. */
export function reportLimits(userId: number, now: Seconds): Limit[] {
  return [limitOf(`card-report:member:${userId}`, reportsPerMember.limit, reportsPerMember.windowSeconds, now)];
}

/** Messages of the contact form, by the hash of the sender's address group. */
export function contactLimits(addressHash: string, now: Seconds): Limit[] {
  const [hour, day] = [contactMessagesPerHour, contactMessagesPerDay];
  return [
    limitOf(`contact:hour:${addressHash}`, hour.limit, hour.windowSeconds, now),
    limitOf(`contact:day:${addressHash}`, day.limit, day.windowSeconds, now),
  ];
}

/** What a member adds to conversations in their account. */
export function replyLimits(userId: number, now: Seconds): Limit[] {
  return [limitOf(`reply:member:${userId}`, repliesPerMember.limit, repliesPerMember.windowSeconds, now)];
}

/** Orders made anew: each makes objects at Stripe. */
export function newOrderLimits(userId: number, now: Seconds): Limit[] {
  return [limitOf(`order:member:${userId}`, newOrdersPerMember.limit, newOrdersPerMember.windowSeconds, now)];
}

/** Changes of the card on file that are begun. */
export function cardChangeLimits(userId: number, now: Seconds): Limit[] {
  return [limitOf(`card-change:member:${userId}`, cardChangesPerMember.limit, cardChangesPerMember.windowSeconds, now)];
}

/** Changes of the e-mail address, refused ones included. */
export function emailChangeLimits(userId: number, addressHash: string, now: Seconds): Limit[] {
  return [
    limitOf(`email-change:member:${userId}`, emailChangesPerMember.limit, emailChangesPerMember.windowSeconds, now),
    limitOf(`email-change:address:${addressHash}`, emailChangesPerAddress.limit, emailChangesPerAddress.windowSeconds, now),
  ];
}

/** Seconds until no exceeded limit remains; undefined if none is exceeded. `counts` include this attempt, in the order of `limits`. */
export function secondsUntilAllowed(limits: Limit[], counts: number[], now: Seconds): number | undefined {
  const ends = limits.filter((limit, index) => (counts[index] ?? 0) > limit.limit).map((limit) => limit.endsAt);
  return ends.length > 0 ? Math.max(...ends) - now : undefined;
}
