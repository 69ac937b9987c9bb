import fc from 'fast-check'
import type { TestFile } from './git.ts'

/** Few names, so that files and folders meet; some sort differently as bytes, as folders or in Unicode. */
const segment = fc.constantFrom(
  'a',
  'b',
  'a.txt',
  'a-b',
  'a0',
  'A',
  'lib',
  'lib.ts',
  'ñ',
  'é.md',
  'src',
  '日本',
  '😀',
  '\uffee',
  'x y',
  '.hidden',
  '#1',
  '!b',
  '[c]',
  'ä'.normalize('NFC'),
)

export const path = fc
  .array(segment, { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join('/'))

export const bytes = fc.oneof(
  fc.constant(new Uint8Array()),
  fc.string({ maxLength: 40 }).map((text) => Uint8Array.from(Buffer.from(text))),
  fc.uint8Array({ maxLength: 60 }).map((some) => Uint8Array.from(some)),
  fc
    .constantFrom('a\r\nb\r\n', ' trailing \n', '\ufeffmark', '\0binary')
    .map((text) => Uint8Array.from(Buffer.from(text))),
)

const mode = fc.constantFrom('100644' as const, '100644' as const, '100755' as const)

const file = fc.record({ path, bytes, mode })

/** A project: no path twice, no file where another needs a folder. */
export const project = (maxLength = 12, minLength = 0): fc.Arbitrary<TestFile[]> =>
  fc.array(file, { minLength, maxLength }).map(withoutClashes)

export function withoutClashes<T extends { path: string }>(files: readonly T[]): T[] {
  const kept: T[] = []
  for (const one of files) {
    const clashes = kept.some(
      ({ path: other }) =>
        other === one.path || other.startsWith(`${one.path}/`) || one.path.startsWith(`${other}/`),
    )
    if (!clashes) kept.push(one)
  }
  return kept
}
