/**
 * All business constants, with the unit in each name. SQL in the store interpolates these constants. Where a migration must repeat a value,
 * a test checks that the two match. Product rules: docs/product-rules.md.
 */

export const secondsPerMinute = 60;
export const secondsPerHour = 3_600;
export const secondsPerDay = 86_400;

// Accounts and sessions
export const minimumAgeYears = 13;
export const usernameMinLength = 3;
export const usernameMaxLength = 30;
export const passwordMinLength = 6;
export const passwordMaxLength = 128;
/** Parameters for argon2id, as recommended by OWASP. `memoryCost` is in KiB. */
export const passwordHashParameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
export const sessionTtlSeconds = 30 * secondsPerDay;
export const sessionUseUpdateSeconds = secondsPerHour;
/** Sessions of a member. Above this, a sign-in ends the one that was used longest ago. */
export const maxSessions = 100;
/**
 * Lifetime of administrators' sessions. Shorter than for members because an administrator's token can do more harm and page scripts can
 * read it.
 */
export const adminSessionTtlSeconds = 12 * secondsPerHour;
/** Idle timeout for administrators' sessions, in production. */
export const adminIdleSeconds = secondsPerHour;
export const adminUseUpdateSeconds = secondsPerMinute;
/** Maximum age of a second-factor verification for actions that affect money or roles. */
export const freshProofSeconds = 15 * secondsPerMinute;
/** Limit on wrong authenticator codes and recovery codes, counted together for each administrator. */
export const factorFailures = { limit: 10, windowSeconds: 15 * secondsPerMinute };
export const factorFailuresPerDay = { limit: 30, windowSeconds: secondsPerDay };
/** How long a TOTP code is valid, and the tolerated clock skew in steps. */
export const totpStepSeconds = 30;
export const totpStepTolerance = 1;
export const recoveryCodeCount = 10;
/** How long a passkey challenge is valid. */
export const passkeyChallengeSeconds = 5 * secondsPerMinute;
export const maxPasskeys = 20;
export const passkeyNameMaxLength = 60;
/** Limit on passkey challenges per network address. It is high because the sign-in page requests a challenge on each visit. */
export const passkeySignInsPerAddress = { limit: 300, windowSeconds: secondsPerHour };
export const signInRetentionSeconds = 90 * secondsPerDay;
export const maxListedSignIns = 200;
/** Sign-ins of a member that are logged one by one; further ones in the hour are counted with the latest. */
export const signInRowsPerHour = 10;
/** Lifetime of signed links for downloads that the browser navigates to. */
export const downloadLinkTtlSeconds = 60;
/** How often visible pages for administrators refresh lists and badges by themselves. */
export const backgroundRefreshMs = 30_000;
export const listPageRows = 50;
export const maxListPageRows = 200;
/** The administrators' lists, badges and sums count up to this number. Beyond it, they display "more than 10,000". */
export const maxCountedRows = 10_000;
/** Number of rows that a search or a list with several filters may scan before it returns partial results. */
export const listMaxScannedRows = 10_000;
/** Number of rows that the first page of a list with several filters scans to count all matches. */
export const listMaxRowsToCount = 100_000;
export const listMaxSearchedRows = 25_000;
export const searchMaxLength = 500;
/** Maximum number of rows per bulk action. Each row takes several statements, and D1 allows 1,000 per invocation. */
export const bulkMaxRows = 100;
/** Number of rows per request while a bulk action runs, which is also how often its progress is updated. */
export const bulkChunkRows = 20;
/** Maximum number of rows that an administrator can select at once across the pages of a list. */
export const maxSelectedRows = 400;
/** Maximum number of held commissions and chests per bulk release. Each release reads all of the referred member's payments. */
export const bulkMaxReleases = 50;
/** Number of results per kind in the administrators' search, and number of newest cards and messages whose text it searches. */
export const searchResultsPerKind = 5;
export const maxSearchedTexts = 5_000;
export const ledgerCheckSeconds = secondsPerDay;
/** Delay before the ledger is checked again after a check found mismatches. */
export const ledgerRecheckSeconds = secondsPerHour;
/** Days whose money and stays are counted again for the founder's numbers, because holds, refusals and answers arrive late. */
export const factsRecountDays = 62;
/** Each older day is counted again once in this number of days, because disputes and decisions can come months later. */
export const olderFactsRecountDays = 28;
/** How long after joining a first membership counts as a conversion. */
export const conversionDays = 30;
/** Our cost of a redeemed token, in cents, assumed while no stay of the last year has a known cost: $60 for the cheapest stay. */
export const assumedTokenCostCents = 100;
/** Number of months of joining in the founder's numbers. */
export const cohortMonths = 12;
export const maxChartDays = 366;
export const defaultChartDays = 30;
export const jobRunRetentionSeconds = 30 * secondsPerDay;
/** How long sent emails, applied Stripe events, and network address hashes of contact messages are kept. */
export const recordRetentionSeconds = 90 * secondsPerDay;
/** Minimum time between two recorded successful runs of a job that runs more often than hourly. */
export const goodRunRecordIntervalSeconds = 10 * secondsPerMinute;
/** Delay before retrying a row that a job could not process. It doubles with each attempt, up to `longest`. */
export const jobRetrySeconds = { first: 10 * secondsPerMinute, longest: secondsPerDay };
export const alarmMailIntervalSeconds = secondsPerHour;
/** How long a Stripe event may remain unapplied before it needs attention. */
export const eventOverdueSeconds = secondsPerHour;
/** How long before the evidence deadline an alarm is raised for a dispute that still needs a response. */
export const disputeDeadlineAlarmSeconds = 3 * secondsPerDay;
/** Maximum age of emails to the member that are included in a dispute's evidence. */
export const disputeMailSeconds = 90 * secondsPerDay;
export const printOverdueSeconds = 15 * secondsPerMinute;
/** How long an email may be overdue before email delivery is reported as failing. */
export const mailOverdueSeconds = 30 * secondsPerMinute;
export const verifyEmailLinkTtlSeconds = 7 * secondsPerDay;
export const undoEmailChangeTtlSeconds = 7 * secondsPerDay;
/** How long a member can confirm a new email address before the change is canceled. */
export const emailChangeLinkTtlSeconds = 7 * secondsPerDay;
export const passwordResetLinkTtlSeconds = secondsPerHour;
export const secureAccountLinkTtlSeconds = 7 * secondsPerDay;
/** Passkeys, sign-in providers and PayPal addresses that were added less than this long ago may have been added by an intruder. */
export const recentAccessSeconds = 30 * secondsPerDay;
export const loginFailuresPerAccountAndAddress = { limit: 10, windowSeconds: 15 * secondsPerMinute };
export const loginFailuresPerAccount = { limit: 100, windowSeconds: secondsPerHour };
export const loginFailuresPerAddress = { limit: 100, windowSeconds: secondsPerHour };
/**
 * Limit on failed sign-ins from a device that has signed in to the account before. It replaces the limits per account and network address
 * so that strangers cannot lock the owner out.
 */
