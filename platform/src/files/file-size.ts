const UNITS = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 }
const SIZE = /^(\d+(?:\.\d+)?)(b|kb|mb|gb)?$/i

/** Bytes, or a number with a decimal unit such as `20mb`; null when it is neither. */
export function readFileSize(size: number | string): number | null {
  if (typeof size === 'number') return Number.isSafeInteger(size) && size >= 0 ? size : null

  const [, digits, unit = 'b'] = SIZE.exec(size.trim()) ?? []
  if (digits === undefined) return null
  const bytes = Math.floor(Number(digits) * UNITS[unit.toLowerCase() as keyof typeof UNITS])

  return Number.isSafeInteger(bytes) ? bytes : null
}
