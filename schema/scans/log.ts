/** Validation of finders' notes. Separate from find.ts so that the card page does not load that file's validation. */
import * as v from 'valibot';
import { requiredLines } from '#schema/fields.ts';
import { readable } from '#schema/readable-text.ts';
import { logMaxLength } from '#schema/rules.ts';

/** Body of PUT /api/finds/{cardId}/log. Line breaks become spaces. */
export const LogRequest = v.strictObject({
  text: v.pipe(
    v.string('Please write a note for the owner'),
    v.transform((text) => text.replace(/\s+/g, ' ')),
    requiredLines('Please write a note for the owner', logMaxLength),
    readable(),
  ),
});
export type LogRequest = v.InferOutput<typeof LogRequest>;