export const loginFailuresPerKnownDevice = { limit: 10, windowSeconds: 15 * secondsPerMinute };
export const knownDeviceTtlSeconds = 365 * secondsPerDay;
/**
 * Limit on sign-ups per IPv4 address or IPv6 /64. Attempts that do not create an account also count; otherwise, the limit would reveal
 * which email addresses have an account.
 */
export const signUpsPerAddressAndHour = { limit: 30, windowSeconds: secondsPerHour };
export const signUpsPerAddressAndDay = { limit: 100, windowSeconds: secondsPerDay };
/** Limit on sign-ups per IPv6 /48. A single customer may own the whole network. */
export const signUpsPerNetwork = { limit: 300, windowSeconds: secondsPerDay };
export const signUpsPerMailbox = { limit: 5, windowSeconds: secondsPerDay };
/**
 * Limit on email changes per member. Attempts to use an address that is already taken also count; otherwise, the limit would reveal which
 * addresses have an account.
 */
export const emailChangesPerMember = { limit: 5, windowSeconds: secondsPerHour };
export const emailChangesPerAddress = { limit: 20, windowSeconds: secondsPerHour };
/** Limit on password reset emails per account. Anyone who knows an email address can request one. */
export const resetMailsPerAccount = { limit: 5, windowSeconds: secondsPerHour };
export const resetMailsPerAddress = { limit: 20, windowSeconds: secondsPerHour };
/** Limit on ending a member's sessions, so that an intruder with a session cannot sign the owner out again and again. */
export const signOutsPerMember = { limit: 10, windowSeconds: secondsPerHour };
/**
 * Limit on changes that a member confirms with the password or a recent sign-in. Most of them send an email, and the daily quota of emails is
 * shared by all members.
 */
