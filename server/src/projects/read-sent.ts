import { createHash } from 'node:crypto'
import { type SentProject, type SyncConflict, sentProject } from '@app/contract/project-sync'
import { cut } from '@app/contract/storable'
import * as z from 'zod/mini'

/** A project as sent by the extension, with a digest to recognise repetitions. */
export type Sent = { project: SentProject; digest: string }

/** Parses projects individually: an invalid one becomes a conflict and does not affect others. */
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
      // An invalid project does not count as absent.
      for (const id of idsIn(one)) ids.add(id)
      conflicts.push({ project: one, error: messageOf(read.error) })
    }
  }
  return { sent: [...sent.values()], conflicts, ids: [...ids] }
}

/** Longer than any builder's ids. */
const LONGEST_ID = 1000

const named = z.object({ bolt_project_id: z.string() })

function idsIn(project: unknown): string[] {
  const read = z.safeParse(named, project)

  return read.success ? [cut(read.data.bolt_project_id, LONGEST_ID)] : []
}

/** Ignores its time, which the extension sets to now at every send. */
function digestOf({ last_modified: _, ...project }: SentProject): string {
  const said = Object.entries(project)
    .filter(([, value]) => value !== null && value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))

  return createHash('sha256').update(JSON.stringify(said)).digest('hex')
}

function messageOf({ issues: [issue] }: z.core.$ZodError): string {
  return `${issue?.path.join('.') || 'project'}: ${issue?.message ?? 'not understood'}`
}
