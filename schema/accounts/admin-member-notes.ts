/** Notes about a member, which administrators write for each other. Product rules: Administrators. */
import * as v from 'valibot';
import { isoInstant, requiredText } from '#schema/fields.ts';
import { memberNoteMaxLength } from '#schema/rules.ts';

export const MemberNote = v.object({
  id: v.number(),
  /** Null once it was removed. */
  text: v.nullable(v.string()),
  by: v.string(),
  createdAt: isoInstant,
  removedAt: v.nullable(isoInstant),
  removedBy: v.nullable(v.string()),
  /** Its writer may remove it, and every super administrator. */
  mayRemove: v.boolean(),
});
export type MemberNote = v.InferOutput<typeof MemberNote>;

/** GET /api/admin/users/:id/notes: the newest first, by pages. */
export const MemberNotes = v.object({ notes: v.array(MemberNote), nextCursor: v.nullable(v.string()) });
export type MemberNotes = v.InferOutput<typeof MemberNotes>;

/** POST /api/admin/users/:id/notes. */
export const NoteRequest = v.strictObject({ text: requiredText('Please write a note', memberNoteMaxLength) });
export type NoteRequest = v.InferOutput<typeof NoteRequest>;
