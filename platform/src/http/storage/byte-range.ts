import type { Stretch } from '#files/read-bytes.ts'

/**
 * What a Range header asks for: null for everything. Several ranges at once are not served and count
 * as none; one that makes no sense, or lies behind the end, is `unsatisfiable`.
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
