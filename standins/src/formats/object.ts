import { createHash } from 'node:crypto'

export type ObjectType = 'blob' | 'tree' | 'commit' | 'tag'
export type GitObject = { type: ObjectType; content: Buffer }

export type ObjectStore = {
  /** Stores it unless it exists; returns its SHA. */
  write(object: GitObject): string
  read(sha: string): GitObject | undefined
}

/** Whether the text can be an object's name. */
export const isSha = (text: string): boolean => /^[0-9a-f]{40}$/.test(text)

/** Git's storage format: type, size, zero byte, content. */
export const framed = ({ type, content }: GitObject): Buffer =>
  Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content])

export const shaOf = (object: GitObject): string =>
  createHash('sha1').update(framed(object)).digest('hex')

export function unframed(bytes: Buffer): GitObject {
  const zero = bytes.indexOf(0)
  const [type] = bytes.subarray(0, zero).toString().split(' ')

  return { type: type as ObjectType, content: bytes.subarray(zero + 1) }
}
