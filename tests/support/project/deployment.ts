/** A folder from which a site can be deployed: a copy of this repository's wrangler.toml, and a fake wrangler that works offline. */
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cloudflare } from '#scripts/deploy/cloudflare.ts';

interface CloudflareState {
  loggedIn: boolean;
  databases: { uuid: string; name: string; region?: string }[];
  namespaces: { id: string; title: string }[];
  queues: string[];
  /** Secrets by Worker; a Worker that was never deployed has no entry. */
  secrets: Record<string, Record<string, string>>;
  /** The fake wrangler fails every command that starts with one of these texts. */
  fails: string[];
  calls: string[];
}

const emptyState: CloudflareState = { loggedIn: true, databases: [], namespaces: [], queues: [], secrets: {}, fails: [], calls: [] };

export function freshClone(initialState: Partial<CloudflareState> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'deploy-'));
  const program = join(folder, 'wrangler.mjs');
  const stateFile = join(folder, 'state.json');
  for (const name of ['wrangler.toml', '.dev.vars.example']) copyFileSync(name, join(folder, name));
  copyFileSync('tests/support/project/fake-wrangler.mjs', program);
  chmodSync(program, 0o755);
  const state = (): CloudflareState => JSON.parse(readFileSync(stateFile, 'utf8'));
  const change = (changes: Partial<CloudflareState>) => writeFileSync(stateFile, JSON.stringify({ ...state(), ...changes }));
  writeFileSync(stateFile, JSON.stringify({ ...emptyState, ...initialState }));
  const path = (name: string) => join(folder, name);
  return {
    folder,
    cloudflare: new Cloudflare(program),
    state,
    change,
    read: (name: string) => readFileSync(path(name), 'utf8'),
    write: (name: string, text: string) => writeFileSync(path(name), text),
    setSecret: (site: string, name: string, value: string) => {
      const file = path(`.secrets.${site}`);
      writeFileSync(file, readFileSync(file, 'utf8').replace(new RegExp(`^(# )?${name}=.*$`, 'm'), `${name}=${value}`));
    },
  };
}

export type Clone = ReturnType<typeof freshClone>;