export const confirmedChangesPerMember = { limit: 30, windowSeconds: secondsPerHour };
/** Limit on changes that send an email and need only a session. An intruder must not bury the owner's other emails. */
export const unconfirmedChangesPerMember = { limit: 10, windowSeconds: secondsPerDay };
export const verificationMailsPerMember = { limit: 5, windowSeconds: secondsPerHour };
/** Limit on emails to a mailbox whose address is unverified. The mailbox's owner may never have asked for them. */
export const unverifiedMailsPerMailboxAndHour = { limit: 5, windowSeconds: secondsPerHour };
export const unverifiedMailsPerMailboxAndDay = { limit: 20, windowSeconds: secondsPerDay };

// Email
/** Delays before retrying a failed email delivery, one per attempt. Further attempts use the last delay. */
export const mailRetryDelaysSeconds = [
  secondsPerMinute,
  5 * secondsPerMinute,
  30 * secondsPerMinute,
  2 * secondsPerHour,
  12 * secondsPerHour,
];
export const mailAttempts = 8;
/** How long the alarm about a failed email lasts, unless an administrator acknowledges it. */
export const deadMailAlarmSeconds = secondsPerDay;
/** A job run without a recorded outcome counts as interrupted this long after its start. Cron ends a run after 15 minutes. */
export const longestRunSeconds = 15 * secondsPerMinute;
/** An alarm is raised when this many responses within `windowSeconds` have status 500. Normally there are none. */
export const serverErrorAlarm = { errors: 10, windowSeconds: 10 * secondsPerMinute };
/** Database size that raises an alarm. The alarm is early because D1's limit is 10 GB and splitting the database takes weeks. */
export const databaseAlarmBytes = 6_000_000_000;
/** How long a job run may hold the lease on an email while sending it. Longer than the timeout of any email provider. */
export const mailLeaseSeconds = 5 * secondsPerMinute;
/** Maximum age of a sign-in that lets accounts without a password confirm changes. */
export const freshSignInSeconds = 10 * secondsPerMinute;
/** Delay before an account is erased. It gives the owner time to notice a request made by someone else. */
export const accountErasureAfterSeconds = 7 * secondsPerDay;
export const accountErasureDeadlineSeconds = 30 * secondsPerDay;
/**
 * How long the list of erased members is kept. Longer than the 30 days of D1's Time Travel so that we still know after a restore which
 * members were erased after the restore point.
 */
export const erasureLogRetentionSeconds = 40 * secondsPerDay;
/** Limit on data downloads. Each one reads all of the member's rows. */
export const dataDownloadsPerMember = { limit: 20, windowSeconds: secondsPerHour };

// Scans and cards
export const tokensPerScan = 1;
export const tokensPerOwnerScan = 1;
export const tokensForFirstPlacement = 10;
export const tokensForLaterPlacement = 2;
export const communityKeysPerPlacement = 1;
export const rewardedScansPerDay = 50;
export const codelessScansPerDay = 10;
/** How long after a find the card's owner sees neither who found it nor on which day. */
export const finderHiddenSeconds = secondsPerDay;
/** How long after a find the finder can report their position. */
export const findPlaceWindowSeconds = 15 * secondsPerMinute;
/** How long we keep a scan's distance, accuracy and network address hash, and expired links that were sent to a former email. */
export const scanEvidenceRetentionSeconds = 90 * secondsPerDay;
/** How long the evidence in a certificate's review case is retained after the decision, even for members who deleted their accounts. */
export const caseEvidenceRetentionSeconds = 90 * secondsPerDay;
/** How many calendar months the counts behind a review decision are retained. For erased members, `caseEvidenceRetentionSeconds` applies. */
export const reviewSnapshotMonths = 18;
export const reportersToMarkMissing = 2;
/** Number of reports needed to mark a card as missing if someone found it with its code within the last `recentFindSeconds`. */
export const reportersToMarkFoundCardMissing = 3;
export const recentFindSeconds = 7 * secondsPerDay;
/** Minimum account age and experience of members whose missing-card reports count. Anyone can create new accounts for free. */
export const reporterMinAgeSeconds = 7 * secondsPerDay;
export const reporterMinFinds = 5;
/**
 * Finds without the code count as experience only if they include cards of at least this many owners, not counting the owner of the
 * reported card.
 */
