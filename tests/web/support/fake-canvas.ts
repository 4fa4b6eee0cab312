/** Replaces the canvas, which jsdom lacks, with one that records the drawn text and creates a file. */
import { vi } from 'vitest';

export function canvasFake() {
  const words: string[] = [];
  let isRefused = false;
  const pen = new Proxy({} as Record<string | symbol, unknown>, {
    get: (_, name) => (name === 'fillText' ? (text: string) => words.push(text) : () => undefined),
    set: () => true,
  });
  vi.stubGlobal(
    'Path2D',
    class {
      roundRect() {}
    },
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation((() => (isRefused ? null : pen)) as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['png'], { type: 'image/png' })));
  URL.createObjectURL = () => 'blob:a-picture';
  URL.revokeObjectURL = () => undefined;
  return {
    words: () => words,
    refuse() {
      isRefused = true;
    },
  };
}
