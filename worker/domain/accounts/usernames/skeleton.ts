/** Detects confusable names as described in Unicode Technical Standard 39, section 4, and also ignores case. */
import confusables from './confusables.json' with { type: 'json' };

const prototypes = new Map(
  Object.entries(confusables).flatMap(([prototype, letters]) => [...letters].map((letter) => [letter, prototype])),
);

/** Small capitals and turned letters, which read as plain letters although the standard does not call them confusable. */
const plainLetters = new Map(
  Object.entries({
    ...{ a: 'ᴀɐ', b: 'ʙᴃ', c: 'ᴄ', d: 'ᴅᴆ', e: 'ᴇǝⱻ', f: 'ꜰɟ', g: 'ɢʛᵷ', h: 'ʜɥ', i: 'ɪᴉ', j: 'ᴊ', k: 'ᴋʞ', l: 'ʟᴌꞁ', m: 'ᴍɯ', n: 'ɴ' },
    ...{ o: 'ᴏ', p: 'ᴘ', q: 'ꞯ', r: 'ʀʁɹᴙᴚ', s: 'ꜱ', t: 'ᴛʇ', u: 'ᴜ', v: 'ᴠ', w: 'ᴡ', y: 'ʏʎ', z: 'ᴢ', ae: 'ᴁᴂ', oe: 'ɶᴔ' },
  }).flatMap(([plain, letters]) => [...letters].map((letter) => [letter, plain])),
);

/** Replaces small capitals and turned letters. */
export function toPlainLetters(text: string): string {
  return [...text].map((letter) => plainLetters.get(letter) ?? letter).join('');
}

/**
 * Returns the same text for names that look alike, ignoring case. Look-alike letters are replaced before and after lowercasing, so that
 * `ADMIN` and `admin` are equal. Because a capital I looks like a lowercase L, i, I, l and 1 all become l. Not for display.
 */
export function toSkeleton(name: string): string {
  return replaceConfusables(replaceConfusables(toPlainLetters(name)).toLowerCase()).replaceAll('i', 'l');
}

function replaceConfusables(text: string): string {
  return [...text.normalize('NFD').replace(/\p{Default_Ignorable_Code_Point}/gu, '')]
    .map((letter) => prototypes.get(letter) ?? letter)
    .join('')
    .normalize('NFD');
}
