/** A member's timeline for administrators: everything that happened to an account, newest first. */
import * as v from 'valibot';
import { Change } from '#schema/admin/change.ts';
import { certificateStatuses, certificateTypes } from '#schema/certificates/certificate.ts';
import { isoInstant } from '#schema/fields.ts';

export const timelineKinds = ['joined', 'paid', 'found', 'redeemed', 'message', 'mail', 'decision', 'audit'] as const;
export type TimelineKind = (typeof timelineKinds)[number];

const text = v.nullable(v.string());
/** `id` is unique within the timeline. */
const event = { id: v.string(), at: isoInstant };

export const TimelineEvent = v.variant('kind', [
  v.object({ kind: v.literal('joined'), ...event }),
  v.object({ kind: v.literal('paid'), ...event, description: v.string(), amount: v.number(), status: v.string() }),
  /** `isFinder` is false for a find of the member's own card by someone else. */
  v.object({ kind: v.literal('found'), ...event, cardId: v.string(), isFinder: v.boolean(), tokens: v.number() }),
  v.object({
    kind: v.literal('redeemed'),
    ...event,
    certificate: v.number(),
    number: v.string(),
    type: v.picklist(certificateTypes),
    tokens: v.number(),
    status: v.picklist(certificateStatuses),
  }),
  /** A message in a conversation. `by` is the administrator who wrote it; null for the member. */
  v.object({ kind: v.literal('message'), ...event, conversation: v.number(), text: v.string(), by: text }),
  v.object({ kind: v.literal('mail'), ...event, mail: v.number(), subject: v.string(), status: v.string() }),
  v.object({
    kind: v.literal('decision'),
    ...event,
    about: v.picklist(['certificate', 'claim', 'group']),
    /** Number of the certificate, id of the card, or number of the group decision. */
    subject: v.string(),
    outcome: v.string(),
    /** Null if no administrator decided. */
    by: text,
    reason: text,
  }),
  v.object({ kind: v.literal('audit'), ...v.omit(Change, ['id', 'createdAt']).entries, ...event }),
]);
export type TimelineEvent = v.InferOutput<typeof TimelineEvent>;

export const Timeline = v.object({ events: v.array(TimelineEvent), nextCursor: text });
export type Timeline = v.InferOutput<typeof Timeline>;

/** `show` lists the kinds to include, separated by commas; all of them by default. */
export const TimelineQuery = v.object({
  show: v.optional(
    v.pipe(
      v.string(),
      v.transform((list) => list.split(',')),
      v.array(v.picklist(timelineKinds, `show must list one or more of ${timelineKinds.join(', ')}`)),
    ),
    timelineKinds.join(','),
  ),
  cursor: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(600, 'cursor must be the nextCursor of another page'),
      v.regex(/^[a-z]+-\d{1,16}-\d{1,16}(\.[a-z]+-\d{1,16}-\d{1,16})*$/, 'cursor must be the nextCursor of another page'),
    ),
  ),
});
