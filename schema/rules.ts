/**
 * Every business constant of the product, unit in the name.
 * Product rules: docs/product-rules.md. The store's SQL interpolates these constants;
 * where a migration repeats one, a test compares the two.
 */

export const secondsPerMinute = 60;
export const secondsPerHour = 3_600;
export const secondsPerDay = 86_400;

// Accounts and sessions
/** Who may have an account. */
export const minimumAgeYears = 13;
export const passwordMinLength = 6;
export const passwordMaxLength = 128;
/** argon2id at OWASP's parameters; `memoryCost` in KiB. */
export const passwordHashParameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
export const sessionTtlSeconds = 30 * secondsPerDay;
/** How often it is noted at most that a session is in use. */
export const sessionUseNotedSeconds = secondsPerHour;
/** Sessions that a member is shown at most. */
export const sessionsListedAtMost = 100;
/** Shorter than members': an administrator's token can do more harm, and is kept where scripts of the page can read it. */
export const adminSessionTtlSeconds = 12 * secondsPerHour;
/** In production: without a call of theirs an administrator's session ends. */
export const adminIdleSeconds = secondsPerHour;
/** How often it is noted at most that an administrator's session is in use. */
export const adminUseNotedSeconds = secondsPerMinute;
/** How old the proof of a second factor may be for what moves money or roles. */
export const freshProofSeconds = 15 * secondsPerMinute;
/** Wrong codes of an administrator, of the app and recovery codes together. */
export const factorFailures = { limit: 10, windowSeconds: 15 * secondsPerMinute };
export const factorFailuresOfDay = { limit: 30, windowSeconds: secondsPerDay };
/** How long a code of the app holds, and how many steps a phone's clock may be off. */
export const totpStepSeconds = 30;
export const totpStepsAside = 1;
export const recoveryCodesMade = 10;
/** How long a browser has to answer with a passkey. */
export const passkeyChallengeSeconds = 5 * secondsPerMinute;
/** Of one account. */
export const passkeysAtMost = 20;
export const passkeyNameMaxLength = 60;
/** The page of sign-in asks for a challenge at each visit. */
export const passkeySignInsPerAddress = { limit: 300, windowSeconds: secondsPerHour };
/** How long a member can read who signed in. */
export const signInRetentionSeconds = 90 * secondsPerDay;
export const signInsListedAtMost = 50;
/** For downloads that a browser navigates to. */
export const downloadLinkTtlSeconds = 60;
/** Rows of a page of an administrators' list. */
export const listPageRows = 50;
export const listPageRowsAtMost = 200;
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
export const overdueMaxSummed = 199;
/** Results per kind in the administrators' search, and the number of newest cards and messages whose texts it searches. */
export const searchResultsPerKind = 5;
export const searchedNewest = 5_000;
/** A check of the whole token ledger begins so long after the one before. */
export const ledgerCheckSeconds = secondsPerDay;
/** Sooner where that one found that the ledger does not add up. */
export const ledgerCheckAgainSeconds = secondsPerHour;
export const chartDaysAtMost = 366;
export const chartDaysByDefault = 30;
/** How long it is kept when jobs ran and how that went. */
export const jobRunRetentionSeconds = 30 * secondsPerDay;
/** Sent mails, Stripe's events that were applied, and hashes of the addresses that contact messages came from. */
export const recordRetentionSeconds = 90 * secondsPerDay;
/** Of jobs that run more often than once an hour a good run is written down at most so often. */
export const goodRunNotedSeconds = 10 * secondsPerMinute;
/** How long a row waits that a job could not settle: twice as long each time, up to `longest`. */
export const jobRetrySeconds = { first: 10 * secondsPerMinute, longest: secondsPerDay };
/** Between two mails that the same alarm has begun. */
export const alarmMailsApartSeconds = secondsPerHour;
/** How long a payment event or an order at the printer may be without an answer before somebody has to look. */
export const eventOverdueSeconds = secondsPerHour;
export const printOverdueSeconds = 15 * secondsPerMinute;
/** What of a queue fell due so long ago and is still there: its job does not get through. */
export const mailOverdueSeconds = 30 * secondsPerMinute;
export const verifyEmailLinkTtlSeconds = 7 * secondsPerDay;
export const undoEmailChangeTtlSeconds = 7 * secondsPerDay;
/** How long the new address can be proved; after that the change is given up. */
export const emailChangeLinkTtlSeconds = 7 * secondsPerDay;
export const passwordResetLinkTtlSeconds = secondsPerHour;
export const loginFailuresPerAccountAndAddress = { limit: 10, windowSeconds: 15 * secondsPerMinute };
export const loginFailuresPerAccount = { limit: 100, windowSeconds: secondsPerHour };
export const loginFailuresPerAddress = { limit: 100, windowSeconds: secondsPerHour };
/** Of a device that has signed in to the account before, instead of the three above: strangers cannot use these up. */
export const loginFailuresPerKnownDevice = { limit: 10, windowSeconds: 15 * secondsPerMinute };
export const knownDeviceTtlSeconds = 365 * secondsPerDay;
/** Attempts to register, by IPv4 address or IPv6 /64; refused ones count, so that this is no way to ask who has an account. */
export const signUpsPerAddressAndHour = { limit: 30, windowSeconds: secondsPerHour };
export const signUpsPerAddressAndDay = { limit: 100, windowSeconds: secondsPerDay };
/** The same by IPv6 /48, of which one customer of a provider has a whole one. */
export const signUpsPerNetwork = { limit: 300, windowSeconds: secondsPerDay };
/** Accounts made with the addresses of one mailbox. */
export const signUpsPerMailbox = { limit: 5, windowSeconds: secondsPerDay };
/** Taken addresses count too, so that a profile is no way to ask who has an account. */
export const emailChangesPerMember = { limit: 5, windowSeconds: secondsPerHour };
export const emailChangesPerAddress = { limit: 20, windowSeconds: secondsPerHour };
/** Mails with a link to set a new password; asked for by anybody who knows an address. */
export const resetMailsPerAccount = { limit: 5, windowSeconds: secondsPerHour };
export const resetMailsPerAddress = { limit: 20, windowSeconds: secondsPerHour };
/** Verification mails that a member asks for again. */
export const verificationMailsPerMember = { limit: 5, windowSeconds: secondsPerHour };
/** Mails of all kinds to the addresses of one mailbox that nobody has verified: its owner may never have asked for any. */
export const unprovedMailsPerMailboxAndHour = { limit: 5, windowSeconds: secondsPerHour };
export const unprovedMailsPerMailboxAndDay = { limit: 20, windowSeconds: secondsPerDay };

