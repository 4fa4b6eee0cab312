import type { StayCatalogue, TermsByType } from '#schema/stays/catalogue.ts';
import { ownTerms } from '#schema/stays.ts';

/** Returns a hash of the terms, 16 hexadecimal digits. */
export async function hashTerms(terms: TermsByType): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(terms)));
  return [...new Uint8Array(digest, 0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the travel provider's latest terms, or our own terms if there is no provider or none have been received yet. */
export async function currentCatalogue(received: StayCatalogue | undefined, hasProvider: boolean): Promise<StayCatalogue> {
  return hasProvider && received ? received : { version: await hashTerms(ownTerms), terms: ownTerms };
}
