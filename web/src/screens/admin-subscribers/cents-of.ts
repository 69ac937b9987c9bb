/** Parses a typed amount, with a point or a comma before the cents. null: invalid. */
export function centsOf(typed: string): number | null {
  const [, whole, part = ''] = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(typed.trim()) ?? []

  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}
