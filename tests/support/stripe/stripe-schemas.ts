/** Generates the schemas of Stripe's types before a project's tests so that no two files generate them concurrently. */
import { updateSchemas } from '#scripts/fakes/stripe/contract/schemas.ts';

export async function setup(): Promise<void> {
  await updateSchemas();
}
