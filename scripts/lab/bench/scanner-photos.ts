/** Public sets of photos of QR codes, fetched from GitHub into dist/, each at one commit. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#scripts/setup/run.mjs';
import { Problem } from '#scripts/setup/steps.mjs';

export interface Photo {
  set: string;
  file: string;
  /** What its code says; null where it shows none. */
  text: string | null;
}

interface PhotoSet {
  name: string;
  repository: string;
  commit: string;
  folder: string;
}

/** Many photos of one are in the other too, cropped and compressed again. */
const sets: PhotoSet[] = [
  {
    name: 'zxing-cpp',
    repository: 'https://github.com/zxing-cpp/zxing-cpp',
    commit: '77dceca0687d46914b13f007447f5b354b078dd8',
    folder: 'test/samples',
  },
  {
    name: 'zxing',
    repository: 'https://github.com/zxing/zxing',
    commit: '7f129804e396958ae762da288da5df330d142da0',
    folder: 'core/src/test/resources/blackbox',
  },
];

/** All photos with a code whose text is known, and all without any. */
export function fetchPhotos(): Photo[] {
  return sets.flatMap((set) => photosOf(set, checkedOut(set)));
}

/** With git, since GitHub's archive of zxing-cpp leaves its samples out. Answers the folder. */
function checkedOut({ name, repository, commit, folder }: PhotoSet): string {
  const kept = join(root, 'dist', 'qr-photos', `${name}-${commit.slice(0, 12)}`);
  if (existsSync(kept)) return join(kept, folder);
  const coming = `${kept}.coming`;
  rmSync(coming, { recursive: true, force: true });
  mkdirSync(coming, { recursive: true });
  const git = (...args: string[]) => execFileSync('git', args, { cwd: coming, stdio: 'pipe' });
  try {
    git('init', '--quiet');
    git('remote', 'add', 'origin', repository);
    git('sparse-checkout', 'set', '--no-cone', `${folder}/qrcode-*`, `${folder}/falsepositives*`);
    git('fetch', '--quiet', '--depth', '1', '--filter=blob:none', 'origin', commit);
    git('checkout', '--quiet', 'FETCH_HEAD');
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    throw new Problem(`The photos of ${repository} could not be fetched; this benchmark needs the network once. ${said}`);
  }
  renameSync(coming, kept);
  return join(kept, folder);
}

function photosOf({ name }: PhotoSet, folder: string): Photo[] {
  const folders = readdirSync(folder).filter((one) => /^(qrcode-\d|falsepositives)/.test(one));
  return folders.sort().flatMap((one) =>
    readdirSync(join(folder, one))
      .filter((file) => /\.(png|jpe?g|gif|webp)$/.test(file))
      .sort()
      .flatMap((file): Photo[] => {
        const photo = { set: name, file: join(folder, one, file) };
        if (one.startsWith('falsepositives')) return [{ ...photo, text: null }];
        const known = photo.file.replace(/\.\w+$/, '.txt');
        return existsSync(known) ? [{ ...photo, text: readFileSync(known, 'utf8') }] : [];
      }),
  );
}
