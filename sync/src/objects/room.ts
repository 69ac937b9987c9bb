import type { Bytes } from './bytes.ts'

/** Where bytes of this size are put. */
export type Room = (size: number) => Bytes

export const newRoom: Room = (size) => new Uint8Array(size)

/** One buffer for all, each valid until the next: new ones stay in memory until a browser's next collection. */
export function openRoom(): Room {
  let buffer = new ArrayBuffer(0)

  return (size) => {
    if (buffer.byteLength < size) buffer = new ArrayBuffer(size)
    return new Uint8Array(buffer, 0, size)
  }
}
