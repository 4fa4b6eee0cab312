const responseTimeoutMs = 20_000;

/** Sends a POST request and returns the response status, or 0 if there was no response. */
export async function post(url: string, body: string, headers: Record<string, string> = {}): Promise<number> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(responseTimeoutMs),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
