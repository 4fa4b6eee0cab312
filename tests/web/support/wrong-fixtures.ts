/** If a fake-server fixture does not match its route's schema, makes a pending query fail immediately with the reason. */

let found: Error | undefined;
let rejection = Promise.withResolvers<never>();

export function reportWrongFixture(error: Error): void {
  found ??= error;
  rejection.promise.catch(() => {});
  rejection.reject(error);
}

/** Settles like the promise `use`, but rejects as soon as a fixture error is reported. */
export function orWrongFixture<Found>(use: Promise<Found>): Promise<Found> {
  return Promise.race([use, rejection.promise]);
}

/** Throws the first fixture error reported since the last call. */
export function checkFixtures(): void {
  const error = found;
  found = undefined;
  rejection = Promise.withResolvers();
  if (error) throw error;
}
