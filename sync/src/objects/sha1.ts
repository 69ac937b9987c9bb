import type { Bytes } from './bytes.ts'

const BLOCK = 64

/** SHA-1 in portions. WebCrypto needs all data at once and copies it: too much memory for large files. */
export function openSha1() {
  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0)
  const words = new Int32Array(80)
  const rest = new Uint8Array(BLOCK)
  let restBytes = 0
  let total = 0

  function update(bytes: Bytes): void {
    total += bytes.length
    let at = 0
    if (restBytes > 0) {
      at = Math.min(BLOCK - restBytes, bytes.length)
      rest.set(bytes.subarray(0, at), restBytes)
      restBytes += at
      if (restBytes < BLOCK) return
      mix(state, words, rest, 0)
    }
    for (; at + BLOCK <= bytes.length; at += BLOCK) mix(state, words, bytes, at)
    rest.set(bytes.subarray(at))
    restBytes = bytes.length - at
  }

  function end(): Bytes {
    const size = total
    const padding = new Uint8Array((restBytes < 56 ? 56 : 120) - restBytes + 8)
    padding[0] = 0x80
    const view = new DataView(padding.buffer)
    view.setUint32(padding.length - 8, Math.floor(size / 0x20000000))
    view.setUint32(padding.length - 4, size << 3)
    update(padding)
    const digest = new Uint8Array(20)
    const out = new DataView(digest.buffer)
    for (const [i, word] of state.entries()) out.setInt32(i * 4, word)
    return digest
  }

  return { update, end }
}

const rotate = (word: number, by: number) => (word << by) | (word >>> (32 - by))

/** One block, as in FIPS 180-4. */
function mix(state: Int32Array, words: Int32Array, bytes: Uint8Array, start: number): void {
  for (let i = 0; i < 16; i++) {
    const at = start + i * 4
    words[i] =
      ((bytes[at] ?? 0) << 24) |
      ((bytes[at + 1] ?? 0) << 16) |
      ((bytes[at + 2] ?? 0) << 8) |
      (bytes[at + 3] ?? 0)
  }
  for (let i = 16; i < 80; i++) {
    const word =
      (words[i - 3] ?? 0) ^ (words[i - 8] ?? 0) ^ (words[i - 14] ?? 0) ^ (words[i - 16] ?? 0)
    words[i] = rotate(word, 1)
  }
  // By index, because destructuring would allocate an iterator for each block.
  let a = state[0] ?? 0
  let b = state[1] ?? 0
  let c = state[2] ?? 0
  let d = state[3] ?? 0
  let e = state[4] ?? 0
  for (let i = 0; i < 80; i++) {
    const next = (rotate(a, 5) + choose(i, b, c, d) + e + (words[i] ?? 0)) | 0
    e = d
    d = c
    c = rotate(b, 30)
    b = a
    a = next
  }
  state[0] = ((state[0] ?? 0) + a) | 0
  state[1] = ((state[1] ?? 0) + b) | 0
  state[2] = ((state[2] ?? 0) + c) | 0
  state[3] = ((state[3] ?? 0) + d) | 0
  state[4] = ((state[4] ?? 0) + e) | 0
}

function choose(round: number, b: number, c: number, d: number): number {
  if (round < 20) return ((b & c) | (~b & d)) + 0x5a827999
  if (round < 40) return (b ^ c ^ d) + 0x6ed9eba1
  if (round < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
  return (b ^ c ^ d) + 0xca62c1d6
}
