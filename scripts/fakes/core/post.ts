const answerWithinMs = 20_000;

/** Sends a POST request and returns the response status, or 0 if there was no response. */
export async function post(url: string, body: string, headers: Record<string, string> = {}): Promise<number> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(answerWithinMs),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
