/** See "Claims, printing, email and messages" in docs/product-rules.md. */
import { emptyFields } from '#schema/messages/saved-replies.ts';
import { snoozeMaxSeconds } from '#schema/rules.ts';
import { isTombstone } from '#worker/domain/accounts/deletion.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';
import type { Mail } from './mail.ts';

export interface ConversationSnapshot {
  id: number;
  name: string;
  email: string;
  version: number;
  lastMessage: string;
  memberId: number | null;
}

export function decideAddition<Snapshot extends ConversationSnapshot>(
  conversation: Snapshot | undefined,
  version: number,
): Result<Snapshot, 'message_not_found' | 'writer_erased' | 'changed_meanwhile'> {
  if (!conversation) return err('message_not_found');
  if (isTombstone(conversation.email)) return err('writer_erased');
  return conversation.version === version ? ok(conversation) : err('changed_meanwhile');
}

/** Checks that no field of a saved reply is left without a value. */
export function decideAnswer(text: string): Result<string, { reason: 'reply_field_empty'; field: string; params: { fields: string } }> {
  const empty = emptyFields(text);
  return empty.length === 0 ? ok(text) : err({ reason: 'reply_field_empty', field: 'text', params: { fields: empty.join(', ') } });
}

export function decideSnooze(until: Seconds | null, now: Seconds): Result<Seconds | null, 'snooze_in_past'> {
  if (until !== null && (until <= now || until > now + snoozeMaxSeconds)) return err('snooze_in_past');
  return ok(until);
}

/**
 * Builds the email with our reply. Sets `replyTo` as the reply address and includes the conversation's number in the subject. The write
 * chooses the recipient.
 */
export function answerMail(conversation: ConversationSnapshot, answer: string, replyTo: string): Omit<Mail, 'to'> {
  return {
    template: 'contact_answer',
    payload: {
      firstName: conversation.name,
      number: String(conversation.id),
      answer,
      words: conversation.lastMessage,
      replyTo,
      isMember: conversation.memberId === null ? null : 'yes',
    },
  };
}
