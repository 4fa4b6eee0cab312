/** How the Reviews tab speaks of why a certificate waits. */
import type { AdminReview } from '#schema/admin/reviews.ts';

/** `Tokens owed, Same network`; a certificate without a signal waits as its member's first one. */
export function reasonsToLook({ signals }: Pick<AdminReview, 'signals'>): string {
  return signals.length === 0 ? 'First certificate' : signals.map(inWords).join(', ');
}

function inWords(code: string): string {
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
