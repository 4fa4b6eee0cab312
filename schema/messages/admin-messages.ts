/** Contact messages, as displayed to administrators. Product rules: Claims, printing, email and messages. */
import * as v from 'valibot';
import { version } from '#schema/admin/change.ts';
import { isoInstant, requiredLines, requiredText } from '#schema/fields.ts';
import { tierNames } from '#schema/memberships/tier.ts';
import { contactMessageMaxLength, conversationStates, Reply, ReplyRequest } from '#schema/messages/contact.ts';
import { SavedReplies } from '#schema/messages/saved-replies.ts';
import { conversationMaxTags } from '#schema/rules.ts';

const Administrator = v.object({ id: v.number(), name: v.string() });

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
  /** When the latest message of the conversation was written, and its text. */
  latestAt: isoInstant,
  latest: v.string(),
  snoozedUntil: v.nullable(isoInstant),
  assignee: v.nullable(Administrator),
  tags: v.array(v.string()),
  version: v.number(),
});
export type AdminMessage = v.InferOutput<typeof AdminMessage>;

/** Response of GET /api/admin/messages: open messages first, newest first. */
export const AdminMessages = v.array(AdminMessage);

/** Body of PATCH /api/admin/messages/:id, which closes or reopens the conversation. */
export const HandleMessage = v.strictObject({ isHandled: v.boolean('isHandled must be true or false'), version });

const tag = v.pipe(
  requiredText('A tag can’t be empty', 30),
  v.transform((text) => text.toLowerCase()),
);

/** Body of PUT /api/admin/messages/:id/desk, which changes the given properties. */
export const OrganizeMessage = v.strictObject({
  version,
  assigneeId: v.optional(v.nullable(v.pipe(v.number('assigneeId must be a number'), v.integer()))),
  /** Snoozes an answered or closed conversation too, which opens it at that time. Null ends the snooze. */
  snoozedUntil: v.optional(v.nullable(isoInstant)),
  tags: v.optional(
    v.pipe(
      v.array(tag),
      v.transform((tags) => [...new Set(tags)]),
      v.maxLength(conversationMaxTags, `Use at most ${conversationMaxTags} tags`),
    ),
  ),
});
export type OrganizeMessage = v.InferOutput<typeof OrganizeMessage>;

const item = v.object({ name: v.string(), state: v.string() });

/** Facts about the member, next to the conversation. */
const MemberFacts = v.object({
  id: v.number(),
  email: v.string(),
  isEmailVerified: v.boolean(),
  name: v.nullable(v.string()),
  firstName: v.nullable(v.string()),
  username: v.nullable(v.string()),
  tier: v.picklist(tierNames),
  isSuspended: v.boolean(),
  joinedAt: isoInstant,
  tokens: v.number(),
  finds: v.number(),
  cards: v.number(),
  /** Certificates that can still be used, and open or paid orders, newest first. */
  certificates: v.array(item),
  orders: v.array(item),
  /** Other conversations that are not closed. */
  conversations: v.array(v.number()),
});
export type MemberFacts = v.InferOutput<typeof MemberFacts>;

/** Response of GET /api/admin/messages/:id and of endpoints that change the conversation. Oldest message first. */
export const AdminConversation = v.object({
  ...AdminMessage.entries,
  /** The member who wrote the message; null if it was sent while signed out. In that case, the message's `email` is unverified. */
  member: v.nullable(MemberFacts),
  /** True if the author was erased and can no longer receive a reply. */
  isErased: v.boolean(),
  /** Replies in the conversation. `by` is the administrator who wrote the reply or entered a received email. */
  replies: v.array(v.object({ ...Reply.entries, by: v.nullable(v.string()) })),
  /** Internal notes. */
  notes: v.array(v.object({ id: v.number(), text: v.string(), by: v.string(), createdAt: isoInstant })),
});
export type AdminConversation = v.InferOutput<typeof AdminConversation>;

/**
 * Body of POST /api/admin/messages/:id/answers, which emails a reply, and of /replies, which records a received email. `version` is an
 * optimistic lock.
 */
export const AddToConversation = v.strictObject({ ...ReplyRequest.entries, version });
export type AddToConversation = v.InferOutput<typeof AddToConversation>;

/** Body of POST /api/admin/messages/:id/notes. */
export const NoteRequest = v.strictObject({ text: requiredLines('Please write a note', contactMessageMaxLength), version });

/** Response of GET /api/admin/messages/desk: what administrators choose from. */
export const InboxDesk = v.object({ savedReplies: SavedReplies, administrators: v.array(Administrator), tags: v.array(v.string()) });
export type InboxDesk = v.InferOutput<typeof InboxDesk>;
