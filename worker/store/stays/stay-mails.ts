/** Emails about offers, bookings and complaints. Their payloads contain nothing about the traveler. */
import type { PushTemplate } from '#schema/messages/push.ts';
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import { queuePush } from '#worker/store/messages/push.ts';
import type { Statement } from '#worker/store/sql.ts';

export type OfferMail =
  | 'stay_offered'
  | 'offer_expired'
  | 'stay_booked'
  | 'stay_withdrawn'
  | 'stay_canceled'
  | 'stay_taken_back'
  | 'stay_reminder'
  | 'stay_question'
  | 'stay_missed';

interface Selection {
  /** SQL condition that selects offers. Can refer to offer `o`, stay `s` and certificate `c`. */
  condition: string;
  values: Statement['values'];
  /** Name of an additional payload field and SQL for its value. */
  more?: [name: string, sql: string];
}

/** Queues one email for each selected offer. Each template is sent once per offer, or once per value of `more`. */
export function queueOfferMails(template: OfferMail, selection: Selection, now: number): Statement {
  return queueSelectedMails(template, selectOffers(template, selection), now);
}

/** Queues one push notification for each selected offer whose member chose them. */
export function queueOfferPush(template: OfferMail & PushTemplate, selection: Selection, now: number): Statement {
  return queuePush(template, selectOffers(template, selection), now);
}

function selectOffers(
  template: OfferMail,
  { condition, values, more = ['daysLeft', 'NULL'] }: Selection,
): Pick<Statement, 'sql' | 'values'> {
  const [name, extra] = more;
  const sql = `SELECT u.id, u.email,
      json_object('firstName', u.first_name, 'number', c.number, 'type', c.type, 'place', o.place, 'address', o.address, 'room', o.room,
        'arrival', o.arrival, 'departure', o.departure, 'checkIn', o.check_in, 'contact', o.contact, 'reference', c.travel_plug_id,
        'costCents', CAST((SELECT sum(j.value ->> 'cents') FROM json_each(o.costs) j) AS TEXT),
        'answerBy', strftime('%Y-%m-%dT%H:%M:%SZ', o.expires_at, 'unixepoch'), '${name}', ${extra}),
      '${template}:' || c.number || ':' || o.id || coalesce(':' || ${extra}, '')
    FROM stay_offers o JOIN stays s ON s.certificate_id = o.certificate_id JOIN vacation_certificates c ON c.id = s.certificate_id
      JOIN users u ON u.id = s.user_id AND u.deletion_requested_at IS NULL WHERE ${condition}`;
  return { sql, values };
}

/**
 * Emails the member the agreed settlement for a stay that did not take place. Queues nothing unless the preceding statement changed a row.
 */
export function queueSettledMail(certificateId: number, agreed: string, now: number): Statement {
  const sql = `SELECT u.id, u.email,
      json_object('firstName', u.first_name, 'number', c.number, 'place', o.place, 'agreed', ?2), 'stay_settled:' || c.number
    FROM vacation_certificates c JOIN users u ON u.id = c.user_id AND u.deletion_requested_at IS NULL
      LEFT JOIN stay_offers o ON o.certificate_id = c.id AND o.status = 'accepted' WHERE c.id = ?1 AND changes() > 0`;
  return queueSelectedMails('stay_settled', { sql, values: [certificateId, agreed] }, now);
}
