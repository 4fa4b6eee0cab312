/** What a mail says, apart from how it looks: each template makes one of these, and the frames draw it. */
import type { MailTemplate } from '#worker/domain/messages/mail.ts';

export interface MailContent {
  subject: string;
  /** The line that a list of mails shows after the subject. */
  preview: string;
  heading: string;
  /** After the greeting, which every mail begins with. */
  body: Block[];
  /** Why they get this mail; below it, in small print. */
  reason: string;
  /** Whom a reply goes to, where that is not us. */
  replyTo?: string | null;
}

/** Texts are plain everywhere: the frames escape them. */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'note'; text: string }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'facts'; rows: [name: string, value: string][] }
  | { kind: 'quote'; lines: string[] };

export const text = (value: string): Block => ({ kind: 'text', text: value });
/** Said more quietly than the rest. */
export const note = (value: string): Block => ({ kind: 'note', text: value });
export const button = (label: string, url: string): Block => ({ kind: 'button', label, url });
/** Quotes other people's text, so that nobody takes it for ours. */
export const quote = (lines: string[]): Block => ({ kind: 'quote', lines });
/** Facts beside their names; those without a value are left out. */
export const facts = (...rows: [name: string, value: string | null][]): Block => ({
  kind: 'facts',
  rows: rows.filter((row): row is [string, string] => row[1] !== null && row[1] !== ''),
});

/** Where a mail's links lead. Those that follow from the mail itself are made for it at delivery. */
export interface MailLinks {
  /** An absolute address on our own site; of an address of somebody else's only the path is taken. */
  to(path: string): string;
  verifyEmail: string;
  resetPassword: string;
  confirmEmailChange: string;
  confirmPayoutAddress: string;
  resetAdminPassword: string;
  undoEmailChange: string;
}

/** Without a reason, the reader gets the mail as a member. */
export type MailTemplateOf = (links: MailLinks, payload: Payload) => Omit<MailContent, 'reason'> & { reason?: string };

export type MailTemplates = Partial<Record<MailTemplate, MailTemplateOf>>;

/** What a mail was queued with. Whatever is missing or odd reads as null, so that no payload can break a mail. */
export class Payload {
  readonly #values: Record<string, unknown>;

  constructor(json: string) {
    const parsed: unknown = JSON.parse(json);
    this.#values = typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  }

  /** On one line, without what would reorder or hide the text around it. */
  text(name: string): string | null {
    const value = this.#values[name];
    if (typeof value !== 'string' && typeof value !== 'number') return null;
    return oneLine(String(value)) || null;
  }

  /** What was written on several lines, each made safe like `text`; blank lines at the ends are left out. */
  lines(name: string): string[] {
    const value = this.#values[name];
    if (typeof value !== 'string') return [];
    const lines = value.split(/\r\n|[\n\r\u2028\u2029]/).map(oneLine);
    return lines.join('\n').trim().split('\n');
  }

  /** What was queued as a JSON array of objects, each read like a payload. */
  list(name: string): Payload[] {
    const value = this.#values[name];
    try {
      const list: unknown = typeof value === 'string' ? JSON.parse(value) : null;
      return Array.isArray(list) ? list.map((entry) => new Payload(JSON.stringify(entry))) : [];
    } catch {
      return [];
    }
  }

  number(name: string): number | null {
    const value = this.text(name);
    return value !== null && Number.isFinite(Number(value)) ? Number(value) : null;
  }
}

/** Control characters, line separators and marks that change the direction of text become spaces; runs of them one. */
function oneLine(value: string): string {
  return value
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
