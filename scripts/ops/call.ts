import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import * as v from 'valibot';
import { root } from '#scripts/setup/run.mjs';
import { Problem } from '#scripts/setup/steps.mjs';

export interface Site {
  url: string;
  token: string;
}

/** Returns a client for the site at the given URL, by default the local site. OPS_TOKEN comes from the environment or .dev.vars. */
export function createSite(url = `http://localhost:${process.env.PORT ?? 8787}`): Site {
  const devVars = join(root, '.dev.vars');
  const local = existsSync(devVars) ? parseEnv(readFileSync(devVars, 'utf8')) : {};
  const token = process.env.OPS_TOKEN || local.OPS_TOKEN;
  if (!token) throw new Problem('OPS_TOKEN is missing. Set the same value here in the environment and in the Worker.');
  return { url, token };
}

/** Calls an operations route; throws a Problem that describes any failure. */
export async function callOps<Schema extends v.GenericSchema>(
  { url, token }: Site,
  name: string,
  body: object,
  responseSchema: Schema,
): Promise<v.InferOutput<Schema>> {
  const restartHint = 'Finished steps are not repeated. Run this again to continue.';
  const response = await fetch(new URL(`/api/ops/${name}`, url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  }).catch((error: Error) => {
    throw new Problem(`${url} does not respond (${error.message}). ${restartHint}`);
  });
  if (response.status === 404 || response.status === 401) throw new Problem(`${url} does not accept this OPS_TOKEN, or has none.`);
  if (!response.ok) throw new Problem(`${url} returned ${response.status}: ${await response.text()} ${restartHint}`);
  return v.parse(responseSchema, await response.json());
}
