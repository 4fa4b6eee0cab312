/** The mails that tell what became of a stay's booking, each once a certificate. */
import { type Statement, statement } from '#worker/store/sql.ts';

/** Right behind the statement that books the stay or gives it up; nothing where that changed no row. */
export function queueBookingMail(certificateId: number, messageId: string, now: number): Statement {
  return statement(
    `INSERT INTO outbox (message_id, user_id, template, to_address, payload, cause, next_attempt_at, created_at)
       SELECT ?2, u.id, b.template, u.email, json_object('firstName', u.first_name, 'number', c.number, 'type', c.type, 'reference', c.travel_plug_id),
         b.template || ':' || c.number, ?3, ?3
       FROM vacation_certificates c JOIN users u ON u.id = c.user_id AND u.deletion_requested_at IS NULL
         JOIN (SELECT 'booked' AS status, 'booking_made' AS template UNION ALL SELECT 'failed', 'booking_failed') b ON b.status = c.booking_status
       WHERE c.id = ?1 AND changes() > 0 ON CONFLICT (cause) DO NOTHING`,
    certificateId,
    messageId,
    now,
  );
}
