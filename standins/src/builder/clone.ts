import { decodeCommit, type GitObject, type ObjectStore, shaOf } from '#formats/object.ts'
import { FLUSH, packetLine, readBand, readLines } from '#formats/packet-lines.ts'
import { readPack } from '#formats/read-pack.ts'
import { decodeTree } from '#formats/tree.ts'
import type { Files } from './memory.ts'

/** Why a clone failed; the user sees the message. */
export class CloneFailed extends Error {
  override readonly name = 'CloneFailed'
}

export type Wanted = { owner: string; name: string }
type Cloned = { files: Files; branch: string; commit: string }

const TIMEOUT_MS = 30_000

/** Clones over git's smart HTTP without credentials, as the builder does. */
export async function cloneAnonymously(hostUrl: string, wanted: Wanted): Promise<Cloned> {
  const at = `${hostUrl}/${wanted.owner}/${wanted.name}.git`
  const { refs, head: branch } = await readRefs(at)
  const commit = refs.get(`refs/heads/${branch}`)
  if (refs.size === 0) throw new CloneFailed('The repository is empty')
  if (commit === undefined) throw new CloneFailed(`The branch ${branch} does not exist`)

  const objects = objectsInMemory()
  readPack(objects, await fetchPack(at, commit))
  const found = objects.read(commit)
  if (!found) throw new CloneFailed('The repository could not be read')

  return { files: filesBelow(objects, decodeCommit(found.content).tree), branch, commit }
}

async function readRefs(at: string): Promise<{ refs: Map<string, string>; head: string }> {
  const reply = await call(`${at}/info/refs?service=git-upload-pack`)
  const { lines } = readLines(Buffer.from(await reply.arrayBuffer()))
  const text = lines.filter((line) => line !== null).join('\n')
  const refs = [...text.matchAll(/^([0-9a-f]{40}) (refs\/[^\0\n]+)/gm)]
  const first = /symref=HEAD:refs\/heads\/(\S+)/.exec(text)?.[1]

  return {
    refs: new Map(refs.map(([, sha = '', name = '']) => [name, sha])),
    head: first ?? 'main',
  }
}

async function fetchPack(at: string, commit: string): Promise<Buffer> {
  const wants = [packetLine(`want ${commit} side-band-64k\n`), FLUSH, packetLine('done\n')]
  const reply = await call(`${at}/git-upload-pack`, Buffer.concat(wants))

  return readBand(Buffer.from(await reply.arrayBuffer()), 1)
}

/** From outside, private and missing repositories look the same. */
async function call(url: string, body?: Buffer): Promise<Response> {
  const reply = await fetch(url, {
    ...(body && { method: 'POST', body: Uint8Array.from(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new CloneFailed('The code host does not answer')
  })
  if ([401, 403, 404].includes(reply.status)) {
    throw new CloneFailed("You don't have access to the repository")
  }
  if (!reply.ok) throw new CloneFailed('The repository could not be read')

  return reply
}

function objectsInMemory(): ObjectStore {
  const kept = new Map<string, GitObject>()

  return {
    read: (sha) => kept.get(sha),
    write(object) {
      const sha = shaOf(object)
      kept.set(sha, object)
      return sha
    },
  }
}

/** Modes are lost: a link becomes a file with its target's name, a submodule is left out. */
function filesBelow(objects: ObjectStore, tree: string, prefix = ''): Files {
  const found = objects.read(tree)
  const entries = found ? decodeTree(found.content) : []

  return Object.assign(
    {},
    ...entries.map(({ name, mode, sha }) => {
      if (mode === '160000') return {}
      if (mode === '040000') return filesBelow(objects, sha, `${prefix}${name}/`)
      return { [prefix + name]: objects.read(sha)?.content.toString('base64') ?? '' }
    }),
  )
}
