import { fakeNow } from '#scripts/fakes/core/clock.ts';
import { readState, writeState } from '#scripts/fakes/core/state-file.ts';

export interface ReceivedMail {
  id: number;
  messageId: string;
  from: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
  /** ISO 8601 timestamp. */
  receivedAt: string;
  deliveries: number;
}

const maxStoredMails = 500;
const textFields = ['messageId', 'from', 'to', 'subject', 'html', 'text'] as const;

export class Mails {
  readonly #stateFile: string | undefined;
  #mails: ReceivedMail[];
  #isSaved = true;

  constructor(stateFile?: string) {
    this.#stateFile = stateFile;
    this.#mails = readState(stateFile) ?? [];
  }

  /** Returns emails to this recipient with ids greater than `after`. */
  list(to?: string | null, after = 0): ReceivedMail[] {
    return this.#mails.filter((mail) => mail.id > after && (!to || mail.to.toLowerCase() === to.toLowerCase()));
  }

  find(id: number): ReceivedMail | undefined {
    return this.#mails.find((mail) => mail.id === id);
  }

  /** Stores an email; throws if a field is missing. An email with a known Message-ID only increments that email's delivery count. */
  receive(requestBody: unknown): ReceivedMail {
    const mail = readMail(requestBody);
    const existingMail = this.#mails.find(({ messageId }) => messageId === mail.messageId);
    if (existingMail) existingMail.deliveries += 1;
    const id = Math.max(0, ...this.#mails.map((storedMail) => storedMail.id)) + 1;
    const receivedMail = existingMail ?? { ...mail, id, receivedAt: new Date(fakeNow()).toISOString(), deliveries: 1 };
    if (!existingMail) this.#mails = [receivedMail, ...this.#mails].slice(0, maxStoredMails);
    this.#isSaved = false;
    return receivedMail;
  }

  /** Writes all emails to disk (several megabytes). Too slow to call after each email. */
  save(): void {
    if (this.#isSaved) return;
    this.#isSaved = true;
    writeState(this.#stateFile, this.#mails);
  }
}

function readMail(requestBody: unknown): Omit<ReceivedMail, 'id' | 'receivedAt' | 'deliveries'> {
  const fields = (typeof requestBody === 'object' && requestBody !== null ? requestBody : {}) as Record<string, unknown>;
  const missing = textFields.filter((name) => typeof fields[name] !== 'string' || fields[name] === '');
  if (missing.length > 0) throw new Error(`A mail needs ${missing.join(', ')}`);
  // Rejects line breaks, which would allow header injection. Mail servers reject them too.
  const multilineField = textFields.slice(0, 4).find((name) => /[\r\n]/.test(String(fields[name])));
  if (multilineField) throw new Error(`${multilineField} must be one line`);
  const texts = Object.fromEntries(textFields.map((name) => [name, String(fields[name])])) as Record<(typeof textFields)[number], string>;
  return { ...texts, headers: { ...(fields.headers as Record<string, string> | undefined) } };
}
