import { applyPull } from '@app/sync/apply-pull'
import type { Progress } from '@app/sync/progress'
import { type Pulled, pull } from '@app/sync/pull'
import type { PullChoices } from '@app/sync/pull-choices'
import type { SourceFile } from '@app/sync/read-files'
import { SyncError } from '@app/sync/sync-error'
import { useEffect, useRef, useState } from 'react'
import type { Review } from '#service/push-state.ts'
import { useSurroundings } from '#surroundings.tsx'

/** choose → reading → done; by a ZIP if the environment cannot write. A failure goes back one step and shows the reason. */
export type PullState =
  | { step: 'choose'; failure: unknown }
  | { step: 'reading'; progress: Progress | null }
  | { step: 'zip'; pulled: Pulled; files: SourceFile[] }
  | { step: 'done'; pulled: Pulled; isUnrecorded: boolean; isRecording: boolean }

/** Pulls a branch's changes into the compared project. */
export function usePull({ comparison }: Review) {
  const { host, project, pushing, bases, recordPull } = useSurroundings()
  const [state, setState] = useState<PullState>({ step: 'choose', failure: null })
  const running = useRef<AbortController | null>(null)
  const { target } = comparison

  useEffect(() => () => running.current?.abort(), [])

  async function start(choices: PullChoices) {
    const abort = new AbortController()
    running.current = abort
    setState({ step: 'reading', progress: null })
    try {
      const pulled = await pull(host, comparison, {
        contents: pushing.contentOf,
        choices,
        signal: abort.signal,
        onProgress: (progress) => setState({ step: 'reading', progress }),
      })
      if (abort.signal.aborted) throw new SyncError('cancelled')
      await take(pulled)
    } catch (error) {
      setState({ step: 'choose', failure: error })
    }
  }

  async function take(pulled: Pulled) {
    const { intake } = project
    if (intake?.kind === 'write') {
      await intake.writeProject(pulled.changes)
      await finish(pulled)
    } else {
      const { files } = await project.readFiles()
      setState({ step: 'zip', pulled, files: await applyPull(files, pulled.changes) })
    }
  }

  /** Only now does the project match the base. */
  async function finish(pulled: Pulled) {
    const { commit, counts, base } = pulled
    setState((now) => (now.step === 'done' ? { ...now, isRecording: true } : now))
    const told = await Promise.allSettled([
      bases.write(target, base),
      recordPull({ target, commit, counts }),
    ])
    const isUnrecorded = told.some(({ status }) => status === 'rejected')
    setState({ step: 'done', pulled, isUnrecorded, isRecording: false })
  }

  /** The member confirms that the project has the ZIP's content. */
  async function confirmImport(pulled: Pulled, files: SourceFile[]) {
    if (project.intake?.kind === 'zip') project.intake.onImported(files)
    await finish(pulled)
  }

  return { state, start, finish, confirmImport, cancel: () => running.current?.abort() }
}
