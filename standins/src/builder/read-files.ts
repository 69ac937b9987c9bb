import { fieldsOf } from '#runtime/fields.ts'
import { encoded } from './project.ts'

/** Files by path: a text, `{"base64"}`, or null to remove one. */
export function readFiles(input: unknown): Record<string, string | null> {
  const fields = fieldsOf(input)

  return Object.fromEntries(
    Object.keys(input as object).map((path) => {
      const value = fields.value(path)
      if (value === null) return [path, null]
      return [path, typeof value === 'string' ? encoded(value) : fieldsOf(value).text('base64')]
    }),
  )
}
