/** Undeliverable email addresses. Product rules: Claims, printing, email and messages. */
import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';

/**
 * Why delivery to an address fails. `bounced`: the recipient's server permanently rejected an email. `complained`: the recipient marked an
 * email as spam. `refused`: the email provider has refused to send to the address for so long that the problem is unlikely to be temporary.
 */
export const bounceReasons = ['bounced', 'complained', 'refused'] as const;
export type BounceReason = (typeof bounceReasons)[number];

export const Bounce = v.object({ reason: v.picklist(bounceReasons), at: isoInstant });
export type Bounce = v.InferOutput<typeof Bounce>;

/** Response of GET /api/user/bounce. `bounce` is null while delivery to the member works. */
export const OwnBounce = v.object({ bounce: v.nullable(Bounce) });
export type OwnBounce = v.InferOutput<typeof OwnBounce>;
