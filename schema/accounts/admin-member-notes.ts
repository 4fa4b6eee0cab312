/** Notes that administrators write about a member. Product rules: Administrators. */
import * as v from 'valibot';
import { isoInstant, requiredLines } from '#schema/fields.ts';
import { memberNoteMaxLength } from '#schema/rules.ts';

export const MemberNote = v.object({
  id: v.number(),
  text: v.nullable(v.string()),
  by: v.string(),
  createdAt: isoInstant,
  removedAt: v.nullable(isoInstant),
  removedBy: v.nullable(v.string()),
  /** True if the caller wrote the note or is a super administrator, and so may remove it. */
  mayRemove: v.boolean(),
});
export type MemberNote = v.InferOutput<typeof MemberNote>;

/** Response of GET /api/admin/users/:id/notes: a page of notes, newest first. */
export const MemberNotes = v.object({ notes: v.array(MemberNote), nextCursor: v.nullable(v.string()) });
export type MemberNotes = v.InferOutput<typeof MemberNotes>;

export const NoteRequest = v.strictObject({ text: requiredLines('Please write a note', memberNoteMaxLength) });
export type NoteRequest = v.InferOutput<typeof NoteRequest>;
