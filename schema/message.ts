/**
 * A parsed message: its text, or text and placeholders. A placeholder has the name of a value, or chooses one of several messages by the
 * value. The build parses messages, so that browsers need no parser (worker/words/parse-message.ts).
 */
export type Message = string | (string | Placeholder)[];
export type Placeholder = [name: string, kind?: string, cases?: Record<string, Message>];

export type Values = Record<string, unknown>;

/** A message's own text, or a value in a list of one. Only text can contain tags, so a value is never read as a tag. */
type Part = string | [value: unknown];

/** Fills in the values. `#` becomes `count`. */
export function* fillMessage(message: Message, values: Values, language: string, count?: number): Generator<Part> {
  for (const token of typeof message === 'string' ? [message] : message) {
    if (typeof token === 'string') yield token === '#' && count !== undefined ? count.toLocaleString(language) : token;
    else {
      const [name, kind, cases] = token;
      const value = values[name];
      if (cases) yield* fillMessage(chooseCase(kind, cases, value, language), values, language, kind === 'select' ? count : Number(value));
      else yield [value];
    }
  }
}

function chooseCase(kind: string | undefined, cases: Record<string, Message>, value: unknown, language: string): Message {
  const key = String(value);
  return cases[key] ?? cases[kind === 'plural' ? pluralCategory(Number(value), language) : key] ?? cases.other ?? '';
}

let rules: Intl.PluralRules | undefined;

/** Returns the CLDR category. English needs no `Intl.PluralRules`, which takes some milliseconds to create on a phone. */
function pluralCategory(count: number, language: string): string {
  if (language === 'en') return count === 1 ? 'one' : 'other';
  if (rules?.resolvedOptions().locale !== language) rules = new Intl.PluralRules(language);
  return rules.select(count);
}

/**
 * Returns the key of a message's translation: a 32-bit hash (djb2) of the English message. The code has no keys, because they would add
 * 8 bytes per message to the first load. The build refuses two messages with the same key.
 */
export function hashMessage(message: Message): string {
  let hash = 5_381;
  for (const letter of JSON.stringify(message)) hash = (Math.imul(hash, 33) + (letter.codePointAt(0) ?? 0)) | 0;
  return (hash >>> 0).toString(36);
}
