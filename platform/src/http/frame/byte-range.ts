import type { Stretch } from '#files/bytes.ts'

/**
 * The range of a Range header; null for the whole file. Several ranges are ignored; an invalid range, or one beyond the end, is
 * `unsatisfiable`.
 */
export function readRange(
  header: string | undefined,
  size: number,
): Stretch | 'unsatisfiable' | null {
  if (header === undefined || !/^bytes=/i.test(header) || header.includes(',')) return null

  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header) ?? []
  if (first === '' && last === '') return 'unsatisfiable'
  if (first === '') {
    const count = Math.min(Number(last), size)
    return count === 0 ? 'unsatisfiable' : { from: size - count, to: size - 1 }
  }

  const from = Number(first)
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return from > to ? 'unsatisfiable' : { from, to }
}
