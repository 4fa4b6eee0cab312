/**
 * Structured log: JSON lines of one shape, and the only place that writes any. A line has the event and our row ids; never personal data or
 * secrets such as codes, tokens, query strings.
 */

interface Line {
  requestId?: string;
  job?: string;
  /** From `describeError`. */
  error?: ErrorFacts;
  [fact: string]: string | number | boolean | null | undefined | ErrorFacts;
}

export interface ErrorFacts {
  name: string;
  message: string;
  /** Without the first lines, which repeat the message. */
  stack?: string;
}

/** May need attention. `event` is a name such as `mail_not_sent`. */
export function logError(event: string, line: Line = {}): void {
  console.error(JSON.stringify({ level: 'error', event, ...line }));
}

/** Recovers by itself, or the caller was informed. */
export function logWarning(event: string, line: Line = {}): void {
  console.warn(JSON.stringify({ level: 'warning', event, ...line }));
}

const longest = 500;

/** Makes an error safe to log. Messages of drivers and providers repeat their input: values, addresses, keys. */
export function describeError(error: unknown, options: { withStack?: boolean } = {}): ErrorFacts {
  if (!(error instanceof Error)) return { name: typeof error, message: scrub(String(error)) };
  const stack = options.withStack && error.stack ? parseFrames(error.stack) : undefined;
  return { name: error.name, message: scrub(error.message), ...(stack && { stack }) };
}

/** `Error: no luck`, scrubbed for logs and administrators. */
export function errorText(error: unknown): string {
  const { name, message } = describeError(error);
  return name === 'Error' ? message : `${name}: ${message}`;
}

/** Removes what may be personal or secret; bound statement values entirely. */
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
    .replace(/(?<!\w)(['"`])((?:(?!\1).){0,300})\1(?!\w)/g, (quotedText, mark, inner) =>
      isStripeId(inner) ? quotedText : `${mark}…${mark}`,
    )
    .replace(/\b(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{24,}(?:\.[\w-]+)*/gi, (run) => (isStripeId(run) ? run : '[…]'))
    .slice(0, longest);
}

/** `pi_3Q…`: needed to find the object, useless without a key. Client secrets do not match. */
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
