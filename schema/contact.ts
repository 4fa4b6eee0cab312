/** POST /api/contact: a message to us, from whoever writes one. Product rules: Ownership claims, printing, mail and contact. */
import * as v from 'valibot';
import { email, requiredText } from '#schema/fields.ts';

export const contactMessageMaxLength = 5_000;

export const ContactRequest = v.strictObject({
  name: requiredText('Please give your name'),
  email: email('Please give a valid email address'),
  message: requiredText('Please write a message', contactMessageMaxLength),
});
export type ContactRequest = v.InferOutput<typeof ContactRequest>;

export const ContactAnswer = v.object({ message: v.string() });
export type ContactAnswer = v.InferOutput<typeof ContactAnswer>;
