/**
 * Shapes text with HarfBuzz: chooses and positions the glyphs of joined letters, conjuncts, stacked marks and ligatures. Calls the wasm
 * module of `harfbuzzjs` directly because the package's entry point compiles the module at run time, which Workers do not allow.
 */
import wasm from 'harfbuzzjs/dist/harfbuzz.wasm';

/** A shaped glyph. Distances are in font units; y points up. */
export interface ShapedGlyph {
  glyph: number;
  /** Index in the text of the first character of this glyph's cluster; all glyphs of a cluster share it. */
  cluster: number;
  advance: number;
  x: number;
  y: number;
}

export interface GlyphBox {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Face {
  unitsPerEm: number;
  ascent: number;
  descent: number;
  /** Shapes `text.slice(from, to)`, with the rest of the text as context; glyphs are in visual order. */
  shape: (text: string, from: number, to: number, isRightToLeft: boolean) => ShapedGlyph[];
  advance: (glyph: number) => number;
  box: (glyph: number) => GlyphBox;
}

/** Exports of harfbuzz.wasm. Numbers are pointers, counts or values of HarfBuzz's enumerations. */
interface HarfBuzz {
  memory: WebAssembly.Memory;
  __wasm_call_ctors: () => void;
  malloc: (size: number) => number;
  free: (pointer: number) => void;
  hb_blob_create: (data: number, length: number, mode: number, userData: number, destroy: number) => number;
  hb_face_create: (blob: number, index: number) => number;
  hb_face_get_upem: (face: number) => number;
  hb_font_create: (face: number) => number;
  hb_font_get_h_extents: (font: number, extents: number) => number;
  hb_font_get_glyph_h_advance: (font: number, glyph: number) => number;
  hb_font_get_glyph_extents: (font: number, glyph: number, extents: number) => number;
  hb_buffer_create: () => number;
  hb_buffer_destroy: (buffer: number) => void;
  hb_buffer_add_utf16: (buffer: number, text: number, textLength: number, from: number, length: number) => void;
  hb_buffer_set_direction: (buffer: number, direction: number) => void;
  hb_buffer_set_flags: (buffer: number, flags: number) => void;
  hb_buffer_guess_segment_properties: (buffer: number) => void;
  hb_buffer_get_length: (buffer: number) => number;
  hb_buffer_get_glyph_infos: (buffer: number, length: number) => number;
  hb_buffer_get_glyph_positions: (buffer: number, length: number) => number;
  hb_shape: (font: number, buffer: number, features: number, featureCount: number) => void;
}

const readOnly = 1;
const directions = { leftToRight: 4, rightToLeft: 5 } as const;
/** Joiners and other invisible characters affect shaping but get no glyph, and invalid sequences get no dotted circle. */
const bufferFlags = 0x8 | 0x10;
/** Size in bytes of HarfBuzz's `hb_glyph_info_t` and `hb_glyph_position_t`, which are equally large. */
const structureBytes = 20;
const pageBytes = 65_536;

/** Creates a shaper with its own wasm memory, which is freed with the shaper. Use a separate shaper for each document. */
export function createShaper(): { loadFace: (font: Uint8Array) => Face } {
  const harfbuzz = instantiate();
  return { loadFace: (font) => loadFace(harfbuzz, font) };
}

function instantiate(): HarfBuzz {
  const fail = () => {
    throw new Error('HarfBuzz ended unexpectedly');
  };
  const env = {
    _abort_js: fail,
    _emscripten_runtime_keepalive_clear: () => undefined,
    _setitimer_js: () => 0,
    emscripten_resize_heap: (bytes: number) => {
      const { memory } = harfbuzz;
      memory.grow(Math.ceil((bytes - memory.buffer.byteLength) / pageBytes));
      return 1;
    },
  };
  const instance = new WebAssembly.Instance(wasm, { env, wasi_snapshot_preview1: { proc_exit: fail } });
  const harfbuzz = instance.exports as unknown as HarfBuzz;
  harfbuzz.__wasm_call_ctors();
  return harfbuzz;
}

function loadFace(harfbuzz: HarfBuzz, file: Uint8Array): Face {
  const data = harfbuzz.malloc(file.length);
  new Uint8Array(harfbuzz.memory.buffer).set(file, data);
  const face = harfbuzz.hb_face_create(harfbuzz.hb_blob_create(data, file.length, readOnly, 0, 0), 0);
  const font = harfbuzz.hb_font_create(face);
  const numbers = harfbuzz.malloc(4 * structureBytes);
  const readNumbers = (count: number) => [...new Int32Array(harfbuzz.memory.buffer, numbers, count)];
  harfbuzz.hb_font_get_h_extents(font, numbers);
  const [ascent = 0, descent = 0] = readNumbers(2);
  return {
    unitsPerEm: harfbuzz.hb_face_get_upem(face),
    ascent,
    descent,
    shape: (text, from, to, isRightToLeft) => shape(harfbuzz, font, { text, from, to, isRightToLeft }),
    advance: (glyph) => harfbuzz.hb_font_get_glyph_h_advance(font, glyph),
    box: (glyph) => {
      harfbuzz.hb_font_get_glyph_extents(font, glyph, numbers);
      const [left = 0, top = 0, width = 0, height = 0] = readNumbers(4);
      return { left, right: left + width, top, bottom: top + height };
    },
  };
}

interface Segment {
  text: string;
  from: number;
  to: number;
  isRightToLeft: boolean;
}

function shape(harfbuzz: HarfBuzz, font: number, { text, from, to, isRightToLeft }: Segment): ShapedGlyph[] {
  const letters = harfbuzz.malloc(2 * text.length);
  new Uint16Array(harfbuzz.memory.buffer, letters, text.length).set(Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)));
  const buffer = harfbuzz.hb_buffer_create();
  harfbuzz.hb_buffer_add_utf16(buffer, letters, text.length, from, to - from);
  harfbuzz.hb_buffer_set_direction(buffer, isRightToLeft ? directions.rightToLeft : directions.leftToRight);
  harfbuzz.hb_buffer_set_flags(buffer, bufferFlags);
  // This call guesses only the script because the direction is already set.
  harfbuzz.hb_buffer_guess_segment_properties(buffer);
  harfbuzz.hb_shape(font, buffer, 0, 0);
  const length = harfbuzz.hb_buffer_get_length(buffer);
  const view = new DataView(harfbuzz.memory.buffer);
  const infos = harfbuzz.hb_buffer_get_glyph_infos(buffer, 0);
  const positions = harfbuzz.hb_buffer_get_glyph_positions(buffer, 0);
  const glyphs = Array.from({ length }, (_, index) => {
    const [info, position] = [infos + structureBytes * index, positions + structureBytes * index];
    return {
      glyph: view.getUint32(info, true),
      cluster: view.getUint32(info + 8, true),
      advance: view.getInt32(position, true),
      x: view.getInt32(position + 8, true),
      y: view.getInt32(position + 12, true),
    };
  });
  harfbuzz.hb_buffer_destroy(buffer);
  harfbuzz.free(letters);
  return glyphs;
}
