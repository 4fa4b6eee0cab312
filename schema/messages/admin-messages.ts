/** Messages of the contact form as administrators read and answer them. Product rules: Claims, printing, email and messages. */
import * as v from 'valibot';
import { version } from '#schema/admin/change.ts';
import { isoInstant } from '#schema/fields.ts';
import { conversationStates, Reply, ReplyRequest } from '#schema/messages/contact.ts';

export const AdminMessage = v.object({
  id: v.number(),
  name: v.string(),
  email: v.string(),
  message: v.string(),
  /** The member who was signed in when they wrote it, or went on with it in their account. */
  userId: v.nullable(v.number()),
  createdAt: isoInstant,
  state: v.picklist(conversationStates),
  /** When it was last answered or closed. Null while it is open. */
  handledAt: v.nullable(isoInstant),
  /** E-mail of the administrator who did. */
  handledBy: v.nullable(v.string()),
  version: v.number(),
});
export type AdminMessage = v.InferOutput<typeof AdminMessage>;

/** GET /api/admin/messages: open ones first, newest first. */
export const AdminMessages = v.array(AdminMessage);

/** PATCH /api/admin/messages/:id: closes it, or opens it again. */
export const HandleMessage = v.strictObject({ isHandled: v.boolean('isHandled must be true or false'), version });

/** GET /api/admin/messages/:id, and the answer to what adds to it: the message and all that followed, the oldest first. */
export const AdminConversation = v.object({
  ...AdminMessage.entries,
  /** The member whose conversation it is: who wrote it, else whose verified address it came from. */
  member: v.nullable(v.object({ id: v.number(), email: v.string() })),
  /** Who wrote it was erased since: nobody is there to be answered. */
  isErased: v.boolean(),
  /** `by` is the administrator who answered, or entered what came by mail. */
  replies: v.array(v.object({ ...Reply.entries, by: v.nullable(v.string()) })),
});
export type AdminConversation = v.InferOutput<typeof AdminConversation>;

/** POST /api/admin/messages/:id/answers, which mails it, and /replies, which enters what came by mail; as of the version that was seen. */
export const AddToConversation = v.strictObject({ ...ReplyRequest.entries, version });
export type AddToConversation = v.InferOutput<typeof AddToConversation>;
