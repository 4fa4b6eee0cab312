/** Emails members that their stay was booked or that the booking failed, once per certificate, and each time the reference changes. */
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import type { Statement } from '#worker/store/sql.ts';

/** Must directly follow the statement that books the stay or marks it as failed; queues nothing if that statement changed no row. */
export function queueBookingMail(
  certificateId: number,
  { status, previous = null }: { status: 'booked' | 'failed'; previous?: string | null },
  now: number,
): Statement {
  const template = status === 'booked' ? 'booking_made' : 'booking_failed';
  const sql = `SELECT u.id, u.email,
      json_object('firstName', u.first_name, 'number', c.number, 'type', c.type, 'reference', c.travel_plug_id, 'previous', ?2),
      '${template}:' || c.number || iif(?2 IS NULL, '', ':' || c.version)
    FROM vacation_certificates c JOIN users u ON u.id = c.user_id AND u.deletion_requested_at IS NULL WHERE c.id = ?1 AND changes() > 0`;
  return queueSelectedMails(template, { sql, values: [certificateId, previous] }, now);
}
