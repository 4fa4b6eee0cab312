/** Mail content independent of its design; the frames render it. */
import type { MailTemplate } from '#worker/domain/messages/mail.ts';

export interface MailContent {
  subject: string;
  /** Shown next to the subject in the inbox; by default the first text. */
  preview: string;
  /** By default the subject. */
  heading: string;
  body: Block[];
  /** Small print: why the reader gets this mail; by default because they are a member. */
  reason: string;
  /** If replies do not go to us. */
  replyTo?: string | null;
}

/** Plain text: the frames escape it. */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'note'; text: string }
  | { kind: 'button' | 'link'; label: string; url: string }
  | { kind: 'facts'; rows: [name: string, value: string][] }
  | { kind: 'quote'; lines: string[] };

export const text = (value: string): Block => ({ kind: 'text', text: value });
/** Rendered less prominently. */
export const note = (value: string): Block => ({ kind: 'note', text: value });
export const button = (label: string, url: string): Block => ({ kind: 'button', label, url });
/** For a second, less important target. */
export const link = (label: string, url: string): Block => ({ kind: 'link', label, url });
export const quote = (lines: string[]): Block => ({ kind: 'quote', lines });
export const facts = (...rows: [name: string, value: string | null][]): Block => ({
  kind: 'facts',
  rows: rows.filter((row): row is [string, string] => row[1] !== null && row[1] !== ''),
});

/** Links of a mail; those with tokens are created at delivery. */
export interface MailLinks {
  /** An absolute URL on our site; only the path of a foreign URL is used. */
  to(path: string): string;
  verifyEmail: string;
  resetPassword: string;
  confirmEmailChange: string;
  confirmPayoutAddress: string;
  resetAdminPassword: string;
  undoEmailChange: string;
}

export type MailTemplateOf = (links: MailLinks, payload: Payload) => Partial<MailContent> & Pick<MailContent, 'subject' | 'body'>;

export type MailTemplates = Partial<Record<MailTemplate, MailTemplateOf>>;

/** Missing or malformed values read as null, so that no payload can break a mail. */
export class Payload {
  readonly #values: Record<string, unknown>;

  constructor(json: string) {
    const parsedJson: unknown = JSON.parse(json);
    this.#values = typeof parsedJson === 'object' && parsedJson !== null ? { ...parsedJson } : {};
  }

  /** On one line, without characters that reorder or hide text. */
  text(name: string): string | null {
    const value = this.#values[name];
    if (typeof value !== 'string' && typeof value !== 'number') return null;
    return oneLine(String(value)) || null;
  }

  /** Each line sanitized like `text`; trims blank lines at both ends. */
  lines(name: string): string[] {
    const value = this.#values[name];
    if (typeof value !== 'string') return [];
    const lines = value.split(/\r\n|[\n\r\u2028\u2029]/).map(oneLine);
    return lines.join('\n').trim().split('\n');
  }

  /** From a JSON array of objects. */
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

/** Replaces control, line separator and bidirectional characters by spaces, and collapses runs. */
function oneLine(value: string): string {
  return value
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
