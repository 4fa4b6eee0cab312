/**
 * The Worker's log: JSON lines of one shape, and the only place that writes any. A line says what happened and to which row
 * of ours; never who somebody is, and nothing that opens anything: codes, tokens, query strings.
 */

interface Line {
  /** The call's, as its answer names it. */
  requestId?: string;
  /** Which job it happened in. */
  job?: string;
  /** What went wrong, in words of `describeError`. */
  error?: ErrorFacts;
  [fact: string]: string | number | boolean | null | undefined | ErrorFacts;
}

export interface ErrorFacts {
  name: string;
  message: string;
  /** Where, without what: the first lines of a stack repeat the message. */
  stack?: string;
}

/** Something that somebody may have to look at. `event` is its name: `mail_not_sent`. */
export function logError(event: string, line: Line = {}): void {
  console.error(JSON.stringify({ level: 'error', event, ...line }));
}

/** Something that heals by itself, or that a caller was told of. */
export function logWarning(event: string, line: Line = {}): void {
  console.warn(JSON.stringify({ level: 'warning', event, ...line }));
}

const longest = 500;

/** An error as it may be written down. Messages of drivers and providers repeat what they were given: values, addresses, keys. */
export function describeError(error: unknown, options: { withStack?: boolean } = {}): ErrorFacts {
  if (!(error instanceof Error)) return { name: typeof error, message: scrub(String(error)) };
  const stack = options.withStack && error.stack ? framesOf(error.stack) : undefined;
  return { name: error.name, message: scrub(error.message), ...(stack && { stack }) };
}

/** `Error: no luck`, fit for a log and for administrators. */
export function errorText(error: unknown): string {
  const { name, message } = describeError(error);
  return name === 'Error' ? message : `${name}: ${message}`;
}

/** A text without what may be personal or secret. What was bound to a statement goes whole. */
export function scrub(text: string): string {
  return text
    .replace(/\bparams: [\s\S]*/, 'params: […]')
    .replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '[address]')
    .replace(/(\b\w+:\/\/[^\s?#"')]*)[?#][^\s"')]*/g, '$1[…]')
    .replace(/(\/[\w./-]*)\?[^\s"')]*/g, '$1[…]')
    .replace(/\b(?:sk|rk|pk|whsec)_[\w*]+/g, '[key]')
    .replace(/\beyJ[\w-]+(?:\.[\w-]*)+/g, '[…]')
    .replace(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, '[network address]')
    .replace(/\b(?:[0-9a-f]{1,4}:){3,7}[0-9a-f:]*/gi, '[network address]')
    .replace(/(?<!\w)(['"`])((?:(?!\1).){0,300})\1(?!\w)/g, (quoted, mark, inner) => (isIdOfStripe(inner) ? quoted : `${mark}…${mark}`))
    .replace(/\b(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{24,}(?:\.[\w-]+)*/gi, (run) => (isIdOfStripe(run) ? run : '[…]'))
    .slice(0, longest);
}

/** `pi_3Q…`: needed to find the object, worth nothing without a key. A client secret is no such id. */
function isIdOfStripe(run: string): boolean {
  return /^(?:pi|sub|in|evt|ch|cus|dp|du|re|req|price|coupon)_[A-Za-z0-9]+$/.test(run);
}

function framesOf(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
    .join('\n');
}
