/** Emails members when their stay is booked, once per offer, and whenever the booking reference changes. */
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import type { Statement } from '#worker/store/sql.ts';
import { queueOfferMails } from '#worker/store/stays/stay-mails.ts';

/**
 * Queues an email about a booking. Must directly follow the statement that sets the reference; queues nothing if that statement changed no
 * row.
 */
export function queueBookingMail(certificateId: number, { previous = null }: { previous?: string | null }, now: number): Statement {
  if (previous === null) {
    const condition = `o.certificate_id = ?1 AND o.status = 'accepted' AND changes() > 0`;
    return queueOfferMails('stay_booked', { condition, values: [certificateId] }, now);
  }
  const sql = `SELECT u.id, u.email,
      json_object('firstName', u.first_name, 'number', c.number, 'type', c.type, 'reference', c.travel_plug_id, 'previous', ?2),
      'booking_made:' || c.number || ':' || c.version
    FROM vacation_certificates c JOIN users u ON u.id = c.user_id AND u.deletion_requested_at IS NULL WHERE c.id = ?1 AND changes() > 0`;
  return queueSelectedMails('booking_made', { sql, values: [certificateId, previous] }, now);
}
