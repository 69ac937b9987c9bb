import type { Comparison } from '#compare/comparison.ts'
import type { Change } from '#compare/merge-paths.ts'
import { foldersAbove } from '#objects/listing.ts'
import { incomingChange, type PullPlan, type Staying } from './plan-pull.ts'

/** The member's decisions; missing ones keep a safe default. */
export type PullChoices = {
  conflicts?: Readonly<Record<string, 'mine' | 'github'>>
  /** Env files to take from GitHub. */
  envFiles?: readonly string[]
}

type Settled = { changes: Change[]; staying: Staying[]; envStaying: { path: string }[] }

/** The plan with the member's choices: written and skipped changes. */
export function settlePull(
  { inputs }: Comparison,
  plan: PullPlan,
  { conflicts = {}, envFiles = [] }: PullChoices,
): Settled {
  const here = new Map(inputs.files.map(([path, sha, size, mode]) => [path, { sha, size, mode }]))
  const giveWay = new Set<string>()
  const chosen: Change[] = []
  for (const { path, remote, mine, inTheWay } of plan.conflicts) {
    const choice = conflicts[path]
    if (!choice) throw new Error(`A pull waits for a choice: ${path}.`)
    if (choice === 'github') chosen.push(incomingChange(path, here.get(path) ?? null, remote))
    // As in a push, the project's file takes precedence over GitHub's in the same place.
    else if (mine.after) for (const other of inTheWay) giveWay.add(other)
  }
  const ticked = plan.envFiles.filter(({ path }) => envFiles.includes(path))
  const wanted = [...plan.incoming, ...chosen, ...ticked].filter(({ path }) => !giveWay.has(path))
  const { changes, staying } = withoutClashes(wanted, [...here.keys()])

  return {
    changes,
    staying: [...plan.staying, ...staying],
    envStaying: plan.envFiles.filter((one) => !ticked.includes(one)),
  }
}

/** Ignored files, and differently spelled names, may occupy the path of an incoming file. They stay there. */
function withoutClashes(wanted: readonly Change[], here: readonly string[]) {
  const changing = new Set(wanted.map(({ path }) => path))
  const names = new Set<string>()
  const folders = new Set<string>()
  const take = (path: string) => {
    const name = path.normalize('NFC')
    names.add(name)
    for (const folder of foldersAbove(name)) folders.add(folder)
  }
  for (const path of here) if (!changing.has(path)) take(path)
  const staying: Staying[] = []
  const changes = wanted.filter(({ path, after }) => {
    if (!after) return true
    const name = path.normalize('NFC')
    const isBlocked = folders.has(name) || foldersAbove(name).some((folder) => names.has(folder))
    const reason = names.has(name) ? 'same_name' : isBlocked ? 'file_is_folder' : null
    if (reason) staying.push({ path, reason })
    else take(path)
    return reason === null
  })
  return { changes, staying }
}
