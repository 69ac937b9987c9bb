import type { Cursor } from './cursor.ts'
import { isRandomBody } from './random-text.ts'
import type { SecretKind, SecretRow } from './secret-rules.ts'
import { serviceNear } from './service-names.ts'
import { matchPattern, parsePattern } from './token-pattern.ts'

/** What looks like a secret. If `isReal` is false, it is a placeholder or public. */
export type Match = { start: number; end: number; isReal: boolean; kind?: SecretKind }

export type SecretRule = {
  kind: SecretKind
  /** Every such secret contains one of these texts; the rule runs at each. */
  anchors: readonly string[]
  match(cursor: Cursor, anchorAt: number, anchor: string): Match | null
}

/** How far from a token a text may mark it as public. */
const NEAR_CHARACTERS = 240
const NAME_CHARACTERS = 60

/** One rule per form, so that a match does not hide another form. */
export const tokenRules = ({
  kind,
  tokens = [],
  isShared = false,
  publicNear,
}: SecretRow & { kind: SecretKind }): SecretRule[] =>
  tokens.map((form) => {
    const pattern = parsePattern(form)

    return {
      kind,
      anchors: [pattern.anchor],
      match(cursor, anchorAt) {
        const place = matchPattern(cursor, anchorAt, pattern)
        if (!place) return null
        const { start, end } = place
        const isReal =
          isRandomBody(cursor.slice(start, end).replace(pattern.anchor, '')) &&
          !publicNear?.test(cursor.slice(start - NEAR_CHARACTERS, end + NEAR_CHARACTERS))

        const before = isShared && isReal ? cursor.slice(start - NAME_CHARACTERS, start) : ''

        return { start, end, isReal, kind: serviceNear('', before) ?? kind }
      },
    }
  })
