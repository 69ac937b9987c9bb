import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffFile } from '#diffs/diff-file.ts'
import { git, newRepository } from './git.ts'
import { randomCases } from './random-cases.ts'

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', '', 'ñ', 'a\r', ' a'), { maxLength: 12 })
  .chain((lines) => fc.constantFrom(lines.join('\n'), `${lines.join('\n')}\n`))

test.each(randomCases())(
  'git applies our hunks to the old file and gets the new one (seed $seed)',
  (cases) => {
    const folder = newRepository()

    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = diffFile(bytesOf(before), bytesOf(after))
        if (diff.kind !== 'lines') throw new Error('Small texts have lines.')
        fc.pre(diff.hunks.length > 0)
        const patch = diff.hunks.map(
          ({ oldStart, oldLines, newStart, newLines, lines }) =>
            `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@\n${lines.join('\n')}\n`,
        )
        writeFileSync(join(folder, 'f'), before)

        git(
          folder,
          ['apply', '--whitespace=nowarn', '--unidiff-zero'],
          `--- a/f\n+++ b/f\n${patch.join('')}`,
        )

        expect(git(folder, ['hash-object', '--no-filters', 'f'])).toBe(
          git(folder, ['hash-object', '--stdin', '--no-filters'], after),
        )
      }),
      cases,
    )
  },
)

test('a new file is all added, a deleted one all removed', () => {
  expect(diffFile(null, bytesOf('a\nb\n'))).toMatchObject({ added: 2, removed: 0 })
  expect(diffFile(bytesOf('a\nb\n'), null)).toMatchObject({ added: 0, removed: 2 })
})

test('pictures, large files and other encodings show their sizes', () => {
  const sizes = (bytes: Uint8Array<ArrayBuffer>) => ({
    kind: 'sizes',
    oldSize: 1,
    newSize: bytes.length,
  })

  for (const bytes of [
    bytesOf('\0png'),
    new Uint8Array(600_000).fill(97),
    Uint8Array.of(0xff, 0xfe),
  ]) {
    expect(diffFile(bytesOf('a'), bytes)).toEqual(sizes(bytes))
  }
})

const bytesOf = (some: string) => Uint8Array.from(Buffer.from(some))