export const reporterMinCodelessOwners = 3;
/**
 * If an owner answers “It’s still there” to enough reports to mark a card as missing, the number of reports required is multiplied by this
 * factor for this long.
 */
export const contestedReportersFactor = 2;
export const contestedReportsSeconds = 30 * secondsPerDay;
/** Maximum number of missing-card reports per member and day. Honest hikers may fail to find a few cards a day, but not dozens. */
export const reportsPerDay = 3;
/** Minimum time before an owner can close a card's reports again without scanning the card. */
export const stillTherePauseSeconds = 7 * secondsPerDay;
/** Minimum change of a placed card's latitude or longitude, in degrees (up to 55 m), that counts as a move rather than a correction. */
export const minMoveDegrees = 0.0005;
export const memberCardMissesPerHour = 10;
export const memberCardMissesPerDay = 20;
export const addressCardMissesPerHour = 60;
export const networkCardMissesPerHour = 600;
/** Hourly limit on unknown card ids across all visitors. It stops attackers who guess ids from many networks at the same time. */
export const anonymousCardMissesPerHour = 5_000;
export const cardCodeLength = 8;
/** Limit on contact messages per network address. Each message sends an email to the office. */
export const contactMessagesPerHour = { limit: 5, windowSeconds: secondsPerHour };
export const contactMessagesPerDay = { limit: 20, windowSeconds: secondsPerDay };
export const repliesPerMember = { limit: 20, windowSeconds: secondsPerDay };
/** How long an administrator counts as viewing a conversation after the page last reported it. */
export const viewerTtlSeconds = 25;
export const viewerReportMs = 8_000;
export const conversationMaxTags = 10;
export const savedRepliesMax = 100;
/** How far ahead a conversation can be snoozed. */
export const snoozeMaxSeconds = 366 * secondsPerDay;
/** Maximum size of an email that is received as a reply. Its text is stored, its attachments are not. */
export const replyMailMaxBytes = 5 * 1_048_576;
export const memberNoteMaxLength = 2_000;
/** Number of events on a page of a member's timeline. */
export const timelinePageSize = 30;
/** How long an administrator can view a member's account after requesting access. */
export const viewingTtlSeconds = 15 * secondsPerMinute;
/** Maximum number of test cards per PDF. Each card has two pages, and rendering a full PDF takes a second or two. */
export const maxPrintedTestCards = 100;
/** Time after the end of its owner's last membership when a card may be adopted. */
export const adoptableAfterSeconds = 180 * secondsPerDay;
export const claimsPerMember = { limit: 20, windowSeconds: secondsPerDay };
export const scannerSampleIntervalMs = 500;
export const secondReaderAfterMs = 2_000;
/** Maximum number of tokens per adjustment, to limit the damage of typos. */
export const maxTokenAdjustment = 10_000;
export const maxKeyCorrection = 100;

// Weekly trail, trips and medals
/** Every this many weeks with a find add a rest week, which bridges a week without a find. */
export const trailWeeksPerRestWeek = 4;
export const maxRestWeeks = 2;
/** Number of past weeks shown next to the current one. */
export const shownTrailWeeks = 11;
/** Distance in tokens between two stops of the trip on the dashboard. */
export const tripStopTokens = 10;

