/** Content of emails. html-frame.ts and text-frame.ts turn it into complete messages. */
import type { MailTemplate } from '#worker/domain/messages/mail.ts';
import { removeAddresses } from '#worker/mails/words.ts';
import type { Words } from '#worker/words/words.ts';

export interface MailContent {
  subject: string;
  /** Preview text next to the subject in the inbox; defaults to the first text block. */
  preview: string;
  heading: string;
  body: Block[];
  /** Small print: a sentence that explains why the recipient gets this email. By default, it says that they are a member. */
  reason: string;
  /** Reply-to address; set only if replies should go to an address other than ours. */
  replyTo?: string | null;
}

/** A block of the email. Its strings are plain text; they are escaped when the email is rendered. */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'note'; text: string }
  | { kind: 'button' | 'link'; label: string; url: string }
  | { kind: 'facts'; rows: [name: string, value: string][] }
  | { kind: 'quote'; lines: string[] };

export const text = (value: string): Block => ({ kind: 'text', text: value });
/** A less prominent paragraph. */
export const note = (value: string): Block => ({ kind: 'note', text: value });
export const quote = (lines: string[]): Block => ({ kind: 'quote', lines });
export const facts = (values: Facts): Block => ({
  kind: 'facts',
  rows: Object.entries(values).filter((row): row is [string, string] => row[1] !== null && row[1] !== ''),
});

/** Labels with values; empty values are omitted. */
export type Facts = Record<string, string | null>;

/** Content returned by a template. Blocks are rendered in the order of the fields; `body` is for less common blocks. */
export interface TemplateContent extends Partial<Omit<MailContent, 'body'>> {
  subject: string;
  text?: string;
  quote?: string[];
  facts?: Facts;
  body?: Block[];
  /** `target` is a path on our site, or a link with a token. */
  button?: [label: string, target: string];
  /** A plain link that is less important than the button. */
  link?: [label: string, target: string];
  note?: string | null;
}

/** Links in an email. Those with tokens are created when the email is delivered. */
export interface MailLinks {
  /** Returns an absolute URL on our site. If `path` is a URL on another host, only its path is used. */
  to(path: string): string;
  verifyEmail: string;
  resetPassword: string;
  confirmEmailChange: string;
  confirmPayoutAddress: string;
  resetAdminPassword: string;
  undoEmailChange: string;
  secureAccount: string;
  removePayoutAddress: string;
}

export type MailTemplateOf = (payload: Payload, links: MailLinks, words: Words) => TemplateContent;

export type MailTemplates = Partial<Record<MailTemplate, MailTemplateOf>>;

/** Reads template parameters. Missing or malformed values are null so that no payload can break an email. */
export class Payload {
  readonly #values: Record<string, unknown>;

  constructor(json: string) {
    const parsedJson: unknown = JSON.parse(json);
    this.#values = typeof parsedJson === 'object' && parsedJson !== null ? { ...parsedJson } : {};
  }

  /** Returns the value on one line, without characters that reorder or hide text. */
  text(name: string): string | null {
    const value = this.#values[name];
    if (typeof value !== 'string' && typeof value !== 'number') return null;
    return oneLine(String(value)) || null;
  }

  /** Like `text`, for words that a member typed: without web addresses, because whoever typed them may not be the reader. */
  typed(name: string): string | null {
    const value = this.text(name);
    return value === null ? null : removeAddresses(value);
  }

  /** Returns the lines, each sanitized like `text`, without blank lines at the start and end. */
  lines(name: string): string[] {
    const value = this.#values[name];
    if (typeof value !== 'string') return [];
    const lines = value.split(/\r\n|[\n\r\u2028\u2029]/).map(oneLine);
    return lines.join('\n').trim().split('\n');
  }

  /** Reads a JSON array of objects. */
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

/** Replaces control characters, line separators and bidirectional characters with spaces, and collapses whitespace. */
function oneLine(value: string): string {
  return value
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
