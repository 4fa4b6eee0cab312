/** Product rules: Claims, printing, email and messages. */
import * as v from 'valibot';
import { version } from '#schema/admin/change.ts';
import { isoInstant } from '#schema/fields.ts';
import { conversationStates, Reply, ReplyRequest } from '#schema/messages/contact.ts';

export const AdminMessage = v.object({
  id: v.number(),
  name: v.string(),
  email: v.string(),
  message: v.string(),
  /** The member who was signed in when writing, or who continued it in their account. */
  userId: v.nullable(v.number()),
  createdAt: isoInstant,
  state: v.picklist(conversationStates),
  /** When last answered or closed; null while open. */
  handledAt: v.nullable(isoInstant),
  handledBy: v.nullable(v.string()),
  version: v.number(),
});
export type AdminMessage = v.InferOutput<typeof AdminMessage>;

/** GET /api/admin/messages: open ones first, then newest first. */
export const AdminMessages = v.array(AdminMessage);

/** PATCH /api/admin/messages/:id: closes or reopens it. */
export const HandleMessage = v.strictObject({ isHandled: v.boolean('isHandled must be true or false'), version });

/** GET /api/admin/messages/:id, also the response to additions. Oldest first. */
export const AdminConversation = v.object({
  ...AdminMessage.entries,
  /** The author, or the member whose verified address it came from. */
  member: v.nullable(v.object({ id: v.number(), email: v.string() })),
  /** The author was erased, so no answer can reach them. */
  isErased: v.boolean(),
  /** `by`: the administrator who answered, or who entered a mail. */
  replies: v.array(v.object({ ...Reply.entries, by: v.nullable(v.string()) })),
});
export type AdminConversation = v.InferOutput<typeof AdminConversation>;

/** POST /api/admin/messages/:id/answers sends a mail; /replies enters a received one. `version` is an optimistic lock. */
export const AddToConversation = v.strictObject({ ...ReplyRequest.entries, version });
export type AddToConversation = v.InferOutput<typeof AddToConversation>;
