import type { Html } from '#scripts/fakes/core/html.ts';

export interface FakeResponse {
  status: number;
  headers?: Record<string, string>;
  body?: string;
  logged?: object;
}

export const droppedConnection: FakeResponse = { status: 0 };

/**
 * Content security policy for the fakes' pages, which have no scripts. The mailbox shows email in a frame, and links in that frame open
 * outside it.
 */
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; frame-ancestors 'self'; base-uri 'self'";

export type JsonResponse = FakeResponse & { body: string };

export function json(status: number, value: unknown, headers: Record<string, string> = {}): JsonResponse {
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(value, null, 2) };
}

export function page(status: number, html: Html | string): FakeResponse {
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Referrer-Policy': 'no-referrer', 'Content-Security-Policy': pagePolicy };
  return { status, headers, body: String(html) };
}

export function redirect(to: string): FakeResponse {
  return { status: 303, headers: { Location: to } };
}
