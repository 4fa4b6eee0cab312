/**
 * Turns each pixel black if it is darker than the average of the square around it, and white otherwise. Reveals small codes under
 * reflections and shadows that zxing's coarser threshold misses.
 */
export function binarize({ data, width, height }: ImageData, radiusPx: number): void {
  const sums = sumBrightness(data, width, height);
  const stride = width + 1;
  const pixels = new Uint32Array(data.buffer);
  for (let y = 0; y < height; y += 1) {
    const top = Math.max(0, y - radiusPx);
    const bottom = Math.min(height, y + radiusPx + 1);
    for (let x = 0; x < width; x += 1) {
      const left = Math.max(0, x - radiusPx);
      const right = Math.min(width, x + radiusPx + 1);
      const sum =
        (sums[bottom * stride + right] ?? 0) -
        (sums[top * stride + right] ?? 0) -
        (sums[bottom * stride + left] ?? 0) +
        (sums[top * stride + left] ?? 0);
      const index = y * width + x;
      const brightness = data[index * 4 + 1] ?? 0;
      pixels[index] = brightness * (bottom - top) * (right - left) <= sum ? 0xff000000 : 0xffffffff;
    }
  }
}

/** Returns a summed-area table of the brightness (the green channel), with an extra row and column of zeros. */
function sumBrightness(data: Uint8ClampedArray, width: number, height: number): Uint32Array {
  const stride = width + 1;
  const sums = new Uint32Array(stride * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let rowSum = 0;
    for (let x = 0; x < width; x += 1) {
      rowSum += data[(y * width + x) * 4 + 1] ?? 0;
      sums[(y + 1) * stride + x + 1] = (sums[y * stride + x + 1] ?? 0) + rowSum;
    }
  }
  return sums;
}
