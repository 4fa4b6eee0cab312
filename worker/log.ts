/**
 * Writes the structured log, whose JSON lines all have the same shape. A line contains the event and our row ids, but never personal data
 * or secrets such as codes, tokens or query strings.
 */

interface Line {
  requestId?: string;
  job?: string;
  error?: ErrorFacts;
  [fact: string]: string | number | boolean | null | undefined | ErrorFacts;
}

export interface ErrorFacts {
  name: string;
  message: string;
  /** Stack trace without its first lines, which only repeat the message. */
  stack?: string;
}

/** Logs something that may need attention. `event` is a name such as `mail_not_sent`. */
export function logError(event: string, line: Line = {}): void {
  console.error(JSON.stringify({ level: 'error', event, ...line }));
}

/** Logs a problem that resolves itself or that was reported to the caller. */
export function logWarning(event: string, line: Line = {}): void {
  console.warn(JSON.stringify({ level: 'warning', event, ...line }));
}

const maxTextLength = 500;
/** Length of the text that is scrubbed. Longer texts, such as a stranger's input in an error message, could take seconds. */
const maxReadLength = 20 * maxTextLength;

/** Makes an error safe to log because error messages from drivers and providers may repeat values, addresses or keys from their input. */
export function describeError(error: unknown, options: { withStack?: boolean } = {}): ErrorFacts {
  if (!(error instanceof Error)) return { name: typeof error, message: scrub(String(error)) };
  const stack = options.withStack && error.stack ? parseFrames(error.stack) : undefined;
  return { name: error.name, message: scrub(error.message), ...(stack && { stack }) };
}

/** Describes an error, such as `Error: no such table`, scrubbed for logs and administrators. */
export function errorText(error: unknown): string {
  const { name, message } = describeError(error);
  return name === 'Error' ? message : `${name}: ${message}`;
}

/** Removes anything that may be personal or secret, and all bound statement values. */
export function scrub(text: string): string {
  return text
    .slice(0, maxReadLength)
    .replace(/\bparams: [\s\S]*/, 'params: […]')
    .replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '[address]')
    .replace(/(\b\w+:\/\/[^\s?#"')]*)[?#][^\s"')]*/g, '$1[…]')
    .replace(/(\/[\w./-]*)\?[^\s"')]*/g, '$1[…]')
    .replace(/\b(?:sk|rk|pk|whsec)_[\w*]+/g, '[key]')
    .replace(/\beyJ[\w-]+(?:\.[\w-]*)+/g, '[…]')
    .replace(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, '[network address]')
    .replace(/\b(?:[0-9a-f]{1,4}:){3,7}[0-9a-f:]*/gi, '[network address]')
    .replace(/(?<!\w)(['"`])((?:(?!\1).){0,300})\1(?!\w)/g, (quotedText, mark, inner) =>
      isStripeId(inner) ? quotedText : `${mark}…${mark}`,
    )
    .replace(/\b(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{24,}(?:\.[\w-]+)*/gi, (run) => (isStripeId(run) ? run : '[…]'))
    .slice(0, maxTextLength);
}

/**
 * Whether the text is a Stripe id such as `pi_3Q…`, which is needed to find the object but useless without a key. Client secrets do not
 * match.
 */
function isStripeId(run: string): boolean {
  return /^(?:pi|sub|in|evt|ch|cus|dp|du|re|req|price|coupon)_[A-Za-z0-9]+$/.test(run);
}

function parseFrames(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
    .join('\n');
}
