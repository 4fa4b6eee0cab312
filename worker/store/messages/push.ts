/** Push notifications: the only module that inserts them, and their delivery queue, which works like the email outbox. */
import type { PushTopic, TopicOffByDefault } from '#schema/messages/notifications.ts';
import { type PushTemplate, topicOf } from '#schema/messages/push.ts';
import { mailLeaseSeconds } from '#schema/rules.ts';
import type { ClaimedPush, PushDevice, PushOutcome } from '#worker/domain/messages/push.ts';
import { bindStore } from '#worker/store/database.ts';
import { batch, rows, type Statement, statement } from '#worker/store/sql.ts';

/**
 * Queues a push notification for each selected member who chose its topic. The query selects member, address, payload and cause, in that
 * order, as for an email, so that one query serves both; the address is ignored. At most one notification is queued per cause.
 */
export function queuePush(template: PushTemplate, { sql, values }: Pick<Statement, 'sql' | 'values'>, now: number): Statement {
  const [templateAt, topicAt, nowAt] = [1, 2, 3].map((place) => `?${values.length + place}`);
  const topic = topicOf[template];
  // Several thanks are one piece of news, but each stay and each card is its own.
  const isAboutOne = topic === 'stay' || topic === 'card_news' || topic === 'card_found';
  const subject = isAboutOne ? `${templateAt} || '-' || coalesce(f.payload ->> 'cardId', f.payload ->> 'number')` : templateAt;
  const queued = statement(
    `WITH found (user_id, address, payload, cause) AS (${sql})
     INSERT INTO push_messages (user_id, template, payload, subject, cause, next_attempt_at, created_at)
     SELECT f.user_id, ${templateAt},
       json_object('cardId', f.payload ->> 'cardId', 'count', f.payload ->> 'count', 'daysLeft', f.payload ->> 'daysLeft'),
       ${subject}, f.cause, ${nowAt}, ${nowAt}
     FROM found f JOIN notification_choices c ON c.user_id = f.user_id AND c.channel = 'push' AND c.topic = ${topicAt}
     WHERE true ON CONFLICT (cause) DO NOTHING`,
    [...values, template, topic, now],
  );
  return { ...queued, effect: 'push' };
}

const choseChannel = (channel: 'email' | 'push', member: string, topic: PushTopic) =>
  `EXISTS (SELECT 1 FROM notification_choices c WHERE c.user_id = ${member} AND c.channel = '${channel}' AND c.topic = '${topic}')`;

/** SQL condition: the member, an SQL expression for an id, chose emails about the topic. */
export const choseEmail = (member: string, topic: TopicOffByDefault) => choseChannel('email', member, topic);

/** SQL condition: the member, an SQL expression for an id, chose push notifications about the topic. */
export const chosePush = (member: string, topic: PushTopic) => choseChannel('push', member, topic);

/** SQL assignments that delete the push subscription of a session. Every statement that ends a session includes them. */
export const forgetDevice = 'push_endpoint = NULL, push_public_key = NULL, push_secret = NULL, push_since = NULL';
const isValidSession = 'revoked_at IS NULL AND expires_at >';

