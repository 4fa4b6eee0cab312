import type { D1Database } from '@cloudflare/workers-types';
import { secondLookStates } from '#schema/reviews/second-look.ts';
import { secondsPerDay } from '#schema/rules.ts';
import { tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import { type BulkRows, ledgerInsert } from '#scripts/seed/bulk/bulk.ts';
import { firstNameSql, lastNameSql, pickTextSql } from '#scripts/seed/bulk/bulk-names.ts';
import { insertInChunks } from '#scripts/seed/bulk/bulk-series.ts';

const stays = ['regional-short', 'regional-long', 'global'];
const certificateStatuses = ['activated', 'activated', 'active', 'expired', 'cancelled', 'activated', 'active'];
const templates = ['welcome', 'purchase', 'renewal', 'certificate_issued', 'certificate_reminder', 'claim_decided', 'payout_paid'];
const actions = ['user.update', 'card.status', 'tokens.adjust', 'claim.decide', 'payout.pay', 'certificate.book', 'message.handle'];
const entities = ['user', 'cache_card', 'user', 'claim', 'payout', 'certificate', 'contact_message'];
const questions = [
  'Where can I buy more cards?',
  'Ich habe meine Karte verloren. Was nun?',
  'Мой QR-код не читается',
  'カードが届きません',
  'My card was scanned 100% of the time but shows 0_scans',
  'La carte TC-1234567 a disparu',
  'I moved to another address. Where will my cards be sent?',
  'Mein Freund hat sich über meinen Link angemeldet, aber ich sehe keinen Schlüssel',
  'The hotel says that my booking does not exist',
  '¿Cómo cambio mi dirección de PayPal?',
  'Someone took my card from its place at the old mill',
];

export async function seedOffice(
  db: D1Database,
  { firstMember, established: members, firstCard, cards }: BulkRows,
  count: number,
  now: number,
): Promise<void> {
  // Numbers the generated keys from the first new member's id so that a second run does not reuse the keys of the first run.
  const key = `(${firstMember} + n)`;
  const member = (n: string) => `${firstMember} + (${n}) % ${members}`;
  const randomTime = (n: string) => `${now} - 86400 - ((${n}) * 104729) % ${200 * secondsPerDay}`;
  const admin = '(SELECT min(id) FROM admins)';
  if (cards > 0) {
    await insertInChunks(
      db,
      count,
      `INSERT INTO ownership_claims (user_id, card_id, proof_url, status, admin_comment, decided_by_id, created_at, updated_at)
       SELECT ${member('n * 11 + 5')}, ${firstCard} + n % ${cards}, 'https://photos.example/' || n || '/proof.jpg', status,
         iif(status = 'pending', NULL, 'Looked at the photo of the card'), iif(status = 'pending', NULL, ${admin}), at, at + iif(status = 'pending', 0, 86400)
       FROM (SELECT n, ${pickTextSql('n', ['approved', 'rejected', 'pending', 'approved', 'rejected'])} AS status, ${randomTime('n')} AS at FROM series)
       WHERE true ON CONFLICT (user_id, card_id) WHERE status = 'pending' DO NOTHING`,
    );
  }
  const tokens = pickTextSql('n', ['60', '90', '120']);
  // Ledger rows must be in chronological order, so the rows inserted here are all dated one day ago.
  await insertInChunks(
    db,
    Math.min(count, members),
    `${ledgerInsert} SELECT ${member('n * 5')} + n % 5, CAST(${tokens} AS INTEGER), ${tokenKinds.adjustment.code}, coalesce(${admin}, 0), 0,
       ${key}, 'Tokens from the old site', ${now - secondsPerDay} FROM series WHERE ${member('n * 5')} + n % 5 < ${firstMember + members}`,
  );
  await insertInChunks(
    db,
    Math.min(count, members),
    `INSERT INTO vacation_certificates (number, user_id, type, tokens_redeemed, activation_link, pdf_url, status, travel_plug_id,
       holder_name, created_at, activate_by, valid_until, activated_at, cancelled_at, cancel_reason, review)
     SELECT 'VC-BULK-' || ${key}, ${member('n * 5')} + n % 5, ${pickTextSql('n', stays)}, CAST(${tokens} AS INTEGER), '/certificates/VC-BULK-' || n,
       '/api/certificates/VC-BULK-' || n || '.pdf', status, iif(status = 'activated' AND n % 5 < 3, 'TP-BULK-' || ${key}, NULL),
       ${firstNameSql('n')} || ' ' || ${lastNameSql('n')}, at, at + 30 * 86400, at + 365 * 86400, iif(status = 'activated', at + 86400, NULL),
       iif(status = 'cancelled', at + 86400, NULL), iif(status = 'cancelled', 'Redeemed by mistake', NULL),
       iif(status = 'active', iif(n % 2, 'waiting', 'passed'), iif(status = 'cancelled', 'refused', 'passed'))
     FROM (SELECT n, ${pickTextSql('n', certificateStatuses)} AS status, ${randomTime('n')} AS at FROM series)
     WHERE ${member('n * 5')} + n % 5 < ${firstMember + members}`,
  );
  await insertInChunks(
    db,
    Math.min(count, members),
    `INSERT INTO stays (certificate_id, user_id, stage, waiting_since, arrival, departure, took_place, answered_at, cost_cents, wishes)
     SELECT id, user_id, stage, iif(stage = 'wished', max(activated_at, ${now} - n % 5 * 86400), NULL), date(leaves_at - 4 * 86400, 'unixepoch'), date(leaves_at, 'unixepoch'),
       iif(stage = 'stayed', n % 20 <> 0, NULL), iif(stage = 'stayed', leaves_at + 86400, NULL), iif(stage = 'wished', NULL, 9000 + n * 97 % 30000),
       iif(stage = 'wished', json_array(json_object('destinationId', NULL, 'month', strftime('%Y-%m', ${now}, 'unixepoch', '+4 months'), 'arrival', NULL, 'travelers', 2)), '[]')
     FROM (SELECT *, CASE stage WHEN 'booked' THEN valid_until - 5 * 86400 WHEN 'stayed' THEN min(created_at + (20 + n % 60) * 86400, ${now} - 2 * 86400) END AS leaves_at
       FROM (SELECT c.*, n, iif(c.travel_plug_id IS NULL, 'wished', iif(n % 3, 'booked', 'stayed')) AS stage
         FROM series JOIN vacation_certificates c ON c.number = 'VC-BULK-' || ${key} AND c.status = 'activated'))`,
  );
  await insertInChunks(
    db,
    Math.min(count, members),
    `${ledgerInsert} SELECT c.user_id, -c.tokens_redeemed, ${tokenKinds.redemption.code}, c.id, 0, 0, 'Redeemed for a stay', ${now - secondsPerDay}
     FROM series JOIN vacation_certificates c ON c.number = 'VC-BULK-' || ${key}`,
  );
  // Records the newest administrator as the reviewer because the certificate list hides certificates from the administrator who approved
  // them.
  await insertInChunks(
    db,
    Math.min(count, members),
    `INSERT INTO second_looks (certificate_id, passed_by_id, passed_at, state)
     SELECT c.id, (SELECT max(id) FROM admins), ${randomTime('n')}, ${pickTextSql('n', [...secondLookStates])}
     FROM series JOIN vacation_certificates c ON c.number = 'VC-BULK-' || ${key} AND c.review = 'passed' WHERE ${admin} IS NOT NULL`,
  );
  await insertInChunks(
    db,
    count,
    `INSERT INTO contact_messages (name, email, message, user_id, handled_at, created_at, latest_at)
     SELECT ${firstNameSql('n * 3')} || ' ' || ${lastNameSql('n * 5')}, 'writer' || n || '@bulk.test', ${pickTextSql('n', questions)} || ' (' || n || ')',
       iif(n % 3, NULL, ${member('n')}), iif(n % 8, at + 7200, NULL), at, at FROM (SELECT n, ${randomTime('n')} AS at FROM series)`,
  );
  // Sets the due dates of pending emails years in the future so that none are sent.
  await insertInChunks(
    db,
    count,
    `INSERT INTO outbox (message_id, user_id, template, to_address, payload, status, attempts, next_attempt_at, last_error, created_at, sent_at)
     SELECT '<bulk-' || ${key} || '@cache-cards>', ${member('n')}, ${pickTextSql('n', templates)}, 'member' || (${member('n')}) || '@bulk.test', '{}', status,
       iif(status = 'sent', 1, iif(status = 'dead', 8, 0)), ${now + 3_650 * secondsPerDay}, iif(status = 'dead', 'E_NO_SUCH_MAILBOX', NULL), at,
       iif(status = 'sent', at + 5, NULL)
     FROM (SELECT n, iif(n % 40 = 0, 'dead', iif(n % 50 = 1, 'queued', 'sent')) AS status, ${randomTime('n')} AS at FROM series)`,
  );
  await insertInChunks(
    db,
    count,
    `INSERT INTO stripe_events (id, type, object_id, received_at, applied_at, attempts, error)
     SELECT 'evt_bulk_' || ${key}, 'invoice.paid', 'in_bulk_' || n, at, at + 1, 1, NULL
     FROM (SELECT n, ${randomTime('n')} AS at FROM series)`,
  );
  await insertInChunks(
    db,
    count,
    `INSERT INTO review_decisions (key, admin_id, action, reason, members, created_at)
     SELECT 'bulk-' || ${key}, ${admin}, ${pickTextSql('n', ['hold', 'take_back', 'release', 'suspend'])}, 'One person with accounts ' || n, 1 + n % 30, ${randomTime('n')} FROM series WHERE ${admin} IS NOT NULL`,
  );
  await insertInChunks(
    db,
    count,
    `INSERT INTO audit_log (admin_id, action, entity_type, entity_id, user_id, before, after, reason, address, request_id, created_at)
     SELECT ${admin}, ${pickTextSql('n', actions)}, ${pickTextSql('n', entities)}, ${member('n')}, ${member('n')},
       json_object('firstName', ${firstNameSql('n')}), json_object('firstName', ${firstNameSql('n + 1')}), iif(n % 4, NULL, 'Asked for by mail'),
       '192.0.2.' || n % 250, 'bulk-' || n, ${now - 200 * secondsPerDay} + n * 60 FROM series`,
  );
}
