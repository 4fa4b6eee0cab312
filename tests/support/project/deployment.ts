/** A folder from which a site can be deployed: a copy of this repository's wrangler.toml, and a fake wrangler that works offline. */
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cloudflare } from '#scripts/deploy/cloudflare.ts';
import { type CloudflareState, fakeWrangler } from '#tests/support/project/fake-wrangler.ts';

const emptyState: CloudflareState = {
  loggedIn: true,
  databases: [],
  namespaces: [],
  queues: [],
  accounts: ['a1b2c3'],
  buckets: {},
  secrets: {},
  fails: [],
  calls: [],
};

export function freshClone(initialState: Partial<CloudflareState> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'deploy-'));
  for (const name of ['wrangler.toml', '.dev.vars.example']) copyFileSync(name, join(folder, name));
  const state = structuredClone({ ...emptyState, ...initialState });
  const path = (name: string) => join(folder, name);
  return {
    folder,
    cloudflare: new Cloudflare(fakeWrangler(state)),
    state: (): CloudflareState => structuredClone(state),
    change: (changes: Partial<CloudflareState>) => void Object.assign(state, structuredClone(changes)),
    read: (name: string) => readFileSync(path(name), 'utf8'),
    write: (name: string, text: string) => writeFileSync(path(name), text),
    setSecret: (site: string, name: string, value: string) => {
      const file = path(`.secrets.${site}`);
      writeFileSync(file, readFileSync(file, 'utf8').replace(new RegExp(`^(# )?${name}=.*$`, 'm'), `${name}=${value}`));
    },
  };
}

export type Clone = ReturnType<typeof freshClone>;