// Membership and card orders
export type Tier = 'free' | 'basic' | 'premium';
export const membershipPriceCents = { free: 0, basic: 5_000, premium: 10_000 } as const satisfies Record<Tier, number>;
export const cardPriceCents = 100;
export const cardOrderMinQuantity = 1;
export const cardOrderMaxQuantity = 100;
export const cardOrderDefaultQuantity = 5;
export const membershipLookupKeys = { basic: 'membership_basic_yearly', premium: 'membership_premium_yearly' } as const;
export const currency = 'usd';
/** How long an order stays open for payment. Stripe expires an unpaid subscription after 23 hours, so the order closes before that. */
export const openOrderTtlSeconds = 22 * secondsPerHour;
/** Limit on new orders; reopening an existing order does not count. */
export const newOrdersPerMember = { limit: 60, windowSeconds: secondsPerHour };
/** Limit on changes to the payment card. Prevents card testing, in which thieves check whether stolen cards work without charging them. */
export const cardChangesPerMember = { limit: 10, windowSeconds: secondsPerHour };
/**
 * Thresholds for declined cards that indicate card testing. After `perMember` declines, each within `windowSeconds` of the previous one,
 * the member's open orders are closed and checkout is blocked for `pauseSeconds`. An alarm is raised at `perMember` declines by one member,
 * or at `perHour` across the site.
 */
export const declinedCards = { perMember: 30, windowSeconds: secondsPerDay, pauseSeconds: secondsPerHour, perHour: 100 };
export const renewalGraceSeconds = 7 * secondsPerDay;
/**
 * How many days before a renewal the member is notified by email. `atLeast`: minimum number of days if the notice is sent late, so the
 * member still has time to cancel.
 */
export const renewalNoticeDays = { before: 30, atLeast: 3 } as const;
/** How long before the end of a canceled membership the member sees a banner about it. */
export const endingNoticeSeconds = 30 * secondsPerDay;
/** How long before the end of the grace period the second reminder is sent. */
export const graceReminderBeforeSeconds = 2 * secondsPerDay;

// Referrals
export const referralCommissionCents = {
  basic: { basic: 1_000, premium: 1_000 },
  premium: { basic: 1_000, premium: 2_000 },
} as const;
/** How long a job waits for Stripe's response to a refund before it retries the request. */
export const refundResponseSeconds = 2 * secondsPerMinute;
/** Refunds of at least this percentage of a payment count as full refunds. */
export const fullRefundPercent = 90;
export const commissionDueSeconds = 7 * secondsPerDay;
export const maxPayoutsPerRequest = 200;
/** Maximum amount of a manually recorded payment, to catch typos. */
export const maxSentCents = 1_000_000;
/** How long payouts are on hold after the PayPal address changes. This gives the member time to remove an address set by an intruder. */
export const payoutAddressHoldSeconds = 7 * secondsPerDay;
export const removePayoutAddressLinkTtlSeconds = payoutAddressHoldSeconds;
export const payoutAddressLinkTtlSeconds = 7 * secondsPerDay;
/** Minimum time between emails that ask a member for a PayPal address. */
export const payoutAddressReminderSeconds = 7 * secondsPerDay;
/**
 * Tax form thresholds, newest first: a form is required once a person's payouts in a tax year (calendar year, UTC) reach this total. Set by
 * US law; ask a tax adviser before changing them.
 */
export const taxFormThresholds = [
  { fromYear: 2026, cents: 200_000 },
  { fromYear: 0, cents: 60_000 },
] as const;
export const payPalLinesPerFile = 5_000;
/**
 * How long someone must have been a super administrator with their own second factor before they may approve a payout run (0 in
 * development). Also how long they must have been the only enabled administrator before they may make decisions that normally require a
 * second administrator.
 */
export const approverStandingSeconds = 7 * secondsPerDay;
/** How long an administrator can undo marking a payout run as paid. Members are emailed only after this time. */
export const payoutUndoSeconds = 15 * secondsPerMinute;
/** Above this total, administrators must type the total to approve, cancel or pay a payout run. */
export const typedTotalAboveCents = 100_000;
/** Maximum number of members that one request adds to a payout run or marks as paid, to stay within the limits of a Worker. */
export const payoutRunChunk = 500;
/** Maximum number of members per group decision. It keeps each batch far below D1's limits. */
export const reviewDecisionMembers = 200;
export const reviewDecisionFinds = 6_000;
export const reviewDecisionCommissions = 1_000;
/** How long idempotency keys for payments are kept. Within this time, a repeated request returns the original response. */
export const payoutKeySeconds = 30 * secondsPerDay;
export const treasureKeysPerReferral = { free: 1, basic: 1, premium: 2 } as const satisfies Record<Tier, number>;

