/** Messages of the contact form, as they arrive. Administrators read them through worker/store/admin/messages.ts. */
import type { ContactRequest } from '#schema/contact.ts';
import type { Caller } from '#worker/domain/caller.ts';
import type { Limit } from '#worker/domain/limit.ts';
import { countAttempts, countsOf } from './counters.ts';
import { queueContactMail } from './mail.ts';
import { batch, statement } from './sql.ts';

export interface ArrivedMessage extends ContactRequest {
  /** Whose session was shown; the message is a member's only where it holds. */
  caller: Caller | undefined;
  addressHash: string;
}

/** Who in the office is told, and under which Message-ID. */
export interface OfficeMail {
  to: string;
  messageId: string;
}

export function contactStore(db: D1Database) {
  return {
    /**
     * Counts the message against the address's limits and, where none is spent, keeps it and mails it to the office.
     * Answers the counts, in the order of the limits.
     */
    async keep(message: ArrivedMessage, limits: Limit[], office: OfficeMail | null, now: number): Promise<number[]> {
      const counting = countAttempts(limits);
      const unspent = limits.map((_, index) => {
        const at = 8 + index * 3;
        return `AND NOT EXISTS (SELECT 1 FROM rate_counters WHERE key = ?${at} AND window_start = ?${at + 1} AND count > ?${at + 2})`;
      });
      const results = await batch(db, [
        ...counting,
        statement(
          `INSERT INTO contact_messages (name, email, message, user_id, address_hash, created_at)
           SELECT ?1, ?2, ?3, (SELECT s.user_id FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id_hash = ?4 AND s.user_id = ?5
             AND s.revoked_at IS NULL AND s.expires_at > ?7 AND u.deletion_requested_at IS NULL), ?6, ?7 WHERE 1 ${unspent.join(' ')}`,
          message.name,
          message.email,
          message.message,
          message.caller?.sessionHash ?? null,
          message.caller?.userId ?? null,
          message.addressHash,
          now,
          ...limits.flatMap((limit) => [limit.key, limit.windowStart, limit.limit]),
        ),
        ...(office ? [queueContactMail(office, now)] : []),
      ]);
      return countsOf(results.slice(0, counting.length));
    },
  };
}
