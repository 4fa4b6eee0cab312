import type { DigestChoice } from '#schema/accounts/my-data.ts';
import type { Language } from '#schema/languages.ts';
import type { NotificationRequest, PushTopic, StoredChannel } from '#schema/messages/notifications.ts';
import { maxPushDevices } from '#schema/rules.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import type { PushDevice } from '#worker/domain/messages/push.ts';
import { planStoredChoice } from '#worker/domain/messages/stored-choice.ts';
import { bindStore, type Database } from '#worker/store/database.ts';
import { queueMail, withLink } from '#worker/store/messages/mail.ts';
import { forgetOwnDevice, registerDevice } from '#worker/store/messages/push.ts';
import { markProgressStale } from '#worker/store/progress/stale-progress.ts';
import { insertDigest } from '#worker/store/scans/digest-defaults.ts';
import { batchAfter, firstRow, type Statement, statement } from '#worker/store/sql.ts';
import { signedInMember } from './users.ts';

/** Bounds the column, far above real use. */
const maxEarlierTimeZones = 100;

/** SQL condition: the user has a password. Real hashes begin with a dollar sign (PHC format); placeholders do not. */
const hasPassword = (user: string) => `${user}.password_hash LIKE '$%'`;

export interface PreferenceRow {
  wantsOptionalMail: 0 | 1;
  language: string;
  /** Null if the member has neither chosen nor owned a card. */
  digest: DigestChoice | null;
  /** Latitude of the center of the area for emails about new cards. Null, like `longitude`, if the member does not receive those emails. */
  latitude: number | null;
  longitude: number | null;
  radiusKm: number | null;
  /** Stored choices, as a JSON array of `channel:topic`. */
  choices: string;
  isOnThisDevice: 0 | 1;
  hasPassword: 0 | 1;
  authenticatedAt: number;
}

const selectPreferences = (caller: Caller) =>
  statement<PreferenceRow, 'choices' | 'isOnThisDevice' | 'hasPassword' | 'authenticatedAt'>(
    `SELECT u.wants_optional_mail AS "wantsOptionalMail", u.language AS "language", d.frequency AS "digest", w.latitude AS "latitude", w.longitude AS "longitude",
       w.radius_km AS "radiusKm", s.push_endpoint IS NOT NULL AS "isOnThisDevice",
       (SELECT json_group_array(c.channel || ':' || c.topic) FROM notification_choices c WHERE c.user_id = u.id) AS "choices", ${hasPassword('u')} AS "hasPassword", coalesce(s.authenticated_at, s.created_at) AS "authenticatedAt"
     FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN digest_choices d ON d.user_id = u.id
       LEFT JOIN card_watches w ON w.user_id = u.id WHERE s.id_hash = ?1 AND u.id = ?2`,
    [caller.sessionHash, caller.userId],
  );

async function changeAndLoad(db: Database, changes: Statement[], caller: Caller, now: number) {
  const [member, preferences] = await batchAfter(db, changes, [signedInMember(caller, now), selectPreferences(caller)]);
  return { member: firstRow(member), preferences: firstRow(preferences) };
}
const change = (sql: string, caller: Caller, now: number, ...values: (string | number)[]) =>
  statement(sql, [caller.userId, now, ...values]);
const setWantsMail = (caller: Caller, now: number, isWanted: boolean) =>
  change(
    `UPDATE users SET wants_optional_mail = ?3, optional_mail_off_at = iif(?3, NULL, iif(wants_optional_mail, ?2, optional_mail_off_at))
     WHERE id = ?1`,
    caller,
    now,
    isWanted ? 1 : 0,
  );
const endWatch = ({ userId }: Caller) => statement('DELETE FROM card_watches WHERE user_id = ?1', [userId]);

const addChoice = (channel: StoredChannel, topic: PushTopic, caller: Caller, now: number, condition = 'true') =>
  change(
    `INSERT INTO notification_choices (user_id, channel, topic, chosen_at) SELECT id, ?3, ?4, ?2 FROM users WHERE id = ?1 AND ${condition}
     ON CONFLICT (user_id, channel, topic) DO NOTHING`,
    caller,
    now,
    channel,
    topic,
  );
const removeChoice = (channel: StoredChannel, topic: PushTopic, { userId }: Caller) =>
  statement('DELETE FROM notification_choices WHERE user_id = ?1 AND channel = ?2 AND topic = ?3', [userId, channel, topic]);
/**
 * Stores the time zone, if any. Finds made before keep the week of the earlier time zone, if one was known. Beyond `maxEarlierTimeZones`,
 * which only bounds the column, a change also applies to the finds since the last one.
 */
