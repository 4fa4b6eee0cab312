/** Contact form and conversations with members. Product rules: Claims, printing, email and messages. */
import * as v from 'valibot';
import { email } from '#schema/email-address.ts';
import { isoInstant, requiredLines, requiredText } from '#schema/fields.ts';

export const contactMessageMaxLength = 5_000;

const messageText = requiredLines('Please write a message', contactMessageMaxLength);

export const ContactRequest = v.strictObject({
  name: requiredText('Please enter your name'),
  email: email('Please enter a valid email address'),
  message: messageText,
});
export type ContactRequest = v.InferOutput<typeof ContactRequest>;

export const ContactResponse = v.object({ message: v.string() });
export type ContactResponse = v.InferOutput<typeof ContactResponse>;

/**
 * `open`: needs our reply. `waiting`: our reply is the latest message. `snoozed`: open again at a set time. `closed`: no reply is needed. A
 * new message from the author reopens the conversation.
 */
export const conversationStates = ['open', 'waiting', 'snoozed', 'closed'] as const;
export type ConversationState = (typeof conversationStates)[number];

/** States as the member sees them. A snoozed conversation is open to them. */
export const memberStates = ['open', 'waiting', 'closed'] as const satisfies ConversationState[];
export type MemberState = (typeof memberStates)[number];

/**
 * Kinds of messages in a conversation. `answer`: written by us. `reply`: written by the member in their account. `mail`: a received email,
 * which arrived at the reply address or was entered by an administrator.
 */
export const replyKinds = ['answer', 'reply', 'mail'] as const;
export type ReplyKind = (typeof replyKinds)[number];

export const Reply = v.object({ id: v.number(), kind: v.picklist(replyKinds), text: v.string(), createdAt: isoInstant });
export type Reply = v.InferOutput<typeof Reply>;

/** A conversation as the member sees it, oldest message first. */
export const Conversation = v.object({
  /** Conversation id, which is included in emails about the conversation. */
  id: v.number(),
  message: v.string(),
  createdAt: isoInstant,
  state: v.picklist(memberStates),
  replies: v.array(Reply),
});
export type Conversation = v.InferOutput<typeof Conversation>;

/** Response of GET /api/messages: a page of the member's own conversations, newest first. */
export const Conversations = v.object({ conversations: v.array(Conversation), nextCursor: v.nullable(v.string()) });
export type Conversations = v.InferOutput<typeof Conversations>;

export const ReplyRequest = v.strictObject({ text: messageText });
export type ReplyRequest = v.InferOutput<typeof ReplyRequest>;
