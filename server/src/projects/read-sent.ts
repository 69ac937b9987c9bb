import { createHash } from 'node:crypto'
import { type SentProject, type SyncConflict, sentProject } from '@app/contract/project-sync'
import { cut } from '@app/contract/storable'
import * as z from 'zod/mini'

/** One project as the extension sent it, with a digest to recognise repetitions. */
export type Sent = { project: SentProject; digest: string }

/** Reads each project on its own: an invalid one is reported as a conflict and stops no other. */
export function readSent(localProjects: readonly unknown[]) {
  const sent = new Map<string, Sent>()
  const conflicts: SyncConflict[] = []
  const ids = new Set<string>()

  for (const one of localProjects) {
    const read = z.safeParse(sentProject, one)
    if (read.success) {
      ids.add(read.data.bolt_project_id)
      sent.set(read.data.bolt_project_id, { project: read.data, digest: digestOf(read.data) })
    } else {
      // An invalid project is not an absent one.
      for (const id of idsIn(one)) ids.add(id)
      conflicts.push({ project: one, error: messageOf(read.error) })
    }
  }
  return { sent: [...sent.values()], conflicts, ids: [...ids] }
}

/** Longer ones are nobody's. */
const LONGEST_ID = 1000

const named = z.object({ bolt_project_id: z.string() })

function idsIn(project: unknown): string[] {
  const read = z.safeParse(named, project)

  return read.success ? [cut(read.data.bolt_project_id, LONGEST_ID)] : []
}

/** Without its time, which the extension sets to now whenever it sends. */
function digestOf({ last_modified: _, ...project }: SentProject): string {
  const said = Object.entries(project)
    .filter(([, value]) => value !== null && value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))

  return createHash('sha256').update(JSON.stringify(said)).digest('hex')
}

function messageOf({ issues: [issue] }: z.core.$ZodError): string {
  return `${issue?.path.join('.') || 'project'}: ${issue?.message ?? 'not understood'}`
}
