/** Vite plugin that builds the map and town-search data from packages, as modules in chunks or as separate files. */
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { type TownIndex, type TownSquareIndex, townSquareIndexPath } from '#schema/finding/town-file.ts';
import { landRings } from './land.ts';
import { townFiles, townSquareFiles } from './towns.ts';

interface BuiltTowns<Index> {
  index: Index;
  /** File contents, keyed by URL. */
  files: Map<string, string>;
}

const virtualModules = ['virtual:land', 'virtual:towns', 'virtual:town-squares'];

export function mapData(): Plugin {
  let isServing = false;
  let builtTowns: BuiltTowns<TownIndex> | undefined;
  let builtSquares: BuiltTowns<TownSquareIndex> | undefined;
  const towns = () => {
    builtTowns ??= buildTowns();
    return builtTowns;
  };
  const squares = () => {
    builtSquares ??= buildSquares();
    return builtSquares;
  };
  return {
    name: 'map-data',
    configResolved: ({ command }) => {
      isServing = command === 'serve';
    },
    resolveId: (id) => (virtualModules.includes(id) ? `\0${id}` : undefined),
    load(id, options) {
      if (id === '\0virtual:land') return `export default ${JSON.stringify(landRings())}`;
      if (id !== '\0virtual:towns' && id !== '\0virtual:town-squares') return undefined;
      // Returns empty data because prerendering and component tests never search for towns.
      if (options?.ssr || process.env.VITEST) return `export default ${JSON.stringify(id === '\0virtual:towns' ? noTowns : noSquares)}`;
      const { index, files } = id === '\0virtual:towns' ? towns() : squares();
      if (!isServing) for (const [address, source] of files) this.emitFile({ type: 'asset', fileName: address.slice(1), source });
      return `export default ${JSON.stringify(index)}`;
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const source = request.url?.startsWith('/assets/towns-') && (towns().files.get(request.url) ?? squares().files.get(request.url));
        if (!source) return next();
        response.setHeader('Content-Type', 'application/json');
        response.end(source);
      });
    },
  };
}

const noTowns: TownIndex = { largest: '', files: [] };
const noSquares: TownSquareIndex = { addressStart: '', squares: [] };

const hashText = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** Uses one hash in the names of all map square files because a list of separate hashes would be larger than most of the files. */
function buildSquares(): BuiltTowns<TownSquareIndex> {
  const contents = [...townSquareFiles()].map(([square, file]) => [square, JSON.stringify(file)] as const);
  const addressStart = `/assets/towns-at-${hashText(contents.map(([, source]) => source).join())}-`;
  const index = { addressStart, squares: contents.map(([square]) => square) };
  return {
    index,
    files: new Map([
      [townSquareIndexPath, JSON.stringify(index)],
      ...contents.map(([square, source]) => [`${addressStart}${square}.json`, source] as const),
    ]),
  };
}

function buildTowns(): BuiltTowns<TownIndex> {
  const { largest, files } = townFiles();
  const contents = new Map<string, string>();
  const emitFile = (file: object) => {
    const source = JSON.stringify(file);
    const address = `/assets/towns-${hashText(source)}.json`;
    contents.set(address, source);
    return address;
  };
  return {
    index: { largest: emitFile(largest), files: files.map(({ firstKey, file }) => ({ firstKey, address: emitFile(file) })) },
    files: contents,
  };
}
