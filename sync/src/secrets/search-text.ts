import { ALL_RULES } from './all-rules.ts'
import { Cursor } from './cursor.ts'
import type { SecretRule } from './secret-rule.ts'
import type { SecretKind } from './secret-rules.ts'

/** Columns count UTF-16 units from 1; `endColumn` is the first after the match or its first line. */
export type Match = {
  line: number
  column: number
  endColumn: number
  kind: SecretKind
  text: string
}

/** The context that a rule may need around an anchor; windows of a large file overlap by this much. */
const BEFORE = 2048
const AFTER = 12_288

type Anchored = { rule: SecretRule; anchor: string }
type Found = { start: number; end: number; kind: SecretKind; isNamed: boolean }

/** Indexed by an anchor's first two characters: skips most text. */
const FIRST_TWO = new Uint16Array(128 * 128)
const ANCHORED: Anchored[][] = [[]]

for (const rule of ALL_RULES) {
  for (const anchor of rule.anchors) {
    const two = (anchor.charCodeAt(0) << 7) | anchor.charCodeAt(1)
    const known = FIRST_TWO[two]
    if (known) ANCHORED[known]?.push({ rule, anchor })
    else FIRST_TWO[two] = ANCHORED.push([{ rule, anchor }]) - 1
  }
}

/** Searches a text in portions, in order, each anchor once. */
export class TextSearch {
  #text = ''
  /** The start of the kept text, the line breaks before it, and the start of its first line. */
  #base = 0
  #linesBefore = 0
  #lineStart = 0
  /** The searched length of the kept text. */
  #searched = 0
  /** The end of a rule's last match, within which it finds nothing new. */
  readonly #busyUntil = new Map<SecretRule, number>()
  steps = 0

  /** The line of the last character that was searched. */
  get line(): number {
    return this.#linesBefore + breaksBefore(this.#text, this.#searched).count + 1
  }

  add(portion: string, { isLast }: { isLast: boolean }): Match[] {
    this.#text += portion
    const until = isLast ? this.#text.length : Math.max(this.#searched, this.#text.length - AFTER)
    const places = this.#placesOf(this.#matches(this.#searched, until))
    this.#searched = until
    this.#dropSearched()

    return places
  }

  #matches(from: number, until: number): Found[] {
    const text = this.#text
    const cursor = new Cursor(text)
    const found: Found[] = []
    let next = text.charCodeAt(from)
    for (let at = from; at < until; at++) {
      const code = next
      next = text.charCodeAt(at + 1)
      if ((code | next) > 127) continue
      const known = FIRST_TWO[(code << 7) | next]
      if (known) this.#ask(cursor, at, ANCHORED[known] ?? [], found)
    }
    this.steps += cursor.steps + until - from

    return withoutRepeats(found.sort((a, b) => a.start - b.start))
  }

  #ask(cursor: Cursor, at: number, some: readonly Anchored[], found: Found[]): void {
    for (const { rule, anchor } of some) {
      if (!cursor.startsWith(anchor, at)) continue
      if (this.#base + at < (this.#busyUntil.get(rule) ?? 0)) continue
      const match = rule.match(cursor, at, anchor)
      if (!match) continue
      this.#busyUntil.set(rule, this.#base + match.end)
      const { start, end, kind = rule.kind } = match
      if (match.isReal) found.push({ start, end, kind, isNamed: isByName(rule) })
    }
  }

  #placesOf(found: readonly Found[]): Match[] {
    const text = this.#text
    let line = this.#linesBefore + 1
    let lineStart = this.#lineStart - this.#base
    let nextBreak = text.indexOf('\n')
    return found.map(({ start, end, kind }) => {
      while (nextBreak !== -1 && nextBreak < start) {
        line += 1
        lineStart = nextBreak + 1
        nextBreak = text.indexOf('\n', nextBreak + 1)
      }
      const lineEnd = nextBreak === -1 ? end : Math.min(end, nextBreak)
      return {
        line,
        column: start - lineStart + 1,
        endColumn: lineEnd - lineStart + 1,
        kind,
        text: text.slice(start, end),
      }
    })
  }

  #dropSearched(): void {
    const drop = this.#searched - BEFORE
    if (drop <= 0) return
    const { count, last } = breaksBefore(this.#text, drop)
    this.#linesBefore += count
    if (last !== -1) this.#lineStart = this.#base + last + 1
    this.#text = this.#text.slice(drop)
    this.#base += drop
    this.#searched -= drop
  }
}

const isByName = ({ kind }: SecretRule): boolean => kind === 'named_secret'

/** If several rules find the same text, the first that knows its form is used. */
function withoutRepeats(found: readonly Found[]): Found[] {
  const byForm = found.filter(({ isNamed }) => !isNamed)
  let i = 0
  let formEnd = 0
  const kept: Found[] = []
  for (const one of found) {
    while (i < byForm.length && (byForm[i]?.start ?? 0) < one.end) {
      formEnd = Math.max(formEnd, byForm[i]?.end ?? 0)
      i += 1
    }
    const last = kept.at(-1)
    const isRepeat = one.isNamed ? formEnd > one.start : last !== undefined && last.end > one.start
    if (!isRepeat) kept.push(one)
  }
  return kept
}

function breaksBefore(text: string, until: number): { count: number; last: number } {
  let count = 0
  let last = -1
  for (let at = text.indexOf('\n'); at !== -1 && at < until; at = text.indexOf('\n', at + 1)) {
    count += 1
    last = at
  }
  return { count, last }
}
