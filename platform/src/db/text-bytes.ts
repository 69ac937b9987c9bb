/** A text parameter as its UTF-8 bytes: a large one is then never decoded and encoded again. */
export class TextBytes {
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
}
