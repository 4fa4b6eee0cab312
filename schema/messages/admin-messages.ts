/** Contact messages, as displayed to administrators. Product rules: Claims, printing, email and messages. */
import * as v from 'valibot';
import { version } from '#schema/admin/change.ts';
import { isoInstant } from '#schema/fields.ts';
import { conversationStates, Reply, ReplyRequest } from '#schema/messages/contact.ts';

export const AdminMessage = v.object({
  id: v.number(),
  name: v.string(),
  email: v.string(),
  message: v.string(),
  /** The member who sent the message while signed in, or who continued the conversation in their account. */
  userId: v.nullable(v.number()),
  createdAt: isoInstant,
  state: v.picklist(conversationStates),
  /** When the message was last answered or closed; null while open. */
  handledAt: v.nullable(isoInstant),
  handledBy: v.nullable(v.string()),
  version: v.number(),
});
export type AdminMessage = v.InferOutput<typeof AdminMessage>;

/** Response of GET /api/admin/messages: open messages first, newest first. */
export const AdminMessages = v.array(AdminMessage);

/** Body of PATCH /api/admin/messages/:id, which closes or reopens the conversation. */
export const HandleMessage = v.strictObject({ isHandled: v.boolean('isHandled must be true or false'), version });

/** Response of GET /api/admin/messages/:id and of endpoints that add to the conversation. Oldest message first. */
export const AdminConversation = v.object({
  ...AdminMessage.entries,
  /** The member who wrote the message; null if it was sent while signed out. In that case, the message's `email` is unverified. */
  member: v.nullable(v.object({ id: v.number(), email: v.string() })),
  /** True if the author was erased and can no longer receive a reply. */
  isErased: v.boolean(),
  /** Replies in the conversation. `by` is the administrator who wrote the reply or entered a received email. */
  replies: v.array(v.object({ ...Reply.entries, by: v.nullable(v.string()) })),
});
export type AdminConversation = v.InferOutput<typeof AdminConversation>;

/**
 * Body of POST /api/admin/messages/:id/answers, which emails a reply, and of /replies, which records a received email. `version` is an
 * optimistic lock.
 */
export const AddToConversation = v.strictObject({ ...ReplyRequest.entries, version });
export type AddToConversation = v.InferOutput<typeof AddToConversation>;
