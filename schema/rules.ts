/**
 * Every business constant, with its unit in the name. The store's SQL interpolates them; where a migration repeats one, a test compares the
 * two. Product rules: docs/product-rules.md.
 */

export const secondsPerMinute = 60;
export const secondsPerHour = 3_600;
export const secondsPerDay = 86_400;

// Accounts and sessions
export const minimumAgeYears = 13;
export const passwordMinLength = 6;
export const passwordMaxLength = 128;
/** argon2id with OWASP's parameters; `memoryCost` in KiB. */
export const passwordHashParameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
export const sessionTtlSeconds = 30 * secondsPerDay;
/** Minimum interval between updates of a session's last use. */
export const sessionUseUpdateSeconds = secondsPerHour;
export const maxListedSessions = 100;
/** Shorter than members': an administrator's token can do more harm, and page scripts can read it. */
export const adminSessionTtlSeconds = 12 * secondsPerHour;
/** Idle timeout of an administrator's session, in production. */
export const adminIdleSeconds = secondsPerHour;
/** Minimum interval between updates of an administrator session's last use. */
export const adminUseUpdateSeconds = secondsPerMinute;
/** Maximum age of the second-factor proof for actions on money or roles. */
export const freshProofSeconds = 15 * secondsPerMinute;
/** Wrong app and recovery codes per administrator, counted together. */
export const factorFailures = { limit: 10, windowSeconds: 15 * secondsPerMinute };
export const factorFailuresPerDay = { limit: 30, windowSeconds: secondsPerDay };
/** Validity of a TOTP code, and the tolerated clock skew in steps. */
export const totpStepSeconds = 30;
export const totpStepTolerance = 1;
export const recoveryCodeCount = 10;
/** Time for a browser to answer a passkey challenge. */
export const passkeyChallengeSeconds = 5 * secondsPerMinute;
export const maxPasskeys = 20;
export const passkeyNameMaxLength = 60;
/** High, because the sign-in page requests a challenge on each visit. */
export const passkeySignInsPerAddress = { limit: 300, windowSeconds: secondsPerHour };
export const signInRetentionSeconds = 90 * secondsPerDay;
export const maxListedSignIns = 50;
/** For downloads that a browser navigates to. */
export const downloadLinkTtlSeconds = 60;
export const listPageRows = 50;
export const maxListPageRows = 200;
/** Matches of a list are counted up to this; beyond, it shows "10,000+". */
export const listMaxCountedRows = 10_000;
/** Rows scanned for a page of combined filters, and of a search, before it stops early. */
export const listMaxScannedRows = 10_000;
export const listMaxSearchedRows = 25_000;
export const searchMaxLength = 500;
/** Rows per bulk action: each takes several statements, and D1 allows 1,000 per invocation. */
export const bulkMaxRows = 100;
/** Held commissions and chests released per bulk action: each reads all of a friend's payments. */
export const bulkMaxReleases = 50;
/** The dashboard counts up to this and then shows a plus. Fourteen counts read at most 700 rows. */
export const attentionMaxCount = 49;
/** Overdue payouts summed in the overview; beyond, it says "at least". */
export const maxSummedOverdue = 199;
/** Results per kind in the administrators' search, and the number of newest cards and messages whose texts it searches. */
export const searchResultsPerKind = 5;
export const maxSearchedTexts = 5_000;
export const ledgerCheckSeconds = secondsPerDay;
/** Interval after a check that found differences. */
export const ledgerRecheckSeconds = secondsPerHour;
export const maxChartDays = 366;
export const defaultChartDays = 30;
export const jobRunRetentionSeconds = 30 * secondsPerDay;
/** Retention of sent mails, applied Stripe events, and address hashes of contact messages. */
export const recordRetentionSeconds = 90 * secondsPerDay;
/** Minimum interval between recorded good runs, for jobs that run more often than hourly. */
export const goodRunRecordIntervalSeconds = 10 * secondsPerMinute;
/** Delay before retrying a row that a job could not process; doubles each time, up to `longest`. */
export const jobRetrySeconds = { first: 10 * secondsPerMinute, longest: secondsPerDay };
export const alarmMailIntervalSeconds = secondsPerHour;
/** A payment event or print order without a response needs attention after this. */
export const eventOverdueSeconds = secondsPerHour;
export const printOverdueSeconds = 15 * secondsPerMinute;
/** Mail due for this long means that the queue's job is failing. */
export const mailOverdueSeconds = 30 * secondsPerMinute;
export const verifyEmailLinkTtlSeconds = 7 * secondsPerDay;
export const undoEmailChangeTtlSeconds = 7 * secondsPerDay;
/** How long the new address can be confirmed; then the change is dropped. */
export const emailChangeLinkTtlSeconds = 7 * secondsPerDay;
export const passwordResetLinkTtlSeconds = secondsPerHour;
export const loginFailuresPerAccountAndAddress = { limit: 10, windowSeconds: 15 * secondsPerMinute };
export const loginFailuresPerAccount = { limit: 100, windowSeconds: secondsPerHour };
export const loginFailuresPerAddress = { limit: 100, windowSeconds: secondsPerHour };
/** For a device that has signed in to the account before, instead of the three above: strangers cannot exhaust it. */
export const loginFailuresPerKnownDevice = { limit: 10, windowSeconds: 15 * secondsPerMinute };
export const knownDeviceTtlSeconds = 365 * secondsPerDay;
/** By IPv4 address or IPv6 /64. Refused attempts count too; otherwise the limit would reveal who has an account. */
export const signUpsPerAddressAndHour = { limit: 30, windowSeconds: secondsPerHour };
export const signUpsPerAddressAndDay = { limit: 100, windowSeconds: secondsPerDay };
/** The same by IPv6 /48, which a single customer may own. */
export const signUpsPerNetwork = { limit: 300, windowSeconds: secondsPerDay };
export const signUpsPerMailbox = { limit: 5, windowSeconds: secondsPerDay };
/** Taken addresses count too; otherwise the limit would reveal who has an account. */
export const emailChangesPerMember = { limit: 5, windowSeconds: secondsPerHour };
export const emailChangesPerAddress = { limit: 20, windowSeconds: secondsPerHour };
/** Limited because anyone who knows an address can request one. */
export const resetMailsPerAccount = { limit: 5, windowSeconds: secondsPerHour };
export const resetMailsPerAddress = { limit: 20, windowSeconds: secondsPerHour };
export const verificationMailsPerMember = { limit: 5, windowSeconds: secondsPerHour };
/** Limits all mail to a mailbox's unverified addresses, whose owner may never have asked for any. */
export const unprovedMailsPerMailboxAndHour = { limit: 5, windowSeconds: secondsPerHour };
export const unprovedMailsPerMailboxAndDay = { limit: 20, windowSeconds: secondsPerDay };