// Mail
/** Waiting times after the first failure, the second and so on; the last one is kept. */
export const mailRetryDelaysSeconds = [
  secondsPerMinute,
  5 * secondsPerMinute,
  30 * secondsPerMinute,
  2 * secondsPerHour,
  12 * secondsPerHour,
];
export const mailAttempts = 8;
/** How long one run has a mail to itself: longer than any provider may take. */
export const mailLeaseSeconds = 5 * secondsPerMinute;
/** How old a session may be to stand in for the password of an account that has none. */
export const freshSignInSeconds = 10 * secondsPerMinute;
/** Between the request to delete an account and the erasing: time to notice that somebody else asked for it. */
export const accountErasureAfterSeconds = 7 * secondsPerDay;
export const accountErasedWithinSeconds = 30 * secondsPerDay;
/** Longer than a database can be put back (Time Travel: 30 days), so that whoever was erased since is known. */
export const erasureListedSeconds = 40 * secondsPerDay;
/** Downloads of all one's data: each reads every row of the member. */
export const dataDownloadsPerMember = { limit: 20, windowSeconds: secondsPerHour };

// Scans and cards
export const tokensPerScan = 1;
export const tokensPerOwnerScan = 1;
export const tokensForFirstPlacement = 10;
export const tokensForLaterPlacement = 2;
export const communityKeysPerPlacement = 1;
export const rewardedScansPerDay = 50;
export const codelessScansPerDay = 10;
/** How long after a find its member can still say from where it was made. */
export const findPlaceSayableSeconds = 15 * secondsPerMinute;
/** What says from where a scan came: the distance, its accuracy and the hash of the network address. */
export const scanEvidenceRetentionSeconds = 90 * secondsPerDay;
export const reportersToMarkMissing = 2;
export const memberCardMissesPerHour = 10;
export const memberCardMissesPerDay = 20;
export const addressCardMissesPerHour = 60;
/** By IPv6 /48. */
export const networkCardMissesPerHour = 600;
/** By all who are not signed in together: ids are being guessed from many networks at once. */
export const anonymousCardMissesPerHour = 5_000;
export const cardCodeLength = 8;
/** Messages of the contact form, by network address: each is a mail to the office. */
export const contactMessagesPerHour = { limit: 5, windowSeconds: secondsPerHour };
export const contactMessagesPerDay = { limit: 20, windowSeconds: secondsPerDay };
/** Further messages that a member writes in their account: each is a mail to the office too. */
export const repliesPerMember = { limit: 20, windowSeconds: secondsPerDay };
export const memberNoteMaxLength = 2_000;
/** How long an administrator sees a member's account as they do, at most. */
export const viewingTtlSeconds = 15 * secondsPerMinute;
/** Of one print sheet: two pages a card, drawn within a second or two. */
export const testCardsPrintedAtMost = 100;
export const claimsPerMember = { limit: 20, windowSeconds: secondsPerDay };
export const scannerSampleIntervalMs = 500;
/** How long a camera reads nothing before the second, larger reader is called. */
export const secondReaderAfterMs = 2_000;
/** What an administrator may add or take at once: a slip of the finger must not be worth a thousand stays. */
export const tokenAdjustmentAtMost = 10_000;

