/** Conversations with whoever wrote to us. Product rules: Ownership claims, printing, mail and contact. */
import { isTombstone } from '#worker/domain/accounts/deletion.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Mail } from './mail.ts';

/** As an administrator who adds to it finds it. */
export interface ConversationSnapshot {
  id: number;
  name: string;
  email: string;
  version: number;
  /** Their words that came last. */
  lastWords: string;
  memberId: number | null;
}

/** An answer, or what came by mail, is added to the conversation that its administrator saw. */
export function decideAddition<Seen extends ConversationSnapshot>(
  seen: Seen | undefined,
  version: number,
): Result<Seen, 'message_not_found' | 'writer_erased' | 'changed_meanwhile'> {
  if (!seen) return err('message_not_found');
  if (isTombstone(seen.email)) return err('writer_erased');
  return seen.version === version ? ok(seen) : err('changed_meanwhile');
}

/** Our answer, to the address that they gave. What they reply comes to `replyTo`, with the number in its subject. */
export function answerMail(messageId: string, seen: ConversationSnapshot, answer: string, replyTo: string): Mail {
  return {
    messageId,
    template: 'contact_answer',
    to: seen.email,
    payload: {
      firstName: seen.name,
      number: String(seen.id),
      answer,
      words: seen.lastWords,
      replyTo,
      isMember: seen.memberId === null ? null : 'yes',
    },
  };
}