// Mail
/** Delays after each failure; the last one repeats. */
export const mailRetryDelaysSeconds = [
  secondsPerMinute,
  5 * secondsPerMinute,
  30 * secondsPerMinute,
  2 * secondsPerHour,
  12 * secondsPerHour,
];
export const mailAttempts = 8;
/** Exclusive lease of a run on a mail: longer than any provider may take. */
export const mailLeaseSeconds = 5 * secondsPerMinute;
/** Accounts without a password confirm changes with a sign-in of at most this age. */
export const freshSignInSeconds = 10 * secondsPerMinute;
/** Delay before erasing, so that the member can notice a request made by someone else. */
export const accountErasureAfterSeconds = 7 * secondsPerDay;
export const accountErasureDeadlineSeconds = 30 * secondsPerDay;
/** Longer than Time Travel's 30 days, so that after a restore we know which members were erased since. */
export const erasureLogRetentionSeconds = 40 * secondsPerDay;
/** Limited because each download reads every row of the member. */
export const dataDownloadsPerMember = { limit: 20, windowSeconds: secondsPerHour };

// Scans and cards
export const tokensPerScan = 1;
export const tokensPerOwnerScan = 1;
export const tokensForFirstPlacement = 10;
export const tokensForLaterPlacement = 2;
export const communityKeysPerPlacement = 1;
export const rewardedScansPerDay = 50;
export const codelessScansPerDay = 10;
/** How long after a find its finder can state where they stood. */
export const findPlaceWindowSeconds = 15 * secondsPerMinute;
/** Distance, accuracy and network address hash of a scan. */
export const scanEvidenceRetentionSeconds = 90 * secondsPerDay;
export const reportersToMarkMissing = 2;
export const memberCardMissesPerHour = 10;
export const memberCardMissesPerDay = 20;
export const addressCardMissesPerHour = 60;
export const networkCardMissesPerHour = 600;
/** All visitors together: catches ids guessed from many networks at once. */
export const anonymousCardMissesPerHour = 5_000;
export const cardCodeLength = 8;
/** By network address; each message is a mail to the office. */
export const contactMessagesPerHour = { limit: 5, windowSeconds: secondsPerHour };
export const contactMessagesPerDay = { limit: 20, windowSeconds: secondsPerDay };
export const repliesPerMember = { limit: 20, windowSeconds: secondsPerDay };
export const memberNoteMaxLength = 2_000;
/** Maximum length of an administrator's view of a member's account. */
export const viewingTtlSeconds = 15 * secondsPerMinute;
/** Each card has two pages; drawing this many takes a second or two. */
export const maxPrintedTestCards = 100;
export const claimsPerMember = { limit: 20, windowSeconds: secondsPerDay };
export const scannerSampleIntervalMs = 500;
export const secondReaderAfterMs = 2_000;
/** Maximum of one adjustment, to limit the damage of typos. */
export const maxTokenAdjustment = 10_000;

