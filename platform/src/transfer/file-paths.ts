import { join } from 'node:path'

// Names of files never contain this sign, so that what it marks is unambiguous.
const EMPTY = '%'
const BESIDE = '%file'

/**
 * Where a stored file lies in a folder. A name may have empty parts, and it may be the beginning of others, as `a` of `a/b`; then a folder
 * has its name already (`isFolderToo`).
 */
export function pathOfFile(bucket: string, name: string, isFolderToo: boolean): string {
  const parts = [bucket.replace(/^\.+$/, dots), ...name.split('/')].map((part) => part || EMPTY)

  return join(...parts) + (isFolderToo ? BESIDE : '')
}

const dots = (name: string) => '%2E'.repeat(name.length)
