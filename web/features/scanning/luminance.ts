/** Grey pictures for the QR reader: one byte a pixel, row by row. */
export interface GreyImage {
  pixels: Uint8ClampedArray;
  width: number;
  height: number;
}

/** RGBA pixels of a canvas -> grey. */
export function greyFromRgba(rgba: Uint8ClampedArray, width: number, height: number): GreyImage {
  const pixels = new Uint8ClampedArray(width * height);
  for (let index = 0, from = 0; index < pixels.length; index++, from += 4) {
    pixels[index] = ((rgba[from] ?? 0) * 77 + (rgba[from + 1] ?? 0) * 151 + (rgba[from + 2] ?? 0) * 28) >> 8;
  }
  return { pixels, width, height };
}

/** Each pixel the mean of `across` x `down` pixels: takes out noise and some blur; unequal factors straighten a tilted code. */
export function shrink(image: GreyImage, across: number, down: number = across): GreyImage {
  const width = Math.floor(image.width / across);
  const height = Math.floor(image.height / down);
  const pixels = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let dy = 0; dy < down; dy++) {
        const row = (y * down + dy) * image.width + x * across;
        for (let dx = 0; dx < across; dx++) sum += image.pixels[row + dx] ?? 0;
      }
      pixels[y * width + x] = sum / (across * down);
    }
  }
  return { pixels, width, height };
}

/** The middle of the picture, twice as large: for a code that is small or far away. */
export function enlargeCentre(image: GreyImage): GreyImage {
  const width = Math.floor(image.width / 2) * 2;
  const height = Math.floor(image.height / 2) * 2;
  const left = Math.floor(image.width / 4);
  const top = Math.floor(image.height / 4);
  const pixels = new Uint8ClampedArray(width * height);
  const at = (x: number, y: number) => image.pixels[y * image.width + x] ?? 0;
  for (let y = 0; y < height; y++) {
    const sourceY = top + (y >> 1);
    for (let x = 0; x < width; x++) {
      const sourceX = left + (x >> 1);
      const here = at(sourceX, sourceY);
      const right = x & 1 ? at(sourceX + 1, sourceY) : here;
      const below = y & 1 ? at(sourceX, sourceY + 1) : here;
      const across = x & 1 && y & 1 ? at(sourceX + 1, sourceY + 1) : x & 1 ? right : below;
      pixels[y * width + x] = (here + right + below + across) >> 2;
    }
  }
  return { pixels, width, height };
}

/** Unsharp mask over a `radius` box: brings back the edges of a code that is out of focus. */
export function sharpen(image: GreyImage, radius: number, strength: number): GreyImage {
  const blurred = boxBlur(image, radius);
  const pixels = new Uint8ClampedArray(image.pixels.length);
  for (let index = 0; index < pixels.length; index++) {
    const value = image.pixels[index] ?? 0;
    pixels[index] = value + strength * (value - (blurred[index] ?? 0));
  }
  return { pixels, width: image.width, height: image.height };
}

/** White on black becomes black on white. */
export function invert(image: GreyImage): GreyImage {
  return { ...image, pixels: image.pixels.map((value) => 255 - value) };
}

function boxBlur({ pixels, width, height }: GreyImage, radius: number): Float32Array {
  const rows = new Float32Array(pixels.length);
  const result = new Float32Array(pixels.length);
  for (let y = 0; y < height; y++) slide(pixels, rows, y * width, 1, width, radius);
  for (let x = 0; x < width; x++) slide(rows, result, x, width, height, radius);
  return result;
}

/** Moving mean over one row (`step` 1) or one column (`step` width), the border repeated. */
function slide(from: ArrayLike<number>, to: Float32Array, start: number, step: number, length: number, radius: number): void {
  const at = (index: number) => from[start + Math.min(length - 1, Math.max(0, index)) * step] ?? 0;
  const size = 2 * radius + 1;
  let sum = 0;
  for (let index = -radius; index <= radius; index++) sum += at(index);
  for (let index = 0; index < length; index++) {
    to[start + index * step] = sum / size;
    sum += at(index + radius + 1) - at(index - radius);
  }
}
