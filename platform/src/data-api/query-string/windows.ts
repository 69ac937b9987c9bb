import { treePath } from './names.ts'
import { parseText } from './parse-text.ts'
import type { At, Window } from './query.ts'

type Given = readonly (readonly [name: string, value: string])[]

/** `limit` and `offset` of every level; the last of several counts, and non-numbers are ignored. */
export function readWindows(limits: Given, offsets: Given): At<Window>[] {
  const byPath = new Map<string, Window>()
  const at = (name: string) => {
    const key = name.split('.').slice(0, -1).join('.')
    const window = byPath.get(key) ?? { offset: 0n, limit: undefined }
    byPath.set(key, window)
    return window
  }
  for (const [name, value] of limits) at(name).limit = wholeNumber(value)
  for (const [name, value] of offsets) at(name).offset = wholeNumber(value) ?? 0n

  return [...byPath].map(([path, what]) => ({ path: pathOf(path), what }))
}

const pathOf = (text: string): string[] => {
  if (text === '') return []
  const { path, field } = parseText(treePath, 'tree path', text)

  return [...path, field.name]
}

const wholeNumber = (text: string): bigint | undefined =>
  /^\s*-?\d+\s*$/.test(text) ? BigInt(text.trim()) : undefined
