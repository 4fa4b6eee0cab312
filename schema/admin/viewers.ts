/** Which administrators have the same conversation, review case or order open. */
import * as v from 'valibot';

export const viewerKinds = ['message', 'review', 'order'] as const;
export type ViewerKind = (typeof viewerKinds)[number];

/** Body of POST /api/admin/viewers, which a page sends every few seconds while the record is open. */
export const ViewRequest = v.strictObject({
  kind: v.picklist(viewerKinds, `kind must be one of ${viewerKinds.join(', ')}`),
  id: v.pipe(v.number('id must be a number'), v.safeInteger('id must be a whole number')),
  /** Whether the administrator is writing a reply, or has a form open that changes the case or order. */
  isActing: v.boolean('isActing must be true or false'),
});
export type ViewRequest = v.InferOutput<typeof ViewRequest>;

/** Other administrators who have the record open, and the record's current version. */
export const ViewResponse = v.object({
  viewers: v.array(v.object({ email: v.string(), isActing: v.boolean() })),
  version: v.number(),
});
export type ViewResponse = v.InferOutput<typeof ViewResponse>;
