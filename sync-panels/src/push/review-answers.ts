import { type Choices, openConfirmations, planEdits, secretPaths } from '@app/sync/choices'
import type { Comparison, Confirmation } from '@app/sync/comparison'
import { sortFindings } from '#words/secret-kinds.ts'

export type Ticks = {
  confirmed: Confirmation[]
  conflicts: Record<string, 'mine' | 'github'>
  leaveOut: string[]
  deleteToo: string[]
  pushSecrets: string[]
  envFiles: string[]
}

export const NO_TICKS: Ticks = {
  confirmed: [],
  conflicts: {},
  leaveOut: [],
  deleteToo: [],
  pushSecrets: [],
  envFiles: [],
}

/** Kept while the push runs, so that a failure loses nothing. */
export type ReviewDraft = { message: string; ticks: Ticks }

export const NO_DRAFT: ReviewDraft = { message: '', ticks: NO_TICKS }

type ListName = Exclude<keyof Ticks, 'conflicts'>

export const toggle = <Name extends ListName>(
  ticks: Ticks,
  name: Name,
  value: Ticks[Name][number],
  isOn: boolean,
): Ticks => {
  const others = (ticks[name] as string[]).filter((one) => one !== value)

  return { ...ticks, [name]: isOn ? [...others, value] : others }
}

/** Confirmed workflow files are not pushed, because GitHub would refuse the whole push. */
export function choicesOf(comparison: Comparison, ticks: Ticks): Choices {
  const isWithout = ticks.confirmed.includes('workflow_files')
  const workflows = isWithout ? workflowPaths(comparison) : []

  return { ...ticks, leaveOut: [...new Set([...ticks.leaveOut, ...workflows])] }
}

export const workflowPaths = ({ changes }: Comparison): string[] =>
  changes.map(({ path }) => path).filter((path) => path.startsWith('.github/workflows/'))

/** Selected changes that are still not pushed. */
export function heldBack(
  comparison: Comparison,
  ticks: Ticks,
): Map<string, 'secret' | 'unsearched' | 'workflow'> {
  const { secrets } = sortFindings(comparison.findings)
  const found = new Set(secrets.map(({ path }) => path))
  const held = secretPaths(comparison, ticks).map(
    (path) => [path, found.has(path) ? 'secret' : 'unsearched'] as const,
  )
  const workflows = ticks.confirmed.includes('workflow_files') ? workflowPaths(comparison) : []

  return new Map([...held, ...workflows.map((path) => [path, 'workflow'] as const)])
}

/** The number of open questions before the push. */
export function openQuestions(comparison: Comparison, ticks: Ticks): number {
  const conflicts = comparison.conflicts.filter(({ path }) => !ticks.conflicts[path])

  return openConfirmations(comparison, ticks).length + (conflicts.length > 0 ? 1 : 0)
}

/** The number of files to push, assuming every question is answered. */
export function plannedFiles(comparison: Comparison, ticks: Ticks): number {
  const conflicts = Object.fromEntries(
    comparison.conflicts.map(({ path }) => [path, ticks.conflicts[path] ?? 'github']),
  )
  const choices = { ...choicesOf(comparison, ticks), conflicts, confirmed: comparison.needs }

  return planEdits(comparison, choices).edits.size
}
