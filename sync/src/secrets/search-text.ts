import { Cursor } from './cursor.ts'
import { SECRET_RULES, type SecretKind, type SecretRule } from './secret-rules.ts'

export type Place = { line: number; kind: SecretKind; start: string }

/** How much of the text around an anchor a rule may need; windows of a large file overlap by this. */
const BEFORE = 2048
const AFTER = 12_288
const START_CHARACTERS = 6

type Anchored = { rule: SecretRule; anchor: string; second: number }

/** By the code of an anchor's first character. */
const ANCHORED = Array.from({ length: 128 }, (_, code): readonly Anchored[] | null => {
  const some = SECRET_RULES.flatMap((rule) =>
    rule.anchors
      .filter((anchor) => anchor.charCodeAt(0) === code)
      .map((anchor) => ({ rule, anchor, second: anchor.charCodeAt(1) })),
  )
  return some.length > 0 ? some : null
})

/** Searches a text that comes in portions, in their order, each anchor once. */
export class TextSearch {
  #text = ''
  /** Where the kept text begins, and how many line breaks are before it. */
  #base = 0
  #linesBefore = 0
  /** Of the kept text, what was searched already. */
  #searched = 0
  /** Where a rule's last match ended: within it the same rule finds nothing new. */
  readonly #busyUntil = new Map<SecretRule, number>()
  readonly #seen = new Set<string>()
  steps = 0

  /** The line of the last character that was searched. */
  get line(): number {
    return this.#linesBefore + lineBreaksBefore(this.#text, this.#searched) + 1
  }

  /** What a person has to look at, one for each kind in a line. */
  add(portion: string, { isLast }: { isLast: boolean }): Place[] {
    this.#text += portion
    const until = isLast ? this.#text.length : Math.max(this.#searched, this.#text.length - AFTER)
    const places = this.#placesOf(this.#matches(this.#searched, until))
    this.#searched = until
    this.#dropSearched()

    return places
  }

  #matches(from: number, until: number) {
    const text = this.#text
    const cursor = new Cursor(text)
    const found: { start: number; kind: SecretKind }[] = []
    for (let at = from; at < until; at++) {
      const some = ANCHORED[text.charCodeAt(at)]
      if (!some) continue
      const next = text.charCodeAt(at + 1)
      for (const { rule, anchor, second } of some) {
        if (second !== next || !cursor.startsWith(anchor, at)) continue
        if (this.#base + at < (this.#busyUntil.get(rule) ?? 0)) continue
        const match = rule.match(cursor, at, anchor)
        if (!match) continue
        this.#busyUntil.set(rule, this.#base + match.end)
        if (match.isReal) found.push({ start: match.start, kind: rule.kind })
      }
    }
    this.steps += cursor.steps + until - from

    return found.sort((a, b) => a.start - b.start)
  }

  #placesOf(found: readonly { start: number; kind: SecretKind }[]): Place[] {
    const text = this.#text
    let line = this.#linesBefore + 1
    let nextBreak = text.indexOf('\n')
    return found.flatMap(({ start, kind }) => {
      while (nextBreak !== -1 && nextBreak < start) {
        line += 1
        nextBreak = text.indexOf('\n', nextBreak + 1)
      }
      const id = `${line} ${kind}`
      if (this.#seen.has(id)) return []
      this.#seen.add(id)
      return [{ line, kind, start: text.slice(start, start + START_CHARACTERS) }]
    })
  }

  #dropSearched(): void {
    const drop = this.#searched - BEFORE
    if (drop <= 0) return
    this.#linesBefore += lineBreaksBefore(this.#text, drop)
    this.#text = this.#text.slice(drop)
    this.#base += drop
    this.#searched -= drop
  }
}

function lineBreaksBefore(text: string, until: number): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < until; at = text.indexOf('\n', at + 1)) {
    count += 1
  }
  return count
}