export const pushStore = bindStore({
  /** Claims up to `limit` due notifications under a lease. Drops those that a later one replaces. */
  async claim(db, limit: number, now: number): Promise<ClaimedPush[]> {
    const due = (status: string) =>
      `SELECT id FROM (SELECT id FROM push_messages WHERE status = '${status}' AND next_attempt_at <= ?1 ORDER BY next_attempt_at LIMIT ?2)`;
    const [, claimed] = await batch(db, [
      statement(
        `UPDATE push_messages SET status = 'dropped' WHERE id IN (SELECT m.id FROM push_messages m
           JOIN push_messages n ON n.user_id = m.user_id AND n.subject = m.subject AND n.status = 'queued' AND n.id > m.id
           WHERE m.status = 'queued' AND m.next_attempt_at <= ?1)`,
        [now],
      ),
      statement<ClaimedPush>(
        `UPDATE push_messages SET status = 'sending', attempts = attempts + 1, next_attempt_at = ?3
         WHERE id IN (${['sending', 'queued'].map(due).join(' UNION ALL ')} LIMIT ?2)
         RETURNING id, user_id AS "userId", template, payload, subject, attempts, remaining, created_at AS "createdAt",
           (SELECT time_zone FROM users u WHERE u.id = push_messages.user_id) AS "timeZone",
           (SELECT language FROM users u WHERE u.id = push_messages.user_id) AS "language"`,
        [now, limit, now + mailLeaseSeconds],
      ),
    ]);
    return rows(claimed);
  },

  /** Loads the members' devices and the topics that they still want. */
  async recipients(db, userIds: number[], now: number): Promise<{ devices: (PushDevice & { userId: number })[]; wanted: Wanted[] }> {
    const ids = JSON.stringify(userIds);
    const [devices, wanted] = await batch(db, [
      statement<PushDevice & { userId: number }, 'endpoint' | 'publicKey' | 'secret'>(
        `SELECT s.user_id AS "userId", s.push_endpoint AS "endpoint", s.push_public_key AS "publicKey", s.push_secret AS "secret"
         FROM json_each(?1) v CROSS JOIN sessions s ON s.user_id = v.value WHERE s.push_endpoint IS NOT NULL AND s.${isValidSession} ?2`,
        [ids, now],
      ),
      statement<Wanted>(
        `SELECT c.user_id AS "userId", c.topic AS "topic" FROM json_each(?1) v
         CROSS JOIN notification_choices c ON c.user_id = v.value AND c.channel = 'push'`,
        [ids],
      ),
    ]);
    return { devices: rows(devices), wanted: rows(wanted) };
  },

  /** Records the outcomes and forgets the devices whose subscription has ended. Another member may have registered the same endpoint. */
  async reconcile(db, outcomes: PushOutcome[], endedDevices: PushDevice[]): Promise<void> {
    await batch(db, [
      ...outcomes.map(({ id, attempts, status, nextAttemptAt, remaining }) =>
        statement(
          `UPDATE push_messages SET status = ?2, next_attempt_at = ?3, remaining = ?4, attempts = attempts - ?6
           WHERE id = ?1 AND status = 'sending' AND attempts = ?5`,
          [id, status === 'held' ? 'queued' : status, nextAttemptAt, remaining, attempts, status === 'held' ? 1 : 0],
        ),
      ),
      ...endedDevices.map(({ endpoint, publicKey, secret }) =>
        statement(`UPDATE sessions SET ${forgetDevice} WHERE push_endpoint = ?1 AND push_public_key = ?2 AND push_secret = ?3`, [
          endpoint,
          publicKey,
          secret,
        ]),
      ),
    ]);
  },
});

interface Wanted {
  userId: number;
  topic: PushTopic;
}

interface NewDevice extends PushDevice {
  /** SQL condition and its values: the caller's session ?1 of member ?2 is valid at ?3. */
  session: { sessionHash: string; userId: number };
}

/**
 * Registers the device of this session, instead of the session that had it before. Only the device knows its keys. Without them, someone who
 * knows its endpoint replaces nothing, and the device cannot read what we send to it. Above the limit, the oldest device is forgotten.
 */
export function registerDevice({ session, endpoint, publicKey, secret }: NewDevice, limit: number, now: number): Statement[] {
  const { sessionHash, userId } = session;
  const isOwn = `id_hash = ?1 AND user_id = ?2 AND ${isValidSession} ?3`;
  return [
    statement(
      `UPDATE sessions SET ${forgetDevice} WHERE push_endpoint = ?4 AND push_public_key = ?5 AND push_secret = ?6 AND id_hash <> ?1
         AND EXISTS (SELECT 1 FROM sessions WHERE ${isOwn})`,
      [sessionHash, userId, now, endpoint, publicKey, secret],
    ),
    statement(
      `UPDATE sessions SET push_endpoint = ?4, push_public_key = ?5, push_secret = ?6, push_since = coalesce(push_since, ?3) WHERE ${isOwn}`,
      [sessionHash, userId, now, endpoint, publicKey, secret],
    ),
    statement(
      `UPDATE sessions SET ${forgetDevice} WHERE id_hash IN (SELECT id_hash FROM sessions WHERE user_id = ?2 AND push_endpoint IS NOT NULL
         AND ${isValidSession} ?3 ORDER BY id_hash = ?1 DESC, push_since DESC, rowid DESC LIMIT -1 OFFSET ?4)`,
      [sessionHash, userId, now, limit],
    ),
  ];
}

export function forgetOwnDevice({ sessionHash, userId }: { sessionHash: string; userId: number }): Statement {
  return statement(`UPDATE sessions SET ${forgetDevice} WHERE id_hash = ?1 AND user_id = ?2`, [sessionHash, userId]);
}