// Membership and card orders
export type Tier = 'free' | 'basic' | 'premium';
export const membershipPriceCents = { free: 0, basic: 5_000, premium: 10_000 } as const satisfies Record<Tier, number>;
export const cardPriceCents = 100;
export const cardOrderMinQuantity = 1;
export const cardOrderMaxQuantity = 100;
export const cardOrderDefaultQuantity = 5;
export const membershipLookupKeys = { basic: 'membership_basic_yearly', premium: 'membership_premium_yearly' } as const;
export const currency = 'usd';
/** Stripe lets an unpaid subscription go after 23 hours; an order is closed before that. */
export const openOrderTtlSeconds = 22 * secondsPerHour;
/** Orders that are made anew; finding one's open order again does not count. */
export const newOrdersPerMember = { limit: 60, windowSeconds: secondsPerHour };
/** Cards that a member may set out to give: a stolen one is tried where nothing is charged. */
export const cardChangesPerMember = { limit: 10, windowSeconds: secondsPerHour };
export const renewalGraceSeconds = 7 * secondsPerDay;
/** The mail that tells of a renewal, so long before it; a late one goes while there is still time to cancel. */
export const renewalNoticeDays = { before: 30, atLeast: 3 } as const;
/** The second mail of a grace, before its end. */
export const graceReminderBeforeSeconds = 2 * secondsPerDay;

// Referrals
export const referralCommissionCents = {
  basic: { basic: 1_000, premium: 1_000 },
  premium: { basic: 1_000, premium: 2_000 },
} as const;
/** How long an administrator's refund may wait for Stripe's answer before a job asks again. */
export const refundAnswerSeconds = 2 * secondsPerMinute;
/** A commission that is not paid by then is overdue. */
export const commissionDueSeconds = 7 * secondsPerDay;
/** Members whom one request pays. */
export const payoutsAtOnce = 200;
/** After a changed PayPal address: so long the old one can still be told of it. */
export const payoutAddressHoldSeconds = 7 * secondsPerDay;
export const payoutAddressLinkTtlSeconds = 7 * secondsPerDay;
/** Who was paid so much in a calendar year (UTC) is paid no more without a tax form. */
export const taxFormFromCents = 60_000;
/** PayPal takes no more lines in one file. */
export const payPalLinesPerFile = 5_000;
/** Members that one request of a payout run goes through: within a Worker's limits. */
export const payoutRunChunk = 500;
/** Members about whom one decision is taken, and what it may go through: one batch stays far within the database's limits. */
export const reviewDecisionMembers = 200;
export const reviewDecisionFinds = 6_000;
export const reviewDecisionCommissions = 40;
/** How long a payment that is asked for again gets the first one's answer. */
export const payoutKeySeconds = 30 * secondsPerDay;
export const treasureKeysPerReferral = { free: 1, basic: 1, premium: 2 } as const satisfies Record<Tier, number>;

// Treasure chests, lowest first; the highest level whose two minima are met counts.
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
/** Of who has been a member for longer, counted by the calendar, and pays now, nobody looks at a certificate without a signal. */
export const unreviewedAfterMonths = 6;
/** Counted by the calendar, from the redemption on; cancelled certificates do not count. */
export const redemptionPauseMonths = 12;
export const certificateReminderDays = [7, 2] as const;

// Reviews: how much of a case is loaded
/** Who else found a card is asked up to so many finders: beyond, its finders say nothing about each other. */
export const twinSearchMaxFinders = 15;
/** At cards with more finders, so many finds just before each find behind the certificate are loaded, and as many just after. */
export const neighbourFinds = 4;
/** Accounts that the desk shows of a case, unless those that belong together are more. */
export const caseMaxAccounts = 60;
/** Rewards of a member that are read, newest first, to find those behind a certificate. */
export const rewardsSoughtUpTo = 1_000;
/** Members from referrer to referrer. */
export const referralChainMaxLength = 6;
/** Members whom one referred, newest first. */
export const referralsMaxChecked = 50;

