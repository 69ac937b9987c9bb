import { banded, FLUSH, packetLine, readLines } from '#formats/packet-lines.ts'
import type { Git } from '#github/git/git.ts'
import { reachableFrom } from './reachable.ts'
import { writePack } from './write-pack.ts'

const NAMED = /^(want|have) ([0-9a-f]{40})/

/**
 * Handles fetch and clone. Git sends wants and, in several calls, haves; after `done` it gets the missing
 * objects. Each call repeats everything, so no state is kept between them.
 */
export function uploadPack(git: Git, body: Buffer): Buffer {
  const { lines } = readLines(body)
  const said = lines.flatMap((line) => [...(NAMED.exec(line ?? '')?.slice(1) ?? [])])
  const named = (word: string) => said.filter((_, i) => i % 2 === 1 && said[i - 1] === word)
  const wants = named('want')
  const common = named('have').filter((sha) => git.objects.read(sha) !== undefined)
  const isDone = lines.some((line) => line?.trim() === 'done')
  const [first] = common
  const answer = packetLine(first === undefined ? 'NAK\n' : `ACK ${first}\n`)
  if (!isDone) return answer

  const pack = writePack(git, reachableFrom(git, wants, reachableFrom(git, common)))
  return Buffer.concat([answer, banded(pack), FLUSH])
}
