import { createHash } from 'node:crypto'
import type { InitialFile } from '#github/repositories/repository.ts'
import { fieldsOf, InvalidInput } from '#runtime/fields.ts'

/**
 * Files of a commit by path: a text, null to remove it, or `{"base64"}`, `{"text","mode":"100755"}`, `{"link":"target"}`,
 * `{"submodule":"<commit>"}`, `{"lfs":12345}` (a Git LFS pointer to that many bytes).
 */
export const readFiles = (input: unknown): Record<string, InitialFile> => {
  const fields = fieldsOf(input)

  return Object.fromEntries(
    Object.keys(input as object).map((path) => [path, readFile(path, fields.value(path))]),
  )
}

function readFile(path: string, input: unknown): InitialFile {
  if (input === null || typeof input === 'string') return input
  const file = fieldsOf(input)
  if (file.has('link')) return { mode: '120000', base64: encoded(file.text('link')) }
  if (file.has('submodule')) return { mode: '160000', sha: file.text('submodule') }
  if (file.has('lfs')) return lfsPointer(path, file.integer('lfs'))
  if (!file.has('base64') && !file.has('text')) {
    throw new InvalidInput(
      `"${path}" must be a text, null, or one of: base64, text, link, submodule, lfs.`,
    )
  }

  return {
    mode: file.oneOf('mode', ['100644', '100755']) ?? '100644',
    base64: file.has('base64') ? file.text('base64') : encoded(file.text('text')),
  }
}

/** The text that Git LFS stores in place of a large file. */
function lfsPointer(path: string, size: number): string {
  const oid = createHash('sha256').update(path).digest('hex')

  return `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${size}\n`
}

const encoded = (text: string) => Buffer.from(text).toString('base64')
