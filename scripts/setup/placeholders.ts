/** What wrangler.toml must name before a deployment and does not: a fresh clone has zeros there. */
const hints = [
  { id: /^database_id = "0{8}-0{4}-0{4}-0{4}-0{12}"/m, what: 'database id', command: 'npx wrangler d1 create cache-cards' },
  { id: /^id = "0{32}"/m, what: 'KV id', command: 'npx wrangler kv namespace create SESSIONS' },
];

/** A sentence on the first placeholder of production, which is the top level; undefined where all is real. */
export function missingResource(wranglerToml: string): string | undefined {
  const [production = ''] = wranglerToml.split(/^\[env\./m);
  const missing = hints.find((hint) => hint.id.test(production));
  return missing && `wrangler.toml still has the placeholder ${missing.what}: run \`${missing.command}\` and put its id there.`;
}
