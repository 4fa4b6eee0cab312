/** Messages of the contact form as administrators read them. Product rules: Ownership claims, printing, mail and contact. */
import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';

export const AdminMessage = v.object({
  id: v.number(),
  name: v.string(),
  email: v.string(),
  message: v.string(),
  /** The member who was signed in when they wrote it. */
  userId: v.nullable(v.number()),
  createdAt: isoInstant,
  /** Null while it is open. */
  handledAt: v.nullable(isoInstant),
  /** E-mail of the administrator who handled it. */
  handledBy: v.nullable(v.string()),
});
export type AdminMessage = v.InferOutput<typeof AdminMessage>;

/** GET /api/admin/messages: open ones first, newest first. */
export const AdminMessages = v.array(AdminMessage);

/** PATCH /api/admin/messages/:id: marks it handled, or opens it again. */
export const HandleMessage = v.strictObject({ isHandled: v.boolean('isHandled must be true or false') });