// Reviews: from when on facts are a signal. Shares are of the tokens behind the certificate
/** Tokens that passed between finders and an owner who are tied to each other, or that were found at an impossible pace. */
export const tiedTokensSignal = { tokens: 20, share: 0.5 };
/** Such finders who share an address, were made within days of each other, or share their finds. */
export const finderGroupSignal = { finders: 3, madeWithinSeconds: 3 * secondsPerDay, sharedFinds: 15, sharedFindsShare: 0.8 };
/** An owner's and a finder's account, made so close to each other, are tied. */
export const madeTogetherSeconds = secondsPerHour;
/** What others did is a signal at an owner's certificate where so much of it is theirs. */
export const fedShareSignal = 0.25;
export const codelessSignal = { finds: 15, share: 1 / 3 };
/** So many finds within so short a time: nobody walks from card to card like that. */
export const hastyFindsSignal = { finds: 10, withinSeconds: secondsPerMinute };
/** Finds that are followed by one too far away for the time between: a single card with a wrong place makes two. */
export const impossibleJumpsSignal = { jumps: 5, groundKmPerHour: 350, flightFromKm: 300, flightKmPerHour: 1_000 };
/** Finds at different places whose finder said to stand so far from the card; `share` is of those who said where they stood. */
export const farFindsSignal = { meters: 1_000, finds: 5, share: 0.25 };
/** Members who each referred the next, each made so soon after the one before; or so many around the member whose money went back. */
export const referralChainSignal = { members: 6, madeWithinSeconds: 14 * secondsPerDay, moneyBack: { members: 2, share: 0.5 } };
/** Accounts belong together by one strong reason, or by so many that families and friends can have, too. */
export const weakReasonsForGroup = 2;
/** Memberships whose money went back longer ago say nothing about a certificate. */
export const returnedPaymentSignalSeconds = 365 * secondsPerDay;

// Printing
export const testPrintMinCards = 1;
export const testPrintMaxCards = 100;
/** How long the printer can fetch what it is to print. */
export const printFileTtlSeconds = 7 * secondsPerDay;
/** Of a design that is not ours: how long fetching it may take, and how large it may be. */
export const designTimeoutSeconds = 20;
export const designLimitBytes = 50 * 1_024 * 1_024;

// The page
export const toastDurationMs = 5_000;
/** How long the banner of a redirect after a sign-in stands, before it leads on. */
export const redirectDelayMs = 500;
export const dashboardRedirectDelayMs = 1_000;
export const socialRedirectDelayMs = 500;
/** A second redirect within this time is a mistake. */
export const redirectGuardMs = 5_000;
/** After this the browser itself goes where the router did not. */
export const redirectFallbackMs = 1_000;
export const testLoginFollowUpMs = 500;
export const testRedirectDelayMs = 1_000;
export const requestBodyLimitBytes = 64 * 1_024;
export const webhookBodyLimitBytes = 1_024 * 1_024;

// Finding cards
/** Different cards that a member is shown on lists and maps on a UTC day. */
export const cardsShownPerDay = 2_000;
/** A window of the map with more of them shows counts. */
export const cardsOnMapAtMost = 300;
/** Cards that are taken along at most, and so the longest list. */
export const cardsCarriedAtMost = 200;
/** What they take on the device, with all that stands beside them. */
export const carriedBytesAtMost = 60_000;
/** So near to an older card of the same owner a card is shown where that one is. */
export const sharesCellWithinMeters = 150;
/** A finder's line to the owner. */
export const logMaxLength = 280;
/** Cards that a member reports missing: who walks a trail finds a few of them gone, not dozens. */
export const reportsPerMember = { limit: 20, windowSeconds: secondsPerDay };
/** Lines that a member writes or changes. */
export const logsPerMember = { limit: 50, windowSeconds: secondsPerDay };
/** How far a member's finds are counted when a find tells which one it is. */
export const findsCountedUpTo = 1_000;
/** Finds in one GPX file: the newest. */
export const gpxFindsAtMost = 5_000;
/** Weeks of finds that an owner sees of a card. */
export const activityWeeks = 12;
/** When mails of the day go, after midnight UTC; those of the week on Mondays. */
export const newsAfterMidnightSeconds = 6 * secondsPerHour;
/** Around the place of whoever wants to hear of new cards. */
export const watchRadiusKm = { least: 1, most: 100 };
/** New cards, and lines or cards of a digest, that one mail names; how many more there are is said. */
export const cardsNamedInMail = 10;
/** What a mail said of others' finds, lines and cards is kept so long. */
export const newsRetentionSeconds = 7 * secondsPerDay;
/** An owner who has not said who may see a card's place is asked by mail so long after placing it. */
export const askPlaceAfterSeconds = 7 * secondsPerDay;
