/** What the page tells of one picture. */
export type ReaderName = 'small' | 'package' | 'camera' | 'photo';

export interface Reading {
  text: string | null;
  /** Of one frame of the camera's size, drawing included. A photo is none. */
  frameMs: number | undefined;
}