// Chest levels, lowest first. A month's chest has the highest level for which the member has enough of both kinds of keys.
export const treasureChestLevels = [
  { level: 1, name: 'Bronze', treasureKeys: 1, communityKeys: 1, payoutCents: 200 },
  { level: 2, name: 'Silver', treasureKeys: 5, communityKeys: 5, payoutCents: 600 },
  { level: 3, name: 'Gold', treasureKeys: 15, communityKeys: 15, payoutCents: 2_000 },
] as const;

// Certificates
export const certificateOptions = [
  { type: 'regional-short', name: '3-4 Night Regional Stay', description: 'Perfect for a weekend getaway', tokenCost: 60 },
  { type: 'regional-long', name: '5-7 Night Regional Stay', description: 'Explore a region in depth', tokenCost: 90 },
  { type: 'global', name: '5-7 Night Global Trip', description: 'International adventure awaits', tokenCost: 120 },
] as const;
export const cheapestCertificateTokens = Math.min(...certificateOptions.map((option) => option.tokenCost));
export const certificateActivationDays = 30;
export const certificateValidMonths = 12;
/** Number of calendar months of membership after which a paying member's certificates are reviewed only if they raise a signal. */
export const unreviewedAfterMonths = 6;
/** Minimum number of calendar months between two redemptions, ignoring canceled certificates. */
export const redemptionPauseMonths = 12;
export const certificateReminderDays = [7, 2] as const;

// Stays
/** Minimum number of nights for each kind of stay. */
export const minStayNights = { 'regional-short': 3, 'regional-long': 5, global: 5 } as const;
export const maxStayNights = { 'regional-short': 4, 'regional-long': 7, global: 7 } as const;
export const travelerMinAgeYears = 18;
/** Limit on attempts to enter a traveler. It prevents guessing birth dates by brute force. */
export const travelersPerMember = { limit: 10, windowSeconds: secondsPerDay };
export const maxStayWishes = 3;
/** How long a member has to accept an offer. After that, the offer is treated as declined. */
export const offerValidSeconds = 7 * secondsPerDay;
/** Maximum time a member waits for an offer. After that, we return the tokens. */
export const offerDueSeconds = 14 * secondsPerDay;
/** How long members can change their preferences after an offer or a booking fails. After that, we send the provider another request. */
export const wishRetrySeconds = secondsPerDay;
/** Interval at which we check with the provider that a booking is still valid. Administrators have as long to settle an unclear answer. */
export const bookingCheckSeconds = secondsPerDay;
/** How long administrators have to book an accepted offer before the offer is withdrawn. */
export const bookingDueSeconds = 7 * secondsPerDay;
/** How long administrators have to reply to a member whose stay did not take place. */
export const complaintDueSeconds = 7 * secondsPerDay;
/** Number of declined offers after which a member may return the certificate. */
export const declinesBeforeReturn = 2;
export const stayReminderDays = [14, 2] as const;
/** How often a member can name the traveler of a stay: at activation, in a correction and after the account was secured. */
export const maxTravelerEntries = 4;
/** Stored number of entries that allows one more: set once, by the first recovery from an intruder after `maxTravelerEntries`. */
export const recoveredTravelerEntries = maxTravelerEntries + 1;
/** Letters of a traveler's name that an administrator may change; with more, it is another person. Short names allow fewer. */
export const maxTravelerTypos = 2;
/** How long a traveler's data is kept after the stay ended, was returned or expired. */
export const travelerRetentionSeconds = 60 * secondsPerDay;
/** Minimum number of distinct members that a published figure must cover. */
export const minCountedPeople = 10;

/**
 * How long an administrator may not pass reviews of a member's certificates after giving the member tokens or a membership, or restoring
 * the member's finds. Also how long creating or resetting an account connects two administrators.
 */
export const benefactorSeconds = 365 * secondsPerDay;
/** How long a payout to a member who got something waits if every super administrator may be the giver; all of them are emailed before. */
export const givenPayoutWaitSeconds = 30 * secondsPerDay;
/** How long a code counts as known to the administrator who downloaded it, unless the card gets another one. */
export const codeExposureSeconds = benefactorSeconds;
/** If one administrator gives a member this many tokens within this time, the other super administrators are notified by email. */
export const largeGift = { tokens: cheapestCertificateTokens, withinSeconds: 30 * secondsPerDay };
/** Likewise if one releases this much of a member's held commissions and chests. */
export const largeRelease = { cents: 5_000, withinSeconds: 30 * secondsPerDay };

