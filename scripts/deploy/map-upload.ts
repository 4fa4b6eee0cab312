/** `npm run deploy:setup -- --map FILE.pmtiles`: uploads the map's tile file to R2 and enables it. */
import { closeSync, openSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Cloudflare } from '#scripts/deploy/cloudflare.ts';
import { setSecret } from '#scripts/deploy/secrets-file.ts';
import { formatListTable, readWranglerToml, secretsPath, updateWranglerToml } from '#scripts/deploy/site-config.ts';
import { enableTable, readTable } from '#scripts/deploy/wrangler-toml.ts';
import { Problem } from '#scripts/setup/steps.mjs';

/** Wrangler's limit on the size of an uploaded file. */
const maxUploadBytes = 300 * 1024 * 1024;

interface MapUpload {
  folder: string;
  cloudflare: Cloudflare;
  site: string;
  mapFile: string;
}

export async function setUpMap({ folder, cloudflare, site, mapFile }: MapUpload): Promise<string> {
  const name = basename(mapFile);
  const isUploadable = checkTileFile(mapFile) <= maxUploadBytes;
  const header = formatListTable(site, 'r2_buckets');
  const bucket = readBucketName(enableTable(readWranglerToml(folder), header), header);
  await cloudflare.createBucket(bucket);
  if (isUploadable) await cloudflare.uploadObject(bucket, name, resolve(mapFile));
  updateWranglerToml(folder, (toml) => enableTable(toml, header));
  const path = secretsPath(folder, site);
  writeFileSync(path, setSecret(readFileSync(path, 'utf8'), 'MAP_TILES', name), { mode: 0o600 });
  if (isUploadable) return `Uploaded ${name} to the bucket ${bucket}`;
  return `The map is ${name}. ${formatRcloneCommands(bucket, mapFile, await cloudflare.findAccountId())}`;
}

function readBucketName(toml: string, header: string): string {
  const [, name] = /^bucket_name = "([^"]+)"/m.exec(readTable(toml, header) ?? '') ?? [];
  if (!name) throw new Problem(`${header} in wrangler.toml has no bucket_name.`);
  return name;
}

/** Returns the size of the file in bytes. Throws a Problem if it is not a PMTiles file, or if the Worker would reject its name. */
function checkTileFile(path: string): number {
  if (!/^[\w.-]+\.pmtiles$/.test(basename(path)))
    throw new Problem(`"${basename(path)}" must end in .pmtiles and have only letters, digits, dots, hyphens and underscores.`);
  const bytes = statSync(path, { throwIfNoEntry: false })?.size;
  if (bytes === undefined) throw new Problem(`There is no file ${path}.`);
  const magic = Buffer.alloc(8);
  const file = openSync(path, 'r');
  try {
    readSync(file, magic, 0, magic.length, 0);
  } finally {
    closeSync(file);
  }
  if (magic.toString('latin1') !== 'PMTiles\u0003') throw new Problem(`${path} is not a PMTiles file (version 3).`);
  return bytes;
}

function formatRcloneCommands(bucket: string, file: string, accountId: string | undefined): string {
  return [
    'Wrangler uploads at most 300 MiB, so upload it with rclone before you deploy. For the keys, create an R2 API token (Object Read & Write):\n',
    `    rclone config create r2 s3 provider=Cloudflare endpoint=https://${accountId ?? 'ACCOUNT_ID'}.r2.cloudflarestorage.com no_check_bucket=true access_key_id=… secret_access_key=…`,
    `    rclone copyto --progress ${quote(file)} r2:${bucket}/${basename(file)}`,
  ].join('\n');
}

/** Quotes a path for the shell if it needs quotes. */
function quote(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
