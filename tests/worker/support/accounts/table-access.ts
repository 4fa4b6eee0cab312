/**
 * How each table affects access to a member's account. The tests fail for a table without an entry: add one that states what revokes or
 * deletes its rows.
 */

interface Access {
  /** `way_in`: a row gives access to the account. `pending_change`: a row can later change who has access or who is paid. */
  kind: 'way_in' | 'pending_change';
  /** SQL condition that is true while a row still gives access or can still cause the change. */
  isAlive: string;
}

export const tableAccess: Record<string, Access | 'neither'> = {
  users: { kind: 'way_in', isAlive: 'firebase_uid IS NOT NULL OR sign_ins_valid_from < :now' },
  sessions: { kind: 'way_in', isAlive: 'revoked_at IS NULL' },
  member_passkeys: { kind: 'way_in', isAlive: 'true' },
  user_auth_providers: { kind: 'way_in', isAlive: 'true' },
  one_time_links: { kind: 'pending_change', isAlive: 'used_at IS NULL' },
  payout_addresses: { kind: 'pending_change', isAlive: 'email IS NOT NULL' },

  // A challenge is useless without a passkey or a session.
  passkey_challenges: 'neither',
  // These tables give access to administrators' accounts, never to a member's.
  admins: 'neither',
  admin_sessions: 'neither',
  admin_password_resets: 'neither',
  admin_passkeys: 'neither',
  admin_totp: 'neither',
  admin_recovery_codes: 'neither',

  alarms: 'neither',
  audit_log: 'neither',
  bounced_addresses: 'neither',
  cache_cards: 'neither',
  card_allowances: 'neither',
  card_anchors: 'neither',
  card_places: 'neither',
  card_arrivals: 'neither',
  card_reports: 'neither',
  card_scans: 'neither',
  card_tiles: 'neither',
  card_watches: 'neither',
  case_cards: 'neither',
  case_members: 'neither',
  chest_months: 'neither',
  contact_messages: 'neither',
  contact_replies: 'neither',
  database_restores: 'neither',
  day_totals: 'neither',
  money_checks: 'neither',
  payment_bookings: 'neither',
  stripe_days: 'neither',
  digest_choices: 'neither',
  disputes: 'neither',
  find_logs: 'neither',
  former_redemptions: 'neither',
  idempotency_keys: 'neither',
  job_progress: 'neither',
  job_retries: 'neither',
  job_runs: 'neither',
  key_events: 'neither',
  ledger_checks: 'neither',
  member_days: 'neither',
  member_notes: 'neither',
  membership_periods: 'neither',
  order_refunds: 'neither',
  orders: 'neither',
  outbox: 'neither',
  owed_token_events: 'neither',
  ownership_claims: 'neither',
  payments: 'neither',
  payout_queue: 'neither',
  payout_run_entries: 'neither',
  payout_run_lines: 'neither',
  payout_runs: 'neither',
  payout_tax_forms: 'neither',
  payouts: 'neither',
  print_events: 'neither',
  print_orders: 'neither',
  rate_counters: 'neither',
  referral_commissions: 'neither',
  review_cases: 'neither',
  review_decisions: 'neither',
  review_effects: 'neither',
  running_totals: 'neither',
  second_looks: 'neither',
  sign_ins: 'neither',
  stripe_events: 'neither',
  subscriptions: 'neither',
  token_transactions: 'neither',
  treasure_chest_payouts: 'neither',
  unknown_values: 'neither',
  vacation_certificates: 'neither',
};
