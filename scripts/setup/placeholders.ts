/** What wrangler.toml must name before a deployment and does not: in a fresh clone there are zeros, and no address. */
const hints = [
  { id: /^database_id = "0{8}-0{4}-0{4}-0{4}-0{12}"/m, what: 'database id', command: 'npx wrangler d1 create cache-cards' },
  { id: /^id = "0{32}"/m, what: 'KV id', command: 'npx wrangler kv namespace create SESSIONS' },
];

/** A sentence on the first thing that production, which is the top level, lacks; undefined where all is there. */
export function missingResource(wranglerToml: string): string | undefined {
  const missing = hints.find((hint) => hint.id.test(topLevel(wranglerToml)));
  if (missing) return `wrangler.toml still has the placeholder ${missing.what}: run \`${missing.command}\` and put its id there.`;
  if (publicOrigin(wranglerToml)) return undefined;
  return 'wrangler.toml does not say where the site will answer: put its address there as PUBLIC_ORIGIN, e.g. "https://cachecards.example".';
}

/** Scheme and host of the deployed site; undefined where none is named, or something else is. */
export function publicOrigin(wranglerToml: string): string | undefined {
  return /^PUBLIC_ORIGIN = "(https:\/\/[^/"]+)"/m.exec(topLevel(wranglerToml))?.[1];
}

function topLevel(wranglerToml: string): string {
  const [production = ''] = wranglerToml.split(/^\[env\./m);
  return production;
}
