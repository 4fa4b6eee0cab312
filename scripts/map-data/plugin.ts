/** Vite plugin that builds the data for the map and the town search from packages, as modules in chunks or as separate files. */
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import type { TownIndex } from '#web/features/finding/map/towns/town-file.ts';
import { landRings } from './land.ts';
import { townFiles } from './towns.ts';

interface BuiltTowns {
  index: TownIndex;
  files: Map<string, string>;
}

export function mapData(): Plugin {
  let isServing = false;
  let builtTowns: BuiltTowns | undefined;
  const towns = () => {
    builtTowns ??= buildTowns();
    return builtTowns;
  };
  return {
    name: 'map-data',
    configResolved: ({ command }) => {
      isServing = command === 'serve';
    },
    resolveId: (id) => (id === 'virtual:land' || id === 'virtual:towns' ? `\0${id}` : undefined),
    load(id, options) {
      if (id === '\0virtual:land') return `export default ${JSON.stringify(landRings())}`;
      if (id !== '\0virtual:towns') return undefined;
      // Prerendering and component tests never search towns.
      if (options?.ssr || process.env.VITEST) return `export default ${JSON.stringify({ largest: '', files: [] } satisfies TownIndex)}`;
      if (!isServing) for (const [address, source] of towns().files) this.emitFile({ type: 'asset', fileName: address.slice(1), source });
      return `export default ${JSON.stringify(towns().index)}`;
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const source = request.url?.startsWith('/assets/towns-') && towns().files.get(request.url);
        if (!source) return next();
        response.setHeader('Content-Type', 'application/json');
        response.end(source);
      });
    },
  };
}

function buildTowns(): BuiltTowns {
  const { largest, files } = townFiles();
  const contents = new Map<string, string>();
  const emitFile = (file: object) => {
    const source = JSON.stringify(file);
    const address = `/assets/towns-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.json`;
    contents.set(address, source);
    return address;
  };
  return {
    index: { largest: emitFile(largest), files: files.map(({ firstKey, file }) => ({ firstKey, address: emitFile(file) })) },
    files: contents,
  };
}
