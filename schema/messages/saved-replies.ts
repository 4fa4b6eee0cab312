/** Saved replies: texts with fields that administrators insert into answers. Product rules: Claims, printing, email and messages. */
import * as v from 'valibot';
import { version } from '#schema/admin/change.ts';
import { requiredLines, requiredText } from '#schema/fields.ts';
import { contactMessageMaxLength } from '#schema/messages/contact.ts';

/** Fields that a saved reply can contain, as `{first name}`. */
export const replyFields = ['first name', 'name', 'email', 'card', 'order', 'certificate', 'tokens', 'tier', 'my name'] as const;
export type ReplyField = (typeof replyFields)[number];

/** Values of the fields in one conversation; null if there is none. */
export type ReplyFieldValues = Record<ReplyField, string | null>;

const isReplyField = (name: string): name is ReplyField => (replyFields as readonly string[]).includes(name);
const braces = /\{([^{}\n]{1,40})\}/g;

/** Replaces each field with its value. Fields without a value stay in the text, where `emptyFields` finds them. */
export function fillFields(text: string, values: ReplyFieldValues): string {
  return text.replace(braces, (field, name: string) => {
    const key = name.trim().toLowerCase();
    return (isReplyField(key) ? values[key] : null) ?? field;
  });
}

/** Returns the fields that are still in the text, such as `{card}`. Braces around anything else are text. */
export function emptyFields(text: string): string[] {
  const found = [...text.matchAll(braces)].filter(([, name = '']) => isReplyField(name.trim().toLowerCase()));
  return [...new Set(found.map(([field]) => field))];
}

/** Returns braces whose content is no field, such as `{crad}`. */
export function unknownFields(text: string): string[] {
  return [
    ...new Set([...text.matchAll(braces)].filter(([, name = '']) => !isReplyField(name.trim().toLowerCase())).map(([field]) => field)),
  ];
}

export const SavedReply = v.object({ id: v.number(), title: v.string(), text: v.string(), version: v.number() });
export type SavedReply = v.InferOutput<typeof SavedReply>;

/** Response of every saved reply endpoint, oldest first: the first nine have the keys 1 to 9. */
export const SavedReplies = v.array(SavedReply);

const savedReplyEntries = {
  title: requiredText('Please enter a title', 60),
  text: v.pipe(
    requiredLines('Please enter the text', contactMessageMaxLength),
    v.check(
      (text) => unknownFields(text).length === 0,
      ({ input }) => `${unknownFields(String(input)).join(', ')} is not a field. Use ${replyFields.map((name) => `{${name}}`).join(', ')}.`,
    ),
  ),
};

/** Body of POST /api/admin/messages/saved-replies. */
export const NewSavedReply = v.strictObject(savedReplyEntries);
export type NewSavedReply = v.InferOutput<typeof NewSavedReply>;

/** Body of PUT /api/admin/messages/saved-replies/:id. */
export const ChangedSavedReply = v.strictObject({ ...savedReplyEntries, version });

/** Body of DELETE /api/admin/messages/saved-replies/:id. */
export const RemovedSavedReply = v.strictObject({ version });
