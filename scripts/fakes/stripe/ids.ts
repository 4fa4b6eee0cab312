import { randomInt } from 'node:crypto';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function randomText(length: number): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
}

export function createId(prefix: string): string {
  return `${prefix}_${randomText(24)}`;
}
