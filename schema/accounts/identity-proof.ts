import * as v from 'valibot';
import { identityProof } from '#schema/fields.ts';

/** Body of requests that a session alone may not make. It can be omitted. Without `currentPassword`, a recent sign-in is required. */
export const IdentityProof = v.strictObject({ currentPassword: identityProof() });

/** Fields of the form, where the empty password means that there was a recent sign-in. */
export const IdentityProofForm = v.object({ currentPassword: v.optional(v.string()) });
