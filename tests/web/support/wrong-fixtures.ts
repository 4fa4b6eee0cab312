/** Fixtures of the fake server that do not match the route's schema make the pending query fail at once, with the reason. */

let found: Error | undefined;
let rejection = Promise.withResolvers<never>();

export function reportWrongFixture(error: Error): void {
  found ??= error;
  rejection.promise.catch(() => {});
  rejection.reject(error);
}

/** Settles as `use` does, or rejects as soon as a wrong fixture is reported. */
export function orWrongFixture<Found>(use: Promise<Found>): Promise<Found> {
  return Promise.race([use, rejection.promise]);
}

/** Throws the first wrong fixture since the last call. */
export function checkFixtures(): void {
  const error = found;
  found = undefined;
  rejection = Promise.withResolvers();
  if (error) throw error;
}
