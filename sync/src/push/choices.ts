import type { Comparison, Confirmation } from '#compare/comparison.ts'
import type { Change, Kept } from '#compare/merge-paths.ts'
import { SyncError } from '#errors/sync-error.ts'
import type { Entry } from '#objects/listing.ts'
import type { Finding } from '#secrets/find-secrets.ts'

/** The member's decisions in the review; missing ones keep a safe default. */
export type Choices = {
  confirmed?: readonly Confirmation[]
  conflicts?: Readonly<Record<string, 'mine' | 'github'>>
  /** Changes that are not pushed this time. */
  leaveOut?: readonly string[]
  /** Files only at GitHub that are to be deleted. */
  deleteToo?: readonly string[]
  /** Findings to push anyway, by `findingId`. */
  pushSecrets?: readonly string[]
  /** Env files to push. */
  envFiles?: readonly string[]
}

export type Plan = {
  edits: Map<string, Entry | null>
  /** Changes that were not selected, which are proposed again next time. */
  postponed: Set<string>
}

export const findingId = ({ path, line, kind }: Pick<Finding, 'path' | 'line' | 'kind'>): string =>
  `${path}:${line}:${kind}`

/** These have a safe default: the files are not pushed. */
const ANSWERED_BY_DEFAULT: readonly Confirmation[] = ['secrets', 'env_files', 'conflicts']

/** Confirmations that are still missing. */
export const openConfirmations = (
  { needs }: Comparison,
  { confirmed = [] }: Choices,
): Confirmation[] =>
  needs.filter((one) => !confirmed.includes(one) && !ANSWERED_BY_DEFAULT.includes(one))

export function planEdits(comparison: Comparison, choices: Choices): Plan {
  const open = openConfirmations(comparison, choices)
  if (open.length > 0) throw new Error(`A push waits for: ${open.join(', ')}.`)
  const { changes, envChanges, target } = comparison
  const edits = new Map<string, Entry | null>()
  const postponed = new Set([...(choices.leaveOut ?? []), ...secretPaths(comparison, choices)])

  for (const { path, mine, inTheWay } of comparison.conflicts) {
    const choice = choices.conflicts?.[path]
    if (!choice) throw new SyncError('branch_moved', { branch: target.branch })
    if (choice === 'github' || postponed.has(path)) continue
    for (const other of inTheWay) edits.set(other, null)
    edits.set(path, mine.after)
  }
  for (const change of changes) {
    if (isPostponed(change, postponed)) postponed.add(change.path)
    else edits.set(change.path, change.after)
  }
  for (const { path, after } of envChanges) {
    if (choices.envFiles?.includes(path)) edits.set(path, after)
    else postponed.add(path)
  }
  const onlyThere = new Set(comparison.kept.filter(isOnlyOnGithub).map(({ path }) => path))
  for (const path of choices.deleteToo ?? []) {
    if (onlyThere.has(path)) edits.set(path, null)
  }
  return { edits, postponed }
}

const isOnlyOnGithub = ({ reason }: Kept): boolean => reason === 'only_on_github'

/** A renamed file whose new name is not pushed must not lose its old one. */
const isPostponed = ({ path, renamedTo }: Change, postponed: ReadonlySet<string>): boolean =>
  postponed.has(path) || (renamedTo !== undefined && postponed.has(renamedTo))

/** Files that are not pushed: with unselected findings, or not searched. */
export function secretPaths(
  { findings, unsearched }: Pick<Comparison, 'findings' | 'unsearched'>,
  { pushSecrets = [] }: Choices,
): string[] {
  const ticked = new Set(pushSecrets)
  const open = findings.filter((one) => !ticked.has(findingId(one)))
  const isStopOpen = open.some(({ kind }) => kind === 'search_stopped')

  return [...open.map(({ path }) => path), ...(isStopOpen ? unsearched : [])]
}
