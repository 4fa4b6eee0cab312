/** Whoever delivers our mails, as the product knows them. Product rules: Claims, printing, email and messages. */

/** A mail ready to go. */
export interface OutgoingMail {
  /** The same at every try, so that one which arrived twice can be told. */
  messageId: string;
  to: string;
  /** Null: to the sender's address. */
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
  /** Beside those that every mail has, e.g. List-Unsubscribe. */
  headers: Record<string, string>;
}

export interface MailProvider {
  /** Resolves once the provider has taken the mail over; rejects with MailProviderError. */
  send(mail: OutgoingMail): Promise<void>;
}

/**
 * What failed. `outage`: it takes no mail of ours at all now, and has not taken this one. `mail`: of this mail or its
 * address alone. `unknown`: the provider failed or did not answer, and another mail may fare better or not.
 */
export type MailFault = 'outage' | 'mail' | 'unknown';

/** The provider could not be asked, refused, or did not answer in time: then the mail may have gone all the same. */
export class MailProviderError extends Error {
  override name = 'MailProviderError';
  readonly fault: MailFault;

  constructor(message: string, options: { cause?: unknown; fault?: MailFault } = {}) {
    super(message, options);
    this.fault = options.fault ?? 'unknown';
  }
}

/** Runs a call to a provider; rejects with MailProviderError where it fails or takes longer than `limitMs`. */
export async function withinTime<Answer>(limitMs: number, call: () => Promise<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new MailProviderError(`No answer within ${limitMs / 1_000} s`)), limitMs);
  });
  try {
    return await Promise.race([call(), tooLate]);
  } catch (error) {
    if (error instanceof MailProviderError) throw error;
    throw new MailProviderError(error instanceof Error ? error.message : String(error), { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