/** If one administrator gives members this many cards within this time, super administrators are notified by email. */
export const manyGivenCards = { cards: 10, withinSeconds: secondsPerDay };

/** One in every N certificates that pass review without signals gets a second look by another administrator; with signals, all do. */
export const secondLookSampleInterval = 20;

// Reviews: limits on the data loaded for a review case
/**
 * Finders are compared in pairs only on cards with at most this many finders. On more popular cards, shared finds are not evidence of a
 * link.
 */
export const twinSearchMaxFinders = 15;
/**
 * For cards with more finders than `twinSearchMaxFinders`: number of finds to load before and after each find that paid for the
 * certificate.
 */
export const neighbourFinds = 4;
/** Maximum number of accounts in a review case. A group of linked accounts is never split, so a larger group may exceed it. */
export const caseMaxAccounts = 60;
/** Number of most recent rewards to search for the finds that paid for a certificate. */
export const maxSearchedRewards = 1_000;
export const referralChainMaxLength = 6;
export const referralsMaxChecked = 50;

// Reviews: thresholds for signals. Shares are fractions of the tokens that paid for the certificate
/** Signal thresholds for tokens from finds of cards whose owner is linked to the finder, and from finds at an impossible pace. */
export const tiedTokensSignal = { tokens: 20, share: 0.5 };
/** Signal thresholds for groups of finders linked by network address, by sign-ups within a few days, or by shared finds. */
export const finderGroupSignal = { finders: 3, madeWithinSeconds: 3 * secondsPerDay, sharedFinds: 15, sharedFindsShare: 0.8 };
/** An owner and a finder are linked if their accounts were created within this time of each other. */
export const sameSignUpWindowSeconds = secondsPerHour;
/**
 * Signal threshold: the share of a certificate's tokens that comes from finds at an impossible pace, from finders with disposable or shared
 * mailboxes, from erased accounts, or from cards or owners with a returned payment.
 */
export const fedShareSignal = 0.25;
/** Signal threshold: the share of a certificate's tokens that administrators granted. */
export const givenShareSignal = 0.25;
export const codelessSignal = { finds: 15, share: 1 / 3 };
/** Signal threshold for finds of cards whose codes an administrator downloaded earlier, other than for their print run. */
export const exposedCodesSignal = { finds: 5, share: 1 / 12 };
/** Signal threshold for finds that follow each other faster than anyone can walk between the cards. */
export const hastyFindsSignal = { finds: 10, withinSeconds: secondsPerMinute };
/**
 * Signal thresholds for impossible jumps: consecutive finds that are too far apart for the time between them. A single misplaced card
 * causes two jumps.
 */
export const impossibleJumpsSignal = { jumps: 5, groundKmPerHour: 350, flightFromKm: 300, flightKmPerHour: 1_000 };
/**
 * Signal thresholds for finds that arrive at an impossible pace but may come from an earlier offline walk. They raise a signal only above
 * this share of the certificate's tokens so that a family uploading its finds in the evening does not trigger one. Requests at most
 * `gapSeconds` apart form one sync; the page waits less than that between upload attempts.
 */
export const syncSignal = { share: 0.75, gapSeconds: 10 * secondsPerMinute };
/**
 * Tolerances for scan times reported by devices: the clock error, and the number of impossible jumps per sync. A single misplaced card
 * causes two jumps.
 */
export const statedTimes = { clockErrorSeconds: 15 * secondsPerMinute, tolerableJumps: 2 };
/**
 * Signal thresholds for finds at different locations whose reported positions are at least `meters` from the card. `share` is relative to
 * the finds that paid for the certificate.
 */
export const farFindsSignal = { meters: 1_000, finds: 5, share: 1 / 12 };
/**
 * Signal thresholds for `referral_chain`: several members who sign up shortly after one another, or several returned payments linked to one
 * member.
 */
export const referralChainSignal = { members: 6, madeWithinSeconds: 14 * secondsPerDay, moneyBack: { members: 2, share: 0.5 } };
/** Number of weak reasons that link two accounts; a single strong reason is enough. Weak reasons also occur among family and friends. */
export const weakReasonsForGroup = 2;
export const returnedPaymentSignalSeconds = 365 * secondsPerDay;
/** How many calendar months a refused certificate remains a signal for the member's later certificates. */
export const refusalSignalMonths = 12;

