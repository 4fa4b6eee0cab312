/** See "Claims, printing, email and messages" in docs/product-rules.md. */
import { isTombstone } from '#worker/domain/accounts/deletion.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
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

/** Builds the email with our reply. Sets `replyTo` as the reply address and includes the conversation's number in the subject. */
export function answerMail(conversation: ConversationSnapshot, answer: string, replyTo: string): Mail {
  return {
    template: 'contact_answer',
    to: conversation.email,
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
