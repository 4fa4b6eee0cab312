/** What fakes answer. */
import type { Html } from '#scripts/fakes/core/html.ts';

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
  /** What the log says of it beside its status. */
  logged?: object;
}

/** No answer: the connection ends. */
export const droppedConnection: Answer = { status: 0 };

/** Pages bring no script; the mailbox shows a mail in a frame, and its links leave that. */
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; frame-ancestors 'self'; base-uri 'self'";

export type JsonAnswer = Answer & { body: string };

export function json(status: number, value: unknown, headers: Record<string, string> = {}): JsonAnswer {
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(value, null, 2) };
}

export function page(status: number, html: Html | string): Answer {
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Referrer-Policy': 'no-referrer', 'Content-Security-Policy': pagePolicy };
  return { status, headers, body: String(html) };
}

export function redirect(to: string): Answer {
  return { status: 303, headers: { Location: to } };
}
