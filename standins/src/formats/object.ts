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

/** Author or committer, with the time. */
export type Signature = {
  name: string
  email: string
  /** In seconds, as in git. */
  at: number
  /** `+0200`; git stores the time zone. */
  zone: string
}

export type Commit = {
  tree: string
  parents: string[]
  author: Signature
  committer: Signature
  message: string
}

export const encodeCommit = ({ tree, parents, author, committer, message }: Commit): Buffer =>
  Buffer.from(
    [
      `tree ${tree}`,
      ...parents.map((parent) => `parent ${parent}`),
      `author ${signatureLine(author)}`,
      `committer ${signatureLine(committer)}`,
      '',
      message,
    ].join('\n'),
  )

export function decodeCommit(content: Buffer): Commit {
  const [head = '', message = ''] = content.toString().split(/\n\n(.*)/s)
  const lines = head.split('\n').map((line) => line.split(/ (.*)/s))
  const all = (name: string) =>
    lines.filter(([found]) => found === name).map(([, value]) => value ?? '')

  return {
    tree: all('tree')[0] ?? '',
    parents: all('parent'),
    author: readSignature(all('author')[0]),
    committer: readSignature(all('committer')[0]),
    message,
  }
}

const signatureLine = ({ name, email, at, zone }: Signature) =>
  `${plain(name)} <${plain(email)}> ${at} ${zone}`

/** Removes characters that would break the line, as git does. */
const plain = (text: string) => text.replace(/[<>\n\0]/g, '').trim()

function readSignature(line = ''): Signature {
  const [, name = '', email = '', at = '0', zone = '+0000'] =
    /^(.*?) ?<(.*)> (\d+) ([+-]\d{4})$/s.exec(line) ?? []

  return { name, email, at: Number(at), zone }
}