// Membership and card orders
export type Tier = 'free' | 'basic' | 'premium';
export const membershipPriceCents = { free: 0, basic: 5_000, premium: 10_000 } as const satisfies Record<Tier, number>;
export const cardPriceCents = 100;
export const cardOrderMinQuantity = 1;
export const cardOrderMaxQuantity = 100;
export const cardOrderDefaultQuantity = 5;
export const membershipLookupKeys = { basic: 'membership_basic_yearly', premium: 'membership_premium_yearly' } as const;
export const currency = 'usd';
/** Stripe expires an unpaid subscription after 23 hours; the order closes before that. */
export const openOrderTtlSeconds = 22 * secondsPerHour;
/** Reopening an existing order does not count. */
export const newOrdersPerMember = { limit: 60, windowSeconds: secondsPerHour };
/** Limits card testing: thieves try stolen cards where nothing is charged. */
export const cardChangesPerMember = { limit: 10, windowSeconds: secondsPerHour };
export const renewalGraceSeconds = 7 * secondsPerDay;
/** Days before a renewal to mail its notice; a late one must leave time to cancel. */
export const renewalNoticeDays = { before: 30, atLeast: 3 } as const;
/** How long before its end the second mail of a grace period is sent. */
export const graceReminderBeforeSeconds = 2 * secondsPerDay;

// Referrals
export const referralCommissionCents = {
  basic: { basic: 1_000, premium: 1_000 },
  premium: { basic: 1_000, premium: 2_000 },
} as const;
/** A job asks Stripe again about a refund without a response after this. */
export const refundAnswerSeconds = 2 * secondsPerMinute;
export const commissionDueSeconds = 7 * secondsPerDay;
export const maxPayoutsPerRequest = 200;
/** After a PayPal address change: time to warn the old address. */
export const payoutAddressHoldSeconds = 7 * secondsPerDay;
export const payoutAddressLinkTtlSeconds = 7 * secondsPerDay;
/** Payouts per UTC calendar year that require a tax form. */
export const taxFormFromCents = 60_000;
export const payPalLinesPerFile = 5_000;
/** Members per request of a payout run: within a Worker's limits. */
export const payoutRunChunk = 500;
/** Members per group decision, and its effects: one batch stays far within D1's limits. */
export const reviewDecisionMembers = 200;
export const reviewDecisionFinds = 6_000;
export const reviewDecisionCommissions = 40;
/** How long a repeated payment request returns the first response. */
export const payoutKeySeconds = 30 * secondsPerDay;
export const treasureKeysPerReferral = { free: 1, basic: 1, premium: 2 } as const satisfies Record<Tier, number>;

// Lowest first. A month's chest is the highest level whose two minimums are met.
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
export const certificateValidDays = 365;
/** Paying members with at least this many calendar months of membership need no review unless there is a signal. */
export const unreviewedAfterMonths = 6;
/** Calendar months from redemption; cancelled certificates do not count. */
export const redemptionPauseMonths = 12;
export const certificateReminderDays = [7, 2] as const;

// Reviews: how much of a case is loaded
/** Finders per card whose pairs are compared. On more popular cards, shared finds prove nothing. */
export const twinSearchMaxFinders = 15;
/** For cards with more finders: finds loaded before and after each find behind the certificate. */
export const neighbourFinds = 4;
/** Accounts shown in a case, unless more are linked. */
export const caseMaxAccounts = 60;
/** Newest rewards read to find those behind a certificate. */
export const maxSearchedRewards = 1_000;
export const referralChainMaxLength = 6;
export const referralsMaxChecked = 50;

