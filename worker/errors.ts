/** Every refusal that the API knows: reason -> status and message. Product rules: Errors and limits. */
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { reviewSentences } from '#schema/certificates/certificate.ts';
import { passkeysAtMost, reviewDecisionCommissions, reviewDecisionFinds, secondsPerHour, secondsPerMinute } from '#schema/rules.ts';

const catalogue = {
  invalid_input: [400, 'Some of what was sent is not valid. Please check the marked fields.'],
  malformed_json: [400, 'The request body is not valid JSON.'],
  no_card_id: [400, 'No card ID provided'],
  wrong_current_password: [400, 'Current password is incorrect'],
  password_not_own: [400, 'Please choose a password of your own: whoever made your account knows this one.'],
  password_too_common: [400, 'This is one of the 10,000 most common passwords. Please choose one that nobody would guess.'],
  password_required: [400, 'Please enter your current password'],
  no_password_yet: [400, 'This account has no password yet. Sign in the way you did before, or set one with a reset link.'],
  username_fixed: [400, 'Username cannot be changed'],
  bad_idempotency_key: [400, 'Idempotency-Key must be 8 to 100 letters, digits, dashes or underscores.'],
  quantity_not_whole: [400, 'Please give a whole number of cards'],
  refund_too_much: [400, 'More than is left of this payment cannot go back.'],
  too_few_cards: [400, 'Minimum 1 card'],
  too_many_cards: [400, 'Maximum 100 cards'],
  already_member: [400, 'You have this membership already, or a better one.'],
  no_subscription: [400, 'There is no running subscription. Memberships that were given to you end by themselves.'],
  delivery_fixed: [400, 'How this order is delivered cannot be changed any more.'],
  bad_signature: [400, 'The signature does not fit. Only the payment provider can call this.'],
  order_not_printable: [400, 'This order is of a membership: there is nothing to print.'],
  order_not_shipped: [400, 'The member prints these cards themselves, so there is no address to send them to.'],
  print_country_unknown: [400, 'The printer needs a country that we can name for certain. Please correct the address, in English.'],
  print_state_unknown: [
    400,
    'The printer needs the state or province. Please correct the address: its name or its two letters, such as NC.',
  ],
  print_name_incomplete: [400, 'The printer needs a first and a last name. Please correct the address.'],
  print_phone_missing: [400, 'The printer needs a phone number for the carrier. Please correct the address.'],
  print_too_few: [400, 'The printer does not make so few of one design. Please order more, or choose another size.'],
  passkey_refused: [400, 'This passkey could not be verified. Please try again.'],
  second_factor_wrong: [400, 'This is not right, or was used already. Please try again.'],
  link_unknown: [400, 'This link does not work. Please check that you have opened the whole link, or use a newer mail.'],
  link_used: [400, 'This link was used already, or replaced by a newer one.'],
  link_expired: [400, 'This link has expired. Sign in, and ask for a new one on your dashboard.'],
  change_link_expired: [400, 'This link has expired: it works for 7 days. Sign in, and enter the new address in your profile again.'],
  payout_link_expired: [400, 'This link has expired: it works for 7 days. Sign in, and enter your PayPal address again under Earnings.'],
  undo_link_expired: [400, 'This link has expired: it works for 7 days. If the change was not yours, please write to us.'],
  reset_link_expired: [400, 'This link has expired: it works for one hour. Please ask for a new one.'],
  admin_reset_link_expired: [400, 'This link has expired: it works for one hour. Please ask a super administrator for a new one.'],
  link_outdated: [400, 'This link is for an email address that your account no longer uses.'],
  email_not_members: [400, 'This is not the member’s email. Please type it as it stands above.'],
  too_few_tokens: [400, 'You do not have enough Treasure Tokens yet.'],
  viewing_over: [401, 'You do not see this account any more. Open it again from its page in the administrators’ area.'],
  not_signed_in: [401, 'Please sign in to continue.'],
  identity_token_missing: [401, 'There was no sign-in token. Please sign in again.'],
  identity_token_invalid: [401, 'This sign-in could not be verified. Please sign in again.'],
  identity_token_expired: [401, 'This sign-in has expired. Please sign in again.'],
  identity_unsupported: [401, 'Please sign in with Google, Facebook or Apple here, or with your email and password.'],
  identity_without_email: [
    401,
    'The provider did not tell us your email address. Please allow it to share the address, and sign in again.',
  ],
  identity_email_unsupported: [
    401,
    'We cannot write to the email address that the provider told us. Please sign in with another account, or register with another address.',
  ],
  identity_contradicted: [401, 'This sign-in belongs to somebody else. Please sign in again.'],
  identity_outdated: [401, 'You signed out everywhere or changed your password after this sign-in. Please sign in again.'],
  admin_not_signed_in: [401, 'Please sign in as an administrator to continue.'],
  restored_to_the_future: [400, 'A database is put back to a moment that is over.'],
  ops_token_wrong: [401, 'This call needs the token of whoever looks after the product.'],
  passkey_unknown: [401, 'This passkey opens no account here. Please sign in another way.'],
  wrong_credentials: [401, 'Invalid email or password'],
  password_or_sign_in: [
    403,
    'Please enter your current password, or sign in again: for this your sign-in must be less than 10 minutes old.',
  ],
  sign_in_again: [403, 'Please sign in again first: for this your sign-in must be less than 10 minutes old.'],
  own_password_first: [403, 'Please set a password of your own first, under My Account: whoever made your account knows the one you have.'],
  second_factor_needed: [403, 'Please show your second factor first.'],
  second_factor_missing: [
    403,
    'For this you need a second factor. Please set one up under My Account: a passkey, or an app that shows codes.',
  ],
  second_factor_stale: [403, 'For this your second factor must have been shown in the last 15 minutes. Please show it again.'],
  note_of_another: [403, 'Only who wrote this note, or a super administrator, may remove it.'],
  viewing_only: [403, 'You see this account as its member does: nothing can be changed, and this is not shown.'],
  super_admin_only: [403, 'Only a super administrator may do this.'],
  second_administrator: [403, 'You began this payout run. Another super administrator approves it.'],
  held_by_super_admin: [
    403,
    "A super administrator's decision about a group holds this certificate: only a super administrator passes it.",
  ],
  link_not_ours: [403, 'This download link is not valid any more. Please start the download again.'],
  foreign_origin: [403, 'This request came from another site and was refused.'],
  print_file_closed: [403, 'This print file is not available any more.'],
  wrong_webhook_key: [403, 'The key does not fit. Only the card printer can call this.'],
  email_unverified: [
    403,
    'Please verify your email address first: open the link in the mail we sent you, or have it sent again on your dashboard.',
  ],
  member_suspended: [403, 'This account is suspended. Please write to us.'],
  membership_required: [403, 'Membership Required: Upgrade to Basic or Premium membership to order Cache Cards'],
  not_found: [404, 'There is nothing at this address.'],
  passkey_not_found: [404, 'This passkey is gone already.'],
  card_not_found: [404, 'This Cache Card could not be found'],
  find_not_found: [404, 'You have not found this Cache Card yet. Scan it first, then leave a line for its owner.'],
  log_not_found: [404, 'This line is gone: its finder has taken it back.'],
  no_recent_find: [404, 'There is no find of this card by you in the last 15 minutes.'],
  payout_not_found: [404, 'This payout could not be found'],
  payout_run_not_found: [404, 'This payout run could not be found.'],
  payout_file_empty: [404, 'This payout run has no lines for such a file.'],
  claim_not_found: [404, 'This claim could not be found'],
  nothing_to_print: [404, 'There are no paid Cache Cards to print here.'],
  invalid_checkout: [404, 'Invalid checkout URL'],
  order_not_found: [404, 'This order could not be found'],
  print_order_not_found: [404, 'This print order could not be found.'],
  print_quote_unknown: [404, 'This quote is not known. Please ask for the costs again.'],
  card_change_not_found: [404, 'This card change could not be found.'],
  no_receipt: [404, 'There is no receipt for this payment.'],
  administrator_not_found: [404, 'This administrator could not be found'],
  certificate_not_found: [404, 'This certificate could not be found. Is this the account that redeemed it?'],
  review_decision_not_found: [404, 'This decision could not be found.'],
  message_not_found: [404, 'This message could not be found.'],
  note_not_found: [404, 'This note could not be found. It may have been removed meanwhile.'],
  member_not_found: [404, 'This member could not be found.'],
  session_not_found: [404, 'This session has ended already.'],
  method_not_allowed: [405, 'This method is not allowed here.'],
  provider_conflict: [409, 'This email is already associated with a different provider.'],
  email_taken: [409, 'An account with this email already exists.'],
  old_email_taken: [409, 'Another account uses this email address now, so it cannot be brought back. Please write to us.'],
  pending_email_taken: [
    409,
    'Another account uses this email address by now, so yours keeps the one that it has. Use another address, or delete the other account.',
  ],
  no_pending_email: [409, 'No change of your email address waits to be confirmed. Please enter the new address in your profile again.'],
  email_kept: [
    409,
    'An account has left this email address in the last 7 days, and it is kept for that account until then. To bring the account back, open the link in the mail that we sent there about the change.',
  ],
  email_being_deleted: [
    409,
    'The account with this email is being deleted. You can register the address again once that is done, within 30 days.',
  ],
  username_taken: [409, 'This username is already taken. Please choose another one.'],
  idempotency_key_reused: [409, 'This Idempotency-Key was already used for another card.'],
  not_cancellable: [409, 'This certificate has expired or was cancelled already, so it cannot be cancelled.'],
  provider_must_confirm: [
    409,
    'The stay of this certificate is booked. Cancel it with the travel provider first, then cancel the certificate.',
  ],
  no_stay_to_book: [409, 'Only an activated certificate has a stay to book.'],
  reference_taken: [409, 'Another certificate has this reference already. Please check it.'],
  passkey_known: [409, 'This passkey is here already. Please use it, or make another one.'],
  too_many_passkeys: [409, `An account has at most ${passkeysAtMost} passkeys. Please remove one first.`],
  app_set_up_already: [409, 'An app is set up already. Remove it first to set up another one.'],
  app_not_set_up: [409, 'No app is being set up. Please begin anew.'],
  changed_meanwhile: [409, 'This was changed by someone else in the meantime. Please reload and try again.'],
  test_card: [409, 'This is a test card: it belongs to nobody, so it cannot be claimed.'],
  test_card_without_code: [409, 'The QR code of a test card holds its id alone: there is no code to replace.'],
  card_at_printer: [
    409,
    'The order of this card is being printed with the code of now. Replace it once the cards were sent off, or call that print off first.',
  ],
  claim_decided: [409, 'This claim has been decided already. Please reload to see how.'],
  claim_withdrawn: [409, 'The member has withdrawn this claim, so there is nothing to decide any more.'],
  claimant_left: [409, 'The member who made this claim has left, so it cannot be decided any more.'],
  card_not_placed: [409, 'This Cache Card has not been placed yet, so it cannot be missing.'],
  own_administrator: [409, 'You cannot change your own role or disable yourself. Another super administrator can.'],
  own_reset_link: [409, 'You are logged in: change your own password under Security. Another super administrator can send you a link.'],
  administrator_disabled: [409, 'This administrator is disabled, so a new password would not let them in. Enable them first.'],
  nobody_reads_log: [409, 'Nobody owns this Cache Card now, so nobody would read your line.'],
  own_card: [409, 'This Cache Card is yours already.'],
  claim_pending: [409, 'You have claimed this Cache Card already. We will mail you when your claim is decided.'],
  not_covered: [409, 'Your balance does not cover this order any more. Please load this page again to see what is left to pay.'],
  order_not_paid_for: [409, 'Nothing was paid for this order, so nothing can go back.'],
  paid_by_balance: [
    409,
    'The member’s balance at Stripe paid this, and no card: no refund brings it back. Raise their balance at Stripe instead.',
  ],
  payment_disputed: [409, 'This payment is in dispute, or was lost in one: the bank decides where its money goes.'],
  refunded_already: [409, 'All of this payment went back already.'],
  refund_due: [409, 'This was paid twice: all of it goes back by itself.'],
  refund_unanswered_yet: [
    409,
    'A refund of this payment was asked for, and Stripe has not answered yet. Please look at this order again in a few minutes.',
  ],
  refund_refused: [409, 'Stripe refuses this refund. What it says stands below the payments of the order.'],
  already_paid: [409, 'This order was paid already.'],
  order_not_paid: [409, 'Only a paid order can be printed. This one is open, cancelled, refunded or in dispute.'],
  already_printing: [409, 'The cards of this order were sent to print already.'],
  order_address_fixed: [409, 'Where these cards go cannot be changed here any more: the printer has the address, or nothing is sent.'],
  print_unanswered: [409, 'The printer was asked to print this order and has not answered. Please try that again first.'],
  print_underway: [409, 'This is being ordered at this very moment. Please look at it again in a minute.'],
  print_not_draft: [409, 'This may be at the printer already, so it cannot be called off here.'],
  print_not_unanswered: [409, 'This does not wait for an answer of the printer. Please look at where it stands now.'],
  print_quote_differs: [409, 'This quote is for something else. Please ask for the costs again.'],
  print_quote_expired: [409, 'This quote has expired. Please ask for the costs again.'],
  payouts_to_compare: [
    409,
    'The database was restored, so some of this may have been paid already. Payouts wait until they were compared with what was really paid.',
  ],
  payouts_compared: [409, 'No payout waits to be compared with what was paid before a restore.'],
  payouts_in_run: [
    409,
    'Of these members somebody stands in a payout run that is not paid yet. Pay them with it, take the run back first, or choose the others.',
  ],
  payout_run_nobody: [409, 'There is nobody to pay in this way right now.'],
  payout_run_empty: [409, 'Nobody is left in this payout run. Please cancel it.'],
  payout_line_changed: [
    409,
    'What this line paid was taken back or paid otherwise meanwhile. Please ask for the money back at PayPal, or settle it with the member.',
  ],
  payout_run_not_approved: [409, 'There are files once this payout run is approved.'],
  payout_returned_already: [409, 'This payment is marked as returned already.'],
  payout_disputed: [409, 'The payment behind this commission is disputed. It can be released once the dispute is over.'],
  redeemed_this_year: [409, 'You can only redeem one certificate per 12 months. Please try again later.'],
  tokens_owed: [409, 'You owe Treasure Tokens. Please pay them back, then activate this certificate.'],
  certificate_in_review: [409, reviewSentences.later],
  review_decided: [409, 'Somebody has decided this certificate already, or it waits no longer. Please look at how it stands now.'],
  review_decision_empty: [409, 'Nothing of these members would change. Please look at how they stand now.'],
  review_decision_too_large: [
    409,
    `One decision goes through at most ${reviewDecisionFinds.toLocaleString('en')} finds and ${reviewDecisionCommissions} commissions. Please decide about some of these members first, then about the others.`,
  ],
  review_decision_undone: [409, 'This is undone already, or is an undoing itself: there is nothing to undo.'],
  review_decision_built_on: [409, 'A later decision is about some of the same. Please undo that one first.'],
  certificate_activated: [409, 'This certificate is activated already. There is nothing more to do.'],
  certificate_expired: [409, 'The time to activate this certificate is over, so it has expired.'],
  certificate_cancelled: [409, 'This certificate was cancelled and its tokens were given back, so it cannot be activated.'],
  card_not_confirmed: [
    409,
    'Your bank has not confirmed this card. The card on file stays as it was: please try again, or use another one.',
  ],
  payment_processing: [409, 'Your payment is being processed. Please wait a moment; you will not be charged twice.'],
  payment_under_way: [
    409,
    'A payment of yours is still being processed, so your account was not deleted. Please try again in a few minutes.',
  ],
  writer_erased: [409, 'Whoever wrote this has left, and is erased: there is nobody to answer any more.'],
  member_payment_under_way: [
    409,
    'A payment of this member is still being processed, so their account was not deleted. Please try again in a few minutes.',
  ],
  member_leaving: [409, 'This member has asked for their account to be deleted, so nothing of it can be changed any more.'],
  balance_too_low: [409, 'The member does not have that many tokens. Nothing was changed.'],
  holder_suspended: [409, 'The owner of this certificate is suspended, so its stay is not booked. Let them back first.'],
  subscription_runs: [409, 'This member pays for a membership that is running, so none can be given.'],
  better_grant_runs: [409, 'This member was given a better membership already. End that one first.'],
  no_grant: [409, 'No membership that was given to this member is running.'],
  member_pays_now: [409, 'This member is just paying for a membership. Please try again in a few minutes.'],
  email_verified_already: [409, 'This email address is verified already.'],
  body_too_large: [413, 'The request body is too large.'],
  not_json: [415, 'Please send JSON with the header Content-Type: application/json.'],
  wrong_host: [421, 'There is nothing at this host. Please use the site’s own address.'],
  too_many_sign_ups: [429, 'Many accounts were made from your network lately. Please try again {when}.'],
  too_many_sign_ups_of_mailbox: [
    429,
    'Several accounts were made with this email address today. Please sign in to one of them, or try again {when}.',
  ],
  too_many_logins: [429, 'Too many failed attempts. Please wait a while and try again.'],
  too_many_codes: [429, 'Too many wrong codes. Please show a passkey, or try again {when}.'],
  too_many_passkey_sign_ins: [429, 'Too many sign-ins by passkey from your network. Please sign in another way, or try again {when}.'],
  too_many_email_changes: [429, 'The email address was changed too often. Please wait a while and try again.'],
  too_many_reset_mails: [
    429,
    'Mails for a new password were asked for too often. Please look into your spam folder, or wait a while and try again.',
  ],
  too_many_mails: [429, 'We have just sent you several mails. Please look into your spam folder, or try again {when}.'],
  too_many_downloads: [429, 'You have downloaded your data many times. Please wait a while and try again.'],
  too_many_reports: [429, 'You have reported many cards today. Please come back tomorrow, or write to us if a whole trail is gone.'],
  too_many_logs: [429, 'You have written many lines today. Please come back tomorrow for more.'],
  too_many_card_changes: [429, 'You have tried to change your card many times. Please wait a while and try again.'],
  too_many_orders: [429, 'You have opened many orders in a short time. Please wait a while and try again.'],
  too_many_requests: [429, 'Too many requests. Please wait a minute and try again.'],
  cards_of_day_used_up: [429, 'You have been shown as many different cards as a day has. Please come back after midnight UTC.'],
  too_many_unknown_cards: [429, 'Too many unknown card ids. Please wait a while and try again.'],
  sign_in_to_look_up: [429, 'Very many unknown cards are being asked for right now. Please sign in to look this card up.'],
  too_many_messages: [429, 'You have sent us several messages in a short time. Please wait a while and try again.'],
  too_many_claims: [429, 'You have made many claims in a short time. Please wait a while and try again.'],
  daily_scan_limit: [429, 'You have reached the 50 rewarded scans of today. Come back tomorrow for more.'],
  daily_codeless_limit: [
    429,
    'You have reached the 10 scans a day that work without the QR code on the card. Scan the QR code itself, or come back tomorrow.',
  ],
  internal: [500, 'Something went wrong on our side. Please try again.'],
  payments_being_checked: [503, 'Payments are being checked after a repair. Try again in an hour.'],
  payment_unavailable: [502, 'Failed to initialize payment'],
  payment_unreadable: [502, 'Failed to retrieve payment information'],
  printer_failed: [502, 'Failed to submit request to the Cloudprinter API'],
  printer_unanswered: [502, 'We do not know whether Cloudprinter took this order.'],
  refund_unanswered: [
    502,
    'Stripe has not answered whether this refund was made. It is asked again within minutes, and makes it once: please look at this order again.',
  ],
  payment_provider_unavailable: [502, 'The payment provider cannot be reached right now. Nothing was changed. Please try again.'],
  deletion_needs_provider: [
    502,
    'The payment provider cannot be reached right now, so your account was not deleted. Please try again in a few minutes.',
  ],
  member_deletion_needs_provider: [
    502,
    'The payment provider cannot be reached right now, so the account was not deleted. Please try again in a few minutes.',
  ],
  identity_unavailable: [
    503,
    'The sign-in provider cannot be reached right now, so your sign-in could not be verified. Please try again in a moment.',
  ],
  password_check_unavailable: [503, 'The list of common passwords cannot be read right now. Nothing was changed. Please try again.'],
  map_unreadable: [503, 'The map cannot be read right now. Please try again.'],
  event_not_ready: [503, 'What this event is about is not known yet. Please send it again.'],
  print_options_unknown: [503, 'The configuration asks for a paper or finish that the printer does not have.'],
  printer_not_set_up: [503, 'No card printer is set up for this. Keys, or parts of the test address, are missing in the configuration.'],
} as const satisfies Record<string, readonly [ContentfulStatusCode, string]>;

export type Reason = keyof typeof catalogue;

export interface ErrorDetails {
  /** Name of an input -> what is wrong with it. */
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
  /** Methods that the path does allow. */
  allow?: string[];
  /** Instead of the catalogue's message. */
  message?: string;
}

/** When to try again: `in 23 minutes`. */
function inWords(seconds: number | undefined): string {
  if (seconds === undefined) return 'later';
  const minutes = Math.ceil(seconds / secondsPerMinute);
  const [count, unit] = minutes < 60 ? [minutes, 'minute'] : [Math.ceil(seconds / secondsPerHour), 'hour'];
  return `in ${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** A refusal on its way to the caller; `app.onError` is the only place that writes it out. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly reason: Reason;
  readonly status: ContentfulStatusCode;
  readonly details: ErrorDetails;

  constructor(reason: Reason, details: ErrorDetails = {}) {
    const [status, message] = catalogue[reason];
    super(details.message ?? message.replace('{when}', inWords(details.retryAfterSeconds)));
    this.reason = reason;
    this.status = status;
    this.details = details;
  }
}
