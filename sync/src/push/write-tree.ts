import { SyncError } from '#errors/sync-error.ts'
import { repositoryPath, type Target } from '#github/target.ts'
import { type Answer, messageOf, textAt } from '#host/answer.ts'
import type { Host } from '#host/host.ts'
import type { Operation } from '#host/operation.ts'
import { refusalOf } from '#host/refusal.ts'
import { encodeUtf8 } from '#objects/bytes.ts'

export type TreeLine = {
  path: string
  mode: string
  type: 'blob' | 'commit'
  sha?: string | null
  content?: string
}

const MAX_LINES = 100
const MAX_BYTES = 1_000_000
const MOST_HALVINGS = 4

type Needs = {
  target: Target
  baseTree: string | null
  lines: readonly TreeLine[]
  onWritten: (lines: readonly TreeLine[]) => void
}

/** Writes the tree in portions, each on top of the previous, because GitHub times out on large ones. Returns the last tree's SHA. */
export async function writeTree(
  host: Host,
  operation: Operation,
  { target, baseTree, lines, onWritten }: Needs,
): Promise<string> {
  let tree = baseTree
  let left = lines
  let most = MAX_LINES
  let halvings = 0
  while (left.length > 0) {
    const portion = takePortion(left, most)
    const answer = await postTree(host, operation, target, tree, portion)
    if (isTimeout(answer) && halvings < MOST_HALVINGS && portion.length > 1) {
      halvings += 1
      most = Math.ceil(portion.length / 2)
      continue
    }
    if (answer.status !== 201) throw treeRefusal(answer, target, portion)
    tree = textAt(answer.body, 'sha')
    left = left.slice(portion.length)
    onWritten(portion)
  }
  if (tree === null) throw new SyncError('nothing_to_push')
  return tree
}

function takePortion(lines: readonly TreeLine[], most: number): readonly TreeLine[] {
  let bytes = 0
  let count = 0
  for (const { content = '' } of lines.slice(0, most)) {
    bytes += encodeUtf8(content).length
    if (count > 0 && bytes > MAX_BYTES) break
    count += 1
  }
  return lines.slice(0, count)
}

const postTree = (
  host: Host,
  operation: Operation,
  target: Target,
  baseTree: string | null,
  tree: readonly TreeLine[],
): Promise<Answer> =>
  host.call(operation, {
    method: 'POST',
    path: `${repositoryPath(target)}/git/trees`,
    json: { ...(baseTree !== null && { base_tree: baseTree }), tree },
    accepts: (status) => (status === 502 || status === 504) && tree.length > 1,
  })

const isTimeout = (answer: Answer): boolean =>
  answer.status >= 500 || (answer.status === 422 && /timed? ?out/i.test(messageOf(answer)))

/** GitHub drops blobs that no tree contains; they are then sent again. */
export class BlobsMissing extends Error {
  readonly shas: readonly string[]

  constructor(shas: readonly string[]) {
    super('GitHub does not have blobs that were sent before.')
    this.shas = shas
  }
}

function treeRefusal(answer: Answer, target: Target, portion: readonly TreeLine[]): Error {
  const isMissing = answer.status === 422 && /not a valid blob/i.test(messageOf(answer))
  if (isMissing) return new BlobsMissing(portion.flatMap(({ sha }) => sha ?? []))
  const hasWorkflows = portion.some(({ path }) => path.startsWith('.github/workflows/'))

  return refusalOf(answer, { ...target, hasWorkflows }, true)
}