export const setTimeZone = (timeZone: string | undefined, caller: Caller, now: number): Statement[] =>
  timeZone === undefined
    ? []
    : [
        markProgressStale('SELECT id FROM users WHERE id = ?1 AND time_zone IS NULL', [caller.userId]),
        change(
          `UPDATE users SET time_zone = ?3, earlier_time_zones = iif(time_zone IS NULL OR json_array_length(earlier_time_zones) >= ${maxEarlierTimeZones},
             earlier_time_zones, json_insert(earlier_time_zones, '$[#]', json_object('zone', time_zone, 'until', ?2)))
           WHERE id = ?1 AND time_zone IS NOT ?3`,
          caller,
          now,
          timeZone,
        ),
      ];

export const preferenceStore = bindStore({
  load: (db, caller: Caller, now: number) => changeAndLoad(db, [], caller, now),

  wantOptionalMail: (db, caller: Caller, isWanted: boolean, now: number) =>
    changeAndLoad(db, [setWantsMail(caller, now, isWanted)], caller, now),

  /** Queues `warning` if the address is verified and the language changes. */
  chooseLanguage: (db, caller: Caller, language: Language, warning: Mail, now: number) =>
    changeAndLoad(
      db,
      [
        ...withLink(
          queueMail(
            warning,
            {
              userId: 'id',
              from: 'FROM users WHERE id = ?1 AND language <> ?2 AND email_verified_at IS NOT NULL',
              values: [caller.userId, language],
            },
            now,
          ),
          warning,
          now,
        ),
        statement('UPDATE users SET language = ?2 WHERE id = ?1', [caller.userId, language]),
      ],
      caller,
      now,
    ),

  /**
   * Chooses how often find digests are sent. A new frequency takes effect with the next digest, which still covers everything since the last
   * one. After a time without digests, the next one covers what happened since they were turned on. Turning on also turns on optional email.
   */
  chooseDigest: (db, caller: Caller, { frequency, nextAt }: { frequency: DigestChoice; nextAt: number }, now: number) =>
    changeAndLoad(
      db,
      [
        change(
          `${insertDigest('id', '?3', '?4', '?2')}
           FROM users WHERE id = ?1 ON CONFLICT (user_id) DO UPDATE SET ${['after_entry_id', 'after_report_id', 'told_through'].map((cursor) => `${cursor} = iif(frequency = 'off', excluded.${cursor}, ${cursor})`).join(', ')},
             off_at = iif(frequency = 'off' AND excluded.frequency = 'off', off_at, excluded.off_at),
             frequency = excluded.frequency, next_at = excluded.next_at`,
          caller,
          now,
          frequency,
          nextAt,
        ),
        ...(frequency === 'off' ? [] : [setWantsMail(caller, now, true)]),
      ],
      caller,
      now,
    ),

  /** Sets the area in which new cards are announced. A member who has not chosen how gets emails. */
  watchNewCards: (db, caller: Caller, watch: { latitude: number; longitude: number; radiusKm: number; nextAt: number }, now: number) =>
    changeAndLoad(
      db,
      [
        change(
          `INSERT INTO card_watches (user_id, latitude, longitude, radius_km, next_at, after_arrival_id)
           SELECT id, ?3, ?4, ?5, ?6, coalesce((SELECT max(id) FROM card_arrivals), 0) FROM users WHERE id = ?1
           ON CONFLICT (user_id) DO UPDATE SET latitude = excluded.latitude, longitude = excluded.longitude, radius_km = excluded.radius_km`,
          caller,
          now,
          watch.latitude,
          watch.longitude,
          watch.radiusKm,
          watch.nextAt,
        ),
        addChoice(
          'email',
          'new_cards',
          caller,
          now,
          `NOT EXISTS (SELECT 1 FROM notification_choices WHERE user_id = id AND topic = 'new_cards')`,
        ),
        setWantsMail(caller, now, true),
      ],
      caller,
      now,
    ),

  endNewCards: (db, caller: Caller, now: number) =>
    changeAndLoad(
      db,
      [endWatch(caller), statement(`DELETE FROM notification_choices WHERE topic = 'new_cards' AND user_id = ?1`, [caller.userId])],
      caller,
      now,
    ),

  chooseNotification: (db, caller: Caller, choice: NotificationRequest, now: number) => {
    const { topic, isOn, timeZone } = choice;
    const { channel, exists } = planStoredChoice(choice);
    return changeAndLoad(
      db,
      [
        exists ? addChoice(channel, topic, caller, now) : removeChoice(channel, topic, caller),
        ...(isOn && choice.channel === 'email' ? [setWantsMail(caller, now, true)] : []),
        ...setTimeZone(timeZone, caller, now),
      ],
      caller,
      now,
    );
  },

  registerDevice: (db, caller: Caller, device: PushDevice & { timeZone: string | undefined }, now: number) =>
    changeAndLoad(
      db,
      [...registerDevice({ session: caller, ...device }, maxPushDevices, now), ...setTimeZone(device.timeZone, caller, now)],
      caller,
      now,
    ),

  forgetDevice: (db, caller: Caller, now: number) => changeAndLoad(db, [forgetOwnDevice(caller)], caller, now),
});
