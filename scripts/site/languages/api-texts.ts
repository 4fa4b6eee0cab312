/** Texts of the API that members and visitors see. Pages word them in the reader's language (web/lib/api/api-words.ts). */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { usernameFlaws } from '#schema/accounts/username.ts';
import { answers } from '#schema/answers.ts';
import { proofUrlFlaws } from '#schema/claims/proof-url.ts';
import { errorCatalogue } from '#schema/errors.ts';

/** Errors for administrators, jobs and API clients other than our site. They are in English. */
export const officeErrors = new Set(
  `
  malformed_json bad_idempotency_key idempotency_key_reused not_json wrong_host foreign_origin method_not_allowed no_card_id
  bad_signature wrong_webhook_key ops_token_wrong event_not_ready job_running restore_time_in_future viewing_ended viewing_only
  link_not_ours print_file_closed admin_reset_link_expired admin_not_signed_in own_password_first second_factor_wrong
  second_factor_needed second_factor_missing second_factor_stale too_many_codes app_already_set_up app_not_set_up super_admin_only
  own_administrator own_reset_link administrator_disabled administrator_not_found unknown_administrator suspended_by_super_admin
  own_member_account benefactor own_pass held_by_super_admin second_administrator approver_waits card_payment_returned
  email_not_members member_not_found member_leaving member_payment_in_progress member_deletion_needs_provider member_pays_now
  balance_too_low keys_not_corrected referrer_not_found referrer_already_set referrer_is_invited referrer_is_same_person
  subscription_active subscription_not_running better_grant_active no_grant not_note_author note_not_found reply_field_empty
  saved_reply_not_found saved_reply_title_taken snooze_in_past too_many_saved_replies writer_erased mail_not_found
  mail_is_security mail_not_sent mail_to_other_address mails_stopped member_unreachable email_not_bounced claim_not_found claim_decided
  claim_withdrawn claimant_left card_disabled card_not_adoptable claimant_not_paying test_card_without_code offer_nights offer_above_terms
  stay_not_booked stay_took_place stay_not_missed stay_not_waiting no_stay_to_book reference_taken reference_used_before provider_must_confirm
  certificate_past_validity not_cancellable no_refused_traveler is_other_person holder_suspended traveler_may_stay review_decided
  review_decision_not_found review_decision_empty review_decision_too_large review_decision_undone later_decision_exists hold_would_miss
  second_look_not_found second_look_done order_not_printable order_not_shipped order_not_paid order_not_paid_for
  order_address_fixed paid_by_balance payment_disputed already_refunded already_printing refund_too_much refund_owed refund_due buyer_erased
  refund_awaiting_response refund_refused refund_unanswered dispute_not_found dispute_over dispute_answered dispute_past_due
  dispute_refused dispute_unanswered print_country_unknown print_state_unknown print_name_incomplete print_phone_missing
  print_too_few print_order_not_found print_quote_unknown print_not_shipped print_awaiting_response print_in_progress
  print_not_draft print_not_awaiting_response print_quote_differs print_quote_expired print_options_unknown
  printer_service_missing printer_failed printer_unanswered printer_not_set_up payout_not_found payout_run_not_found
  payout_file_empty payout_total_differs payouts_to_compare payouts_compared payouts_in_run payouts_tax_form no_payable_members
  payout_run_empty payout_run_shrunk payout_run_not_approved payout_undo_late payout_undo_returned payout_undo_reversed payout_undo_changed
  payout_undo_in_run payout_already_returned payout_disputed too_many_to_print reason_missing other_person_too_late
  traveler_missing
`
    .trim()
    .split(/\s+/),
);

const wordings = Object.entries(errorCatalogue).flatMap(([code, [, wording]]) => (officeErrors.has(code) ? [] : [wording]));

/** Folders of schema/ whose requests only administrators send. */
const isForOffice = (file: string) => /admin|^(tables|disputes|printing|reviews)\/|saved-replies/.test(file);

/** Messages about values that no form of the site sends. */
const isForClients =
  /must be (text|one of|a number|claim)|^[a-zA-Z]+ is (required|too long)$|^(bbox|limit|cursor|q|ids|zoom|lat|lng) |^(firebaseUid|oauthProvider|photoURL) |^Choose one of|subscription’s|^A cost must|^Accuracy|sign-in token|such as (2026|Europe)/;

/** Collects the messages in valibot's schemas. */
function collectMessages(value: unknown, messages: Set<string>, visited = new Set<unknown>()): Set<string> {
  if (value === null || typeof value !== 'object' || visited.has(value)) return messages;
  visited.add(value);
  const { kind, message } = value as { kind?: unknown; message?: unknown };
  if (typeof message === 'string' && (kind === 'schema' || kind === 'validation') && !isForClients.test(message)) messages.add(message);
  for (const part of Object.values(value)) collectMessages(part, messages, visited);
  return messages;
}

const schemaFolder = fileURLToPath(new URL('../../../schema/', import.meta.url));
const schemaFiles = readdirSync(schemaFolder, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !isForOffice(file))
  .sort();

/** Returns the English texts of errors, invalid inputs and answers, which are also the keys of their translations. */
export async function listApiTexts(): Promise<string[]> {
  const messages = new Set<string>();
  for (const file of schemaFiles) collectMessages({ ...(await import(`../../../schema/${file}`)) }, messages);
  return [
    ...new Set([...wordings, ...messages, ...Object.values(usernameFlaws), ...Object.values(proofUrlFlaws), ...Object.values(answers)]),
  ];
}
