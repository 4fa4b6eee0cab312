/** Logs the requests that the fake receives. Tests use the log (GET /fake/requests) to check the product's calls. */

export interface LoggedRequest {
  number: number;
  /** System time of the request, in Unix milliseconds. */
  at: number;
  method: string;
  path: string;
  /** HTTP status; 0 if the connection was dropped. */
  status: number;
}

const maxStoredRequests = 5_000;

export class RequestLog {
  #requests: LoggedRequest[] = [];
  #count = 0;

  add(request: Omit<LoggedRequest, 'number' | 'at'>): void {
    this.#count += 1;
    this.#requests.push({ number: this.#count, at: Date.now(), ...request });
    if (this.#requests.length > maxStoredRequests) this.#requests.shift();
  }

  since(number: number): { requests: LoggedRequest[]; last: number } {
    return { requests: this.#requests.filter((request) => request.number > number), last: this.#count };
  }
}
