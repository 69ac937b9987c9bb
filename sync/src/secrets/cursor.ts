/** The characters allowed in a part of a secret. */
export type Charset = { readonly isAscii: Uint8Array; readonly isOther: boolean }

export function charset(pattern: RegExp): Charset {
  const isAscii = Uint8Array.from({ length: 128 }, (_, code) =>
    pattern.test(String.fromCharCode(code)) ? 1 : 0,
  )
  return { isAscii, isOther: pattern.test('\u00f1') }
}

const has = ({ isAscii, isOther }: Charset, code: number): boolean =>
  code < 128 ? isAscii[code] === 1 : isOther

/** How far a rule looks back; longer than any token's header. */
const LOOK_BACK = 2048

type Run = { start: number; end: number }

/**
 * The only way for rules to read text. It caches the ends of runs, so searching always takes time linear in the text. `steps` counts
 * examined characters.
 */
export class Cursor {
  readonly #text: string
  readonly #runs = new Map<Charset, Run>()
  steps = 0

  constructor(text: string) {
    this.#text = text
  }

  get length(): number {
    return this.#text.length
  }

  startsWith(part: string, at: number): boolean {
    this.steps += 1
    return this.#text.startsWith(part, at)
  }

  codeAt(at: number): number {
    this.steps += 1
    return this.#text.charCodeAt(at)
  }

  isAt(set: Charset, at: number): boolean {
    this.steps += 1
    return at >= 0 && at < this.#text.length && has(set, this.#text.charCodeAt(at))
  }

  /** The end of the run of such characters that begins here. */
  runEnd(set: Charset, at: number): number {
    const known = this.#runs.get(set)
    this.steps += 1
    if (known && at >= known.start && at <= known.end) return known.end
    let end = at
    while (end < this.#text.length && has(set, this.#text.charCodeAt(end))) end += 1
    this.steps += end - at
    this.#runs.set(set, { start: at, end })
    return end
  }

  /** The start of the run of such characters that ends here, up to the limit. */
  runStart(set: Charset, end: number, most = LOOK_BACK): number {
    const furthest = Math.max(0, end - most)
    let start = end
    while (start > furthest && has(set, this.#text.charCodeAt(start - 1))) start -= 1
    this.steps += end - start + 1
    return start
  }

  slice(start: number, end: number): string {
    const from = Math.max(0, start)
    this.steps += Math.max(0, end - from)
    return this.#text.slice(from, end)
  }
}
