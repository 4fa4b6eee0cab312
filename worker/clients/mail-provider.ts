/** Interface of the email provider. Product rules: Claims, printing, email and messages. */

export interface OutgoingMail {
  /** Message-ID, identical for every attempt to send the email so that duplicates can be detected. */
  messageId: string;
  to: string;
  /** Reply-to address; null if replies go to the sender's address. */
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
}

export interface MailProvider {
  /** Resolves once the provider has accepted the email; rejects with MailProviderError. */
  send(mail: OutgoingMail): Promise<void>;
}

/**
 * `suppressed`: the provider refuses to send to this address, for a day after a temporary problem or for longer after a bounce or
 * complaint. `recipient`: the address is wrong or refuses the email. `outage`: the provider currently accepts no email. `mail`: the email
 * itself failed. `unknown`: the provider failed or timed out, but other emails may succeed.
 */
export type MailFault = 'suppressed' | 'recipient' | 'outage' | 'mail' | 'unknown';

/** Thrown if the provider is unreachable, rejects the email or times out. After a timeout, the email may still have been sent. */
export class MailProviderError extends Error {
  override name = 'MailProviderError';
  readonly fault: MailFault;

  constructor(message: string, options: { cause?: unknown; fault?: MailFault } = {}) {
    super(message, options);
    this.fault = options.fault ?? 'unknown';
  }
}

/** Runs `call` and rejects with MailProviderError if it fails or takes longer than `limitMs`. */
export async function withTimeout<Result>(limitMs: number, call: () => Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new MailProviderError(`No response within ${limitMs / 1_000} s`)), limitMs);
  });
  try {
    return await Promise.race([call(), timeout]);
  } catch (error) {
    if (error instanceof MailProviderError) throw error;
    throw new MailProviderError(error instanceof Error ? error.message : String(error), { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
