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
