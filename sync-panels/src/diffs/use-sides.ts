import type { Change } from '@app/sync/changes'
import type { Contents } from '@app/sync/contents'
import { diffFile } from '@app/sync/diff-file'
import { readFile } from '@app/sync/read-file'
import type { Repository } from '@app/sync/target'
import { useLoaded } from '#loading/use-loaded.ts'
import { useSurroundings } from '#surroundings.tsx'

type Options = {
  change: Change
  repository: Repository
  contents: Contents
  /** Whether the new side is GitHub's and the old one the project's. */
  isIncoming: boolean
  /** Nothing is read before this. */
  isWanted: boolean
}

export type LoadedSides = ReturnType<typeof useSides>

/** Both contents of a changed file and their difference. GitHub's side is fetched once, for the counts and the lines. */
export function useSides({ change, repository, contents, isIncoming, isWanted }: Options) {
  const { host } = useSurroundings()
  const { before, after } = shas(change)
  const [there, here] = isIncoming ? [after, before] : [before, after]

  return useLoaded(isWanted ? `${before} ${after}` : null, async (signal) => {
    const onGithub = there ? await readFile(host, repository, there, { signal }) : null
    const inProject = here ? await contents(here) : null
    const diff = isIncoming ? diffFile(inProject, onGithub) : diffFile(onGithub, inProject)
    return { onGithub, inProject, diff }
  })
}

const MAX_COUNTED_BYTES = 256 * 1024

/** Whether reading both sides only for the counts is worth the requests. */
export function isCountable({ path, before, after, renamedFrom }: Change): boolean {
  const size = Math.max(before?.size ?? 0, after?.size ?? 0)

  return (
    !renamedFrom && before?.sha !== after?.sha && size <= MAX_COUNTED_BYTES && !BINARY.test(path)
  )
}

const BINARY = /\.(png|jpe?g|gif|webp|avif|ico|woff2?|ttf|otf|mp[34]|webm|pdf|zip|gz|wasm)$/i

/** A rename keeps its content, so both sides are the new one. */
function shas({ renamedFrom, before, after }: Change) {
  const now = after?.sha ?? null

  return { before: renamedFrom ? now : (before?.sha ?? null), after: now }
}
