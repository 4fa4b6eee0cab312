/** Creates the schemas of Stripe's types before all tests of a project, so that no two files create them concurrently. */
import { freshSchemas } from '#scripts/fakes/stripe/contract/schemas.ts';

export async function setup(): Promise<void> {
  await freshSchemas();
}
