import { plainLetters } from '#schema/plain-letters.ts';

/** Normalizes a name for searching: `Saint-Étienne` becomes `saint etienne`, and `D.C.` becomes `dc`. */
export function townKey(name: string): string {
  return plainLetters(name)
    .replace(/\b(\p{L})\.\s?(?=\p{L}(?:\.|$))/gu, '$1')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
