/** A text parameter as UTF-8 bytes, so that large texts are never decoded and encoded again. */
export class TextBytes {
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
}
