import { env } from 'cloudflare:workers';
import { travelProvider } from '#worker/clients/travel-provider.ts';
import { type Env, readConfig } from '#worker/env.ts';

/** Creates a client for the fake travel provider. */
export async function localTravel() {
  const { travel } = await readConfig(env as unknown as Env);
  const provider = travelProvider(travel);
  if (!provider) throw new Error('The tests need a travel provider.');
  return provider;
}
