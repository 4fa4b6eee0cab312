/** Answers of stand-ins that nothing keeps. */
import type { ServerResponse } from 'node:http';

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }).end(JSON.stringify(body, null, 2));
}

/** A page under the content security policy that is given. */
export function sendPage(response: ServerResponse, status: number, body: string, policy: string): void {
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };
  response.writeHead(status, { ...headers, 'Content-Security-Policy': policy }).end(body);
}
