/** Detects confusable names as described in Unicode Technical Standard 39, section 4, and also ignores case. */
import confusables from './confusables.json' with { type: 'json' };

const prototypes = new Map(
  Object.entries(confusables).flatMap(([prototype, letters]) => [...letters].map((letter) => [letter, prototype])),
);

/**
 * Returns the same text for names that look alike, ignoring case. Look-alike letters are replaced before and after lowercasing, so that
 * `ADMIN` and `admin` are equal. Because a capital I looks like a lowercase L, i, I, l and 1 all become l. Not for display.
 */
export function toSkeleton(name: string): string {
  return replaceConfusables(replaceConfusables(name).toLowerCase()).replaceAll('i', 'l');
}

function replaceConfusables(text: string): string {
  return [...text.normalize('NFD').replace(/\p{Default_Ignorable_Code_Point}/gu, '')]
    .map((letter) => prototypes.get(letter) ?? letter)
    .join('')
    .normalize('NFD');
}
