/** Email addresses to which delivery fails. Product rules: Claims, printing, email and messages. */
import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';

/**
 * `bounced`: the recipient's server permanently rejected an email. `complained`: the recipient marked one as spam. `refused`: the email
 * provider has refused to send to the address for longer than a temporary problem lasts.
 */
export const bounceReasons = ['bounced', 'complained', 'refused'] as const;
export type BounceReason = (typeof bounceReasons)[number];

export const Bounce = v.object({ reason: v.picklist(bounceReasons), at: isoInstant });
export type Bounce = v.InferOutput<typeof Bounce>;

/** Response of GET /api/user/bounce. Null while delivery to the member works. */
export const OwnBounce = v.object({ bounce: v.nullable(Bounce) });
export type OwnBounce = v.InferOutput<typeof OwnBounce>;
