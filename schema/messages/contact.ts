/** Product rules: Claims, printing, email and messages. */
import * as v from 'valibot';
import { email, isoInstant, requiredText } from '#schema/fields.ts';

export const contactMessageMaxLength = 5_000;

const messageText = requiredText('Please write a message', contactMessageMaxLength);

/** POST /api/contact. */
export const ContactRequest = v.strictObject({
  name: requiredText('Please enter your name'),
  email: email('Please enter a valid email address'),
  message: messageText,
});
export type ContactRequest = v.InferOutput<typeof ContactRequest>;

export const ContactAnswer = v.object({ message: v.string() });
export type ContactAnswer = v.InferOutput<typeof ContactAnswer>;

/** `open` waits for us, `answered` ends with our answer, `closed` needs none. A new message from its author reopens it. */
export const conversationStates = ['open', 'answered', 'closed'] as const;
export type ConversationState = (typeof conversationStates)[number];

/** `answer` is ours, `reply` was written in the account, `mail` was entered by an administrator. */
export const replyKinds = ['answer', 'reply', 'mail'] as const;
export type ReplyKind = (typeof replyKinds)[number];

export const Reply = v.object({ id: v.number(), kind: v.picklist(replyKinds), text: v.string(), createdAt: isoInstant });
export type Reply = v.InferOutput<typeof Reply>;

/** As its member sees it, oldest first. */
export const Conversation = v.object({
  /** Quoted in mails about it. */
  id: v.number(),
  message: v.string(),
  createdAt: isoInstant,
  state: v.picklist(conversationStates),
  replies: v.array(Reply),
});
export type Conversation = v.InferOutput<typeof Conversation>;

/** GET /api/messages: the member's own, newest first, paginated. */
export const Conversations = v.object({ conversations: v.array(Conversation), nextCursor: v.nullable(v.string()) });
export type Conversations = v.InferOutput<typeof Conversations>;

/** POST /api/messages/:id/replies. */
export const ReplyRequest = v.strictObject({ text: messageText });
export type ReplyRequest = v.InferOutput<typeof ReplyRequest>;