// Reviews: thresholds at which facts become a signal. Shares refer to the tokens behind the certificate
/** Tokens passed between linked finders and owner, or found at an impossible pace. */
export const tiedTokensSignal = { tokens: 20, share: 0.5 };
/** Finders linked by address, sign-up days apart at most, or shared finds. */
export const finderGroupSignal = { finders: 3, madeWithinSeconds: 3 * secondsPerDay, sharedFinds: 15, sharedFindsShare: 0.8 };
/** Owner and finder accounts created this close together are linked. */
export const sameSignUpWindowSeconds = secondsPerHour;
/** Others' actions become a signal at this share of the owner's certificate. */
export const fedShareSignal = 0.25;
export const codelessSignal = { finds: 15, share: 1 / 3 };
/** More finds in this time than anyone could walk between. */
export const hastyFindsSignal = { finds: 10, withinSeconds: secondsPerMinute };
/** Finds followed by one too far away for the time between. A single misplaced card causes two such jumps. */
export const impossibleJumpsSignal = { jumps: 5, groundKmPerHour: 350, flightFromKm: 300, flightKmPerHour: 1_000 };
/** Finds at different places with a stated position this far away; `share` is of the finds with a position. */
export const farFindsSignal = { meters: 1_000, finds: 5, share: 0.25 };
/** A chain of referrals with sign-ups close together; or returned payments around one member. */
export const referralChainSignal = { members: 6, madeWithinSeconds: 14 * secondsPerDay, moneyBack: { members: 2, share: 0.5 } };
/** One strong reason links two accounts, or this many weak ones, which families and friends can also have. */
export const weakReasonsForGroup = 2;
export const returnedPaymentSignalSeconds = 365 * secondsPerDay;

export const testPrintMinCards = 1;
export const testPrintMaxCards = 100;
export const printFileTtlSeconds = 7 * secondsPerDay;
export const designTimeoutSeconds = 20;
export const designLimitBytes = 50 * 1_024 * 1_024;

// The page
export const toastDurationMs = 5_000;
/** How long the redirect banner shows after sign-in. */
export const redirectDelayMs = 500;
export const dashboardRedirectDelayMs = 1_000;
export const socialRedirectDelayMs = 500;
/** A second redirect within this time is a bug. */
export const redirectGuardMs = 5_000;
/** After this the browser navigates if the router has not. */
export const redirectFallbackMs = 1_000;
export const testLoginFollowUpMs = 500;
export const testRedirectDelayMs = 1_000;
export const requestBodyLimitBytes = 64 * 1_024;
export const webhookBodyLimitBytes = 1_024 * 1_024;

// Finding cards
/** Different cards shown to a member per UTC day. */
export const cardsShownPerDay = 2_000;
/** Above this, a map window shows counts instead of cards. */
export const maxCardsOnMap = 300;
/** Maximum cards saved for offline use, and so the longest list. */
export const maxCarriedCards = 200;
/** Maximum size of the offline cards on the device. */
export const maxCarriedBytes = 60_000;
/** A card this near to an older one of the same owner shares its cell. */
export const sharedCellMeters = 150;
/** Maximum length of a finder's note to the owner. */
export const logMaxLength = 280;
/** Limits reports of missing cards: hikers find a few gone, not dozens. */
export const reportsPerMember = { limit: 20, windowSeconds: secondsPerDay };
export const logsPerMember = { limit: 50, windowSeconds: secondsPerDay };
/** Highest find number shown to a member. */
export const maxCountedFinds = 1_000;
export const maxGpxFinds = 5_000;
export const activityWeeks = 12;
/** Daily mails go out this long after midnight UTC, weekly ones on Mondays. */
export const newsAfterMidnightSeconds = 6 * secondsPerHour;
export const watchRadiusKm = { least: 1, most: 100 };
/** Cards or notes named in one mail; the rest are counted. */
export const maxCardsPerMail = 10;
/** Retention of mails about others' finds, notes and cards. */
export const newsRetentionSeconds = 7 * secondsPerDay;
/** Delay after placement before mailing an owner who has not set the visibility. */
export const askPlaceAfterSeconds = 7 * secondsPerDay;