export const testPrintMinCards = 1;
export const testPrintMaxCards = 100;
/** Maximum number of cards in one print PDF of several orders. Drawing them takes a few seconds of CPU time. */
export const printPdfMaxCards = 1_000;
export const printFileTtlSeconds = 7 * secondsPerDay;
export const designTimeoutSeconds = 20;
export const designLimitBytes = 50 * 1_024 * 1_024;

// User interface
export const toastDurationMs = 5_000;
/** Delay before the redirect after sign-in, during which a banner is shown. */
export const redirectDelayMs = 500;
export const dashboardRedirectDelayMs = 1_000;
export const socialRedirectDelayMs = 500;
/** A second redirect within this time is suppressed because it indicates a redirect loop. */
export const redirectGuardMs = 5_000;
/** If the router has not navigated within this time, the browser loads the page instead. */
export const redirectFallbackMs = 1_000;
export const testLoginFollowUpMs = 500;
export const testRedirectDelayMs = 1_000;
/**
 * Rate limits per member, or per network address for visitors. They cover rendered files (PDFs, QR codes), calls to outside services, long
 * lists (GPX, the map's cards, cards near a location) and, per network address only, map tiles: a screen needs about 30, and a whole event may
 * share an address. wrangler.toml repeats them.
 */
export const drawingsPerMinute = 60;
export const listsPerMinute = 120;
export const tilesPerMinute = 3_000;
export const securityTextValidDays = 180;
export const requestBodyLimitBytes = 64 * 1_024;
export const webhookBodyLimitBytes = 1_024 * 1_024;

// Finding cards
/** Maximum number of different cards shown to a member with a verified email per UTC day. */
export const cardsShownPerDay = 2_000;
/** Maximum number of different cards shown to a member without a verified email per UTC day. */
export const unverifiedCardsShownPerDay = 20;
/** Maximum number of cards on the map. If more cards are in view, the map shows counts instead. */
export const maxCardsOnMap = 300;
/** Maximum number of cards saved for offline use. Also the maximum page size of GET /api/cards/near. */
export const maxCarriedCards = 200;
/** Maximum size of the offline cards on the device, in bytes. */
export const maxCarriedBytes = 60_000;
/** A card within this distance of an older card of the same owner is shown in the older card's cell. */
export const sharedCellMeters = 150;
/** Limit on placements and edits of a member's own cards. Each new place adds an anchor, which later placements nearby read. */
export const placementsPerMember = { limit: 60, windowSeconds: secondsPerHour };
export const logMaxLength = 280;
export const logsPerMember = { limit: 50, windowSeconds: secondsPerDay };
/** After a find, members see how many cards they have found if the number is below this limit. */
export const maxCountedFinds = 10_000;
export const maxGpxFinds = 5_000;
/**
 * Maximum number of a member's own finds that the summary and the search read. Beyond that, the oldest finds are omitted and finds are not
 * numbered.
 */
export const maxSummarizedFinds = 20_000;
export const activityWeeks = 12;
/** Time after midnight UTC at which digest emails are sent. Weekly digests are sent on Mondays. */
export const newsAfterMidnightSeconds = 6 * secondsPerHour;
export const watchRadiusKm = { least: 1, most: 100 };

// Push notifications
/** How long a push service stores a notification for a device that is off, and how long we try to send one. */
export const pushTtlSeconds = 2 * secondsPerDay;
/** Maximum number of devices per member that receive push notifications. Another one replaces the one registered first. */
export const maxPushDevices = 10;
/** How long sent notifications are stored, so that the same event does not notify again. */
export const pushRetentionSeconds = 30 * secondsPerDay;

/** Maximum number of cards or notes listed in an email. Beyond that, the email states only how many more there are. */
export const maxCardsPerMail = 10;
/** How long emails about other members' finds, notes and cards are kept. */
export const newsRetentionSeconds = 7 * secondsPerDay;
/** How long after placement a reminder is emailed to an owner who has not chosen a visibility. */
export const askPlaceAfterSeconds = 7 * secondsPerDay;
