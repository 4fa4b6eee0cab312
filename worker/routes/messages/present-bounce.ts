import type { Bounce } from '#schema/messages/bounce.ts';
import { toIso } from '#worker/domain/time.ts';
import type { BounceRow } from '#worker/store/messages/bounced-addresses.ts';

export function presentBounce(row: BounceRow | undefined): Bounce | null {
  return row ? { reason: row.reason, at: toIso(row.bouncedAt) } : null;
}
